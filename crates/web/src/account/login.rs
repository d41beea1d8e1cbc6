//! Signing up, in and out, and leaving for good.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use merels_live::PlayerMessage;
use merels_messages::Language;
use merels_store::{
    ForfeitCause, GuestAccount, MailKind, NewPlayer, Player, PlayerId, SecurityKind, StoredGame,
    Taken,
};
use serde_json::json;
use unicode_normalization::UnicodeNormalization;

use super::login_page::{self, FirstPage, LoginCard, SignupErrors, SignupForm};
use super::reauthentication::unproven;
use super::{routes, second_factor};
use crate::app::App;
use crate::choice::Choice;
use crate::edge::fields::Fields;
use crate::edge::origin;
use crate::edge::reply::{data, go_to, html, with_cookie};
use crate::edge::visitor::{
    Session, SignedIn, Visitor, clear_session, cookie, rotate_session, set_cookie, set_language,
    start_session,
};
use crate::error::Failure;
use crate::names;
use crate::passwords::{self, Unfit};
use crate::settings::Settings;

/// The longest e-mail address.
const LONGEST_EMAIL: usize = 254;

/// What the login page may have to tell, by its name in the address.
const NEWS: &[(&str, &str)] = &[
    ("created", "signup-done"),
    ("logged-out", "logout-done"),
    ("deleted", "delete-done"),
    ("reset", "reset-done"),
];

/// The cookie that carries an address from the sign-up to the login page.
const EMAIL_COOKIE: &str = "merels-email";

/// So many made-up names are tried before giving up.
const NAME_ATTEMPTS: usize = 20;

/// The first page. Whoever has an account has a page of one's own.
pub(crate) async fn first_page(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Failure> {
    enter(&app, &visitor, &headers, &fields, LoginCard::default()).await
}

/// The first page for somebody who wants to log in.
pub(crate) async fn login_page(
    State(app): State<Arc<App>>,
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
    let choice = Choice::wished(fields, headers)?;
    let best = app.spotlight.best().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "the best game of the moment is not known");
        None
    });
    let begun = running_games(app, visitor).await?;
    let first = FirstPage { choice: &choice, card, begun: &begun, best: best.as_ref() };
    let response = html(StatusCode::OK, login_page::first(app, visitor, &first));
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
fn email_cookie(settings: &Settings, email: &str) -> String {
    let hex: String = email.bytes().map(|byte| format!("{byte:02x}")).collect();
    let lasts = if email.is_empty() { 0 } else { 300 };
    set_cookie(settings, EMAIL_COOKIE, &hex, lasts)
}

fn from_hex(hex: &str) -> Option<String> {
    let digits = hex.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    String::from_utf8(digits.map(byte).collect::<Option<Vec<u8>>>()?).ok()
}

