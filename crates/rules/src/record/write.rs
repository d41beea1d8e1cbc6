//! Writing records in their canonical form.

use alloc::format;
use alloc::string::ToString;
use core::fmt;

use super::{Record, result_words};
use crate::{Position, Side};

/// The width of lines of moves.
const LINE_WIDTH: usize = 80;

/// The canonical text: all six tags, then the optional tags that are needed, then the others.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (result, termination) = result_words(self.game.outcome());
        let start = self.game.start();
        tag(f, "Game", start.game().id())?;
        tag(f, "White", &self.white)?;
        tag(f, "Black", &self.black)?;
        tag(f, "Date", &self.date)?;
        tag(f, "Result", result.text())?;
        tag(f, "Termination", termination)?;
        let with_draws = start.clone().with_automatic_draws(true);
        if start.game().usual_start().as_ref() != Some(&with_draws) {
            tag(f, "Position", &start.to_string())?;
        }
        if start.repetition() != with_draws.repetition() {
            tag(f, "Draws", "off")?;
        }
        for (name, value) in &self.other_tags {
            tag(f, name, value)?;
        }
        f.write_str("\n")?;
        self.write_moves(f, result.text())
    }
}

impl Record {
    fn write_moves(&self, f: &mut fmt::Formatter<'_>, result: &str) -> fmt::Result {
        let mut width = 0;
        let mut word = |f: &mut fmt::Formatter<'_>, word: &str| {
            let separator = match width {
                0 => "",
                _ if width + 1 + word.len() > LINE_WIDTH => "\n",
                _ => " ",
            };
            width = if separator == "\n" { 0 } else { width + separator.len() } + word.len();
            write!(f, "{separator}{word}")
        };
        let mut number = 1;
        let moves = self.game.moves().iter().zip(self.game.positions());
        for (ply, (mv, before)) in moves.enumerate() {
            match before.side() {
                Side::White => word(f, &format!("{number}."))?,
                Side::Black if ply == 0 => word(f, &format!("{number}..."))?,
                Side::Black => {}
            }
            word(f, &before.move_text(*mv))?;
            if before.side() == Side::Black {
                number += 1;
            }
        }
        word(f, result)?;
        f.write_str("\n")
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for letter in value.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            _ => write!(f, "{letter}")?,
        }
    }
    f.write_str("\"]\n")
}
