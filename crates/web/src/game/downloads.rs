//! A game to keep: as a record, as a picture, as a picture that moves.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use merels_drawing::png;
use merels_live::{LiveGame, Snapshot};
use merels_model::GameKey;
use merels_rules::{AnyPosition, Side};

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
pub(crate) async fn record(State(app): State<App>, Path(id): Path<String>) -> Result {
    let game = app.services.games.open(&GameKey::new(id)).await?;
    let name = format!("merels-{}.merels", game.key);
    Ok(file(
        "text/plain; charset=utf-8",
        &name,
        app.services.games.record(&game).await?.to_string(),
    ))
}

/// The position of a game now, or at its end, drawn once for all who see it from the same side.
async fn drawn(
    app: &App,
    game: &LiveGame,
    visitor: &Visitor,
    kind: &str,
    draw: fn(&AnyPosition, Side) -> Option<Vec<u8>>,
) -> Result<Bytes> {
    let snapshot = game.snapshot();
    let (position, near) = (snapshot.position.clone(), near(&snapshot, visitor));
    let name = format!("{kind} {} {position} {near}", position.game());
    app.pictures.of(name, visitor.client, move || draw(&position, near)).await
}

/// The picture for previews and for sharing.
pub(crate) async fn picture(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result {
    let game = app.services.games.open(&GameKey::new(id)).await?;
    let picture = drawn(&app, &game, &visitor, "png", png).await?;
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "no-store")];
    Ok((StatusCode::OK, headers, picture).into_response())
}

pub(crate) async fn still(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result {
    let game = app.services.games.open(&GameKey::new(id)).await?;
    let draw = |position: &_, near| Some(merels_drawing::still(position, near).into_bytes());
    let picture = drawn(&app, &game, &visitor, "svg", draw).await?;
    Ok(file("image/svg+xml; charset=utf-8", &format!("merels-{}.svg", game.key), picture))
}

/// The whole game, turn by turn.
pub(crate) async fn animated(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result {
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
