//! The words above and below the board while a game is played.

use merels_rules::AnyPosition;

use crate::messages;
use crate::play::board_screen::{self, Signs};
use crate::play::session::Session;

pub(crate) const KEYS: &str =
    " Enter play  : type  u undo  h hint  i analyse  d draw  r resign  ? help  q quit";

/// What the player to move is to do.
pub(crate) fn to_do(session: &Session) -> String {
    let position = session.position();
    if let Some(offering) = session.draw_offer() {
        let [from, to] = [offering, !offering].map(|side| messages::side(position, side));
        return format!("{from} offers a draw. {to}: y accepts, n declines");
    }
    if let Some(result) = session.result() {
        let next = match session.suggested_level() {
            Some(level) => format!(", n level {level}"),
            None => String::new(),
        };
        return format!("{result} a again{next}");
    }
    board_screen::to_choose(session)
}

/// The rules, the keys and the marks.
pub(crate) fn help(position: &AnyPosition, signs: &Signs) -> String {
    format!(
        "{}\n\n\
         Arrow keys   move the cursor           Enter, Space   choose the point under it\n\
         Mouse        choose a point            Esc            let a chosen man go\n\
         :            type a point (d6), a whole move (d6-d5xa1) or a command\n\
         u  undo      h  hint       i  analyse           d  offer a draw\n\
         s  save      l  load       m  list the moves    r  resign       q  leave\n\
         At the end:  a  again      n  again at the level that is suggested\n\n{}",
        messages::rules(position),
        board_screen::marks(position, signs),
    )
}
