//! Lessons and puzzles, also those of one's own mistakes, a player's record with puzzles, and the days in
//! a row.

mod course;
mod days;
mod lessons;
mod own;
mod puzzles;
mod runs;

use merels_live::Refusal;
use merels_rules::{AnyMove, AnyPosition, Coordinates, Game, Happening, Position};

pub use course::{Course, Step};
pub use days::Days;
pub use lessons::attempt_step;
pub use merels_engine::{Lesson, LessonAttempt, Task};
pub use own::{Learned, OwnAttempt, OwnPuzzle, OwnPuzzles, Wanted};
pub use puzzles::{NumberedPuzzle, PuzzleAttempt, PuzzleRecord, Puzzles, puzzle_sets};
pub use runs::{MISTAKES, RUN_LASTS, Run};

/// Plays a move as people type it.
fn play_text(
    game: &mut Game<AnyPosition>,
    text: &str,
) -> Result<(AnyMove, Vec<Happening>), Refusal> {
    let mv = game.position().parse_move_as(text, Coordinates::NamesOrNumbers)?;
    game.play(mv)?;
    Ok((mv, game.happenings(game.ply() - 1)))
}
