//! Reading what people name on the command line or type: positions, files, lines.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, Read};
use std::path::Path;

use anyhow::{Context, Result};
use merels_rules::{AnyPosition, GameId, Record};

/// A position from the command line: one argument, or its fields as several.
pub(crate) fn position_of(game: GameId, fields: &[String]) -> Result<AnyPosition> {
    let text = fields.join(" ");
    game.parse_position(text.trim()).with_context(|| format!("not a position of {game}"))
}

/// Some editors write this mark before the first letter of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a file, or of standard input for `-`, without a byte-order mark.
pub(crate) fn read_text(file: &Path) -> Result<String> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = bytes.with_context(|| format!("cannot read {}", file.display()))?;
    let text = String::from_utf8(bytes)
        .with_context(|| format!("{} is not a text file", file.display()))?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).map(str::to_owned).unwrap_or(text))
}

pub(crate) fn lines() -> impl Iterator<Item = io::Result<String>> {
    io::stdin().lock().split(b'\n').map(|line| Ok(line_text(&line?)))
}

/// A line as text, without a byte-order mark. What is no text becomes a sign that no input has, so
/// that the line is refused with its reason.
pub(crate) fn line_text(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text).trim().to_owned()
}

/// Refuses a file that could not be written, before the work that is to fill it. Nothing is changed.
pub(crate) fn check_writable(file: &Path) -> Result<()> {
    let known = fs::metadata(file).ok();
    if known.as_ref().is_some_and(|known| !known.is_file() && !known.is_dir()) {
        // A pipe or a device: opening it would be noticed at its other end.
        return Ok(());
    }
    let opened = OpenOptions::new().append(true).create(true).open(file);
    opened.with_context(|| format!("cannot write {}", file.display()))?;
    if known.is_none() {
        fs::remove_file(file).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

/// The one game of a file.
pub(crate) fn read_record(file: &Path) -> Result<Record> {
    Record::parse(&read_text(file)?).with_context(|| no_good(file))
}

pub(crate) fn read_records(file: &Path) -> Result<Vec<Record>> {
    Record::parse_all(&read_text(file)?).with_context(|| no_good(file))
}

fn no_good(file: &Path) -> String {
    format!("{} is no good record", file.display())
}
