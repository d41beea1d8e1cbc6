//! A record from elsewhere, to be seen step by step. Nothing of it is kept: it travels in the address.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_rules::{Record, Side};
use merels_store::{PlayerId, Seat};

use crate::app::App;
use crate::error::Failure;
use crate::fields::Fields;
use crate::i18n::Language;
use crate::live::Snapshot;
use crate::pages::{self, Replay, Steps, wanted_ply};
use crate::reply::page;
use crate::view::EventView;
use crate::visitor::Visitor;

pub(crate) async fn show(
    State(_): State<Arc<App>>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let text = fields.raw("record");
    if text.trim().is_empty() {
        return Ok(page(StatusCode::OK, pages::import(&visitor, "", None)));
    }
    let record = match Record::parse(text) {
        Ok(record) => record,
        Err(error) => {
            let words = unreadable(visitor.language, error.line, &error.to_string());
            let markup = pages::import(&visitor, text, Some(&words));
            return Ok(page(StatusCode::UNPROCESSABLE_ENTITY, markup));
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
    Ok(page(StatusCode::OK, pages::replay(&visitor, &replay)))
}

/// Why a record cannot be read. What the parsers say is English.
fn unreadable(language: Language, line: Option<usize>, reason: &str) -> String {
    match (language, line) {
        (Language::English, _) => language.say_with("import-wrong", &[("reason", reason.into())]),
        (_, Some(line)) => language.say_with("import-wrong-line", &[("line", line.into())]),
        (_, None) => language.say("import-unreadable"),
    }
}
