//! Reading records, line by line.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter::{Enumerate, Peekable};

use super::{Record, UNKNOWN_DATE, UNKNOWN_NAME, result_words};
use crate::text::TextError;
use crate::{AnyPosition, Game, GameId, GameScore, Position, Side};

/// The lines of a text, counted from 1, read game by game.
pub(super) struct Lines<'a>(Peekable<Enumerate<core::str::Lines<'a>>>);

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Lines<'a> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Lines(text.lines().enumerate().peekable())
    }

    /// The next line, if it is of the wanted kind.
    fn next_if(&mut self, wanted: fn(&str) -> bool) -> Option<(usize, &'a str)> {
        self.0.next_if(|(_, line)| wanted(line)).map(|(index, line)| (index + 1, line))
    }

    /// Skips empty lines; returns the number of the line that follows them, if there is one.
    pub(super) fn after_blanks(&mut self) -> Option<usize> {
        while self.next_if(|line| line.trim().is_empty()).is_some() {}
        self.0.peek().map(|(index, _)| index + 1)
    }

    /// Reads one game: its tags, and its moves up to the tags of the next.
    pub(super) fn record(&mut self) -> Result<Record, TextError> {
        let mut tags = Tags::default();
        while let Some((number, line)) =
            self.next_if(|line| line.starts_with('[') || line.is_empty())
        {
            if !line.is_empty() {
                tags.read(number, line)?;
            }
        }
        let mut game = Game::new(tags.start()?);
        let mut reader = MoveReader::new(&game);
        while let Some((number, line)) = self.next_if(|line| !line.starts_with('[')) {
            reader.read(&mut game, line).map_err(|error| error.on_line(number))?;
        }
        let result = reader.result.ok_or_else(|| {
            TextError::whole(format!(
                "the result ({} if there is none) is missing",
                GameScore::Void
            ))
        })?;
        finish(&mut game, &tags, result)?;
        let Tags { white, black, date, other, .. } = tags;
        Ok(Record {
            white: white.map_or_else(|| UNKNOWN_NAME.into(), |tag| tag.value),
            black: black.map_or_else(|| UNKNOWN_NAME.into(), |tag| tag.value),
            date: date.map_or_else(|| UNKNOWN_DATE.into(), |tag| tag.value),
            other_tags: other,
            game,
        })
    }
}

/// A tag's value and its line.
#[derive(Debug)]
struct Tag {
    line: usize,
    value: String,
}

impl Tag {
    fn error(&self, reason: impl Into<String>) -> TextError {
        TextError::whole(reason).on_line(self.line)
    }
}

#[derive(Debug, Default)]
struct Tags {
    game: Option<Tag>,
    white: Option<Tag>,
    black: Option<Tag>,
    date: Option<Tag>,
    result: Option<Tag>,
    termination: Option<Tag>,
    position: Option<Tag>,
    draws: Option<Tag>,
    other: Vec<(String, String)>,
}

impl Tags {
    fn read(&mut self, line: usize, text: &str) -> Result<(), TextError> {
        let (name, value) = parse_tag(text).map_err(|error| error.on_line(line))?;
        let slot = match name {
            "Game" => &mut self.game,
            "White" => &mut self.white,
            "Black" => &mut self.black,
            "Date" => &mut self.date,
            "Result" => &mut self.result,
            "Termination" => &mut self.termination,
            "Position" => &mut self.position,
            "Draws" => &mut self.draws,
            _ => {
                if self.other.iter().any(|(known, _)| known == name) {
                    return Err(twice(line, name));
                }
                self.other.push((name.into(), value));
                return Ok(());
            }
        };
        let tag = Tag { line, value };
        if name == "Date" && !is_date(&tag.value) {
            return Err(tag.error(format!("'{}' is no date like 2026.11.15", tag.value)));
        }
        match slot.replace(tag) {
            Some(_) => Err(twice(line, name)),
            None => Ok(()),
        }
    }

    /// The start of the game.
    fn start(&self) -> Result<AnyPosition, TextError> {
        let tag = self.game.as_ref().ok_or_else(|| TextError::whole("the tag Game is missing"))?;
        let game: GameId = tag.value.parse().map_err(|error| tag.error(format!("{error}")))?;
        let start = match &self.position {
            Some(tag) => game
                .parse_position(&tag.value)
                .map_err(|error| tag.error(format!("in the position, {error}")))?,
            None => game.usual_start().ok_or_else(|| {
                tag.error(format!("a game of {game} needs the tag Position for its start"))
            })?,
        };
        match &self.draws {
            None => Ok(start),
            Some(tag) if tag.value == "off" => Ok(start.with_automatic_draws(false)),
            Some(tag) => {
                Err(tag.error(format!("Draws is \"off\" or left out, not {:?}", tag.value)))
            }
        }
    }
}

fn twice(line: usize, name: &str) -> TextError {
    TextError::whole(format!("the tag {name} stands there twice")).on_line(line)
}

