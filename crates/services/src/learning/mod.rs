//! Lessons and puzzles, and a player's record with puzzles.

mod lessons;
mod puzzles;

use merels_live::Refusal;
use merels_rules::{AnyMove, AnyPosition, Coordinates, Game, Happening, Position};

pub use lessons::{Lesson, LessonAttempt, Task};
pub use puzzles::{NumberedPuzzle, PuzzleAttempt, PuzzleRecord, Puzzles, puzzle_sets};

/// Plays a move as people type it.
fn play_text(
    game: &mut Game<AnyPosition>,
    text: &str,
) -> Result<(AnyMove, Vec<Happening>), Refusal> {
    let mv = game.position().parse_move_as(text, Coordinates::NamesOrNumbers)?;
    game.play(mv)?;
    Ok((mv, game.happenings(game.ply() - 1)))
}
