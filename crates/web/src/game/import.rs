//! A record from elsewhere, to be seen step by step. Nothing of it is kept: it travels in the address.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_live::Snapshot;
use merels_messages::Language;
use merels_model::{PlayerId, Seat};
use merels_rules::{Record, Side, TextError};

use super::events::EventView;
use super::import_page;
use super::replay_page::{self, Replay, Steps, wanted_ply};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::html;
use crate::edge::visitor::Visitor;
use crate::error::Failure;

pub(crate) async fn show(
    State(_): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let text = fields.raw("record");
    if text.trim().is_empty() {
        return Ok(html(StatusCode::OK, import_page::import(&visitor, "", None)));
    }
    let record = match Record::parse(text) {
        Ok(record) => record,
        Err(error) => {
            let words = unreadable(visitor.language, &error);
            let markup = import_page::import(&visitor, text, Some(&words));
            return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, markup));
        }
    };
    let seats = [&record.white, &record.black]
        .map(|name| Seat::Player { id: PlayerId::new(""), name: name.clone() });
    let snapshot = Snapshot::of_game(&record.game, seats);
    let events = EventView::of_game(&snapshot, &record.game, visitor.language);
    let replay = Replay {
        snapshot: &snapshot,
        you: None::<Side>,
        positions: record.game.positions(),
        events,
        ply: wanted_ply(&fields, record.game.ply())?,
        preview: None,
        steps: Steps::Form(text),
    };
    Ok(html(StatusCode::OK, replay_page::replay(&visitor, &replay)))
}

/// Why a record cannot be read. The parser's reason is English: other catalogues leave it out.
fn unreadable(language: Language, error: &TextError) -> String {
    let reason = ("reason", error.to_string().into());
    match error.line {
        Some(line) => language.say_with("import-wrong-line", &[reason, ("line", line.into())]),
        None => language.say_with("import-wrong", &[reason]),
    }
}
