//! Training line by line: the board, a question, a typed answer.

use std::io::{self, Write};

use anyhow::Result;
use merels_engine::{Puzzle, PuzzleMove};
use merels_messages::PuzzleMoveAs;
use merels_rules::{AnyPosition, Coordinates, GameId, Position};

use super::{Score, words};
use crate::draw::{Style, draw};
use crate::input::lines;
use crate::told::Reader;

/// Asks puzzle after puzzle until the input ends.
pub(super) fn run(
    out: &mut impl Write,
    puzzles: &[&Puzzle],
    style: Style,
    reader: Reader,
) -> Result<Score> {
    let language = reader.language;
    let mut score = Score::default();
    let mut lines = lines();
    for (index, puzzle) in puzzles.iter().enumerate() {
        let position = AnyPosition::Morris(puzzle.position);
        writeln!(out, "{}", words::title(language, puzzle, index + 1, puzzles.len()))?;
        writeln!(out, "{}\n", score.told(language))?;
        writeln!(out, "{}", draw(&position, style, reader.labels))?;
        for line in reader.told(&position).counts() {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", language.puzzle_question(puzzle))?;
        let Some(solved) = ask(out, &mut lines, puzzle, reader)? else { break };
        score.count(solved);
    }
    Ok(score)
}

/// Asks until a legal move is typed; `None` if the training ends.
fn ask(
    out: &mut impl Write,
    lines: &mut impl Iterator<Item = io::Result<String>>,
    puzzle: &Puzzle,
    reader: Reader,
) -> Result<Option<bool>> {
    let (position, language) = (puzzle.position, reader.language);
    let any = AnyPosition::Morris(position);
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = lines.next().transpose()? else { return Ok(None) };
        match line.as_str() {
            "q" | "quit" => return Ok(None),
            "" | "?" => {
                let shown = PuzzleMoveAs::Shown;
                writeln!(out, "{}", words::told(reader, puzzle, puzzle.solution(), shown))?;
                return Ok(Some(false));
            }
            typed => match position.parse_move_as(typed, Coordinates::NamesOrNumbers) {
                Err(_) => {
                    let unreadable = language.unreadable(GameId::Morris(position.variant()));
                    writeln!(out, "{unreadable} {}", language.say("train-typed"))?;
                }
                Ok(mv) => match (position.check(mv), puzzle.answer(mv)) {
                    (Ok(()), Some(answer)) => {
                        return Ok(Some(judge(out, puzzle, reader, answer)?));
                    }
                    (Err(reason), _) => writeln!(out, "{}", reader.told(&any).illegal(&reason))?,
                    (Ok(()), None) => writeln!(out, "{}", language.say("train-typed"))?,
                },
            },
        }
    }
}

fn judge(
    out: &mut impl Write,
    puzzle: &Puzzle,
    reader: Reader,
    answer: &PuzzleMove,
) -> io::Result<bool> {
    let mut tell = |answer, told| writeln!(out, "{}", words::told(reader, puzzle, answer, told));
    let solution = puzzle.solution();
    let solved = answer.mv == solution.mv;
    if solved {
        tell(answer, PuzzleMoveAs::Found)?;
    } else {
        tell(answer, PuzzleMoveAs::Wrong)?;
        tell(solution, PuzzleMoveAs::Shown)?;
    }
    writeln!(out, "{}", words::themes(reader.language, puzzle))?;
    Ok(solved)
}
