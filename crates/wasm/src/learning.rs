//! Lessons and puzzles.

use merels_engine::{Lesson, Puzzle, Task, Verdict};
use merels_messages::{Language, PuzzleMoveAs};
use merels_rules::{AnyPosition, Coordinates, Game, Position};
use serde::Serialize;

use crate::answer::{Answer, json};
use crate::request::game_id;

/// A puzzle without its solution.
#[derive(Serialize)]
struct Question {
    position: String,
    question: String,
    goal: String,
    themes: Vec<&'static str>,
    rating: u32,
}

/// A move tried in a puzzle.
#[derive(Serialize)]
struct Tried {
    found: bool,
    words: String,
    /// Best play after the move, the opponent's answer first.
    line: Vec<String>,
}

/// A step of a lesson.
#[derive(Serialize)]
struct Step {
    position: String,
    /// The number of steps of the lesson.
    steps: usize,
    words: String,
    /// The spots that lead to the goal.
    marks: Vec<String>,
    /// True if the move that was tried reached the goal; nothing before one was.
    reached: Option<bool>,
}

pub(crate) fn lesson(kind: &str, number: usize, text: Option<&str>, language: Language) -> Answer {
    let lesson = Lesson::of(game_id(kind)?).ok_or_else(|| format!("'{kind}' has no lesson"))?;
    let task = lesson.task(number).ok_or_else(|| format!("there is no step {number}"))?;
    let (message, marks) = (task.message(), task.marks());
    let (game, ending, reached) = match text {
        None => (task.game, "", None),
        Some(text) => {
            let (game, reached) = attempt(&task, text)?;
            (game, if reached { "-done" } else { "-else" }, Some(reached))
        }
    };
    json(&Step {
        position: game.position().to_string(),
        steps: lesson.steps(),
        words: language.say(&format!("{message}{ending}")),
        marks: if reached == Some(true) { Vec::new() } else { marks },
        reached,
    })
}

/// The game after a move, and whether it reached the goal.
fn attempt(task: &Task, text: &str) -> Result<(Game<AnyPosition>, bool), String> {
    let mv = task.game.position().parse_move_as(text, Coordinates::NamesOrNumbers);
    let mv = mv.map_err(|error| error.to_string())?;
    let attempt = task.attempt(mv).map_err(|illegal| illegal.to_string())?;
    Ok((attempt.after, attempt.reached))
}

pub(crate) fn puzzle(puzzle: &Puzzle, language: Language) -> Answer {
    json(&Question {
        position: puzzle.position.to_string(),
        question: language.puzzle_question(puzzle),
        goal: language.puzzle_goal(puzzle),
        themes: puzzle.themes.iter().map(|theme| theme.name()).collect(),
        rating: puzzle.rating(),
    })
}

pub(crate) fn solve(puzzle: &Puzzle, text: &str, language: Language) -> Answer {
    let position = &puzzle.position;
    let mv = position.parse_move_as(text, Coordinates::NamesOrNumbers);
    let mv = mv.map_err(|error| error.to_string())?;
    position.check(mv).map_err(|illegal| illegal.to_string())?;
    let answer = puzzle.answer(mv).ok_or("the puzzle does not know the move")?;
    let found = mv == puzzle.solution().mv;
    let line: Vec<String> = answer.line.iter().map(|mv| position.move_text(*mv)).collect();
    let told = if found { PuzzleMoveAs::Found } else { PuzzleMoveAs::Wrong };
    let words =
        language.puzzle_move(told, &position.move_text(mv), Verdict::Exact(answer.value), &line);
    json(&Tried { found, words, line })
}
