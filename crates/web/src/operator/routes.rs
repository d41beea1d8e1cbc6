//! The operator's page: for accounts that the command line made operators, in a session that began with
//! more than a password.

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use merels_model::PlayerId;
use merels_services::ServiceError;
use merels_services::moderation::{ListedAccount, OperatorAct, Overview};
use serde_json::{Value, json};

use super::page;
use crate::account::recovery::said;
use crate::account::second_factor;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html, told};
use crate::edge::visitor::SignedIn;
use crate::error::{Failure, Result};

pub(crate) fn router() -> Router<App> {
    Router::new().route("/operator", get(show).post(act)).route("/report", post(report))
}

/// One who may look after the site.
struct Operator(SignedIn);

impl FromRequestParts<App> for Operator {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Operator, Response> {
        let visitor = SignedIn::from_request_parts(parts, app).await;
        let visitor = visitor.map_err(IntoResponse::into_response)?;
        match asked_first(app, &visitor).await {
            Ok(None) => Ok(Operator(visitor)),
            Ok(Some(ask)) => Err(ask),
            Err(failure) => Err(failure.into_response()),
        }
    }
}

/// The question for the second factor to an operator who came in with a password alone. Others do not
/// learn that there is such a page.
async fn asked_first(app: &App, visitor: &SignedIn) -> Result<Option<Response>> {
    if !app.services.moderation.admits(visitor).await? {
        return Err(Failure::NoPage);
    }
    if visitor.session.strong.is_some() {
        return Ok(None);
    }
    let step = app.services.accounts.ask_second_factor(visitor.id()).await?;
    Ok(Some(second_factor::ask(visitor, &step, None, Some("/operator"))))
}

async fn show(app: App, Operator(visitor): Operator, fields: Fields) -> Result {
    render(&app, &visitor, &fields, StatusCode::OK, None).await
}

async fn render(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
    status: StatusCode,
    error: Option<&str>,
) -> Result {
    let search = fields.get("search").unwrap_or_default();
    let player = fields.get("player").map(PlayerId::new);
    let overview = app.services.moderation.overview(search, player.as_ref()).await?;
    Ok(if visitor.json {
        data(status, overview_data(&overview))
    } else {
        html(status, page::operator(visitor, &overview, search, error))
    })
}

fn overview_data(Overview { accounts, reports, log }: &Overview) -> Value {
    let accounts: Vec<Value> = accounts.iter().map(account_data).collect();
    let reports = reports.iter().map(|report| {
        json!({"player": report.player.id.as_str(), "name": report.player.name,
            "reporters": report.reporters, "last": report.last.to_string()})
    });
    let reports: Vec<Value> = reports.collect();
    let log = log.iter().map(|line| {
        json!({"at": line.at.to_string(), "what": line.kind.name(), "from": line.client,
            "player": line.player.as_ref().map(PlayerId::as_str), "actor": line.actor})
    });
    let log: Vec<Value> = log.collect();
    json!({"accounts": accounts, "reports": reports, "log": log})
}

fn account_data(account: &ListedAccount) -> Value {
    json!({
        "player": account.player.id.as_str(),
        "name": account.player.name,
        "email": account.player.email,
        "operator": account.is_operator,
        "closed": account.closed.map(|at| at.to_string()),
        "sessions": account.sessions,
    })
}

async fn act(app: App, Operator(visitor): Operator, fields: Fields) -> Result {
    let player = PlayerId::new(fields.need("player")?);
    let act: OperatorAct = fields.word("act", "failure-not-simple")?;
    match app.services.moderation.act(&visitor, &player, act, fields.raw("name")).await {
        Ok(()) => Ok(told(&visitor, "answer-done", "/operator")),
        Err(ServiceError::Form(errors)) if !visitor.json => {
            let words = visitor.language.say(errors.first().1);
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            render(&app, &visitor, &fields, status, Some(&words)).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Somebody finds a name unfit.
async fn report(app: App, visitor: SignedIn, fields: Fields) -> Result {
    app.services.moderation.report(&visitor, fields.need("name")?).await?;
    Ok(said(&visitor, StatusCode::OK, "report-title", "report-done"))
}
