//! A game to keep: as a record, as a picture, as a picture that moves.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use merels_model::GameKey;
use merels_rules::Side;
use merels_services::live::Snapshot;

use crate::app::App;
use crate::edge::visitor::Visitor;
use crate::error::Result;

fn file(kind: &'static str, name: &str, content: impl IntoResponse) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, disposition.as_str()),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (StatusCode::OK, headers, content).into_response()
}

/// The game as `merels replay` and `merels play --load` read it.
pub(crate) async fn record(app: App, Path(id): Path<String>) -> Result {
    let game = app.services.games.open(&GameKey::new(id)).await?;
    let name = format!("merels-{}.merels", game.key);
    Ok(file(
        "text/plain; charset=utf-8",
        &name,
        app.services.games.record(&game).await?.to_string(),
    ))
}

/// The position of a game now, or at its end, for previews and for sharing.
pub(crate) async fn picture(app: App, Path(id): Path<String>, visitor: Visitor) -> Result {
    let snapshot = app.services.games.open(&GameKey::new(id)).await?.snapshot();
    let (position, near) = (snapshot.position.clone(), near(&snapshot, &visitor));
    app.pictures.board(position, near, visitor.client, "no-store").await
}

pub(crate) async fn still(app: App, Path(id): Path<String>, visitor: Visitor) -> Result {
    let snapshot = app.services.games.open(&GameKey::new(id)).await?.snapshot();
    let (position, near) = (snapshot.position.clone(), near(&snapshot, &visitor));
    let name = format!("svg {} {position} {near}", position.game());
    let draw = move || Some(merels_drawing::still(&position, near).into_bytes());
    let picture = app.pictures.of(name, visitor.client, draw).await?;
    Ok(file("image/svg+xml; charset=utf-8", &format!("merels-{}.svg", snapshot.key), picture))
}

/// The whole game, turn by turn.
pub(crate) async fn animated(app: App, Path(id): Path<String>, visitor: Visitor) -> Result {
    let game = app.services.games.open(&GameKey::new(id)).await?;
    let (snapshot, whole) = (game.snapshot(), app.services.live.whole_game(&game).await?);
    let near = near(&snapshot, &visitor);
    let name = format!("animated {} {} {near}", game.key, snapshot.version());
    let draw = move || {
        let moves = whole.moves().iter().zip(whole.positions());
        let ends = moves.filter_map(|(mv, position)| {
            // Of a turn that takes a man, the place where one's own landed.
            let spots = position.spots_of(*mv);
            let landed = match mv {
                merels_rules::AnyMove::Morris(mv) if mv.removed.is_some() => spots.len() - 2,
                _ => spots.len() - 1,
            };
            spots.get(landed).map(|spot| usize::from(spot.0))
        });
        Some(
            merels_drawing::animated(whole.positions(), &ends.collect::<Vec<_>>(), near)
                .into_bytes(),
        )
    };
    let picture = app.pictures.of(name, visitor.client, draw).await?;
    Ok(file("image/svg+xml; charset=utf-8", &format!("merels-{}-game.svg", game.key), picture))
}

fn near(snapshot: &Snapshot, visitor: &Visitor) -> Side {
    let you = visitor.player().and_then(|player| snapshot.side_of(&player.id));
    you.unwrap_or(Side::White)
}
