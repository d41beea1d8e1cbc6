//! What people name on the command line, read: positions and files.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result};
use merels_rules::{AnyPosition, GameId, Record};

/// A position from the command line: one argument, or its fields as several.
pub(crate) fn position_of(game: GameId, fields: &[String]) -> Result<AnyPosition> {
    let text = fields.join(" ");
    game.parse_position(text.trim()).with_context(|| format!("not a position of {game}"))
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read_text(file: &Path) -> Result<String> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = bytes.with_context(|| format!("cannot read {}", file.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not a text file", file.display()))
}

/// The one game of a file.
pub(crate) fn read_record(file: &Path) -> Result<Record> {
    Record::parse(&read_text(file)?).with_context(|| no_good(file))
}

/// All games of a file.
pub(crate) fn read_records(file: &Path) -> Result<Vec<Record>> {
    Record::parse_all(&read_text(file)?).with_context(|| no_good(file))
}

fn no_good(file: &Path) -> String {
    format!("{} is no good record", file.display())
}
