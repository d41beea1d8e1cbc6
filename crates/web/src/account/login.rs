//! Signing in and out, and leaving for good.

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use data_encoding::HEXLOWER;
use merels_live::{PlayerMessage, levels};
use merels_messages::Language;
use merels_model::{ForfeitCause, Player, PlayerId, StoredGame};
use merels_services::ServiceError;
use merels_store::SecurityKind;
use serde_json::json;

use super::login_page::{self, FirstPage, LoginCard};
use super::reauthentication::unproven;
use super::{passwords, routes, second_factor};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::origin;
use crate::edge::reply::{data, go_to, html, with_cookie};
use crate::edge::visitor::{
    Session, SignedIn, Visitor, clear_session, cookie, set_cookie, set_language, start_session,
};
use crate::error::Failure;
use crate::game_request::GameRequest;
use crate::settings::Settings;

/// What the login page may have to tell, by its name in the address.
const NEWS: &[(&str, &str)] = &[
    ("created", "signup-done"),
    ("logged-out", "logout-done"),
    ("deleted", "delete-done"),
    ("reset", "reset-done"),
];

/// The cookie that carries an address from the sign-up to the login page.
const EMAIL_COOKIE: &str = "merels-email";

/// The first page. Whoever has an account has a page of one's own.
pub(crate) async fn first_page(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Failure> {
    enter(&app, &visitor, &headers, &fields, LoginCard::default()).await
}

/// The first page for somebody who wants to log in.
pub(crate) async fn login_page(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Failure> {
    let said = NEWS.iter().find(|(name, _)| fields.get("news") == Some(name));
    let news = said.map(|(_, message)| visitor.language.say(message));
    let email = cookie(&headers, EMAIL_COOKIE).and_then(from_hex).unwrap_or_default();
    let card = LoginCard { asked: true, email: &email, error: None, news: news.as_deref() };
    let response = enter(&app, &visitor, &headers, &fields, card).await?;
    Ok(if email.is_empty() {
        response
    } else {
        with_cookie(response, &email_cookie(&app.settings, ""))
    })
}

async fn enter(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    fields: &Fields,
    card: LoginCard<'_>,
) -> Result<Response, Failure> {
    if visitor.player().is_some_and(|player| !player.is_guest()) {
        return Ok(go_to("/home"));
    }
    let chosen = fields.get("game").is_some();
    let choice = GameRequest::wished(fields, headers)?;
    let best = app.spotlight.best().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "the best game of the moment is not known");
        None
    });
    let begun = running_games(app, visitor).await?;
    let (levels, now) = (&levels(choice.game, &app.oracles), app.clock.now());
    let first =
        FirstPage { choice: &choice, levels, now, card, begun: &begun, best: best.as_ref() };
    let response = html(StatusCode::OK, login_page::first(visitor, &first));
    Ok(if chosen { with_cookie(response, &choice.cookie(&app.settings)) } else { response })
}

async fn running_games(app: &App, visitor: &Visitor) -> Result<Vec<StoredGame>, Failure> {
    match visitor.player() {
        Some(player) => Ok(app.store.games().running_games(&player.id).await?),
        None => Ok(Vec::new()),
    }
}

/// Keeps the address that was just signed up until the login page shows it: not in the page's own
/// address, where it would stand in the history of the browser.
pub(crate) fn email_cookie(settings: &Settings, email: &str) -> String {
    let hex = HEXLOWER.encode(email.as_bytes());
    let lasts = if email.is_empty() { 0 } else { 300 };
    set_cookie(settings, EMAIL_COOKIE, &hex, lasts)
}

fn from_hex(hex: &str) -> Option<String> {
    String::from_utf8(HEXLOWER.decode(hex.as_bytes()).ok()?).ok()
}

