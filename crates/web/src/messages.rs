//! What the site says of a game, in every language: instructions, the log, results, refusals.

use fluent_bundle::FluentValue;
use merels_engine::{DrawDeclined, Level, QUIET_PLIES_FOR_DRAW, TurningPoint};
use merels_live::{Entry, GameEvent, Refusal, Snapshot};
use merels_rules::{
    AnyPosition, DrawReason, GameId, Happening, Illegal, Outcome, Position, Side, Spot, WinReason,
};
use merels_store::{ClockClass, ForfeitCause, Phrase, Seat, TimeControl};

use crate::i18n::Language;
use crate::names::guest_number;
use crate::record::{Record, Results};

impl Language {
    /// The name of a side as its game calls it.
    pub(crate) fn side(self, game: GameId, side: Side) -> String {
        self.say(match (game, side) {
            (GameId::Nimble, Side::White) => "side-first",
            (GameId::Nimble, Side::Black) => "side-second",
            (_, Side::White) => "side-white",
            (_, Side::Black) => "side-black",
        })
    }

    /// The name of a game.
    pub(crate) fn title(self, game: GameId) -> String {
        match game {
            GameId::Morris(variant) => self.variant_title(variant),
            game => self.say(&format!("title-{game}")),
        }
    }

    /// A player's name as it is shown: what the site called a guest, in the language of the reader.
    pub(crate) fn player_name(self, name: &str) -> String {
        match guest_number(name) {
            Some(number) => format!("{} {number}", self.say("name-guest")),
            None => name.to_owned(),
        }
    }

    /// Who sits on a side of the board. Two people at one screen are told apart by their colours.
    pub(crate) fn seated(self, snapshot: &Snapshot, side: Side) -> String {
        if snapshot.is_shared() {
            return self.side(snapshot.kind, side);
        }
        self.seat(snapshot.seat(side))
    }

    /// Who sits on a seat.
    pub(crate) fn seat(self, seat: &Seat) -> String {
        match seat {
            Seat::Player { name, .. } => self.player_name(name),
            Seat::Computer(level) => self.computer(level),
            Seat::Gone => self.say("seat-gone"),
        }
    }

    fn computer(self, level: &str) -> String {
        let numbered = level.parse::<u8>().is_ok();
        let name = if numbered { "seat-computer" } else { "seat-computer-named" };
        self.say_with(name, &[("level", self.level(level).into())])
    }

    /// The name of a level of the computer.
    pub(crate) fn level(self, level: &str) -> String {
        match level {
            "classic" | "perfect" => self.say(&format!("level-{level}")),
            number => number.to_owned(),
        }
    }

    /// The name of a level with a hint at what it means.
    pub(crate) fn level_with_hint(self, level: Level) -> String {
        match level {
            Level::Numbered(number) => {
                let name = self.say(&format!("level-{}", level.name()));
                let number = number.get().to_string();
                let values = [("number", number.into()), ("name", name.into())];
                self.say_with("level-hint-numbered", &values)
            }
            level => self.say(&format!("level-hint-{}", level.name())),
        }
    }

    /// A clock, or that there is none.
    pub(crate) fn time_control(self, control: Option<TimeControl>) -> String {
        match control {
            None => self.say("clock-none"),
            Some(TimeControl::Live { minutes, increment }) => {
                let values = [("minutes", minutes.into()), ("seconds", increment.into())];
                self.say_with("clock-live", &values)
            }
            Some(TimeControl::Days(days)) => self.say_with("clock-days", &[("days", days.into())]),
        }
    }

    /// A class of clocks that are rated together.
    pub(crate) fn clock_class(self, class: ClockClass) -> String {
        self.say(&format!("class-{}", class.name()))
    }

