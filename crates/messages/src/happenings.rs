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
        let (mut step, mut later) = (String::new(), Vec::new());
        let mut values: Vec<(&'static str, FluentValue<'_>)> = vec![("won", 0.into())];
        for happening in happenings {
            match happening {
                Happening::Placed { side, to } => {
                    step += "event-places";
                    values.extend([("side", side_name(side)), ("to", name(to))]);
                }
                Happening::Moved { side, from, to } | Happening::Flew { side, from, to } => {
                    let flew = matches!(happening, Happening::Flew { .. });
                    step += step_of(names.position().game(), flew);
                    let spots = [("from", name(from)), ("to", name(to))];
                    values.push(("side", side_name(side)));
                    values.extend(spots);
                }
                Happening::ClosedMill { lines, .. } => {
                    step += "-mill";
                    values.push(("mills", lines.len().into()));
                }
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
                Happening::Ended(_) => {}
            }
        }
        later.insert(0, self.say_with(&step, &values));
        later
    }
}

/// The message of a man's step from one spot to another.
fn step_of(game: GameId, flew: bool) -> &'static str {
    match game {
        GameId::Morris(_) if flew => "event-flies",
        GameId::Morris(_) => "event-moves",
        GameId::MingMang | GameId::MingMangNoRepeat => "event-slides",
        GameId::Nimble => "event-plays",
    }
}
