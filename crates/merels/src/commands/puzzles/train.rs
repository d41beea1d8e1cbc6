//! Training with puzzles in the terminal: a board, a question, and what comes of the answer.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use crossterm::cursor::MoveTo;
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use merels_engine::{Puzzle, PuzzleMove, PuzzleSet, Theme};
use merels_rules::{AnyPosition, Coordinates, Position, SplitMix, Value};

use crate::draw::{Labels, Style, draw};

/// So many plies of an answer are shown.
const SHOWN: usize = 6;

/// Reads the name of a theme.
pub(super) fn theme(name: &str) -> Result<Theme, String> {
    Theme::named(name).ok_or_else(|| {
        let names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
        format!("there is no theme '{name}': {}", names.join(", "))
    })
}

/// How the training goes.
#[derive(Default)]
struct Score {
    tried: usize,
    solved: usize,
    in_a_row: usize,
}

pub(super) fn run(set: &PuzzleSet, theme: Option<Theme>, seed: u64) -> Result<ExitCode> {
    let fits = |puzzle: &&Puzzle| theme.is_none_or(|theme| puzzle.themes.contains(&theme));
    let mut puzzles: Vec<&Puzzle> = set.puzzles.iter().filter(fits).collect();
    if puzzles.is_empty() {
        anyhow::bail!("there is no puzzle of this theme");
    }
    let mut random = SplitMix::new(seed);
    for last in (1..puzzles.len()).rev() {
        puzzles.swap(last, random.below(last + 1));
    }
    // The whole screen, if there is one; what is piped is told line by line.
    let full = io::stdout().is_terminal() && io::stdin().is_terminal();
    if full {
        execute!(io::stdout(), EnterAlternateScreen).context("the screen cannot be used")?;
    }
    let result = train(&puzzles, full);
    if full {
        let _ = execute!(io::stdout(), LeaveAlternateScreen);
    }
    let score = result?;
    println!("{} of {} solved", score.solved, score.tried);
    Ok(ExitCode::SUCCESS)
}

fn train(puzzles: &[&Puzzle], full: bool) -> Result<Score> {
    let mut score = Score::default();
    let mut lines = io::stdin().lock().lines();
    for (index, puzzle) in puzzles.iter().enumerate() {
        let mut out = io::stdout().lock();
        if full {
            execute!(out, Clear(ClearType::All), MoveTo(0, 0))?;
        }
        show(&mut out, puzzle, index + 1, puzzles.len(), &score)?;
        let Some(solved) = ask(&mut out, &mut lines, puzzle)? else { break };
        score.tried += 1;
        score.solved += usize::from(solved);
        score.in_a_row = if solved { score.in_a_row + 1 } else { 0 };
        if full {
            write!(out, "\nEnter goes on, q ends. ")?;
            out.flush()?;
            match lines.next().transpose()? {
                Some(line) if line.trim() != "q" => {}
                _ => break,
            }
        }
    }
    Ok(score)
}

fn show(
    out: &mut impl Write,
    puzzle: &Puzzle,
    number: usize,
    total: usize,
    score: &Score,
) -> io::Result<()> {
    let position = AnyPosition::Morris(puzzle.position);
    let title = puzzle.position.variant().title();
    writeln!(out, "Puzzle {number} of {total}: {title}, rated {}", puzzle.rating())?;
    writeln!(out, "Solved {} of {}, {} in a row\n", score.solved, score.tried, score.in_a_row)?;
    writeln!(out, "{}", draw(&position, Style::Blocks, Labels::Names))?;
    for line in crate::messages::facts(&position, Labels::Names) {
        writeln!(out, "{line}")?;
    }
    let side = puzzle.position.side();
    match puzzle.value {
        Value::Draw => writeln!(out, "{side} to move: one move holds the draw. Which?"),
        _ => writeln!(out, "{side} to move: one move wins. Which?"),
    }
}

/// Asks until a legal move is typed; `None` if the training ends.
fn ask(
    out: &mut impl Write,
    lines: &mut impl Iterator<Item = io::Result<String>>,
    puzzle: &Puzzle,
) -> Result<Option<bool>> {
    let position = puzzle.position;
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = lines.next().transpose()? else { return Ok(None) };
        match line.trim() {
            "q" | "quit" => return Ok(None),
            "" | "?" => {
                tell(out, puzzle, puzzle.solution(), "The move was")?;
                return Ok(Some(false));
            }
            typed => match position.parse_move_as(typed, Coordinates::NamesOrNumbers) {
                Err(error) => writeln!(out, "{error}. A move, ? for the solution, or q.")?,
                Ok(mv) => match (position.check(mv), puzzle.answer(mv)) {
                    (Ok(()), Some(answer)) => return Ok(Some(judge(out, puzzle, answer)?)),
                    (Err(error), _) => writeln!(out, "{error}")?,
                    (Ok(()), None) => writeln!(out, "this move is not answered")?,
                },
            },
        }
    }
}

fn judge(out: &mut impl Write, puzzle: &Puzzle, answer: &PuzzleMove) -> io::Result<bool> {
    let solved = answer.mv == puzzle.solution().mv;
    if solved {
        tell(out, puzzle, answer, "Right:")?;
    } else {
        tell(out, puzzle, answer, "No:")?;
        tell(out, puzzle, puzzle.solution(), "The move was")?;
    }
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    writeln!(out, "Theme: {}", themes.join(", "))?;
    Ok(solved)
}

/// A move, what it is worth, and how it goes on.
fn tell(out: &mut impl Write, puzzle: &Puzzle, answer: &PuzzleMove, word: &str) -> io::Result<()> {
    let mut position = puzzle.position;
    let text = position.move_text(answer.mv);
    position.play_unchecked(answer.mv);
    let mut line = Vec::new();
    for mv in answer.line.iter().take(SHOWN) {
        line.push(position.move_text(*mv));
        position.play_unchecked(*mv);
    }
    let then = if line.is_empty() { String::new() } else { format!("; then {}", line.join(" ")) };
    writeln!(out, "{word} {text}, {}{then}", answer.value)
}