pub(crate) async fn log_in(
    State(app): State<Arc<App>>,
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
        return Err(Failure::TooMany);
    }
    let right = passwords::is_right(password.to_owned(), hash).await;
    let Some(player) = player.clone().filter(|_| right) else {
        app.security.note(SecurityKind::LoginRefused, player.as_ref(), visitor.client).await;
        let words = visitor.language.say("login-wrong");
        if visitor.json {
            let body = json!({"error": "wrong-login", "message": words});
            return Ok(data(StatusCode::UNAUTHORIZED, body));
        }
        let (choice, begun) = (Choice::remembered(&headers), running_games(&app, &visitor).await?);
        let card = LoginCard { asked: true, email, error: Some(&words), news: None };
        let first = FirstPage { choice: &choice, card, begun: &begun, best: None };
        return Ok(html(StatusCode::UNAUTHORIZED, login_page::first(&app, &visitor, &first)));
    };
    let facts = app.store.accounts().account_facts(&player).await?.ok_or(Failure::SignedOut)?;
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
    let facts = app.store.accounts().account_facts(player).await?.ok_or(Failure::SignedOut)?;
    if facts.closed.is_some() {
        app.security.note(SecurityKind::ClosedRefused, Some(player), visitor.client).await;
        return Err(Failure::Closed);
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

pub(crate) async fn signup_page(visitor: Visitor) -> Response {
    if visitor.player().is_some_and(|player| !player.is_guest()) {
        return go_to("/home");
    }
    let (form, errors) = (SignupForm::default(), SignupErrors::default());
    html(StatusCode::OK, login_page::signup(&visitor, &form, &errors))
}

pub(crate) async fn sign_up(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let language = visitor.language;
    let form = SignupForm {
        email: tidy_email(fields.raw("email")),
        name: names::tidy(fields.raw("name")),
    };
    let (password, confirm) = (fields.secret("password")?, fields.secret("confirm")?);
    let mut errors = check_signup(language, &form, password, confirm);
    if errors.password.is_none() {
        // Whatever costs more than a look comes after the limit.
        if !app.limits.allows_signup(visitor.client).await? {
            return Err(Failure::TooMany);
        }
        let unfit = unfit_password(password, &form.email, &form.name).await;
        errors.password = unfit.map(|message| language.say(message));
    }
    if errors.is_empty() {
        let guest = visitor.player().filter(|player| player.is_guest());
        if let Ok(player) = create(&app, &form, password, guest).await? {
            app.security.note(SecurityKind::SignedUp, Some(&player), visitor.client).await;
            if app.limits.allows_mail(visitor.client, &form.email).await? {
                app.mails.queue(MailKind::Confirm, &form.email, language).await?;
            }
            return signed_up(&app, &visitor, &form).await;
        }
        // Both fields may be taken, and both are told.
        for taken in app.store.accounts().taken(&form.email, &form.name).await? {
            match taken {
                Taken::Email => errors.email = Some(language.say("signup-email-taken")),
                Taken::Name => errors.name = Some(language.say("signup-name-taken")),
            }
        }
    }
    Ok(if visitor.json {
        let message = language.say("signup-refused");
        let body = json!({"error": "signup", "message": message, "errors": errors});
        data(StatusCode::UNPROCESSABLE_ENTITY, body)
    } else {
        html(StatusCode::UNPROCESSABLE_ENTITY, login_page::signup(&visitor, &form, &errors))
    })
}

/// A guest who signed up goes on with what was played; anybody else logs in first.
async fn signed_up(app: &App, visitor: &Visitor, form: &SignupForm) -> Result<Response, Failure> {
    let guest = visitor.session.as_ref().filter(|session| session.player.is_guest());
    let next = if guest.is_some() { "/home" } else { "/login" };
    let response = if visitor.json {
        let message = visitor.language.say("signup-done");
        data(StatusCode::CREATED, json!({"message": message, "login": next}))
    } else {
        go_to(&format!("{next}?news=created"))
    };
    let cookie = match guest {
        Some(session) => rotate_session(app, session).await?,
        None => email_cookie(&app.settings, &form.email),
    };
    Ok(with_cookie(response, &cookie))
}

/// What is wrong with each field at a glance, if anything.
fn check_signup(
    language: Language,
    form: &SignupForm,
    password: &str,
    confirm: &str,
) -> SignupErrors {
    let when = |wrong: bool, message: &str| wrong.then(|| language.say(message));
    let email = when(form.email.is_empty(), "signup-email-missing")
        .or_else(|| when(!is_email(&form.email), "signup-email-odd"));
    // Whoever gives no name gets one.
    let unfit = if form.name.is_empty() { None } else { names::check(&form.name).err() };
    let name = unfit.map(|unfit| language.say(unfit.message()));
    let password_error = unfit_length(password).map(|message| language.say(message));
    let confirm = when(confirm.is_empty(), "signup-confirm-missing")
        .or_else(|| when(confirm != password, "signup-confirm-differs"));
    SignupErrors { email, name, password: password_error, confirm }
}

/// What is wrong with a new password at a glance, by the name of the message.
pub(crate) fn unfit_length(password: &str) -> Option<&'static str> {
    if password.is_empty() {
        return Some("signup-password-missing");
    }
    passwords::check_length(password).err().map(Unfit::message)
}

/// What is wrong with a new password, by the name of the message. The limits of the client come first.
pub(crate) async fn unfit_password(
    password: &str,
    email: &str,
    name: &str,
) -> Option<&'static str> {
    match unfit_length(password) {
        None => passwords::check(password, email, name).await.err().map(Unfit::message),
        unfit => unfit,
    }
}

/// An address as it is kept: one way of writing each character.
pub(crate) fn tidy_email(text: &str) -> String {
    text.trim().nfkc().collect()
}

