//! The words above and below the board while a game is played or a puzzle is solved.

use crate::play::board_screen::{self, Signs};
use crate::play::question::{to_accept, to_choose};
use crate::play::session::Session;

pub(crate) fn to_do(session: &Session) -> String {
    if let Some(offering) = session.draw_offer() {
        return to_accept(session, offering);
    }
    let Some(result) = session.result() else { return to_choose(session) };
    let (language, end) = (session.language(), ("end", result.into()));
    match session.suggested_level() {
        Some(level) => {
            let level = ("level", language.level(&level.to_string()).into());
            language.say_with("screen-over-next", &[end, level])
        }
        None => language.say_with("screen-over", &[end]),
    }
}

/// The game in a sentence, the keys in the message of this name, and the marks.
pub(crate) fn help(session: &Session, keys: &str, signs: &Signs) -> String {
    let (language, position) = (session.language(), session.position());
    let (about, keys) = (language.about(position.game()), language.say(keys));
    format!("{about}\n\n{keys}\n\n{}", board_screen::marks(language, position, signs))
}

pub(crate) fn moves(session: &Session) -> String {
    let told = session.told();
    format!("{}\n\n{}", told.say("play-moves"), told.moves(session.game()))
}
