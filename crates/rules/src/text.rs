//! The shared parts of the text formats: an error that names the place and the reason, and strict
//! fields.
//!
//! An unreadable text gives a [`TextError`]; nothing is guessed and nothing is skipped.
//!
//! ```
//! use merels_rules::GameId;
//!
//! let error = GameId::NINE.parse_position("xxxqxxxxxxxxxxxxxxxxxxxx w 9 9").unwrap_err();
//! assert_eq!(error.to_string(), "character 4: 'q' is no man: W, B or x is wanted");
//! ```

use alloc::format;
use alloc::string::String;

use thiserror::Error;

/// A text that could not be read, with the place and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{reason}", Place(.line, .column))]
pub struct TextError {
    /// The line, counted from 1, in formats of several lines.
    pub line: Option<usize>,
    /// The character of the line, counted from 1, at which reading failed.
    pub column: Option<usize>,
    /// The reason.
    pub reason: String,
}

struct Place<'a>(&'a Option<usize>, &'a Option<usize>);

impl core::fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match (self.0, self.1) {
            (Some(line), Some(column)) => write!(f, "line {line}, character {column}: "),
            (Some(line), None) => write!(f, "line {line}: "),
            (None, Some(column)) => write!(f, "character {column}: "),
            (None, None) => Ok(()),
        }
    }
}

impl TextError {
    /// An error at character `column`, counted from 1.
    pub fn at(column: usize, reason: impl Into<String>) -> TextError {
        TextError { line: None, column: Some(column), reason: reason.into() }
    }

    /// An error of the text as a whole.
    pub fn whole(reason: impl Into<String>) -> TextError {
        TextError { line: None, column: None, reason: reason.into() }
    }

    /// The same error, moved right by `offset` characters.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> TextError {
        self.column = self.column.map(|column| column + offset);
        self
    }

    /// The same error, placed on line `line`.
    #[must_use]
    pub fn on_line(mut self, line: usize) -> TextError {
        self.line = Some(line);
        self
    }
}

/// One field of a text with its column.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Field<'a> {
    pub(crate) text: &'a str,
    /// Column of the first character, counted from 1.
    pub(crate) column: usize,
}

impl<'a> Field<'a> {
    pub(crate) fn error(&self, reason: impl Into<String>) -> TextError {
        TextError::at(self.column, reason)
    }

    /// The characters with their columns.
    pub(crate) fn chars(self) -> impl Iterator<Item = (usize, char)> + use<'a> {
        self.text.chars().enumerate().map(move |(i, c)| (self.column + i, c))
    }

    /// A decimal number without sign or leading zeros, at most `max`.
    pub(crate) fn number(&self, what: &str, max: u32) -> Result<u32, TextError> {
        let digits = self.text;
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if !plain || (digits.len() > 1 && digits.starts_with('0')) {
            return Err(self.error(format!("'{digits}' is no {what}: a whole number is wanted")));
        }
        match digits.parse() {
            Ok(number) if number <= max => Ok(number),
            _ => Err(self.error(format!("{what} {digits} is too large: at most {max}"))),
        }
    }
}

/// Splits at every single `separator`; two in a row give an empty field.
pub(crate) fn fields(text: &str, separator: char) -> impl Iterator<Item = Field<'_>> {
    let mut column = 1;
    text.split(separator).map(move |text| {
        let field = Field { text, column };
        column += text.chars().count() + 1;
        field
    })
}
