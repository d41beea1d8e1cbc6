//! Training line by line: the board, a question, a typed answer.

use std::io::{self, Write};

use anyhow::Result;
use merels_engine::{Puzzle, PuzzleMove};
use merels_rules::{AnyPosition, Coordinates, Position};

use super::{Score, words};
use crate::draw::{Labels, Style, draw};
use crate::input::lines;
use crate::messages;

/// Asks puzzle after puzzle until the input ends.
pub(super) fn run(
    out: &mut impl Write,
    puzzles: &[&Puzzle],
    style: Style,
    labels: Labels,
) -> Result<Score> {
    let mut score = Score::default();
    let mut lines = lines();
    for (index, puzzle) in puzzles.iter().enumerate() {
        let position = AnyPosition::Morris(puzzle.position);
        writeln!(out, "{}\n{score}\n", words::title(puzzle, index + 1, puzzles.len()))?;
        writeln!(out, "{}", draw(&position, style, labels))?;
        for line in messages::facts(&position, labels) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", words::question(puzzle))?;
        let Some(solved) = ask(out, &mut lines, puzzle, labels)? else { break };
        score.count(solved);
    }
    Ok(score)
}

/// Asks until a legal move is typed; `None` if the training ends.
fn ask(
    out: &mut impl Write,
    lines: &mut impl Iterator<Item = io::Result<String>>,
    puzzle: &Puzzle,
    labels: Labels,
) -> Result<Option<bool>> {
    let position = puzzle.position;
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = lines.next().transpose()? else { return Ok(None) };
        match line.as_str() {
            "q" | "quit" => return Ok(None),
            "" | "?" => {
                writeln!(
                    out,
                    "{}",
                    words::told(puzzle, labels, puzzle.solution(), "The move was")
                )?;
                return Ok(Some(false));
            }
            typed => match position.parse_move_as(typed, Coordinates::NamesOrNumbers) {
                Err(error) => writeln!(out, "{error}. A move, ? for the solution, or q.")?,
                Ok(mv) => match (position.check(mv), puzzle.answer(mv)) {
                    (Ok(()), Some(answer)) => {
                        return Ok(Some(judge(out, puzzle, labels, answer)?));
                    }
                    (Err(error), _) => writeln!(out, "{error}")?,
                    (Ok(()), None) => writeln!(out, "this move is not answered")?,
                },
            },
        }
    }
}

fn judge(
    out: &mut impl Write,
    puzzle: &Puzzle,
    labels: Labels,
    answer: &PuzzleMove,
) -> io::Result<bool> {
    let solution = puzzle.solution();
    let solved = answer.mv == solution.mv;
    if solved {
        writeln!(out, "{}", words::told(puzzle, labels, answer, "Right:"))?;
    } else {
        writeln!(out, "{}", words::told(puzzle, labels, answer, "No:"))?;
        writeln!(out, "{}", words::told(puzzle, labels, solution, "The move was"))?;
    }
    writeln!(out, "{}", words::themes(puzzle))?;
    Ok(solved)
}
