//! The owner's side of programs: making and revoking tokens, and making the account a bot's.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use merels_live::PlayerMessage;
use merels_services::ServiceError;
use merels_store::{ApiToken, BotMade, MailKind, NewToken, Scope, SecurityKind, TokenId};
use serde_json::json;

use super::reauthentication::{proves_identity, unproven};
use super::tokens_page::{self, ProgramsPage};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html, with_cookie};
use crate::edge::visitor::{SignedIn, rotate_session};
use crate::error::Failure;

/// The most tokens that an account may have.
const MOST_TOKENS: u32 = 20;

/// The longest name of a token, in characters.
const LONGEST_LABEL: usize = 60;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/account/programs", get(show))
        .route("/account/tokens", post(make_token))
        .route("/account/tokens/revoke", post(revoke_token))
        .route("/account/bot", post(make_bot))
}

async fn show(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let news = match fields.get("news") {
        Some("revoked") => Some(visitor.language.say("token-revoked")),
        Some("bot") => Some(visitor.language.say("bot-done")),
        _ => None,
    };
    let shown = ProgramsPage { news: news.as_deref(), ..ProgramsPage::default() };
    render(&app, &visitor, StatusCode::OK, shown).await
}

async fn render(
    app: &App,
    visitor: &SignedIn,
    status: StatusCode,
    shown: ProgramsPage<'_>,
) -> Result<Response, Failure> {
    if visitor.player().is_guest() {
        return Ok(go_to("/signup"));
    }
    let tokens = app.store.accounts().tokens_of(visitor.id()).await?;
    let facts =
        app.store.accounts().account_facts(visitor.id()).await?.ok_or(ServiceError::SignedOut)?;
    let shown = ProgramsPage { tokens: &tokens, ..shown };
    Ok(html(status, tokens_page::programs(visitor, &facts, &shown)))
}

/// Makes a token and shows its secret, this once.
async fn make_token(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let name = fields.get("scope").unwrap_or(Scope::Read.name());
    let unknown = || Failure::Field("failure-unknown-scope", name.to_owned());
    let scope = name.parse().map_err(|_| unknown())?;
    let label = fields.get("label").unwrap_or_default().to_owned();
    if label.is_empty() || label.chars().count() > LONGEST_LABEL {
        return refuse(&app, &visitor, Form::Token, "token-label-odd").await;
    }
    if visitor.player().is_guest() || !proves_identity(&app, &visitor, &fields).await? {
        return refuse(&app, &visitor, Form::Token, unproven(&fields)).await;
    }
    let secret = ApiToken::random();
    let token = NewToken {
        id: secret.id(),
        player: visitor.id().clone(),
        label,
        scope,
        at: app.clock.now(),
        most: MOST_TOKENS,
    };
    if !app.store.accounts().make_token(token).await? {
        return refuse(&app, &visitor, Form::Token, "token-too-many").await;
    }
    app.security.note(SecurityKind::TokenMade, Some(visitor.id()), visitor.client).await;
    let email = visitor.player().email.as_deref().unwrap_or_default();
    app.mails.notify(MailKind::TokenMade, email, visitor.language).await?;
    if visitor.json {
        let body = json!({"token": secret.secret(), "scope": scope.name()});
        return Ok(data(StatusCode::CREATED, body));
    }
    let shown = ProgramsPage { secret: Some(secret.secret()), ..ProgramsPage::default() };
    render(&app, &visitor, StatusCode::CREATED, shown).await
}

async fn revoke_token(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let id = TokenId::new(fields.need("token")?);
    if app.store.accounts().revoke_token(&id, visitor.id()).await? {
        app.security.note(SecurityKind::TokenRevoked, Some(visitor.id()), visitor.client).await;
        // Streams that were opened with it look whether it still holds.
        app.live.notify(visitor.id(), PlayerMessage::LookAgain);
    }
    Ok(done(&visitor, "revoked", "token-revoked"))
}

/// Makes the account a bot's, for good.
async fn make_bot(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    if visitor.player().is_guest() || !proves_identity(&app, &visitor, &fields).await? {
        return refuse(&app, &visitor, Form::Bot, unproven(&fields)).await;
    }
    match app.store.accounts().make_bot(visitor.id()).await? {
        BotMade::Done(_) => {}
        BotMade::NameTaken => return refuse(&app, &visitor, Form::Bot, "signup-name-taken").await,
        BotMade::HasPlayed => return refuse(&app, &visitor, Form::Bot, "bot-has-played").await,
    }
    app.security.note(SecurityKind::BecameBot, Some(visitor.id()), visitor.client).await;
    let cookie = rotate_session(&app, &visitor.session).await?;
    Ok(with_cookie(done(&visitor, "bot", "bot-done"), &cookie))
}

/// Which of the page's forms was sent.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Form {
    Token,
    Bot,
}

async fn refuse(
    app: &App,
    visitor: &SignedIn,
    form: Form,
    message: &str,
) -> Result<Response, Failure> {
    let (words, status) = (visitor.language.say(message), StatusCode::UNPROCESSABLE_ENTITY);
    if visitor.json {
        return Ok(data(status, json!({"error": "account", "message": words})));
    }
    let error = Some(words.as_str());
    let shown = match form {
        Form::Token => ProgramsPage { token_error: error, ..ProgramsPage::default() },
        Form::Bot => ProgramsPage { bot_error: error, ..ProgramsPage::default() },
    };
    render(app, visitor, status, shown).await
}

fn done(visitor: &SignedIn, news: &str, message: &str) -> Response {
    if visitor.json {
        return data(StatusCode::OK, json!({"message": visitor.language.say(message)}));
    }
    go_to(&format!("/account/programs?news={news}"))
}
