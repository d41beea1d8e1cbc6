//! The parts of a game's page that change as the game goes on, at an address of its own: `GET
//! /game/{id}/panel`. The socket sends the same to pages, `web/app/fragments.js` puts each part in
//! the place of the one before.

use axum::extract::Path;
use axum::http::StatusCode;
use jiff::Timestamp;
use maud::{Markup, html};
use merels_messages::Language;
use merels_model::GameKey;
use merels_rules::Side;
use merels_services::live::Snapshot;
use merels_services::people::Aftermath;

use super::page::Parts;
use super::routes::aftermath_of;
use super::view::View;
use crate::app::App;
use crate::edge::reply;
use crate::edge::visitor::Visitor;
use crate::error::Result;

/// The parts for the player of a side, or for a spectator; what
/// the player learns at the end if it is known.
pub(crate) fn panel(
    snapshot: &Snapshot,
    you: Option<Side>,
    language: Language,
    now: Timestamp,
    aftermath: Option<&Aftermath>,
) -> Markup {
    let view = &View::of(snapshot, you, language);
    let parts = Parts { language, snapshot, you, view, now };
    html! {
        (parts.seat(Side::Black).render())
        (parts.seat(Side::White).render())
        (parts.absence())
        (parts.result(aftermath))
        (parts.actions())
    }
}

pub(super) async fn show(app: App, visitor: Visitor, Path(id): Path<String>) -> Result {
    let snapshot = app.services.games.open(&GameKey::new(id)).await?.snapshot();
    let you = visitor.player().and_then(|player| snapshot.side_of(&player.id));
    let aftermath = aftermath_of(&app, &visitor, &snapshot).await?;
    let now = app.services.clock.now();
    let panel = panel(&snapshot, you, visitor.language, now, aftermath.as_ref());
    Ok(reply::html(StatusCode::OK, panel))
}
