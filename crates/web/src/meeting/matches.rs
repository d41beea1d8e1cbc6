//! Finding an opponent, or taking the computer for one.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_live::{Asker, ClientAddress, LiveGame, Network, PlayerMessage, Refusal};
use merels_rules::nimble::{NimblePosition, Strip, USUAL_STRIP};
use merels_rules::{AnyPosition, Position, Side};
use merels_store::{
    GameKey, Matched, NewGame, NewSeat, PlayerId, Rematched, Seat, Seek, StoredGame, Terms, Wish,
};
use serde_json::json;

use super::play::play_here;
use super::waiting_page;
use crate::app::App;
use crate::choice::{Choice, Opponent, measure, random_side, terms};
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::Failure;
use crate::fair_play;
use crate::game::routes;

/// The most games that a player may have in progress: nobody may fill the site, or the computer's
/// time, with games.
pub(crate) const MOST_RUNNING: u32 = 20;

/// The most open seats of one client: guests are free, and nobody may fill the lobby.
const MOST_SEATS: u32 = 20;

/// A game about to begin from a position.
pub(crate) fn new_game_from(app: &App, start: &AnyPosition, seats: [NewSeat; 2]) -> NewGame {
    NewGame {
        key: GameKey::random(),
        game: start.game(),
        start: start.to_string(),
        mover: start.side(),
        seats,
        terms: Terms::default(),
        at: app.clock.now(),
    }
}

/// Two seats: the first on `side`.
fn seats(side: Side, first: NewSeat, second: NewSeat) -> [NewSeat; 2] {
    match side {
        Side::White => [first, second],
        Side::Black => [second, first],
    }
}

pub(crate) async fn find(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let wish = Choice::read(&fields)?.wish(terms(&fields, !visitor.player().is_guest())?);
    seek(&app, visitor.id(), &visitor, wish).await
}

/// Joins the first suitable player who waits, else waits.
pub(crate) async fn seek<S>(
    app: &App,
    me: &PlayerId,
    visitor: &Visitor<S>,
    wish: Wish,
) -> Result<Response, Failure> {
    check_rate(app, visitor.client).await?;
    let key = GameKey::random();
    let seek = Seek {
        player: me.clone(),
        wish,
        side: random_side(),
        key: key.clone(),
        at: app.clock.now(),
        most_running: MOST_RUNNING,
        client: Some((visitor.client.to_string(), MOST_SEATS)),
    };
    match app.store.find_match(seek).await? {
        Matched::With(opponent) => {
            announce(app, &key, [me, &opponent]);
            Ok(matched(visitor, &key))
        }
        Matched::TooMany => Err(Failure::TooManyGames),
        Matched::TooManySeats => Err(Failure::TooManySeats),
        Matched::Waits if visitor.json => {
            let message = visitor.language.say("waiting-title");
            Ok(data(StatusCode::OK, json!({"status": "waiting", "message": message})))
        }
        Matched::Waits => Ok(go_to("/findmatch")),
    }
}

/// Tells two players that their game has begun.
pub(crate) fn announce(app: &App, key: &GameKey, players: [&PlayerId; 2]) {
    metrics::counter!("merels_games_total").increment(1);
    for player in players {
        app.live.notify(player, PlayerMessage::Matched(key.clone()));
    }
}

/// Starting a game is work for the store and the computer: so many a minute are enough for anybody.
pub(crate) async fn check_rate(app: &App, client: ClientAddress) -> Result<(), Failure> {
    if app.limits.allows_game(client).await? { Ok(()) } else { Err(Failure::TooMany) }
}

