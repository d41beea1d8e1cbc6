//! Finding an opponent, or taking the computer for one.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use jiff::Timestamp;
use merels_engine::Level;
use merels_rules::nimble::{NimblePosition, USUAL_STRIP};
use merels_rules::{AnyPosition, GameId, Position, Side};
use merels_store::{GameKey, Matched, NewGame, NewSeat, PlayerId, Seat, Seek};
use serde_json::json;

use crate::app::App;
use crate::computer;
use crate::error::Failure;
use crate::fields::Fields;
use crate::limits::ClientAddress;
use crate::live::PlayerMessage;
use crate::pages;
use crate::reply::{data, go_to, page, with_cookie};
use crate::routes::accounts::welcome_guest;
use crate::routes::game;
use crate::visitor::{SignedIn, Visitor};

/// The most games that a player may have in progress: nobody may fill the site, or the computer's
/// time, with games.
const MOST_RUNNING: u32 = 20;

/// Where a game begins; Nimble's strips are random.
fn start_of(game: GameId) -> AnyPosition {
    match game {
        GameId::Nimble => {
            let seed = getrandom::u64().unwrap_or_default();
            NimblePosition::random(USUAL_STRIP, seed).map_or(game.start(), AnyPosition::Nimble)
        }
        _ => game.start(),
    }
}

/// Drawn by lot.
fn random_side() -> Side {
    if getrandom::u32().unwrap_or_default().is_multiple_of(2) { Side::White } else { Side::Black }
}

fn game_field(fields: &Fields) -> Result<GameId, Failure> {
    let id = fields.get("game").unwrap_or(GameId::NINE.id());
    id.parse().map_err(|_| Failure::Field("failure-unknown-game", id.to_owned()))
}

pub(crate) async fn find(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    seek(&app, &visitor, game_field(&fields)?).await
}

/// Joins the first waiting player, else waits.
async fn seek(app: &App, visitor: &SignedIn, game: GameId) -> Result<Response, Failure> {
    if visitor.player().is_guest() {
        return Err(Failure::GuestsOnlyPlayTheComputer);
    }
    check_rate(app, visitor.client)?;
    let (me, key, start) = (visitor.id(), GameKey::random(), start_of(game));
    let seek = Seek {
        player: me.clone(),
        side: random_side(),
        key: key.clone(),
        game,
        start: start.to_string(),
        mover: start.side(),
        at: Timestamp::now(),
        most_running: MOST_RUNNING,
    };
    match app.store.find_match(seek).await? {
        Matched::With(opponent) => {
            metrics::counter!("merels_games_total").increment(1);
            for player in [me, &opponent] {
                app.live.notify(player, PlayerMessage::Matched(key.clone()));
            }
            Ok(matched(visitor, &key))
        }
        Matched::TooMany => Err(Failure::TooManyGames),
        Matched::Waits if visitor.json => {
            let message = visitor.language.say("waiting-title");
            Ok(data(StatusCode::OK, json!({"status": "waiting", "message": message})))
        }
        Matched::Waits => Ok(go_to("/findmatch")),
    }
}

/// Starting a game is work for the store and the computer: so many a minute are enough for anybody.
fn check_rate(app: &App, client: ClientAddress) -> Result<(), Failure> {
    if app.limits.allows_game(client) { Ok(()) } else { Err(Failure::TooMany) }
}

fn matched(visitor: &SignedIn, key: &GameKey) -> Response {
    if visitor.json {
        let message = visitor.language.say("waiting-matched");
        let body = json!({"status": "matched", "message": message, "game_id": key.as_str()});
        data(StatusCode::OK, body)
    } else {
        go_to(&format!("/game/{key}"))
    }
}

pub(crate) async fn waiting_page(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
) -> Result<Response, Failure> {
    if app.store.still_waiting(visitor.id(), Timestamp::now()).await? {
        let Some(game) = app.store.waits_for(visitor.id(), Timestamp::now()).await? else {
            return Ok(go_to("/findmatch"));
        };
        if visitor.json {
            let message = visitor.language.say("waiting-title");
            let body = json!({"status": "waiting", "message": message, "game": game.id()});
            return Ok(data(StatusCode::OK, body));
        }
        return Ok(page(StatusCode::OK, pages::waiting(&visitor, game)));
    }
    let running = app.store.running_games(visitor.id()).await?;
    match running.iter().find(|game| game.is_between_people()) {
        Some(game) => Ok(matched(&visitor, &game.key)),
        None if visitor.json => Err(Failure::NoGame),
        None => Ok(go_to("/home")),
    }
}

