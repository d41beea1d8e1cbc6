use merels_rules::{AnyMove, AnyPosition, Position, Side, Spot};

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
