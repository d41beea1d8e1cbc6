//! The turning points of games in words.

use fluent_bundle::FluentValue;
use merels_engine::TurningPoint;
use merels_rules::{AnyPosition, Outcome, Side};

use crate::{Language, Naming};

impl Language {
    /// The turning point of a game with this end, as a sentence.
    pub fn decided(self, names: &impl Naming, outcome: Outcome, point: TurningPoint) -> String {
        let winner = outcome.winner().unwrap_or(Side::White);
        let name = |side| FluentValue::from(names.side(side));
        let spot = |spot| FluentValue::from(names.spot(spot));
        let turn = |mv| FluentValue::from(names.move_text(mv));
        let (message, mut values) = match point {
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
            TurningPoint::Standing { white, black } => {
                let pawns = matches!(names.position(), AnyPosition::MingMang(_));
                let message = if pawns { "decided-standing-pawns" } else { "decided-standing" };
                let men = vec![("whiteMen", white.into()), ("blackMen", black.into())];
                (message, men)
            }
        };
        values.extend([("white", name(Side::White)), ("black", name(Side::Black))]);
        values.extend([("winner", name(winner)), ("loser", name(!winner))]);
        self.say_with(message, &values)
    }
}
