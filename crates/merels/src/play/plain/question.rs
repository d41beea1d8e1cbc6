//! The questions of the dialogue, and its reading of the squares of Ming Mang.

use merels_messages::Language;
use merels_rules::AnyPosition;

use crate::play::question::{to_accept, to_choose};
use crate::play::session::Session;

/// The question beside the next choice of the turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Asking {
    #[default]
    Turn,
    /// Ming Mang: the row is given, the column is asked.
    Column { row: usize },
    /// A confirmation that the side to move resigns.
    Resignation,
}

pub(crate) fn question(session: &Session, asking: Asking) -> String {
    let language = session.language();
    if let Some(offering) = session.draw_offer() {
        return to_accept(session, offering);
    }
    if session.result().is_some() {
        return match session.suggested_level() {
            Some(level) => {
                let level = ("level", language.level(&level.to_string()).into());
                language.say_with("ask-over-next", &[level])
            }
            None => language.say("ask-over"),
        };
    }
    match (asking, session.position()) {
        (Asking::Resignation, _) => session.told().say("ask-resign"),
        (Asking::Column { .. }, _) => language.say("ask-column"),
        (Asking::Turn, AnyPosition::MingMang(_)) => {
            format!("{} {}", to_choose(session), language.say("ask-row"))
        }
        (Asking::Turn, _) => to_choose(session),
    }
}

/// A Ming Mang square as its name: typed whole (`a4` or `4,1`), or as a row and then a column.
/// `None` while the column is still to come.
pub(crate) fn square_from(
    language: Language,
    asking: &mut Asking,
    typed: &str,
    size: usize,
) -> Result<Option<String>, String> {
    let number = |text: &str| {
        let number = text.trim().parse::<usize>().ok();
        let out = || language.say_with("play-lines", &[("size", size.into())]);
        number.filter(|number| (1..=size).contains(number)).ok_or_else(out)
    };
    let name = |row: usize, column: usize| format!("{}{row}", (b'a' + column as u8 - 1) as char);
    if let Asking::Column { row } = *asking {
        let column = match typed.as_bytes() {
            [letter @ b'a'..=b's'] => usize::from(letter - b'a') + 1,
            _ => number(typed)?,
        };
        *asking = Asking::Turn;
        return Ok(Some(name(row, column)));
    }
    if let Some((row, column)) = typed.split_once([',', ' ']) {
        return Ok(Some(name(number(row)?, number(column)?)));
    }
    if typed.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return Ok(Some(typed.to_owned()));
    }
    *asking = Asking::Column { row: number(typed)? };
    Ok(None)
}
