//! A game to keep: as a record, as a picture, as a picture that moves.

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use merels_live::{LiveGame, Snapshot};
use merels_model::{GameKey, Seat};
use merels_rules::{AnyPosition, Record, Side};

use crate::app::App;
use crate::edge::visitor::Visitor;
use crate::error::Failure;

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
pub(crate) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let game = app.game(&GameKey::new(id)).await?;
    let name = format!("merels-{}.merels", game.key);
    Ok(file("text/plain; charset=utf-8", &name, record_of(&app, &game).await?))
}

/// The record of a game.
pub(crate) async fn record_of(app: &App, game: &LiveGame) -> Result<String, Failure> {
    let mut record = Record::new(app.live.whole_game(game).await?);
    let snapshot = game.snapshot();
    let [white, black] = Side::ALL.map(|side| name_in_record(snapshot.seat(side)));
    (record.white, record.black, record.date) = (white, black, day_of(&snapshot));
    Ok(record.to_string())
}

/// The computer is called as the terminal calls it, which can go on with the game.
fn name_in_record(seat: &Seat) -> String {
    match seat {
        Seat::Player { name, .. } => name.clone(),
        Seat::Computer(level) => format!("Merels {level}"),
        Seat::Gone => "?".to_owned(),
    }
}

fn day_of(snapshot: &Snapshot) -> String {
    let begun = snapshot.history.since(0).first().map(|entry| entry.at);
    begun.map_or("????.??.??".to_owned(), |at| at.strftime("%Y.%m.%d").to_string())
}

/// How the game stands or ended.
pub(crate) async fn still(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    let game = app.game(&GameKey::new(id)).await?;
    let snapshot = game.snapshot();
    let (position, near) = (snapshot.position.clone(), near(&snapshot, &visitor));
    let name = picture_name("svg", &position, near);
    let draw = move || Some(merels_drawing::still(&position, near).into_bytes());
    let picture = app.pictures.of(name, visitor.client, draw).await?;
    Ok(file("image/svg+xml; charset=utf-8", &format!("merels-{}.svg", game.key), picture))
}

/// The whole game, turn by turn.
pub(crate) async fn animated(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    let game = app.game(&GameKey::new(id)).await?;
    let (snapshot, whole) = (game.snapshot(), app.live.whole_game(&game).await?);
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

/// What the picture of a position is known by.
pub(crate) fn picture_name(kind: &str, position: &AnyPosition, near: Side) -> String {
    format!("{kind} {} {position} {near}", position.game())
}

pub(crate) fn near(snapshot: &Snapshot, visitor: &Visitor) -> Side {
    let you = visitor.player().and_then(|player| snapshot.side_of(&player.id));
    you.unwrap_or(Side::White)
}
