//! Live games in words: who sits where, what to do, what happened, why something was refused.

use merels_engine::{Claim, TurningPoint};
use merels_messages::{ByColour, Language, Naming, guest_number};
use merels_model::{ForfeitCause, Rating, Results, Seat};
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Happening, Outcome, Position, Side};
use merels_services::analysis::Hint;
use merels_services::check_draft;
use merels_services::live::{Entry, GameEvent, Refusal, Snapshot};
use merels_services::people::ComputerResults;
use serde_json::{Value, json};

/// A live game, whose players are called by name.
struct Told<'a>(Language, &'a Snapshot);

impl Naming for Told<'_> {
    fn position(&self) -> &AnyPosition {
        &self.1.position
    }

    fn side(&self, side: Side) -> String {
        who(self.0, self.1, side)
    }
}

/// The name on a side's seat, as the player of a side reads it or a spectator. Two people at one screen
/// are told apart by their colours; a guest without a name is "You" for oneself.
pub(crate) fn seated(
    language: Language,
    snapshot: &Snapshot,
    side: Side,
    you: Option<Side>,
) -> String {
    let seat = snapshot.seat(side);
    if snapshot.is_shared() {
        language.side(snapshot.kind, side)
    } else if you == Some(side) && is_nameless(seat) {
        language.say("seat-you")
    } else {
        language.seat(seat)
    }
}

/// Returns `true` if a guest sits here who has chosen no name.
pub(crate) fn is_nameless(seat: &Seat) -> bool {
    matches!(seat, Seat::Player { name, .. } if guest_number(name).is_some())
}

/// A rating in numbers, with a question mark while it is provisional.
pub(crate) fn rating_text(rating: Rating) -> String {
    let mark = if rating.is_provisional() { "?" } else { "" };
    format!("{}{mark}", rating.points())
}

/// A side as the log calls it: by name; by colour where both have the same name, as two people at
/// one screen do.
fn who(language: Language, snapshot: &Snapshot, side: Side) -> String {
    let name = |side| match snapshot.seat(side) {
        Seat::Computer(_) => language.say("seat-computer-short"),
        seat if is_nameless(seat) => language.side(snapshot.kind, side),
        seat => language.seat(seat),
    };
    let (own, other) = (name(side), name(!side));
    if own == other { language.side(snapshot.kind, side) } else { own }
}

/// A hint: its move, and the words for it.
pub(crate) fn hint(language: Language, hint: &Hint) -> (String, String) {
    let names = ByColour(language, &hint.position);
    (names.move_text(hint.mv), language.hint(&names, hint.mv, &hint.claims))
}

/// The end of a game, with the names of its players.
pub(crate) fn outcome(language: Language, snapshot: &Snapshot, outcome: Outcome) -> String {
    let who = |side| who(language, snapshot, side);
    let end = snapshot.history.backwards().find(|entry| entry.outcome.is_some());
    match end.map(|entry| &entry.event) {
        Some(GameEvent::DrawClaimed(_)) => language.say("draw-claimed"),
        Some(GameEvent::Forfeit { side, cause: ForfeitCause::Away }) => {
            let values = [("winner", who(!*side).into()), ("loser", who(*side).into())];
            language.say_with("win-away", &values)
        }
        _ => language.outcome(outcome, who),
    }
}

/// The sentence on the turning point of a game, if there is something to say.
pub(crate) fn decided(language: Language, snapshot: &Snapshot) -> Option<String> {
    let (outcome, point) = (snapshot.outcome?, snapshot.turning_point?);
    let names = Told(language, snapshot);
    let words = language.decided(&names, outcome, point);
    let last = matches!(point, TurningPoint::Mills { .. }).then(|| last_mill(snapshot)).flatten();
    Some(match last {
        Some((mv, claim)) => format!("{} {words}", language.claim_of(&names, mv, &claim)),
        None => words,
    })
}

/// The last turn and the lines that it closed, if it closed any.
fn last_mill(snapshot: &Snapshot) -> Option<(AnyMove, Claim)> {
    let (version, mv) = snapshot.history.turns_backwards().next()?;
    let entry = snapshot.history.backwards().find(|entry| entry.version == version)?;
    let claim = entry.happenings.iter().find_map(|happening| match happening {
        Happening::ClosedMill { side, lines } => {
            Some(Claim::Closes { side: *side, lines: lines.clone() })
        }
        _ => None,
    })?;
    Some((mv, claim))
}

/// One line that says what to do now, to the player of a side or to a spectator.
pub(crate) fn status(language: Language, snapshot: &Snapshot, you: Option<Side>) -> String {
    if let Some(outcome) = snapshot.outcome {
        return ending(language, snapshot, outcome, you);
    }
    let mover = snapshot.position.side();
    // At one screen nobody knows which of the two is looking.
    if you != Some(mover) || snapshot.is_shared() && !snapshot.owes_removal() {
        return match snapshot.seat(mover) {
            Seat::Computer(_) => language.say("status-computer"),
            _ => {
                let name = who(language, snapshot, mover);
                language.say_with("status-theirs", &[("name", name.into())])
            }
        };
    }
    if snapshot.owes_removal() {
        let enemy = language.side(snapshot.kind, !mover);
        return language.say_with("status-capture", &[("enemy", enemy.into())]);
    }
    language.to_do(&snapshot.position)
}

/// The results at a level.
pub(crate) fn computer_results(
    language: Language,
    results: &ComputerResults,
    game: GameId,
    level: &str,
) -> String {
    let Results { wins, losses, draws } = results.at(game, level);
    let values = [
        ("level", language.level(level).into()),
        ("wins", wins.into()),
        ("losses", losses.into()),
        ("draws", draws.into()),
    ];
    language.say_with("result-record", &values)
}

