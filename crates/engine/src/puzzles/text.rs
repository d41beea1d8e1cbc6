use std::fmt;

use merels_rules::morris::{MorrisPosition, Move, Variant, parse_position};
use merels_rules::{Position, Value};
use thiserror::Error;

use super::{Puzzle, PuzzleMove, PuzzleSet, Theme};

const HEAD: &str = "merels puzzles ";

/// A set that cannot be read, with the line and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct PuzzleError {
    /// The line, counted from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl PuzzleSet {
    /// Reads a set.
    ///
    /// # Errors
    ///
    /// Returns the line with a mistake, and the reason.
    pub fn parse(text: &str) -> Result<PuzzleSet, PuzzleError> {
        let mut lines = text.lines().enumerate();
        let head = lines.next().and_then(|(_, line)| line.strip_prefix(HEAD));
        let variant = head.and_then(|id| id.trim().parse().ok()).ok_or_else(|| PuzzleError {
            line: 1,
            reason: format!("'{HEAD}' and the id of a variant are wanted"),
        })?;
        let puzzle = |(number, line): (usize, &str)| {
            parse_puzzle(variant, line).map_err(|reason| PuzzleError { line: number + 1, reason })
        };
        let puzzles = lines.filter(|(_, line)| !line.trim().is_empty()).map(puzzle);
        Ok(PuzzleSet { variant, puzzles: puzzles.collect::<Result<_, _>>()? })
    }
}

fn parse_puzzle(variant: Variant, line: &str) -> Result<Puzzle, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [position, value, themes, failed_by, moves] = fields[..] else {
        return Err(format!("{} fields; 5 are wanted", fields.len()));
    };
    let position = parse_position(variant, position).map_err(|error| error.to_string())?;
    let theme = |name| Theme::named(name).ok_or_else(|| format!("there is no theme '{name}'"));
    let level = |text: &str| match text.parse() {
        Ok(level @ 1..=10) => Ok(level),
        _ => Err(format!("'{text}' is no level from 1 to 10")),
    };
    let puzzle = Puzzle {
        position,
        value: parse_value(value)?,
        themes: themes.split(',').map(theme).collect::<Result<_, _>>()?,
        failed_by: failed_by.split(',').map(level).collect::<Result<_, _>>()?,
        moves: moves
            .split(';')
            .map(|text| parse_moves(&position, text))
            .collect::<Result<_, _>>()?,
    };
    let mut listed: Vec<Move> = puzzle.moves.iter().map(|answer| answer.mv).collect();
    listed.sort();
    let mut legal = position.legal_moves();
    legal.sort();
    if listed != legal {
        return Err("not every legal move is answered once".to_owned());
    }
    Ok(puzzle)
}

/// A value as a file has it: `win in 37`, also where tables count no further.
fn value_text(value: Value) -> String {
    match value.plies() {
        Some(plies) => format!("{} in {plies}", value.word()),
        None => value.word().to_owned(),
    }
}

fn parse_value(text: &str) -> Result<Value, String> {
    let plies = |text: &str| text.parse().map_err(|_| format!("'{text}' is no number of plies"));
    match text.split_once(" in ") {
        Some(("win", number)) => Ok(Value::Win(plies(number)?)),
        Some(("loss", number)) => Ok(Value::Loss(plies(number)?)),
        None if text == "draw" => Ok(Value::Draw),
        _ => Err(format!("'{text}' is no value")),
    }
}

/// Reads a move, its value, and the line after it, separated by blanks.
fn parse_moves(position: &MorrisPosition, text: &str) -> Result<PuzzleMove, String> {
    let words: Vec<&str> = text.split(' ').collect();
    let (value, line) = match words.get(1..) {
        Some([word, "in", plies, line @ ..]) => (parse_value(&format!("{word} in {plies}"))?, line),
        Some(["draw", line @ ..]) => (Value::Draw, line),
        _ => return Err(format!("'{text}' has no value")),
    };
    let mut position = *position;
    let mut play = |text: &str| -> Result<Move, String> {
        let mv = position.parse_move(text).map_err(|error| error.to_string())?;
        position = position.play(mv).map_err(|error| format!("{text}: {error}"))?;
        Ok(mv)
    };
    let mv = play(words[0])?;
    let line = line.iter().map(|text| play(text)).collect::<Result<_, _>>()?;
    Ok(PuzzleMove { mv, value, line })
}

impl fmt::Display for PuzzleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}{}", self.variant.id())?;
        self.puzzles.iter().try_for_each(|puzzle| writeln!(f, "{puzzle}"))
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.name()).collect();
        let failed: Vec<String> = self.failed_by.iter().map(u8::to_string).collect();
        let moves: Vec<String> = self.moves.iter().map(|mv| self.move_line(mv)).collect();
        let (position, value) = (self.position, value_text(self.value));
        write!(
            f,
            "{position}\t{value}\t{}\t{}\t{}",
            themes.join(","),
            failed.join(","),
            moves.join(";")
        )
    }
}

impl Puzzle {
    fn move_line(&self, answer: &PuzzleMove) -> String {
        let mut position = self.position;
        let mut text = format!("{} {}", position.move_text(answer.mv), value_text(answer.value));
        position.play_unchecked(answer.mv);
        for mv in &answer.line {
            text += " ";
            text += &position.move_text(*mv);
            position.play_unchecked(*mv);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "WWxBBxxxx w 1 1 0\twin in 1\tmill\t1\tc1 win in 1;a3 loss in 2 c2;\
        b3 loss in 2 c2;c2 draw b3;c3 loss in 2 c2";

    #[test]
    fn what_is_no_set_gets_line_and_reason() {
        let set = |line: &str| PuzzleSet::parse(&format!("merels puzzles three\n{line}\n"));
        assert!(set(GOOD).is_ok());
        for (line, reason) in [
            (GOOD.replace("win in 1\tmill", "win in x\tmill"), "line 2: 'x' is no number of plies"),
            (GOOD.replace("mill", "luck"), "line 2: there is no theme 'luck'"),
            (GOOD.replace("\t1\t", "\t11\t"), "line 2: '11' is no level from 1 to 10"),
            (GOOD.replace(";c2 draw b3", ""), "line 2: not every legal move is answered once"),
            (GOOD.replace("c2 draw b3", "c2 b3"), "line 2: 'c2 b3' has no value"),
            ("WWx".to_owned(), "line 2: 1 fields; 5 are wanted"),
        ] {
            assert_eq!(set(&line).unwrap_err().to_string(), reason);
        }
        let error = PuzzleSet::parse("nonsense").unwrap_err().to_string();
        assert_eq!(error, "line 1: 'merels puzzles ' and the id of a variant are wanted");
    }
}