pub(crate) async fn cancel(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
) -> Result<Response, Failure> {
    app.store.stop_waiting(visitor.id()).await?;
    if visitor.json {
        let message = visitor.language.say("waiting-cancelled");
        return Ok(data(StatusCode::OK, json!({"status": "cancelled", "message": message})));
    }
    Ok(go_to("/home"))
}

/// The game that was matched: the player's newest unfinished one.
pub(crate) async fn matched_game(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let game = game::named_game(&app, &visitor, &fields).await?;
    if visitor.json {
        let snapshot = game.snapshot();
        return game::show_game(&app, &snapshot, &(&visitor).into(), StatusCode::OK, None).await;
    }
    Ok(go_to(&format!("/game/{}", game.key)))
}

/// The same once more: against people back to matchmaking, against the computer with the colours
/// exchanged.
pub(crate) async fn play_again(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let game = match fields.get("game_id") {
        Some(key) => app.store.game(&GameKey::new(key)).await?,
        None => app.store.finished_games(visitor.id(), 1).await?.into_iter().next(),
    };
    let game = game.ok_or(Failure::NoGame)?;
    let side = game.side_of(visitor.id()).ok_or(Failure::NoGame)?;
    match &game.seats[(!side).index()] {
        Seat::Computer(level) => {
            check_rate(&app, visitor.client)?;
            let new = computer_game(game.game, visitor.id(), !side, level.clone());
            begin(&app, visitor.id(), new, visitor.json).await
        }
        Seat::Player { .. } | Seat::Gone => seek(&app, &visitor, game.game).await,
    }
}

/// A game about to begin, the player on `side`.
fn computer_game(game: GameId, player: &PlayerId, side: Side, level: String) -> NewGame {
    let (player, computer) = (NewSeat::Player(player.clone()), NewSeat::Computer(level));
    let start = start_of(game);
    NewGame {
        key: GameKey::random(),
        game,
        start: start.to_string(),
        mover: start.side(),
        seats: match side {
            Side::White => [player, computer],
            Side::Black => [computer, player],
        },
        at: Timestamp::now(),
    }
}

async fn begin(
    app: &App,
    player: &PlayerId,
    new: NewGame,
    json: bool,
) -> Result<Response, Failure> {
    let key = new.key.clone();
    if !app.store.create_game_within(new, player, MOST_RUNNING).await? {
        return Err(Failure::TooManyGames);
    }
    metrics::counter!("merels_games_total").increment(1);
    app.computer.push_for(Some(player.clone()), &key);
    Ok(if json {
        data(StatusCode::CREATED, json!({"status": "matched", "game_id": key.as_str()}))
    } else {
        go_to(&format!("/game/{key}"))
    })
}

/// Begins a game against the computer, for guests too.
pub(crate) async fn play_computer(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let game = game_field(&fields)?;
    let level = match fields.get("level") {
        Some(text) => text.parse().map_err(|_| unknown_level(text))?,
        None => Level::USUAL,
    };
    if !computer::levels(game, &app.oracles).contains(&level) {
        return Err(unknown_level(&level.to_string()));
    }
    let side = match fields.get("colour").unwrap_or("random") {
        "white" => Side::White,
        "black" => Side::Black,
        "random" => random_side(),
        other => return Err(Failure::Field("failure-unknown-colour", other.to_owned())),
    };
    check_rate(&app, visitor.client)?;
    let (player, cookie) = match visitor.player() {
        Some(player) => (player.id.clone(), None),
        None => {
            let (player, cookie) = welcome_guest(&app, &visitor).await?;
            (player, Some(cookie))
        }
    };
    let new = computer_game(game, &player, side, level.to_string());
    let response = begin(&app, &player, new, visitor.json).await?;
    Ok(match cookie {
        Some(cookie) => with_cookie(response, &cookie),
        None => response,
    })
}

fn unknown_level(level: &str) -> Failure {
    Failure::Field("failure-unknown-level", level.to_owned())
}
