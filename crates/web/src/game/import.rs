//! A record from elsewhere, to be seen step by step. Nothing of it is kept: it travels in the address.

use axum::extract::State;
use axum::http::StatusCode;
use merels_rules::Side;
use merels_services::games::ImportedGame;

use super::events::EventView;
use super::import_page;
use super::replay_page::{self, Replay, Steps, wanted_ply};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::html;
use crate::edge::visitor::Visitor;
use crate::error::Result;

pub(crate) async fn show(State(_): State<App>, visitor: Visitor, fields: Fields) -> Result {
    let text = fields.raw("record");
    if text.trim().is_empty() {
        return Ok(html(StatusCode::OK, import_page::import(&visitor, "", None)));
    }
    let ImportedGame { snapshot, game } = match ImportedGame::read(text) {
        Ok(imported) => imported,
        Err(error) => {
            let reason = ("reason", error.reason.into());
            let words = match error.line {
                Some(line) => {
                    let line = ("line", line.into());
                    visitor.language.say_with("import-wrong-line", &[line, reason])
                }
                None => visitor.language.say_with("import-wrong", &[reason]),
            };
            let markup = import_page::import(&visitor, text, Some(&words));
            return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, markup));
        }
    };
    let events = EventView::of_game(&snapshot, &game, visitor.language);
    let replay = Replay {
        snapshot: &snapshot,
        you: None::<Side>,
        positions: game.positions(),
        moves: game.moves(),
        events,
        ply: wanted_ply(&fields, game.ply())?,
        steps: Steps::Form(text),
    };
    Ok(html(StatusCode::OK, replay_page::replay(&visitor, &replay)))
}