pub(crate) fn matched<S>(visitor: &Visitor<S>, key: &GameKey) -> Response {
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
    // Whoever is matched between the two questions waits no more: the game is there.
    if app.store.still_waiting(visitor.id(), app.clock.now()).await?
        && let Some(wish) = app.store.waits_for(visitor.id(), app.clock.now()).await?
    {
        if visitor.json {
            let message = visitor.language.say("waiting-title");
            let body = json!({
                "status": "waiting", "message": message, "game": wish.game.id(),
                "clock": wish.terms.time.map(|time| time.to_string()), "rated": wish.terms.rated,
            });
            return Ok(data(StatusCode::OK, body));
        }
        let here = app.store.players_here(app.clock.now()).await?;
        return Ok(html(StatusCode::OK, waiting_page::waiting(&visitor, &wish, here)));
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
    let game = routes::named_game(&app, &visitor, &fields).await?;
    if visitor.json {
        let snapshot = game.snapshot();
        return routes::show_game(&app, &snapshot, &(&visitor).into(), StatusCode::OK, None).await;
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
            fair_play::check_level(&app, (&visitor).into(), game.game, level).await?;
            check_rate(&app, visitor.client).await?;
            let me = NewSeat::Player(visitor.id().clone());
            let seats = seats(!side, me, NewSeat::Computer(level.clone()));
            let new = new_game_from(&app, &same_start(&game), seats);
            begin(&app, &visitor, visitor.id(), new).await
        }
        // Both seats are the player's own.
        seat if seat.is(visitor.id()) => {
            check_rate(&app, visitor.client).await?;
            let me = || NewSeat::Player(visitor.id().clone());
            let new = new_game_from(&app, &same_start(&game), [me(), me()]);
            begin(&app, &visitor, visitor.id(), new).await
        }
        Seat::Player { .. } | Seat::Gone => {
            seek(&app, visitor.id(), &visitor, wish_like(&game)).await
        }
    }
}

/// The wish for a game like another.
fn wish_like(game: &StoredGame) -> Wish {
    let start = same_start(game);
    Wish {
        game: game.game,
        measure: measure(&start, USUAL_STRIP.pawns),
        start: start.to_string(),
        mover: start.side(),
        terms: game.terms,
    }
}

/// Would like a rematch with the same person, or answers the other's wish.
pub(crate) async fn rematch(
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let key = fields.need("game_id")?;
    let accept = match fields.get("response") {
        None | Some("accept") => true,
        Some("decline") => false,
        Some(other) => return Err(Failure::Field("failure-unknown-response", other.to_owned())),
    };
    check_rate(&app, visitor.client).await?;
    let game = app.live.open(&GameKey::new(key)).await?.ok_or(Failure::UnknownGame)?;
    match rematch_in(&app, &game, visitor.id(), accept).await? {
        Some(next) => Ok(matched(&visitor, &next)),
        None if visitor.json => {
            let status = if accept { "offered" } else { "declined" };
            Ok(data(StatusCode::OK, json!({"status": status})))
        }
        None => Ok(go_to(&format!("/game/{key}"))),
    }
}

/// Offers, accepts or declines a rematch after a game; gives the rematch once there is one.
pub(crate) async fn rematch_in(
    app: &App,
    game: &Arc<LiveGame>,
    player: &PlayerId,
    accept: bool,
) -> Result<Option<GameKey>, Failure> {
    let kind = game.snapshot().kind;
    let failed = |error| Failure::of(kind, error);
    if !accept {
        app.live.decline_rematch(game, player).await.map_err(failed)?;
        return Ok(None);
    }
    let done = app.live.offer_rematch(game, player, same_start, MOST_RUNNING).await;
    match done.map_err(failed)? {
        Rematched::Offered => Ok(None),
        Rematched::Begun(next) => {
            metrics::counter!("merels_games_total").increment(1);
            Ok(Some(next))
        }
        Rematched::TooMany => Err(Failure::TooManyGames),
        Rematched::NotOver => Err(Failure::Refused(kind, Refusal::NoRematch)),
    }
}

/// Where a game began, for one like it; a strip is laid anew, as long as the last.
fn same_start(game: &StoredGame) -> AnyPosition {
    match game.game.parse_position(&game.start) {
        Ok(AnyPosition::Nimble(strip)) => {
            let seed = getrandom::u64().unwrap_or_default();
            // On one square nobody could move.
            let squares = strip.squares().max(2);
            NimblePosition::random(Strip { squares, ..USUAL_STRIP }, seed)
                .map_or(AnyPosition::Nimble(strip), AnyPosition::Nimble)
        }
        Ok(start) => start,
        Err(_) => game.game.start(),
    }
}

pub(crate) async fn begin<S>(
    app: &App,
    visitor: &Visitor<S>,
    player: &PlayerId,
    new: NewGame,
) -> Result<Response, Failure> {
    let key = new.key.clone();
    if !app.store.create_game_within(new, player, MOST_RUNNING).await? {
        return Err(Failure::TooManyGames);
    }
    metrics::counter!("merels_games_total").increment(1);
    let network = Network::Client(visitor.client);
    app.computer.push(&key, Asker { network, player: Some(player.clone()) });
    Ok(if visitor.json {
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
    let choice = Choice { opponent: Opponent::Computer, ..Choice::read(&fields)? };
    play_here(&app, &visitor, &choice).await
}