pub(crate) async fn log_in(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Failure> {
    let (email, password) = (fields.raw("email").trim(), fields.secret("password")?);
    let account = app.store.accounts().account(email).await?;
    let (player, hash) = account.map(|account| (account.player, account.password)).unzip();
    let hash = hash.flatten();
    if !app.limits.allows_login(visitor.client, email, player.as_ref()).await? {
        app.security.note(SecurityKind::LoginLimited, player.as_ref(), visitor.client).await;
        return Err(ServiceError::TooMany.into());
    }
    let right = passwords::is_right(password.to_owned(), hash).await;
    let Some(player) = player.clone().filter(|_| right) else {
        app.security.note(SecurityKind::LoginRefused, player.as_ref(), visitor.client).await;
        let words = visitor.language.say("login-wrong");
        if visitor.json {
            let body = json!({"error": "wrong-login", "message": words});
            return Ok(data(StatusCode::UNAUTHORIZED, body));
        }
        let (choice, begun) =
            (GameRequest::remembered(&headers), running_games(&app, &visitor).await?);
        let card = LoginCard { asked: true, email, error: Some(&words), news: None };
        let (levels, now) = (&levels(choice.game, &app.oracles), app.clock.now());
        let first = FirstPage { choice: &choice, levels, now, card, begun: &begun, best: None };
        return Ok(html(StatusCode::UNAUTHORIZED, login_page::first(&visitor, &first)));
    };
    let facts =
        app.store.accounts().account_facts(&player).await?.ok_or(ServiceError::SignedOut)?;
    if facts.second_factor {
        return second_factor::ask(&app, &visitor, &player).await;
    }
    let_in(&app, &visitor, &player, false).await
}

/// Begins a session for one who has shown who it is, by more than a password if it is to be `strong`.
pub(crate) async fn let_in(
    app: &App,
    visitor: &Visitor,
    player: &PlayerId,
    strong: bool,
) -> Result<Response, Failure> {
    let facts = app.store.accounts().account_facts(player).await?.ok_or(ServiceError::SignedOut)?;
    if facts.closed.is_some() {
        app.security.note(SecurityKind::ClosedRefused, Some(player), visitor.client).await;
        return Err(ServiceError::Closed.into());
    }
    app.limits.logged_in(facts.player.email.as_deref().unwrap_or_default()).await?;
    if strong {
        app.security.note(SecurityKind::SecondFactorGiven, Some(player), visitor.client).await;
    }
    app.security.note(SecurityKind::LoggedIn, Some(player), visitor.client).await;
    // Whatever session the browser had before is over.
    end_session(app, visitor).await?;
    let cookie = start_session(app, player, strong).await?;
    let response = if visitor.json {
        let message = visitor.language.say("login-done");
        data(StatusCode::OK, json!({"message": message, "home": "/home"}))
    } else {
        go_to("/home")
    };
    Ok(with_cookie(response, &cookie))
}

async fn end_session(app: &App, visitor: &Visitor) -> Result<(), Failure> {
    if let Some(Session { id, player, .. }) = &visitor.session {
        app.store.accounts().end_session(id).await?;
        app.live.notify(&player.id, PlayerMessage::SignedOut(Some(id.clone())));
    }
    Ok(())
}

pub(crate) async fn log_out(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    if !origin::may_follow(&headers, &app.settings) {
        return Err(Failure::CrossSite);
    }
    end_session(&app, &visitor).await?;
    if let Some(player) = visitor.player() {
        app.security.note(SecurityKind::LoggedOut, Some(&player.id), visitor.client).await;
    }
    let response = if visitor.json {
        data(StatusCode::OK, json!({"message": visitor.language.say("logout-done")}))
    } else {
        go_to("/login?news=logged-out")
    };
    Ok(with_cookie(response, &clear_session(&app.settings)))
}

pub(crate) async fn delete_account(
    State(app): State<App>,
    visitor: SignedIn,
    method: Method,
    fields: Fields,
) -> Result<Response, Failure> {
    if !routes::may_leave(&app, &visitor, &fields, method == Method::POST).await? {
        return Err(ServiceError::Unproven(unproven(&fields)).into());
    }
    leave(&app, visitor.player()).await?;
    app.security.note(SecurityKind::Deleted, Some(visitor.id()), visitor.client).await;
    let response = if visitor.json {
        data(StatusCode::OK, json!({"message": visitor.language.say("delete-done")}))
    } else {
        go_to("/login?news=deleted")
    };
    Ok(with_cookie(response, &clear_session(&app.settings)))
}

/// The player goes first, the games are forfeited then: should the server die in between, the
/// janitor finds the empty seats.
async fn leave(app: &App, player: &Player) -> Result<(), Failure> {
    let games = app.store.games().running_games(&player.id).await?;
    app.store.accounts().delete_player(&player.id).await?;
    app.live.notify(&player.id, PlayerMessage::SignedOut(None));
    for game in games {
        if let Some(side) = game.side_of(&player.id) {
            app.live.forfeit(&game.key, side, ForfeitCause::Left, None).await?;
        }
    }
    app.live.empty_seats(&player.id).await;
    Ok(())
}

pub(crate) async fn choose_language(
    State(app): State<App>,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Failure> {
    let code = fields.need("language")?;
    let language = Language::from_code(code)
        .ok_or_else(|| Failure::Field("failure-unknown-language", code.to_owned()))?;
    let response = go_to(&origin::page_before(&headers).unwrap_or_else(|| "/".to_owned()));
    Ok(with_cookie(response, &set_language(&app.settings, language)))
}