    /// The time that a side has left, in milliseconds, as `web/app/clock.js` shows it.
    pub(crate) fn time_left(self, milliseconds: i64) -> String {
        let tenths = milliseconds.max(0) / 100;
        let seconds = tenths / 10;
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600, seconds / 60);
        if days > 0 {
            let values = [("days", days.into()), ("hours", (hours % 24).into())];
            return self.say_with("app-clock-days", &values);
        }
        match (hours, minutes, seconds) {
            (1.., ..) => format!("{hours}:{:02}:{:02}", minutes % 60, seconds % 60),
            (_, _, 10..) => format!("{minutes}:{:02}", seconds % 60),
            _ => format!("0:{seconds:02}.{}", tenths % 10),
        }
    }

    /// Who does something, as the log tells it: by name; by colour where both have the same name, as
    /// two people at one screen do.
    pub(crate) fn who(self, snapshot: &Snapshot, side: Side) -> String {
        let name = |side| match snapshot.seat(side) {
            Seat::Computer(_) => self.say("seat-computer-short"),
            seat => self.seat(seat),
        };
        let (own, other) = (name(side), name(!side));
        if own == other { self.side(snapshot.kind, side) } else { own }
    }

    /// How a game ended, to those who know who played it.
    pub(crate) fn outcome(self, snapshot: &Snapshot, outcome: Outcome) -> String {
        let who = |side| self.who(snapshot, side);
        let end = snapshot.history.backwards().find(|entry| entry.outcome.is_some());
        match end.map(|entry| &entry.event) {
            Some(GameEvent::DrawClaimed(_)) => self.say("draw-claimed"),
            Some(GameEvent::Forfeit { side, cause: ForfeitCause::Away }) => {
                let values = [("winner", who(!*side).into()), ("loser", who(*side).into())];
                self.say_with("win-away", &values)
            }
            _ => self.outcome_of(outcome, who),
        }
    }

    fn outcome_of(self, outcome: Outcome, name_of: impl Fn(Side) -> String) -> String {
        let say = |name: &str, winner: Side| {
            let (winner_name, loser) = (name_of(winner), name_of(!winner));
            self.say_with(name, &[("winner", winner_name.into()), ("loser", loser.into())])
        };
        match outcome {
            Outcome::Win { winner, reason } => match reason {
                WinReason::Reduced => say("win-reduced", winner),
                WinReason::Blocked => say("win-blocked", winner),
                WinReason::FirstLine => say("win-line", winner),
                WinReason::MisereReduced => say("win-misere-reduced", winner),
                WinReason::MisereBlocked => say("win-misere-blocked", winner),
                WinReason::MisereLine => say("win-misere-line", winner),
                WinReason::NoPawns => say("win-no-pawns", winner),
                WinReason::Resignation => say("win-resigned", winner),
                WinReason::Time => say("win-time", winner),
            },
            Outcome::Draw(reason) => self.say(match reason {
                DrawReason::Agreement => "draw-agreed",
                DrawReason::Repetition => "draw-repetition",
                DrawReason::Quiet => "draw-quiet",
                DrawReason::FullBoard => "draw-full",
                DrawReason::PlyLimit => "draw-ply-limit",
            }),
            Outcome::Aborted => self.say("aborted"),
        }
    }

    /// What decided a game, in one sentence; nothing where there is none to say.
    pub(crate) fn decided(self, snapshot: &Snapshot) -> Option<String> {
        let winner = snapshot.outcome?.winner().unwrap_or(Side::White);
        let name = |side| FluentValue::from(self.who(snapshot, side));
        let position = &snapshot.position;
        let spot = |spot| FluentValue::from(position.spot_name(spot));
        let turn = |mv| FluentValue::from(position.move_text(mv));
        let (message, values) = match snapshot.turning_point? {
            TurningPoint::DoubleMill { mills, from, to } => (
                "decided-double-mill",
                vec![("mills", mills.into()), ("from", spot(from)), ("to", spot(to))],
            ),
            TurningPoint::Mills { won, lost, taken } => (
                "decided-mills",
                vec![("won", won.into()), ("lost", lost.into()), ("taken", spot(taken))],
            ),
            TurningPoint::Unstoppable => ("decided-unstoppable", vec![]),
            TurningPoint::Overlooked { stopped_by } => {
                ("decided-overlooked", vec![("move", turn(stopped_by))])
            }
            TurningPoint::ShutIn { men, to } => {
                ("decided-shut-in", vec![("men", men.into()), ("to", spot(to))])
            }
            TurningPoint::Captures { pawns, by } => {
                ("decided-captures", vec![("pawns", pawns.into()), ("move", turn(by))])
            }
            TurningPoint::Slip { by } => ("decided-slip", vec![("move", turn(by))]),
            TurningPoint::NeverLetGo => ("decided-never-let-go", vec![]),
            TurningPoint::Standing { white, black } => (
                match position {
                    AnyPosition::MingMang(_) => "decided-standing-pawns",
                    _ => "decided-standing",
                },
                vec![
                    ("white", name(Side::White)),
                    ("black", name(Side::Black)),
                    ("whiteMen", white.into()),
                    ("blackMen", black.into()),
                ],
            ),
        };
        let mut values = values;
        values.extend([("winner", name(winner)), ("loser", name(!winner))]);
        Some(self.say_with(message, &values))
    }

    /// One line that says what to do now, to the player of a side or to one who watches.
    pub(crate) fn status(self, snapshot: &Snapshot, you: Option<Side>) -> String {
        if let Some(outcome) = snapshot.outcome {
            return self.ending(snapshot, outcome, you);
        }
        let mover = snapshot.position.side();
        // At one screen nobody knows which of the two is looking.
        if you != Some(mover) || snapshot.is_shared() && !snapshot.owes_removal() {
            return match snapshot.seat(mover) {
                Seat::Computer(_) => self.say("status-computer"),
                _ => {
                    let name = self.who(snapshot, mover);
                    self.say_with("status-theirs", &[("name", name.into())])
                }
            };
        }
        if snapshot.owes_removal() {
            let enemy = self.side(snapshot.kind, !mover);
            return self.say_with("status-capture", &[("enemy", enemy.into())]);
        }
        self.say(match &snapshot.position {
            AnyPosition::Morris(position) => {
                match (position.may_place(mover), position.may_move(mover)) {
                    (true, true) => "status-place-or-move",
                    (true, false) => "status-place",
                    (false, _) if position.flies(mover) => "status-fly",
                    (false, _) => "status-move",
                }
            }
            AnyPosition::MingMang(_) => "status-slide",
            AnyPosition::Nimble(_) => "status-nimble",
        })
    }

    /// How many watch a game; nothing if nobody does.
    pub(crate) fn watchers(self, count: u32) -> String {
        match count {
            0 => String::new(),
            count => self.say_with("watch-count", &[("count", count.into())]),
        }
    }

    /// How somebody does at a level, and how often in a row.
    pub(crate) fn record(self, record: &Record, game: GameId, level: &str) -> String {
        let Results { wins, losses, draws } = record.at(game, level);
        let values = [
            ("level", self.level(level).into()),
            ("wins", wins.into()),
            ("losses", losses.into()),
            ("draws", draws.into()),
        ];
        let mut words = self.say_with("result-record", &values);
        if record.streak() > 1 {
            words.push(' ');
            words += &self.say_with("result-streak", &[("games", record.streak().into())]);
        }
        words
    }

    /// You win, you lose, or a draw. Of two at one screen neither is meant.
    pub(crate) fn ending(self, snapshot: &Snapshot, outcome: Outcome, you: Option<Side>) -> String {
        let you = you.filter(|_| !snapshot.is_shared());
        self.say(match (outcome.winner(), you) {
            (None, _) if outcome == Outcome::Aborted => "end-aborted",
            (None, _) => "end-draw",
            (Some(winner), Some(you)) if winner == you => "end-win",
            (Some(_), Some(_)) => "end-loss",
            (Some(_), None) => "end-over",
        })
    }

    /// What an event was, as sentences for the log.
    pub(crate) fn event(self, snapshot: &Snapshot, entry: &Entry) -> Vec<String> {
        let about = |name: &str, side: Side| {
            self.say_with(name, &[("side", self.who(snapshot, side).into())])
        };
        let mut sentences = match entry.event {
            GameEvent::Start => vec![self.beginning(snapshot)],
            GameEvent::Move { .. } => self.turn(snapshot, &entry.happenings),
            GameEvent::Undone { .. } => Vec::new(),
            GameEvent::TakenBack { side, .. } => vec![about("event-undo", side)],
            GameEvent::TakeBackAsked(side) => vec![about("event-undo-asked", side)],
            GameEvent::TakeBackDeclined(side) => vec![about("event-undo-declined", side)],
            GameEvent::Hinted(side) => vec![about("event-hint", side)],
            GameEvent::DrawOffered(side) => vec![about("event-draw-offered", side)],
            GameEvent::DrawDeclined(side) => {
                let mut sentences = vec![about("event-draw-declined", side)];
                sentences.extend(entry.declined.map(|reason| self.why_declined(reason)));
                sentences
            }
            // Two at one screen agree by word of mouth.
            GameEvent::DrawAgreed(_) if snapshot.is_shared() => Vec::new(),
            GameEvent::DrawAgreed(side) => vec![about("event-draw-agreed", side)],
            GameEvent::DrawClaimed(side) => vec![about("event-draw-claimed", side)],
            GameEvent::Forfeit { side, cause } => vec![about(
                match cause {
                    ForfeitCause::Resigned => "event-resigned",
                    ForfeitCause::Idle => "event-idle",
                    ForfeitCause::Left => "event-left",
                    ForfeitCause::Time => "event-time",
                    ForfeitCause::Away => "event-away",
                },
                side,
            )],
            GameEvent::Aborted(side) => vec![about("event-aborted", side)],
            GameEvent::Said { side, phrase } => {
                let name = self.seat(snapshot.seat(side));
                let values = [("name", name.into()), ("words", self.phrase(phrase).into())];
                vec![self.say_with("event-said", &values)]
            }
        };
        sentences.extend(entry.outcome.map(|outcome| self.outcome(snapshot, outcome)));
        sentences
    }

    /// One of the quick words.
    pub(crate) fn phrase(self, phrase: Phrase) -> String {
        self.say(&format!("phrase-{}", phrase.name()))
    }

    /// Why the computer declined a draw. People keep their reasons to themselves.
    fn why_declined(self, reason: DrawDeclined) -> String {
        match reason {
            DrawDeclined::AlwaysWon => self.say("draw-declined-always-won"),
            DrawDeclined::TooEarly => {
                self.say_with("draw-declined-early", &[("plies", QUIET_PLIES_FOR_DRAW.into())])
            }
            DrawDeclined::NotJudged | DrawDeclined::StandsBetter => {
                self.say("draw-declined-better")
            }
        }
    }

    fn beginning(self, snapshot: &Snapshot) -> String {
        let game = snapshot.kind;
        if snapshot.is_shared() {
            return self.say_with("event-start-here", &[("title", self.title(game).into())]);
        }
        self.say_with(
            "event-start",
            &[
                ("title", self.title(game).into()),
                ("white", self.side(game, Side::White).into()),
                ("black", self.side(game, Side::Black).into()),
                ("whiteName", self.seat(snapshot.seat(Side::White)).into()),
                ("blackName", self.seat(snapshot.seat(Side::Black)).into()),
            ],
        )
    }

    /// What a turn did: one sentence for the step with all that it brought, one for each change that
    /// lasts.
    pub(crate) fn turn(self, snapshot: &Snapshot, happenings: &[Happening]) -> Vec<String> {
        let game = snapshot.kind;
        let name = |spot: &Spot| FluentValue::from(snapshot.position.spot_name(*spot));
        let side_name = |side: &Side| FluentValue::from(self.who(snapshot, *side));
        let (mut step, mut later) = (String::new(), Vec::new());
        let mut values: Vec<(&'static str, FluentValue<'_>)> = vec![("won", 0.into())];
        for happening in happenings {
            match happening {
                Happening::Placed { side, to } => {
                    step += "event-places";
                    values.extend([("side", side_name(side)), ("to", name(to))]);
                }
                Happening::Moved { side, from, to } => {
                    step += match game {
                        GameId::Morris(_) => "event-moves",
                        GameId::MingMang | GameId::MingMangNoRepeat => "event-slides",
                        GameId::Nimble => "event-plays",
                    };
                    values.extend([
                        ("side", side_name(side)),
                        ("from", name(from)),
                        ("to", name(to)),
                    ]);
                }
                Happening::Flew { side, from, to } => {
                    step += "event-flies";
                    values.extend([
                        ("side", side_name(side)),
                        ("from", name(from)),
                        ("to", name(to)),
                    ]);
                }
                Happening::ClosedMill { .. } => step += "-mill",
                Happening::CompletedLine { .. } => step += "-line",
                Happening::Took { at, .. } => {
                    step += "-takes";
                    values.push(("taken", name(at)));
                }
                Happening::Captured { at, .. } => values.push(("won", at.len().into())),
                Happening::MovingBegan { .. } => later.push(self.say("event-moving-began")),
                Happening::FliesNow { side, men } => {
                    let values = [("side", side_name(side)), ("men", (*men).into())];
                    later.push(self.say_with("event-may-fly", &values));
                }
                // The end is told of every event that brings it.
                Happening::Ended(_) => {}
            }
        }
        let mut sentences = vec![self.say_with(&step, &values)];
        sentences.append(&mut later);
        sentences
    }

    /// Why something was refused.
    pub(crate) fn refusal(self, game: GameId, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Stale(ply) => self.say_with("refusal-stale", &[("ply", (*ply).into())]),
            // What the parsers say is English.
            Refusal::Malformed(_) if self != Language::English => self.say("refusal-unreadable"),
            Refusal::Malformed(error) => {
                self.say_with("refusal-malformed", &[("reason", error.to_string().into())])
            }
            Refusal::Illegal(illegal) => self.illegal(illegal),
            Refusal::Over(outcome) => {
                let how = self.outcome_of(*outcome, |side| self.side(game, side));
                self.say_with("refusal-over", &[("how", how.into())])
            }
            Refusal::NothingOwed => self.say("refusal-nothing-owed"),
            Refusal::CaptureOwed => self.say("refusal-capture-owed"),
            simple => self.say(&format!("refusal-{}", simple.code())),
        }
    }

    fn illegal(self, illegal: &Illegal) -> String {
        let about = |name: &str, point: &str| self.say_with(name, &[("point", point.into())]);
        match illegal {
            // A game that is over is refused before its rules are asked.
            Illegal::GameOver(_) | Illegal::OtherGame => self.say("illegal-other-game"),
            Illegal::OffBoard(point) => about("illegal-off-board", point),
            Illegal::EmptyHand => self.say("illegal-empty-hand"),
            Illegal::MustPlace(men) => {
                self.say_with("illegal-must-place", &[("men", (*men).into())])
            }
            Illegal::NothingThere(point) => about("illegal-nothing-there", point),
            Illegal::NotYours(point) => about("illegal-not-yours", point),
            Illegal::CannotMove(point) => about("illegal-cannot-move", point),
            Illegal::Occupied(point) => about("illegal-occupied", point),
            Illegal::NotAdjacent { from, to } => self.say_with(
                "illegal-not-adjacent",
                &[("from", from.as_str().into()), ("to", to.as_str().into())],
            ),
            Illegal::RemovalOwed(point) => about("illegal-removal-owed", point),
            Illegal::NoMill => self.say("illegal-no-mill"),
            Illegal::ProtectedByMill(point) => about("illegal-protected", point),
            Illegal::AllProtected => self.say("illegal-all-protected"),
            Illegal::NotEnemy(point) => about("illegal-not-enemy", point),
            Illegal::NotStraight => self.say("illegal-not-straight"),
            Illegal::InTheWay(point) => about("illegal-in-the-way", point),
            Illegal::Repeats => self.say("illegal-repeats"),
            Illegal::NotLeft => self.say("illegal-not-left"),
        }
    }
}
