//! The words of the trainer, on the full screen and line by line.

use merels_engine::{Puzzle, PuzzleMove, Verdict};
use merels_messages::{Language, Naming, PuzzleMoveAs};
use merels_rules::{AnyMove, AnyPosition, GameId};

use crate::told::Reader;

/// The most plies of an answer that are shown.
const SHOWN: usize = 6;

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

pub(super) fn themes(language: Language, puzzle: &Puzzle) -> String {
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    language.puzzle_themes(&themes)
}

/// A move, its worth and its continuation.
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
    reader.language.puzzle_move(told, &mv, Verdict::Exact(answer.value), &line)
}
