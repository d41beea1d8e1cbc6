//! The page of a game, or its state for programs.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use merels_live::{Snapshot, seat_of};
use merels_model::{GameKey, Seat};
use merels_rules::Side;
use merels_services::ComputerResults;
use merels_store::Relation;

use super::compat;
use super::events::EventView;
use super::page::{self, GamePage, Notice};
use super::view::View;
use crate::app::App;
use crate::edge::reply::html;
use crate::edge::visitor::Visitor;
use crate::error::Failure;

/// The most events on the page of a game; the replay has all.
const MOST_SHOWN: usize = 200;

pub(crate) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let game = app.game(&GameKey::new(id)).await?;
    let snapshot = game.snapshot();
    if snapshot.outcome.is_none() && snapshot.is_between_people() {
        let me = visitor.player().filter(|player| snapshot.side_of(&player.id).is_some());
        if let Some(player) = me {
            app.store.cluster().visits(seat_of(&player.id, &game.key), app.clock.now()).await?;
            app.fair_play.note_seat(&game, &player.id, visitor.client).await?;
        }
        app.live.look_for_players(&game).await?;
    }
    show_game(&app, &game.snapshot(), &visitor, StatusCode::OK, None).await
}

/// The page or the data of a game.
pub(crate) async fn show_game(
    app: &App,
    snapshot: &Snapshot,
    visitor: &Visitor,
    status: StatusCode,
    notice: Option<Notice<'_>>,
) -> Result<Response, Failure> {
    let you = visitor.player().and_then(|player| snapshot.side_of(&player.id));
    if visitor.json {
        return Ok(compat::state(snapshot, you, visitor, status, notice));
    }
    let view = View::of(snapshot, you, visitor.language);
    let events = EventView::last(snapshot, MOST_SHOWN, visitor.language);
    let seeks = match visitor.player() {
        Some(player) => app.store.meeting().waits_for(&player.id, app.clock.now()).await?.is_some(),
        None => false,
    };
    let computer_results = match visitor.player() {
        Some(player) if view.result.is_some() => {
            ComputerResults::of(&app.store, &player.id).await?
        }
        _ => ComputerResults::default(),
    };
    let preview = app.settings.address(&format!("/game/{}/picture.png", snapshot.key));
    let watchers = app.store.games().watchers_of(&snapshot.key, app.clock.now()).await?;
    let opponent = match you {
        Some(you) if snapshot.is_between_people() => other_player(app, snapshot, you).await?,
        _ => None,
    };
    let table = GamePage {
        opponent,
        snapshot,
        you,
        view: &view,
        events: &events,
        notice,
        preview,
        seeks,
        computer_results: &computer_results,
        watchers,
        push_key: app.push.public_key(),
        now: app.clock.now(),
    };
    Ok(html(status, page::game(visitor, table)))
}

/// The relation to the other player of a game, if there is one.
async fn other_player(
    app: &App,
    snapshot: &Snapshot,
    you: Side,
) -> Result<Option<Option<Relation>>, Failure> {
    match [snapshot.seat(you), snapshot.seat(!you)] {
        [Seat::Player { id: own, .. }, Seat::Player { id: other, .. }] => {
            Ok(Some(app.store.accounts().relation(own, other).await?))
        }
        _ => Ok(None),
    }
}
