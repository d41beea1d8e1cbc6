//! Signing up, in and out, and leaving for good.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use jiff::Timestamp;
use merels_store::{ForfeitCause, NewPlayer, Player, PlayerId, Taken};
use serde_json::json;

use crate::app::App;
use crate::error::Failure;
use crate::fields::Fields;
use crate::i18n::Language;
use crate::live::PlayerMessage;
use crate::origin;
use crate::pages::{self, SignupErrors, SignupForm};
use crate::passwords::{self, Unfit};
use crate::reply::{data, go_to, page, with_cookie};
use crate::visitor::{Session, SignedIn, Visitor, clear_session, set_language, start_session};

/// The longest e-mail address and name.
const LONGEST_EMAIL: usize = 254;
const LONGEST_NAME: usize = 30;

/// What the login page may have to tell, by its name in the address.
const NEWS: &[(&str, &str)] =
    &[("created", "signup-done"), ("logged-out", "logout-done"), ("deleted", "delete-done")];

/// Addresses that only forms go to.
const FORMS: &[&str] = &[
    "/loginplayer",
    "/place",
    "/move",
    "/capture",
    "/takeback",
    "/forfeit",
    "/draw",
    "/drawrespond",
    "/playagain",
    "/playcomputer",
    "/cancelmatch",
    "/delete",
];

/// So many made-up names are tried before giving up.
const NAME_ATTEMPTS: usize = 20;

pub(crate) async fn login_page(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    fields: Fields,
) -> Response {
    if visitor.player().is_some_and(|player| !player.is_guest()) {
        return go_to("/home");
    }
    let said = NEWS.iter().find(|(name, _)| fields.get("news") == Some(name));
    let news = said.map(|(_, message)| visitor.language.say(message));
    page(StatusCode::OK, pages::login(&app, &visitor, "", None, news.as_deref()))
}

pub(crate) async fn log_in(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let (email, password) = (fields.raw("email").trim(), fields.raw("password"));
    if !app.limits.allows_login(visitor.client, email) {
        return Err(Failure::TooMany);
    }
    let account = app.store.account(email).await?;
    let (player, hash) = account.map(|account| (account.player, account.password)).unzip();
    let right = passwords::is_right(password.to_owned(), hash).await;
    let Some(player) = player.filter(|_| right) else {
        let words = visitor.language.say("login-wrong");
        if visitor.json {
            let body = json!({"error": "wrong-login", "message": words});
            return Ok(data(StatusCode::UNAUTHORIZED, body));
        }
        let markup = pages::login(&app, &visitor, email, Some(&words), None);
        return Ok(page(StatusCode::UNAUTHORIZED, markup));
    };
    // Whatever session the browser had before is over.
    end_session(&app, &visitor).await?;
    let cookie = start_session(&app, &player).await?;
    let response = if visitor.json {
        let message = visitor.language.say("login-done");
        data(StatusCode::OK, json!({"message": message, "home": "/home"}))
    } else {
        go_to("/home")
    };
    Ok(with_cookie(response, &cookie))
}

async fn end_session(app: &App, visitor: &Visitor) -> Result<(), Failure> {
    if let Some(Session { id, player }) = &visitor.session {
        app.store.end_session(id).await?;
        app.live.notify(&player.id, PlayerMessage::SignedOut(Some(id.clone())));
    }
    Ok(())
}

pub(crate) async fn signup_page(visitor: Visitor) -> Response {
    if visitor.player().is_some_and(|player| !player.is_guest()) {
        return go_to("/home");
    }
    let (form, errors) = (SignupForm::default(), SignupErrors::default());
    page(StatusCode::OK, pages::signup(&visitor, &form, &errors))
}

