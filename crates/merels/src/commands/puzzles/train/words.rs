//! What the trainer says, on the full screen and line by line.

use merels_engine::{Puzzle, PuzzleMove};
use merels_messages::{Language, Naming, PuzzleMoveAs};
use merels_rules::{AnyMove, AnyPosition, GameId};

use crate::told::Reader;

/// So many plies of an answer are shown.
const SHOWN: usize = 6;

/// Which puzzle this is and how hard it is.
pub(super) fn title(language: Language, puzzle: &Puzzle, number: usize, total: usize) -> String {
    let title = language.title(GameId::Morris(puzzle.position.variant()));
    let values = [
        ("title", title.into()),
        ("number", number.into()),
        ("total", total.into()),
        ("rating", puzzle.rating().into()),
    ];
    language.say_with("train-title", &values)
}

/// What the puzzle is about.
pub(super) fn themes(language: Language, puzzle: &Puzzle) -> String {
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    language.puzzle_themes(&themes)
}

/// A move, what it is worth, and how it goes on.
pub(super) fn told(
    reader: Reader,
    puzzle: &Puzzle,
    answer: &PuzzleMove,
    told: PuzzleMoveAs,
) -> String {
    let position = AnyPosition::Morris(puzzle.position);
    let mv = AnyMove::Morris(answer.mv);
    let line = answer.line.iter().take(SHOWN).map(|mv| AnyMove::Morris(*mv));
    let line = reader.told(&position).line([mv].into_iter().chain(line)).split_off(1);
    let mv = reader.told(&position).move_text(mv);
    reader.language.puzzle_move(told, &mv, answer.value, &line)
}
