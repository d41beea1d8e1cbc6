//! The line that says what to do now.

use merels_rules::{AnyPosition, Position};

use crate::Language;

impl Language {
    /// The part of a turn that the side to move is at.
    pub fn to_do(self, position: &AnyPosition) -> String {
        self.say(match position {
            AnyPosition::Morris(position) => {
                let mover = position.side();
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
}
