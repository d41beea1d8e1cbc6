//! Ming Mang: pawns slide like rooks and turn enclosed enemy pawns over to their side.

mod position;
mod squares;
mod text;

pub use position::{MingMangPosition, Move, SizeError};
pub use squares::{MAX_SIZE, MIN_SIZE, Square, Squares};
pub use text::parse_position;
pub(crate) use text::parse_square;

/// The number of rows and columns of the usual board.
pub const USUAL_SIZE: usize = 8;
