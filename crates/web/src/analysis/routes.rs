//! The analysis board. All of an analysis stands in its address; nothing is kept.

use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use merels_engine::Level;
use merels_rules::{AnyPosition, Game, Position, Record, Side};
use merels_services::{FinishedGame, ServiceError};

use super::page::{self, AnalysisPage};
use super::set_up::SetUp;
use super::set_up_page;
use super::state::Analysis;
use crate::app::App;
use crate::edge::fair_play::ValueSeeker;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html};
use crate::edge::visitor::Visitor;
use crate::error::{Failure, Result};
use crate::game_request::{ColourWish, GameRequest, Opponent};
use crate::meeting::play::try_again;
use crate::wording;

/// A text of so many characters takes longer to read than the threads that serve have time for.
const LONG_TEXT: usize = 500;

pub(crate) async fn show(app: App, seeker: ValueSeeker, fields: Fields) -> Result {
    if let Some(key) = fields.get("from") {
        return of_game(&app, &seeker, key, &fields).await;
    }
    if fields.get("record").is_some() {
        return read_away(&fields, of_record).await;
    }
    let analysis = read_away(&fields, Analysis::read).await?;
    let visitor = seeker.about(&app, analysis.game).await?;
    let (here, wants_line) = (analysis.here.clone(), fields.get("line").is_some());
    let look = app.services.analysis.look(visitor.fair(), here, wants_line).await?;
    let shown = AnalysisPage::new(&analysis, &look, &app.services.oracles);
    Ok(if visitor.json {
        data(StatusCode::OK, shown.data(visitor.language))
    } else {
        html(StatusCode::OK, page::analysis(&visitor, &shown))
    })
}

/// Reads what an address says; a long text is read away from the threads that serve.
async fn read_away<T: Send + 'static>(
    fields: &Fields,
    read: fn(&Fields) -> Result<T>,
) -> Result<T> {
    let length: usize = ["tree", "at", "record"].map(|name| fields.raw(name).len()).iter().sum();
    if length < LONG_TEXT {
        return read(fields);
    }
    let fields = fields.clone();
    // It breaks off only with the server.
    tokio::task::spawn_blocking(move || read(&fields)).await.map_err(|_| ServiceError::Busy)?
}

async fn of_game(app: &App, visitor: &Visitor, key: &str, fields: &Fields) -> Result {
    let FinishedGame { snapshot, game } = app.services.fair_play.finished_game(key).await?;
    let ply = fields.number("ply")?.unwrap_or(game.ply());
    let you = visitor.player().and_then(|player| snapshot.side_of(&player.id));
    let near = if snapshot.is_shared() { Side::White } else { you.unwrap_or(Side::White) };
    let line = if fields.get("line").is_some() { "&line=1" } else { "" };
    Ok(go_to(&format!("{}{line}", Analysis::of_game(&game, ply, near).address())))
}

/// Leads to the analysis of a game that was pasted as text.
fn of_record(fields: &Fields) -> Result {
    let text = fields.raw("record");
    let record =
        Record::parse(text).map_err(|error| Failure::Field("failure-record", error.to_string()))?;
    let analysis = Analysis::of_game(&record.game, record.game.ply(), Side::White);
    Ok(go_to(&analysis.address()))
}

/// Setting a position up by hand: a click on a spot puts another man there.
pub(crate) async fn set_up(visitor: Visitor, fields: Fields) -> Result {
    let set_up = read_away(&fields, SetUp::read).await?;
    Ok(match (set_up.position(), fields.get("go")) {
        (Ok(_), Some(_)) => go_to(&set_up.analysis_address()),
        _ => html(StatusCode::OK, set_up_page::set_up(&visitor, &set_up)),
    })
}

/// The line to where one is, as a record.
pub(crate) async fn record(fields: Fields) -> Result {
    let analysis = read_away(&fields, Analysis::read).await?;
    let text = Record::new(analysis.here).to_string();
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"merels-analysis.txt\""),
    ];
    Ok((StatusCode::OK, headers, text).into_response())
}

/// The board with its marks, as a picture.
pub(crate) async fn svg(fields: Fields) -> Result {
    let analysis = read_away(&fields, Analysis::read).await?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"merels-board.svg\""),
    ];
    Ok((StatusCode::OK, headers, page::board_svg(&analysis).into_string()).into_response())
}

/// Plays on from a position against the computer: of an analysis, or of a finished game (`from`, `ply`).
pub(crate) async fn play(app: App, visitor: Visitor, fields: Fields) -> Result {
    let start: AnyPosition = match fields.get("from") {
        Some(key) => {
            let finished = app.services.fair_play.finished_game(key).await?;
            let ply = fields.number("ply")?.unwrap_or(0);
            finished.game.positions()[finished.game.ply().min(ply)].clone()
        }
        None => read_away(&fields, Analysis::read).await?.here.position().clone(),
    };
    if Game::new(start.clone()).outcome().is_some() {
        return Err(Failure::Field("failure-analysis-over", start.to_string()));
    }
    let level = fields.word_or("level", "failure-unknown-level", Level::USUAL)?;
    let colour = match start.side() {
        Side::White => ColourWish::White,
        Side::Black => ColourWish::Black,
    };
    let usual = GameRequest::read(&Fields::of_query("")?)?;
    let (game, opponent) = (start.game(), Opponent::Computer);
    let choice = GameRequest { game, start, opponent, level, colour, ..usual };
    try_again(&app, &visitor, &choice, &fields).await
}

/// Says why spots cannot be chosen.
pub(crate) async fn why(visitor: Visitor, fields: Fields) -> Result {
    let analysis = read_away(&fields, Analysis::read).await?;
    let reason = wording::why(visitor.language, &analysis.here, fields.need("why")?);
    Ok(data(StatusCode::OK, reason))
}