/// You win, you lose, or a draw. Of two at one screen neither is meant.
pub(crate) fn ending(
    language: Language,
    snapshot: &Snapshot,
    outcome: Outcome,
    you: Option<Side>,
) -> String {
    let you = you.filter(|_| !snapshot.is_shared());
    language.say(match (outcome.winner(), you) {
        (None, _) if outcome == Outcome::Aborted => "end-aborted",
        (None, _) => "end-draw",
        (Some(winner), Some(you)) if winner == you => "end-win",
        (Some(_), Some(_)) => "end-loss",
        (Some(_), None) => "end-over",
    })
}

pub(crate) fn event(language: Language, snapshot: &Snapshot, entry: &Entry) -> Vec<String> {
    let mut sentences = match entry.event {
        GameEvent::Start => vec![beginning(language, snapshot)],
        GameEvent::Move { .. } => turn(language, snapshot, &entry.happenings),
        GameEvent::Said { side, phrase } => {
            let name = who(language, snapshot, side);
            let values = [("name", name.into()), ("words", language.phrase(phrase).into())];
            vec![language.say_with("event-said", &values)]
        }
        ref event => by_side(event, snapshot).map_or_else(Vec::new, |(message, side)| {
            let name = who(language, snapshot, side);
            vec![language.say_with(message, &[("side", name.into())])]
        }),
    };
    sentences.extend(entry.declined.map(|reason| language.draw_declined(reason)));
    sentences.extend(entry.outcome.map(|end| outcome(language, snapshot, end)));
    sentences
}

/// The message of an event that names nothing but a side.
fn by_side(event: &GameEvent, snapshot: &Snapshot) -> Option<(&'static str, Side)> {
    Some(match *event {
        GameEvent::TakenBack { side, .. } => ("event-undo", side),
        GameEvent::TakeBackAsked(side) => ("event-undo-asked", side),
        GameEvent::TakeBackDeclined(side) => ("event-undo-declined", side),
        GameEvent::Hinted(side) => ("event-hint", side),
        GameEvent::DrawOffered(side) => ("event-draw-offered", side),
        GameEvent::DrawDeclined(side) => ("event-draw-declined", side),
        // Two at one screen agree by word of mouth.
        GameEvent::DrawAgreed(_) if snapshot.is_shared() => return None,
        GameEvent::DrawAgreed(side) => ("event-draw-agreed", side),
        GameEvent::DrawClaimed(side) => ("event-draw-claimed", side),
        GameEvent::Forfeit { side, cause } => (
            match cause {
                ForfeitCause::Resigned => "event-resigned",
                ForfeitCause::Idle => "event-idle",
                ForfeitCause::Left => "event-left",
                ForfeitCause::Time => "event-time",
                ForfeitCause::Away => "event-away",
            },
            side,
        ),
        GameEvent::Aborted(side) => ("event-aborted", side),
        GameEvent::Start
        | GameEvent::Move { .. }
        | GameEvent::Undone { .. }
        | GameEvent::Said { .. } => return None,
    })
}

fn beginning(language: Language, snapshot: &Snapshot) -> String {
    let game = snapshot.kind;
    let title = ("title", language.title(game).into());
    if snapshot.is_shared() {
        return language.say_with("event-start-here", &[title]);
    }
    let named = Side::ALL.map(|side| {
        let seat = Some(snapshot.seat(side)).filter(|seat| !is_nameless(seat))?;
        Some((language.seat(seat), language.side(game, side)))
    });
    // A guest without a name is called by the colour, which says nothing here.
    match named {
        [Some((white_name, white)), Some((black_name, black))] => {
            let values = [
                title,
                ("white", white.into()),
                ("black", black.into()),
                ("whiteName", white_name.into()),
                ("blackName", black_name.into()),
            ];
            language.say_with("event-start", &values)
        }
        [Some((name, side)), None] | [None, Some((name, side))] => {
            let values = [title, ("name", name.into()), ("side", side.into())];
            language.say_with("event-start-one", &values)
        }
        [None, None] => language.say_with("event-start-guests", &[title]),
    }
}

/// A turn as sentences for the log.
pub(crate) fn turn(
    language: Language,
    snapshot: &Snapshot,
    happenings: &[Happening],
) -> Vec<String> {
    language.turn(&Told(language, snapshot), happenings)
}

pub(crate) fn refusal(language: Language, game: GameId, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Stale(ply) => language.say_with("refusal-stale", &[("ply", (*ply).into())]),
        Refusal::Malformed(_) => language.unreadable(game),
        Refusal::Illegal(illegal) => language.illegal(game, illegal, str::to_owned),
        Refusal::Over(outcome) => {
            let how = language.outcome_of(game, *outcome);
            language.say_with("refusal-over", &[("how", how.into())])
        }
        Refusal::NothingOwed => language.say("refusal-nothing-owed"),
        Refusal::CaptureOwed => language.say("refusal-capture-owed"),
        simple => language.say(&format!("refusal-{}", simple.code())),
    }
}

/// The reason why spots cannot be chosen in a game that is only shown, for the scripts.
pub(crate) fn why(language: Language, game: &Game<AnyPosition>, spots: &str) -> Value {
    let refused = check_draft(game, spots).err();
    let kind = game.position().game();
    json!({ "reason": refused.map(|refused| refusal(language, kind, &refused)) })
}
