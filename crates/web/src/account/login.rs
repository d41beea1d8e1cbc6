//! Signing in and out, and leaving for good.

use axum::Router;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use axum::routing::{delete, get, post};
use data_encoding::HEXLOWER;
use maud::Markup;
use merels_messages::Language;
use merels_services::ServiceError;
use merels_services::accounts::{LoginStep, SessionToken};
use serde_json::json;

use super::login_page::{self, LoginCard};
use super::routes::proof;
use super::second_factor;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::origin;
use crate::edge::reply::{data, go_to, html, told, with_cookie};
use crate::edge::visitor::{
    SignedIn, Visitor, clear_proof, clear_session, cookie, keep_session, set_cookie, set_language,
};
use crate::error::{Failure, Result};
use crate::first::{self, LogIn};
use crate::game_request::{GameRequest, Opponent};
use crate::settings::Settings;

/// The news that the login page may have to tell, by their names in the address.
const NEWS: &[(&str, &str)] = &[
    ("created", "signup-done"),
    ("logged-out", "logout-done"),
    ("deleted", "delete-done"),
    ("reset", "reset-done"),
];

/// The cookie that carries an address from the sign-up to the login page.
const EMAIL_COOKIE: &str = "merels-email";

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/", get(first_page))
        .route("/play", get(play_page))
        .route("/login", get(login_page))
        // A visitor may choose a language on the page that a wrong login shows, and is led back to it.
        .route("/loginplayer", get(login_page).post(log_in))
        .route("/logout", get(log_out).post(log_out))
        .route("/delete", delete(delete_account).post(delete_account))
        .route("/language", post(choose_language))
}

/// The first page. Whoever has an account has a page of one's own.
async fn first_page(app: App, visitor: Visitor, headers: HeaderMap, fields: Fields) -> Result {
    if visitor.has_account() {
        return Ok(go_to("/home"));
    }
    board(&app, &visitor, &headers, &fields, LoginCard::default()).await
}

/// The same board for everybody: who has an account comes to it by Play.
async fn play_page(app: App, visitor: Visitor, headers: HeaderMap, fields: Fields) -> Result {
    board(&app, &visitor, &headers, &fields, LoginCard::default()).await
}

/// The first page for somebody who wants to log in.
pub(super) async fn login_page(
    app: App,
    visitor: Visitor,
    headers: HeaderMap,
    fields: Fields,
) -> Result {
    let said = NEWS.iter().find(|(name, _)| fields.get("news") == Some(name));
    let news = said.map(|(_, message)| visitor.language.say(message));
    let email = cookie(&headers, EMAIL_COOKIE).and_then(from_hex).unwrap_or_default();
    let before = origin::page_before(&headers).unwrap_or_default();
    let next = origin::way_back(&before);
    let card = LoginCard { asked: true, email: &email, error: None, news: news.as_deref(), next };
    if visitor.has_account() {
        return Ok(go_to("/home"));
    }
    let response = board(&app, &visitor, &headers, &fields, card).await?;
    Ok(if email.is_empty() {
        response
    } else {
        with_cookie(response, &email_cookie(&app.settings, ""))
    })
}

async fn board(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    fields: &Fields,
    card: LoginCard<'_>,
) -> Result {
    let chosen = fields.get("game").is_some();
    let mut choice = GameRequest::wished(fields, headers)?;
    // A board on which nobody could play until somebody comes is shown to nobody who did not ask for it.
    if !chosen && matches!(choice.opponent, Opponent::Anybody | Opponent::Friend) {
        choice.opponent = Opponent::Computer;
    }
    let page = first_page_with(app, visitor, headers, &choice, card).await?;
    let response = html(StatusCode::OK, page);
    Ok(if chosen { with_cookie(response, &choice.cookie(&app.settings)) } else { response })
}

async fn first_page_with(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    choice: &GameRequest,
    card: LoginCard<'_>,
) -> Result<Markup> {
    let begun = match visitor.player() {
        Some(player) => app.services.games.running(&player.id).await?,
        None => Vec::new(),
    };
    let markup = login_page::login_card(visitor, card, &begun);
    let log_in = LogIn { card: markup, asked: card.asked };
    first::show(app, visitor, headers, choice, begun, log_in).await
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

async fn log_in(app: App, visitor: Visitor, headers: HeaderMap, fields: Fields) -> Result {
    let (email, password) = (fields.raw("email").trim(), fields.secret("password")?);
    let next = second_factor::next(&fields);
    match app.services.accounts.log_in(&visitor, email, password).await {
        Ok(LoginStep::Done(token)) => Ok(logged_in(&app, &visitor, &token, next)),
        Ok(LoginStep::SecondFactor(step)) => Ok(second_factor::ask(&visitor, &step, None, next)),
        Err(ServiceError::WrongLogin(message)) if !visitor.json => {
            let words = visitor.language.say(message);
            let card = LoginCard { asked: true, email, error: Some(&words), news: None, next };
            let choice = GameRequest::remembered(&headers);
            let page = first_page_with(&app, &visitor, &headers, &choice, card).await?;
            Ok(html(StatusCode::UNAUTHORIZED, page))
        }
        Err(error) => Err(error.into()),
    }
}

/// The answer to one who has come in: on to where the visitor was, else Home.
pub(super) fn logged_in(
    app: &App,
    visitor: &Visitor,
    token: &SessionToken,
    next: Option<&str>,
) -> Response {
    let response = if visitor.json {
        let message = visitor.language.say("login-done");
        data(StatusCode::OK, json!({"message": message, "home": "/home"}))
    } else {
        go_to(next.unwrap_or("/home"))
    };
    with_cookie(response, &keep_session(&app.settings, token))
}

async fn log_out(app: App, visitor: Visitor, headers: HeaderMap) -> Result {
    if !origin::may_follow(&headers, &app.settings) {
        return Err(Failure::CrossSite);
    }
    app.services.accounts.log_out(&visitor).await?;
    let response = told(&visitor, "logout-done", "/login?news=logged-out");
    let response = with_cookie(response, &clear_proof(&app.settings));
    Ok(with_cookie(response, &clear_session(&app.settings)))
}

async fn delete_account(app: App, visitor: SignedIn, method: Method, fields: Fields) -> Result {
    app.services.accounts.delete(&visitor, proof(&fields)?, method == Method::POST).await?;
    let response = told(&visitor, "delete-done", "/login?news=deleted");
    Ok(with_cookie(response, &clear_session(&app.settings)))
}

async fn choose_language(app: App, headers: HeaderMap, fields: Fields) -> Result {
    let code = fields.need("language")?;
    let language = Language::from_code(code)
        .ok_or_else(|| Failure::Field("failure-unknown-language", code.to_owned()))?;
    let response = go_to(&origin::page_before(&headers).unwrap_or_else(|| "/".to_owned()));
    Ok(with_cookie(response, &set_language(&app.settings, language)))
}
