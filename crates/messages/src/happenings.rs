//! Turns in words.

use fluent_bundle::FluentValue;
use merels_rules::{GameId, Happening, Side, Spot};

use crate::{Language, Naming};

impl Language {
    /// A turn as sentences: one for the step with all that it brought, one for each lasting change.
    /// The end of the game is left to [`Language::outcome`].
    pub fn turn(self, names: &impl Naming, happenings: &[Happening]) -> Vec<String> {
        let name = |spot: &Spot| FluentValue::from(names.spot(*spot));
        let side_name = |side: &Side| FluentValue::from(names.side(*side));
        let (mut step, mut ending, mut later) = (PLACES, AS_IT_IS, Vec::new());
        let mut values: Vec<(&'static str, FluentValue<'_>)> = vec![("won", 0.into())];
        for happening in happenings {
            match happening {
                Happening::Placed { side, to } => {
                    values.extend([("side", side_name(side)), ("to", name(to))]);
                }
                Happening::Moved { side, from, to } | Happening::Flew { side, from, to } => {
                    let flew = matches!(happening, Happening::Flew { .. });
                    step = step_of(names.position().game(), flew);
                    let spots = [("from", name(from)), ("to", name(to))];
                    values.push(("side", side_name(side)));
                    values.extend(spots);
                }
                Happening::ClosedMill { lines, .. } => {
                    ending = WITH_MILL;
                    values.push(("mills", lines.len().into()));
                }
                Happening::CompletedLine { .. } => ending = WITH_LINE,
                Happening::Took { at, .. } => {
                    ending = WITH_CAPTURE;
                    values.push(("taken", name(at)));
                }
                Happening::Captured { at, .. } => values.push(("won", at.len().into())),
                Happening::MovingBegan { .. } => later.push(self.say("event-moving-began")),
                Happening::FliesNow { side, men } => {
                    let values = [("side", side_name(side)), ("men", (*men).into())];
                    later.push(self.say_with("event-may-fly", &values));
                }
                Happening::Ended(_) => {}
            }
        }
        later.insert(0, self.say_with(step[ending], &values));
        later
    }
}

/// The messages of a step: as it is, with a mill, with a mill and a capture, and with a line.
type Step = [&'static str; 4];

const AS_IT_IS: usize = 0;
const WITH_MILL: usize = 1;
const WITH_CAPTURE: usize = 2;
const WITH_LINE: usize = 3;

const PLACES: Step =
    ["event-places", "event-places-mill", "event-places-mill-takes", "event-places-line"];
const MOVES: Step =
    ["event-moves", "event-moves-mill", "event-moves-mill-takes", "event-moves-line"];
const FLIES: Step =
    ["event-flies", "event-flies-mill", "event-flies-mill-takes", "event-flies-line"];

/// The messages of a man's step from one spot to another.
fn step_of(game: GameId, flew: bool) -> Step {
    match game {
        GameId::Morris(_) if flew => FLIES,
        GameId::Morris(_) => MOVES,
        GameId::MingMang | GameId::MingMangNoRepeat => ["event-slides"; 4],
        GameId::Nimble => ["event-plays"; 4],
    }
}
