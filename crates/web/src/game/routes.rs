//! The page of a game, or its state for programs.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use merels_model::{GameKey, Relation, Seat};
use merels_rules::Side;
use merels_services::live::Snapshot;
use merels_services::people::Aftermath;

use super::compat;
use super::events::EventView;
use super::page::{self, GamePage, Notice, Parts};
use super::view::View;
use crate::app::App;
use crate::edge::reply::html;
use crate::edge::visitor::Visitor;
use crate::error::Result;
use crate::parts::another_try;

/// The most events on the page of a game; the replay has all.
const MOST_SHOWN: usize = 200;

pub(crate) async fn show(
    app: App,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result {
    let game = app.services.games.visit(&GameKey::new(id), &visitor).await?;
    let snapshot = game.snapshot();
    let review = another_try::review_of(&headers, &snapshot.key);
    show_page(&app, &snapshot, &visitor, StatusCode::OK, None, review).await
}

pub(crate) async fn show_game(
    app: &App,
    snapshot: &Snapshot,
    visitor: &Visitor,
    status: StatusCode,
    notice: Option<Notice<'_>>,
) -> Result {
    show_page(app, snapshot, visitor, status, notice, None).await
}

async fn show_page(
    app: &App,
    snapshot: &Snapshot,
    visitor: &Visitor,
    status: StatusCode,
    notice: Option<Notice<'_>>,
    review: Option<String>,
) -> Result {
    let you = visitor.player().and_then(|player| snapshot.side_of(&player.id));
    if visitor.json {
        return Ok(compat::state(snapshot, you, visitor, status, notice));
    }
    let view = View::of(snapshot, you, visitor.language);
    let events = EventView::last(snapshot, MOST_SHOWN, visitor.language);
    let seeks = match visitor.player() {
        Some(player) => app.services.meeting.wish_of(&player.id).await?.is_some(),
        None => false,
    };
    let aftermath = aftermath_of(app, visitor, snapshot).await?;
    let watchers = app.services.games.watchers(&snapshot.key).await?;
    let opponent = match you {
        Some(you) if snapshot.is_between_people() => other_player(app, snapshot, you).await?,
        _ => None,
    };
    let (language, now) = (visitor.language, app.services.clock.now());
    let table = GamePage {
        parts: Parts { language, snapshot, you, view: &view, now },
        opponent,
        events: &events,
        notice,
        seeks,
        aftermath: aftermath.as_ref(),
        watchers,
        review,
        push_key: app.services.push.public_key(),
    };
    Ok(html(status, page::game(visitor, table)))
}

/// The news for the player once a game is over.
pub(super) async fn aftermath_of(
    app: &App,
    visitor: &Visitor,
    snapshot: &Snapshot,
) -> Result<Option<Aftermath>> {
    Ok(match visitor.player() {
        Some(player) if snapshot.outcome.is_some() => {
            Some(app.services.people.aftermath(&player.id, &snapshot.key).await?)
        }
        _ => None,
    })
}

/// The relation to the other player of a game, if there is one.
async fn other_player(
    app: &App,
    snapshot: &Snapshot,
    you: Side,
) -> Result<Option<Option<Relation>>> {
    match [snapshot.seat(you), snapshot.seat(!you)] {
        [Seat::Player { id: own, .. }, Seat::Player { id: other, .. }] => {
            Ok(Some(app.services.people.relation(own, other).await?))
        }
        _ => Ok(None),
    }
}
