//! What the dialogue asks, and how it reads the squares of Ming Mang.

use merels_rules::{AnyPosition, Choice};

use crate::play::session::Session;

/// What is asked beside the next choice of the turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Asking {
    #[default]
    Turn,
    /// Ming Mang: the row is given, the column is asked.
    Column { row: usize },
    /// Whether the side to move really resigns.
    Resignation,
}

/// The question that the dialogue waits for an answer to.
pub(crate) fn question(session: &Session, asking: Asking) -> String {
    let mover = session.mover();
    if let Some(offering) = session.draw_offer() {
        let [from, to] = [offering, !offering].map(|side| session.name(side));
        return format!("{from} offers a draw. {to}, do you accept? (yes or no)");
    }
    if session.result().is_some() {
        return at_the_end(session);
    }
    match (asking, session.position()) {
        (Asking::Resignation, _) => format!("{mover}, do you really resign? (yes or no)"),
        (Asking::Column { .. }, _) => "Column?".to_owned(),
        (Asking::Turn, AnyPosition::MingMang(_)) => match session.asks() {
            Choice::Man => format!("{mover}, which pawn? Row?"),
            _ => "Where to? Row?".to_owned(),
        },
        (Asking::Turn, AnyPosition::Nimble(_)) => match session.asks() {
            Choice::Man => format!("{mover}, from which square do you move a pawn?"),
            _ => "To which square?".to_owned(),
        },
        (Asking::Turn, AnyPosition::Morris(morris)) => {
            let hand = morris.hand(session.game().side());
            match session.asks() {
                Choice::Placement => {
                    format!("{mover}, where do you place a man? ({hand} in hand)")
                }
                Choice::PlacementOrMan => {
                    format!("{mover}, place a man ({hand} in hand) or choose one to move:")
                }
                Choice::Man => format!("{mover}, which man do you move?"),
                Choice::Destination => "Where to?".to_owned(),
                Choice::Removal => {
                    let other = session.name(!session.game().side());
                    format!("Which of {other}'s men do you take?")
                }
            }
        }
    }
}

fn at_the_end(session: &Session) -> String {
    let next = match session.suggested_level() {
        Some(level) => format!(" again, next for level {level}"),
        None => " again".to_owned(),
    };
    format!("The game is over. You can save FILE, undo, play{next} or quit:")
}

/// A Ming Mang square as its name: typed whole (`a4` or `4,1`), or as a row and then a column.
/// `None` while the column is still to come.
pub(crate) fn square_from(
    asking: &mut Asking,
    typed: &str,
    size: usize,
) -> Result<Option<String>, String> {
    let number = |what: &str, text: &str| match text.trim().parse::<usize>() {
        Ok(number) if (1..=size).contains(&number) => Ok(number),
        Ok(number) => Err(format!("there is no {what} {number}: {what}s are 1 to {size}")),
        Err(_) => Err(format!("'{text}' is no {what}: a number from 1 to {size} is wanted")),
    };
    let name = |row: usize, column: usize| format!("{}{row}", (b'a' + column as u8 - 1) as char);
    if let Asking::Column { row } = *asking {
        let column = match typed.as_bytes() {
            [letter @ b'a'..=b's'] => usize::from(letter - b'a') + 1,
            _ => number("column", typed)?,
        };
        *asking = Asking::Turn;
        return Ok(Some(name(row, column)));
    }
    if let Some((row, column)) = typed.split_once([',', ' ']) {
        return Ok(Some(name(number("row", row)?, number("column", column)?)));
    }
    if typed.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return Ok(Some(typed.to_owned()));
    }
    *asking = Asking::Column { row: number("row", typed)? };
    Ok(None)
}