/// Reads `[Name "value"]`.
fn parse_tag(text: &str) -> Result<(&str, String), TextError> {
    let wrong = |column: usize, reason: &str| TextError::at(column, reason);
    let inner = text.strip_prefix('[').unwrap_or(text);
    let Some((name, rest)) = inner.split_once(' ') else {
        return Err(wrong(1, "a tag looks like [White \"Ada\"]"));
    };
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return Err(wrong(2, "a tag's name has only letters, digits and _"));
    }
    let mut column = name.len() + 3;
    let mut chars = rest.chars();
    if chars.next() != Some('"') {
        return Err(wrong(column, "a tag's value stands in quotation marks"));
    }
    let mut value = String::new();
    loop {
        column += 1;
        match chars.next() {
            Some('"') => break,
            Some('\\') => {
                column += 1;
                match chars.next() {
                    Some(escaped @ ('"' | '\\')) => value.push(escaped),
                    Some('n') => value.push('\n'),
                    Some('r') => value.push('\r'),
                    _ => return Err(wrong(column, "after \\ comes \\, n, r or a quotation mark")),
                }
            }
            Some(other) => value.push(other),
            None => return Err(wrong(column, "the closing quotation mark is missing")),
        }
    }
    if chars.as_str() != "]" {
        return Err(wrong(column + 1, "a tag ends with ] right after its value"));
    }
    Ok((name, value))
}

/// Returns `true` for `YYYY.MM.DD`, each digit possibly unknown; a known month or day must exist.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let part = |text: &str, length, most| {
        text.len() == length
            && text.bytes().all(|b| b.is_ascii_digit() || b == b'?')
            && text.parse().map_or(true, |number: u32| (1..=most).contains(&number))
    };
    match parts[..] {
        [year, month, day] => part(year, 4, 9999) && part(month, 2, 12) && part(day, 2, 31),
        _ => false,
    }
}

/// Reads numbered moves and the result, token by token, over any number of lines.
struct MoveReader {
    /// The move number that comes next.
    number: usize,
    /// The number token was read and its move has not followed yet.
    numbered: bool,
    result: Option<GameScore>,
}

impl MoveReader {
    fn new(game: &Game<AnyPosition>) -> MoveReader {
        debug_assert_eq!(game.ply(), 0);
        MoveReader { number: 1, numbered: false, result: None }
    }

    fn read(&mut self, game: &mut Game<AnyPosition>, line: &str) -> Result<(), TextError> {
        let mut column = 1;
        for token in line.split(' ') {
            if !token.is_empty() {
                self.token(game, token).map_err(|error| match error.column {
                    Some(_) => error.shifted(column - 1),
                    None => TextError::at(column, error.reason),
                })?;
            }
            column += token.chars().count() + 1;
        }
        Ok(())
    }

    fn token(&mut self, game: &mut Game<AnyPosition>, token: &str) -> Result<(), TextError> {
        if self.result.is_some() {
            return Err(TextError::whole("the record should end after the result"));
        }
        if let Ok(result) = token.parse() {
            self.result = Some(result);
            return Ok(());
        }
        if let Some(wanted) = self.wanted_number(game) {
            if token != wanted {
                return Err(TextError::whole(format!("'{token}' stands where {wanted} is wanted")));
            }
            self.numbered = true;
            return Ok(());
        }
        self.play(game, token)
    }

    /// The number that must precede the next move, if any: before White's moves, and before the
    /// first move if Black makes it.
    fn wanted_number(&self, game: &Game<AnyPosition>) -> Option<String> {
        match game.side() {
            _ if self.numbered => None,
            Side::White => Some(format!("{}.", self.number)),
            Side::Black => (game.ply() == 0).then(|| format!("{}...", self.number)),
        }
    }

    fn play(&mut self, game: &mut Game<AnyPosition>, token: &str) -> Result<(), TextError> {
        let side = game.side();
        let of_move = |reason| format!("move {}, {side}, {token}: {reason}", self.number);
        let mv = game
            .position()
            .parse_move(token)
            .map_err(|error| TextError { reason: of_move(error.reason), ..error })?;
        game.play(mv).map_err(|illegal| TextError::whole(of_move(illegal.to_string())))?;
        self.numbered = false;
        if side == Side::Black {
            self.number += 1;
        }
        Ok(())
    }
}

/// Checks the result against the moves, and ends the game if the players' decision ended it.
fn finish(game: &mut Game<AnyPosition>, tags: &Tags, result: GameScore) -> Result<(), TextError> {
    if let Some(tag) = &tags.result
        && tag.value != result.text()
    {
        let reason = format!("the tag says {}, the moves end with {result}", tag.value);
        return Err(tag.error(reason));
    }
    let termination = tags.termination.as_ref();
    if game.outcome().is_none() {
        match (result, termination.map(|tag| tag.value.as_str())) {
            (GameScore::Win(winner), Some("resignation")) => game.resign(!winner),
            (GameScore::Win(winner), Some("time forfeit")) => game.lose_on_time(!winner),
            (GameScore::Draw, Some("agreement")) => game.agree_draw(),
            (GameScore::Void, Some("aborted")) => game.abort(),
            _ => {}
        }
    }
    let (true_result, true_termination) = result_words(game.outcome());
    if result != true_result {
        let reason =
            format!("the result is given as {result}, but the moves make it {true_result}");
        return Err(match &tags.result {
            Some(tag) => tag.error(reason),
            None => TextError::whole(reason),
        });
    }
    match termination {
        Some(tag) if tag.value != true_termination => Err(tag.error(format!(
            "the termination is given as {}, but the moves make it {true_termination}",
            tag.value
        ))),
        _ => Ok(()),
    }
}
