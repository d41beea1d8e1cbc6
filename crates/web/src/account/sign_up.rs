//! Signing up.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_messages::Language;
use merels_model::{Player, PlayerId};
use merels_services::ServiceError;
use merels_store::{GuestAccount, MailKind, NewPlayer, SecurityKind, Taken};
use serde_json::json;
use unicode_normalization::UnicodeNormalization;

use super::guests::{create_nameless, made_up_name};
use super::login::email_cookie;
use super::login_page::{self, SignupErrors, SignupForm};
use super::passwords::{self, Unfit};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html, with_cookie};
use crate::edge::visitor::{Visitor, rotate_session};
use crate::error::Failure;
use crate::names;

/// The longest e-mail address.
pub(crate) const LONGEST_EMAIL: usize = 254;

pub(crate) async fn signup_page(visitor: Visitor) -> Response {
    if visitor.player().is_some_and(|player| !player.is_guest()) {
        return go_to("/home");
    }
    let (form, errors) = (SignupForm::default(), SignupErrors::default());
    html(StatusCode::OK, login_page::signup(&visitor, &form, &errors))
}

pub(crate) async fn sign_up(
    State(app): State<App>,
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
            return Err(ServiceError::TooMany.into());
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
pub(crate) async fn signed_up(
    app: &App,
    visitor: &Visitor,
    form: &SignupForm,
) -> Result<Response, Failure> {
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
pub(crate) fn check_signup(
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

pub(crate) async fn create(
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
