//! The owner's side of programs: making and revoking tokens, and making the account a bot's.

use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use merels_services::ServiceError;
use merels_services::accounts::Scope;
use serde_json::json;

use super::routes::{proof, refusal, refused};
use super::tokens_page::{self, ProgramsPage};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html, told, with_cookie};
use crate::edge::visitor::{SignedIn, keep_session};
use crate::error::Result;

pub(super) const PAGE: &str = "/account/programs";

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route(PAGE, get(show))
        .route("/account/tokens", post(make_token))
        .route("/account/tokens/revoke", post(revoke_token))
        .route("/account/bot", post(make_bot))
}

async fn show(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let news = match fields.get("news") {
        Some("proven") => Some(visitor.language.say("proof-done")),
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
) -> Result {
    if visitor.player().is_guest() {
        return Ok(go_to("/signup"));
    }
    let tokens = app.services.accounts.tokens(visitor).await?;
    let state = app.services.accounts.state(visitor).await?;
    let shown = ProgramsPage { tokens: &tokens, ..shown };
    Ok(html(status, tokens_page::programs(visitor, &state, &shown)))
}

/// Makes a token and shows its secret, this once.
async fn make_token(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let scope = fields.word_or("scope", "failure-unknown-scope", Scope::Read)?;
    let label = fields.get("label").unwrap_or_default();
    let made = app.services.accounts.make_token(&visitor, label, scope, proof(&fields)?).await;
    let secret = match made {
        Ok(secret) => secret,
        Err(error) => return refuse(&app, &visitor, Form::Token, error).await,
    };
    if visitor.json {
        let body = json!({"token": secret.secret(), "scope": scope.name()});
        return Ok(data(StatusCode::CREATED, body));
    }
    let shown = ProgramsPage { secret: Some(secret.secret()), ..ProgramsPage::default() };
    render(&app, &visitor, StatusCode::CREATED, shown).await
}

async fn revoke_token(app: App, visitor: SignedIn, fields: Fields) -> Result {
    app.services.accounts.revoke_token(&visitor, fields.need("token")?).await?;
    Ok(told(&visitor, "token-revoked", &format!("{PAGE}?news=revoked")))
}

async fn make_bot(app: App, visitor: SignedIn, fields: Fields) -> Result {
    match app.services.accounts.make_bot(&visitor, proof(&fields)?).await {
        Ok(token) => {
            let response = told(&visitor, "bot-done", &format!("{PAGE}?news=bot"));
            Ok(with_cookie(response, &keep_session(&app.settings, &token)))
        }
        Err(error) => refuse(&app, &visitor, Form::Bot, error).await,
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Form {
    Token,
    Bot,
}

async fn refuse(app: &App, visitor: &SignedIn, form: Form, error: ServiceError) -> Result {
    let words = visitor.language.say(refusal(error)?.message);
    if visitor.json {
        return Ok(refused(&words));
    }
    let error = Some(words.as_str());
    let shown = match form {
        Form::Token => ProgramsPage { token_error: error, ..ProgramsPage::default() },
        Form::Bot => ProgramsPage { bot_error: error, ..ProgramsPage::default() },
    };
    render(app, visitor, StatusCode::UNPROCESSABLE_ENTITY, shown).await
}
