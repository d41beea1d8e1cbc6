//! What the trainer says, on the full screen and line by line.

use merels_engine::{Puzzle, PuzzleMove};
use merels_rules::{AnyMove, AnyPosition, Position, Value};

use crate::draw::Labels;
use crate::messages;

/// So many plies of an answer are shown.
const SHOWN: usize = 6;

/// Which puzzle this is and how hard it is.
pub(super) fn title(puzzle: &Puzzle, number: usize, total: usize) -> String {
    let game = puzzle.position.variant().title();
    format!("{game}: puzzle {number} of {total}, rated {}", puzzle.rating())
}

/// What is to be found.
pub(super) fn question(puzzle: &Puzzle) -> String {
    let side = puzzle.position.side();
    match puzzle.value {
        Value::Draw => format!("{side} to move: one move holds the draw. Which?"),
        _ => format!("{side} to move: one move wins. Which?"),
    }
}

/// What the puzzle is about.
pub(super) fn themes(puzzle: &Puzzle) -> String {
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    format!("Theme: {}", themes.join(", "))
}

/// A move, what it is worth, and how it goes on.
pub(super) fn told(puzzle: &Puzzle, labels: Labels, answer: &PuzzleMove, word: &str) -> String {
    let mut position = puzzle.position;
    let text = |position, mv| {
        messages::move_text(&AnyPosition::Morris(position), labels, AnyMove::Morris(mv))
    };
    let mv = text(position, answer.mv);
    position.play_unchecked(answer.mv);
    let mut line = Vec::new();
    for mv in answer.line.iter().take(SHOWN) {
        line.push(text(position, *mv));
        position.play_unchecked(*mv);
    }
    let then = if line.is_empty() { String::new() } else { format!("; then {}", line.join(" ")) };
    format!("{word} {mv}, {}{then}", answer.value)
}
