//! What the site says of a game, in every language: instructions, the log, results, refusals.

use fluent_bundle::FluentValue;
use merels_engine::{DrawDeclined, Level, QUIET_PLIES_FOR_DRAW, declined_unjudged};
use merels_rules::morris::{self, LineEarns, MorrisPosition, Phase};
use merels_rules::{
    AnyMove, AnyPosition, Choice, Draft, DrawReason, GameId, Illegal, Outcome, Position, Side,
    WinReason,
};
use merels_store::{Event, ForfeitCause, Seat, StoredEvent};

use crate::i18n::Language;
use crate::live::{GameState, Refusal};

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
        self.say(&format!("title-{game}"))
    }

    /// Who sits on a seat.
    pub(crate) fn seat(self, seat: &Seat) -> String {
        match seat {
            Seat::Player { name, .. } => name.clone(),
            Seat::Computer(level) => self.computer(level),
            Seat::Gone => self.say("seat-gone"),
        }
    }

    fn computer(self, level: &str) -> String {
        self.say_with("seat-computer", &[("level", self.level(level).into())])
    }

    /// The name of a level of the computer.
    pub(crate) fn level(self, level: &str) -> String {
        match level {
            "classic" | "perfect" => self.say(&format!("level-{level}")),
            number => number.to_owned(),
        }
    }

    /// The name of a level with a hint at what it means, where there is one. `perfect` are the games
    /// that have this level.
    pub(crate) fn level_with_hint(self, level: Level, perfect: &[GameId]) -> String {
        match level {
            Level::Numbered(number) => {
                let name = self.say(&format!("level-{}", level.name()));
                let number = number.get().to_string();
                let values = [("number", number.into()), ("name", name.into())];
                self.say_with("level-hint-numbered", &values)
            }
            Level::Perfect => {
                let titles: Vec<String> = perfect.iter().map(|game| self.title(*game)).collect();
                self.say_with("level-hint-perfect", &[("games", titles.join(", ").into())])
            }
            level => self.say(&format!("level-hint-{}", level.name())),
        }
    }

    /// How a game ended.
    pub(crate) fn outcome(self, game: GameId, outcome: Outcome) -> String {
        let say = |name: &str, winner: Side| {
            let winner_name = self.side(game, winner);
            let loser = self.side(game, !winner);
            self.say_with(name, &[("winner", winner_name.into()), ("loser", loser.into())])
        };
        match outcome {
            Outcome::Win { winner, reason } => match reason {
                WinReason::Reduced => say("win-reduced", winner),
                WinReason::Blocked => say("win-blocked", winner),
                WinReason::FirstLine => say("win-line", winner),
                WinReason::NoPawns => say("win-no-pawns", winner),
                WinReason::Resignation => say("win-resigned", winner),
            },
            Outcome::Draw(reason) => self.say(match reason {
                DrawReason::Agreement => "draw-agreed",
                DrawReason::Repetition => "draw-repetition",
                DrawReason::Quiet => "draw-quiet",
                DrawReason::FullBoard => "draw-full",
            }),
        }
    }

    /// One line that says what to do now, to the player of a side or to one who watches.
    pub(crate) fn status(self, state: &GameState, you: Option<Side>) -> String {
        if let Some(outcome) = state.outcome() {
            return self.ending(outcome, you);
        }
        let mover = state.game.side();
        if you != Some(mover) {
            let name = self.side(state.stored.game, mover);
            return self.say_with(
                if you.is_some() { "status-theirs" } else { "status-watching" },
                &[("side", name.into())],
            );
        }
        if state.draft().is_some() {
            let enemy = self.side(state.stored.game, !mover);
            return self.say_with("status-capture", &[("enemy", enemy.into())]);
        }
        self.say(match Draft::new().asks(&state.game) {
            Choice::Placement => "status-place",
            Choice::PlacementOrMan => "status-place-or-move",
            _ => match state.game.position() {
                AnyPosition::Morris(position) if position.flies(mover) => "status-fly",
                AnyPosition::Morris(_) => "status-move",
                AnyPosition::MingMang(_) => "status-slide",
                AnyPosition::Nimble(_) => "status-nimble",
            },
        })
    }

    /// You win, you lose, or a draw.
    pub(crate) fn ending(self, outcome: Outcome, you: Option<Side>) -> String {
        self.say(match (outcome.winner(), you) {
            (None, _) => "end-draw",
            (Some(winner), Some(you)) if winner == you => "end-win",
            (Some(_), Some(_)) => "end-loss",
            (Some(_), None) => "end-over",
        })
    }

    /// What an event was, as sentences for the log.
    pub(crate) fn event(self, state: &GameState, stored: &StoredEvent) -> Vec<String> {
        let game = state.stored.game;
        let about =
            |name: &str, side: Side| self.say_with(name, &[("side", self.side(game, side).into())]);
        let mut sentences = match &stored.event {
            Event::Start => vec![self.beginning(state)],
            Event::Move { ply, .. } => match state.turn(*ply) {
                Some((before, mv, after)) => self.turn(before, mv, after),
                None => Vec::new(),
            },
            Event::DrawOffered(side) => vec![about("event-draw-offered", *side)],
            Event::DrawDeclined(side) => {
                let mut sentences = vec![about("event-draw-declined", *side)];
                sentences.extend(self.why_declined(state, stored.version, *side));
                sentences
            }
            Event::DrawAgreed(side) => vec![about("event-draw-agreed", *side)],
            Event::Forfeit { side, cause } => vec![about(
                match cause {
                    ForfeitCause::Resigned => "event-resigned",
                    ForfeitCause::Idle => "event-idle",
                    ForfeitCause::Left => "event-left",
                },
                *side,
            )],
        };
        if let Some(outcome) = state.outcome().filter(|_| stored.version == state.version()) {
            sentences.push(self.outcome(game, outcome));
        }
        sentences
    }

    /// Why the computer declined a draw. The reason is not stored: it follows from how far the game
    /// had come. People keep theirs to themselves.
    fn why_declined(self, state: &GameState, version: u32, side: Side) -> Option<String> {
        if !matches!(state.seat(side), Seat::Computer(_)) {
            return None;
        }
        let earlier = state.events.iter().filter(|event| event.version < version);
        let ply = earlier.filter(|event| matches!(event.event, Event::Move { .. })).count();
        let position = state.game.positions().get(ply)?;
        Some(match declined_unjudged(position) {
            Err(DrawDeclined::AlwaysWon) => self.say("draw-declined-always-won"),
            Err(DrawDeclined::TooEarly) => {
                self.say_with("draw-declined-early", &[("plies", QUIET_PLIES_FOR_DRAW.into())])
            }
            _ => self.say("draw-declined-better"),
        })
    }

    fn beginning(self, state: &GameState) -> String {
        let game = state.stored.game;
        self.say_with(
            "event-start",
            &[
                ("title", self.title(game).into()),
                ("white", self.side(game, Side::White).into()),
                ("black", self.side(game, Side::Black).into()),
                ("whiteName", self.seat(state.seat(Side::White)).into()),
                ("blackName", self.seat(state.seat(Side::Black)).into()),
            ],
        )
    }

    fn turn(self, before: &AnyPosition, mv: AnyMove, after: &AnyPosition) -> Vec<String> {
        let side = self.side(before.game(), before.side());
        match (before, mv, after) {
            (AnyPosition::Morris(before), AnyMove::Morris(mv), AnyPosition::Morris(after)) => {
                self.morris_turn(before, mv, after, &side)
            }
            (AnyPosition::MingMang(old), _, AnyPosition::MingMang(new)) => {
                let won = new.pawns(old.side()).len() - old.pawns(old.side()).len();
                let text = before.move_text(mv);
                let values = [("side", side.into()), ("move", text.into()), ("won", won.into())];
                vec![self.say_with("event-slides", &values)]
            }
            _ => {
                let values = [("side", side.into()), ("move", before.move_text(mv).into())];
                vec![self.say_with("event-plays", &values)]
            }
        }
    }

    fn morris_turn(
        self,
        before: &MorrisPosition,
        mv: morris::Move,
        after: &MorrisPosition,
        side: &str,
    ) -> Vec<String> {
        let mover = before.side();
        let name = |point| FluentValue::from(before.board().name(point));
        let verb = match mv.from {
            None => "event-places",
            Some(_) if before.flies(mover) => "event-flies",
            Some(_) => "event-moves",
        };
        let closes = before.closes_mill(mover, mv.from, mv.to);
        let earns = before.variant().rules().line;
        let ending = match (closes, earns, mv.removed) {
            (false, ..) => "",
            (true, LineEarns::Win, _) => "-line",
            (true, LineEarns::Removal, Some(_)) => "-mill-takes",
            (true, LineEarns::Removal, None) => "-mill",
        };
        let mut values = vec![("side", side.into()), ("to", name(mv.to))];
        values.extend(mv.from.map(|from| ("from", name(from))));
        values.extend(mv.removed.map(|removed| ("taken", name(removed))));
        let mut sentences = vec![self.say_with(&format!("{verb}{ending}"), &values)];
        let began_to_fly =
            before.phase(!mover) != Phase::Flying && after.phase(!mover) == Phase::Flying;
        if began_to_fly && after.outcome().is_none() {
            let other = self.side(GameId::Morris(before.variant()), !mover);
            sentences.push(self.say_with("event-may-fly", &[("side", other.into())]));
        }
        sentences
    }

    /// Why something was refused.
    pub(crate) fn refusal(self, game: GameId, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Stale(ply) => self.say_with("refusal-stale", &[("ply", (*ply).into())]),
            Refusal::Malformed(error) => {
                self.say_with("refusal-malformed", &[("reason", error.to_string().into())])
            }
            Refusal::Illegal(illegal) => self.illegal(illegal),
            Refusal::Over(outcome) => {
                let how = self.outcome(game, *outcome);
                self.say_with("refusal-over", &[("how", how.into())])
            }
            Refusal::NothingOwed => self.say("refusal-nothing-owed"),
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
            Illegal::NotEnemy(point) => about("illegal-not-enemy", point),
            Illegal::NotStraight => self.say("illegal-not-straight"),
            Illegal::InTheWay(point) => about("illegal-in-the-way", point),
            Illegal::Repeats => self.say("illegal-repeats"),
            Illegal::NotLeft => self.say("illegal-not-left"),
        }
    }
}
