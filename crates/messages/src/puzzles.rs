//! Puzzles in words.

use merels_engine::{Puzzle, Verdict};
use merels_rules::{GameId, Position, Value};

use crate::{Language, Worth};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PuzzleMoveAs {
    /// The solution, found.
    Found,
    Shown,
    /// A move that gives value away.
    Wrong,
}

impl Language {
    pub fn puzzle_question(self, puzzle: &Puzzle) -> String {
        let name = match puzzle.value {
            Value::Draw => "puzzle-ask-draw",
            _ => "puzzle-ask-win",
        };
        let game = GameId::Morris(puzzle.position.variant());
        self.say_with(name, &[("side", self.side(game, puzzle.position.side()).into())])
    }

    /// The theme of a puzzle in a few words.
    pub fn puzzle_goal(self, puzzle: &Puzzle) -> String {
        let game = GameId::Morris(puzzle.position.variant());
        let side = ("side", self.side(game, puzzle.position.side()).into());
        match puzzle.value.plies() {
            Some(plies) => {
                let moves = i64::from(plies.div_ceil(2));
                self.say_with("puzzle-goal-win", &[side, ("moves", moves.into())])
            }
            None => self.say_with("puzzle-goal-draw", &[side]),
        }
    }

    /// A move of a puzzle: its worth, and the line that it leads to.
    pub fn puzzle_move(
        self,
        told: PuzzleMoveAs,
        move_text: &str,
        verdict: Verdict,
        line: &[String],
    ) -> String {
        let (name, then) = match told {
            PuzzleMoveAs::Found => ("puzzle-right", "puzzle-line"),
            PuzzleMoveAs::Shown => ("puzzle-solution", "puzzle-line"),
            PuzzleMoveAs::Wrong => ("puzzle-wrong", "puzzle-answer"),
        };
        let value = self.worth_of_move(Worth::from(verdict));
        let words = self.say_with(name, &[("move", move_text.into()), ("value", value.into())]);
        if line.is_empty() {
            return words;
        }
        let then = self.say_with(then, &[("line", line.join(" ").into())]);
        format!("{words} {then}")
    }

    /// The themes of a puzzle; nothing if there are none.
    pub fn puzzle_themes(self, themes: &[&str]) -> String {
        if themes.is_empty() {
            return String::new();
        }
        let names = themes.iter().map(|theme| self.say(&format!("theme-{theme}")));
        let names = names.collect::<Vec<_>>().join(", ");
        self.say_with("puzzle-themes", &[("themes", names.into())])
    }
}
