use merels_rules::{AnyMove, AnyPosition, Position, Side, Spot};

use crate::Language;

/// The names of a game's parts in a sentence: its players, and its spots and turns as the reader has
/// the board labelled.
pub trait Naming {
    fn position(&self) -> &AnyPosition;

    fn side(&self, side: Side) -> String;

    fn spot(&self, spot: Spot) -> String {
        self.position().spot_name(spot)
    }

    fn move_text(&self, mv: AnyMove) -> String {
        self.position().move_text(mv)
    }
}

/// A position whose sides are called by their colours.
#[derive(Copy, Clone, Debug)]
pub struct ByColour<'a>(pub Language, pub &'a AnyPosition);

impl Naming for ByColour<'_> {
    fn position(&self) -> &AnyPosition {
        self.1
    }

    fn side(&self, side: Side) -> String {
        self.0.side(self.1.game(), side)
    }
}