/// Whether a text looks like an e-mail address; whether it is one, only a mail could tell.
pub(crate) fn is_email(text: &str) -> bool {
    let plain = !text.chars().any(|c| c.is_whitespace() || c.is_control());
    let parts = text.rsplit_once('@');
    let proper = parts.is_some_and(|(name, host)| {
        !name.is_empty() && !host.is_empty() && !host.starts_with('.') && !host.ends_with('.')
    });
    plain && proper && text.len() <= LONGEST_EMAIL
}

async fn create(
    app: &App,
    form: &SignupForm,
    password: &str,
    guest: Option<&Player>,
) -> Result<Result<PlayerId, Taken>, Failure> {
    let hash = passwords::hash(password.to_owned()).await;
    let hash = hash.ok_or_else(|| Failure::BadRequest("password".to_owned()))?;
    if let Some(guest) = guest {
        let name = if form.name.is_empty() { made_up_name("Player") } else { form.name.clone() };
        let (id, email) = (guest.id.clone(), form.email.clone());
        let account = GuestAccount { id, email, password: hash, name };
        return Ok(app.store.accounts().keep_guest(account).await?.map(|()| guest.id.clone()));
    }
    let login = Some((form.email.clone(), hash));
    if form.name.is_empty() {
        return create_nameless(app, login, "Player").await;
    }
    let id = PlayerId::random();
    let (name, at) = (form.name.clone(), app.clock.now());
    let player = NewPlayer { id: id.clone(), login, name, at };
    Ok(app.store.accounts().create_player(player).await?.map(|()| id))
}

fn made_up_name(word: &str) -> String {
    format!("{word} {}", getrandom::u32().unwrap_or_default() % 9_000_000 + 1_000_000)
}

/// Creates a player under a neutral name with a number.
async fn create_nameless(
    app: &App,
    login: Option<(String, String)>,
    word: &str,
) -> Result<Result<PlayerId, Taken>, Failure> {
    for _ in 0..NAME_ATTEMPTS {
        let id = PlayerId::random();
        let player = NewPlayer {
            id: id.clone(),
            login: login.clone(),
            name: made_up_name(word),
            at: app.clock.now(),
        };
        match app.store.accounts().create_player(player).await? {
            Ok(()) => return Ok(Ok(id)),
            Err(Taken::Email) => return Ok(Err(Taken::Email)),
            Err(Taken::Name) => {}
        }
    }
    Ok(Err(Taken::Name))
}

/// Lets somebody without an account in, under a name of choice; gives the cookie to set.
pub(crate) async fn welcome_guest_as(
    app: &App,
    visitor: &Visitor,
    name: &str,
) -> Result<(PlayerId, String), Failure> {
    let (id, cookie) = welcome_guest(app, visitor).await?;
    app.store.accounts().rename_guest(&id, name).await?;
    Ok((id, cookie))
}

/// Lets somebody without an account in; gives the cookie to set.
pub(crate) async fn welcome_guest(
    app: &App,
    visitor: &Visitor,
) -> Result<(PlayerId, String), Failure> {
    if !app.limits.allows_signup(visitor.client).await? {
        return Err(Failure::TooMany);
    }
    // Kept in one language, shown in that of whoever reads it.
    let created = create_nameless(app, None, "Guest").await?;
    let id = created.map_err(|_| Failure::TooMany)?;
    let cookie = start_session(app, &id, false).await?;
    Ok((id, cookie))
}

pub(crate) async fn log_out(
    State(app): State<Arc<App>>,
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
    State(app): State<Arc<App>>,
    visitor: SignedIn,
    method: Method,
    fields: Fields,
) -> Result<Response, Failure> {
    if !routes::may_leave(&app, &visitor, &fields, method == Method::POST).await? {
        return Err(Failure::Unproven(unproven(&fields)));
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
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Failure> {
    let code = fields.need("language")?;
    let language = Language::from_code(code)
        .ok_or_else(|| Failure::Field("failure-unknown-language", code.to_owned()))?;
    let response = go_to(&origin::page_before(&headers).unwrap_or_else(|| "/".to_owned()));
    Ok(with_cookie(response, &set_language(&app.settings, language)))
}