pub(crate) async fn sign_up(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let language = visitor.language;
    let form = SignupForm {
        email: fields.raw("email").trim().to_owned(),
        name: fields.raw("name").split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let (password, confirm) = (fields.raw("password"), fields.raw("confirm"));
    let mut errors = check_signup(language, &form, password, confirm);
    if errors.is_empty() {
        if !app.limits.allows_signup(visitor.client) {
            return Err(Failure::TooMany);
        }
        match create(&app, &form, password).await? {
            Ok(()) => {
                return Ok(if visitor.json {
                    let message = language.say("signup-done");
                    data(StatusCode::CREATED, json!({"message": message, "login": "/login"}))
                } else {
                    go_to("/login?news=created")
                });
            }
            Err(Taken::Email) => errors.email = Some(language.say("signup-email-taken")),
            Err(Taken::Name) => errors.name = Some(language.say("signup-name-taken")),
        }
    }
    Ok(if visitor.json {
        let message = language.say("signup-refused");
        let body = json!({"error": "signup", "message": message, "errors": errors});
        data(StatusCode::UNPROCESSABLE_ENTITY, body)
    } else {
        page(StatusCode::UNPROCESSABLE_ENTITY, pages::signup(&visitor, &form, &errors))
    })
}

/// What is wrong with each field, if anything.
fn check_signup(
    language: Language,
    form: &SignupForm,
    password: &str,
    confirm: &str,
) -> SignupErrors {
    let when = |wrong: bool, message: &str| wrong.then(|| language.say(message));
    let email = when(form.email.is_empty(), "signup-email-missing")
        .or_else(|| when(!is_email(&form.email), "signup-email-odd"));
    let name = when(form.name.chars().count() > LONGEST_NAME, "signup-name-long")
        .or_else(|| when(form.name.chars().any(is_unseen), "signup-name-odd"));
    let unfit = passwords::check(password, &form.email, &form.name).err();
    let password_error = when(password.is_empty(), "signup-password-missing").or_else(|| {
        unfit.map(|unfit| {
            language.say(match unfit {
                Unfit::Short => "signup-password-short",
                Unfit::Long => "signup-password-long",
                Unfit::Common => "signup-password-common",
            })
        })
    });
    let confirm = when(confirm.is_empty(), "signup-confirm-missing")
        .or_else(|| when(confirm != password, "signup-confirm-differs"));
    SignupErrors { email, name, password: password_error, confirm }
}

/// Characters that cannot be seen, or that turn the writing round: with them one could look like
/// another.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether a text looks like an e-mail address; whether it is one, only a letter could tell.
fn is_email(text: &str) -> bool {
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
) -> Result<Result<(), Taken>, Failure> {
    let hash = passwords::hash(password.to_owned()).await;
    let hash = hash.ok_or_else(|| Failure::BadRequest("password".to_owned()))?;
    let login = Some((form.email.clone(), hash));
    if form.name.is_empty() {
        return create_nameless(app, login, "Player").await.map(|created| created.map(drop));
    }
    let id = PlayerId::random();
    let player = NewPlayer { id, login, name: form.name.clone(), at: Timestamp::now() };
    Ok(app.store.create_player(player).await?)
}

/// Creates a player under a neutral name with a number.
async fn create_nameless(
    app: &App,
    login: Option<(String, String)>,
    word: &str,
) -> Result<Result<PlayerId, Taken>, Failure> {
    for _ in 0..NAME_ATTEMPTS {
        let id = PlayerId::random();
        let number = getrandom::u32().unwrap_or_default() % 9_000_000 + 1_000_000;
        let player = NewPlayer {
            id: id.clone(),
            login: login.clone(),
            name: format!("{word} {number}"),
            at: Timestamp::now(),
        };
        match app.store.create_player(player).await? {
            Ok(()) => return Ok(Ok(id)),
            Err(Taken::Email) => return Ok(Err(Taken::Email)),
            Err(Taken::Name) => {}
        }
    }
    Ok(Err(Taken::Name))
}

/// Lets somebody without an account in, to play the computer; gives the cookie to set.
pub(crate) async fn welcome_guest(
    app: &App,
    visitor: &Visitor,
) -> Result<(PlayerId, String), Failure> {
    if !app.limits.allows_signup(visitor.client) {
        return Err(Failure::TooMany);
    }
    let created = create_nameless(app, None, "Guest").await?;
    let id = created.map_err(|_| Failure::TooMany)?;
    let cookie = start_session(app, &id).await?;
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
) -> Result<Response, Failure> {
    leave(&app, visitor.player()).await?;
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
    let games = app.store.running_games(&player.id).await?;
    app.store.delete_player(&player.id).await?;
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
    // Back to the page it was chosen on; only the path, so that nobody is led elsewhere.
    let referer = headers.get(header::REFERER).and_then(|url| url.to_str().ok());
    let path = referer.and_then(|url| url::Url::parse(url).ok()).map(|url| url.path().to_owned());
    let path = path.filter(|path| path.starts_with('/') && !path.starts_with("//"));
    // What a form was answered with has the address of the form, which knows no GET.
    let path = path.filter(|path| !FORMS.contains(&path.as_str()));
    let response = go_to(path.as_deref().unwrap_or("/"));
    Ok(with_cookie(response, &set_language(&app.settings, language)))
}
