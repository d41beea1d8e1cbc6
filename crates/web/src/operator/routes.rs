//! The operator's page: for accounts that the command line made operators, in a session that began with
//! more than a password.

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use merels_live::PlayerMessage;
use merels_model::PlayerId;
use merels_services::ServiceError;
use merels_store::{ListedAccount, SecurityKind, Taken};
use serde_json::{Value, json};

use super::page::{self, OperatorPage};
use crate::account::{recovery_page, second_factor};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::Failure;
use crate::names;

/// So many lines of each list are shown.
const SHOWN: u32 = 50;

/// One who may look after the site.
pub(crate) struct Operator(SignedIn);

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

/// What an operator who came in with a password alone is asked for: the second factor. Others do not
/// learn that there is such a page.
async fn asked_first(app: &App, visitor: &SignedIn) -> Result<Option<Response>, Failure> {
    let facts = app.store.accounts().account_facts(visitor.id()).await?;
    if !facts.is_some_and(|facts| facts.is_operator) {
        app.security.note(SecurityKind::OperatorRefused, Some(visitor.id()), visitor.client).await;
        return Err(Failure::NoPage);
    }
    if visitor.session.strong.is_some() {
        return Ok(None);
    }
    second_factor::ask(app, &Visitor::from(visitor), visitor.id()).await.map(Some)
}

pub(crate) async fn show(
    State(app): State<App>,
    Operator(visitor): Operator,
    fields: Fields,
) -> Result<Response, Failure> {
    render(&app, &visitor, &fields, StatusCode::OK, None).await
}

async fn render(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
    status: StatusCode,
    error: Option<&str>,
) -> Result<Response, Failure> {
    let search = fields.get("search").unwrap_or_default();
    let accounts = app.store.accounts().accounts(search, SHOWN).await?;
    let reports = app.store.accounts().reports(SHOWN).await?;
    let log = match fields.get("player") {
        Some(player) => {
            let mut log = app.store.accounts().security_log_of(&PlayerId::new(player)).await?;
            log.truncate(SHOWN as usize);
            log
        }
        None => app.store.accounts().security_log(SHOWN).await?,
    };
    if visitor.json {
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
        return Ok(data(status, json!({"accounts": accounts, "reports": reports, "log": log})));
    }
    let shown = OperatorPage { search, accounts: &accounts, reports: &reports, log: &log, error };
    Ok(html(status, page::operator(visitor, &shown)))
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

/// Does something to an account, and writes down who did it.
pub(crate) async fn act(
    State(app): State<App>,
    Operator(visitor): Operator,
    fields: Fields,
) -> Result<Response, Failure> {
    let player = PlayerId::new(fields.need("player")?);
    let account =
        app.store.accounts().listed_account(&player).await?.ok_or(ServiceError::NoPlayer)?;
    // What operators may do to one another is the command line's.
    if account.is_operator {
        return Err(ServiceError::NotOverOperators.into());
    }
    let kind = match fields.need("act")? {
        "rename" => match rename(&app, &account, fields.raw("name")).await? {
            Ok(()) => SecurityKind::RenamedByOperator,
            Err(message) => {
                let words = visitor.language.say(message);
                if visitor.json {
                    let body = json!({"error": "name", "message": words});
                    return Ok(data(StatusCode::UNPROCESSABLE_ENTITY, body));
                }
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                return render(&app, &visitor, &fields, status, Some(&words)).await;
            }
        },
        "close" => {
            app.store.accounts().close_account(&player, app.clock.now()).await?;
            app.live.notify(&player, PlayerMessage::SignedOut(None));
            SecurityKind::ClosedByOperator
        }
        "reopen" => {
            app.store.accounts().reopen_account(&player).await?;
            SecurityKind::ReopenedByOperator
        }
        "end-sessions" => {
            app.store.accounts().end_other_sessions(&player, None).await?;
            app.live.notify(&player, PlayerMessage::SignedOut(None));
            SecurityKind::SessionsEndedByOperator
        }
        "dismiss" => {
            app.store.accounts().dismiss_reports(&player).await?;
            SecurityKind::ReportsDismissed
        }
        other => return Err(Failure::Field("failure-not-simple", other.to_owned())),
    };
    app.security.note_act(kind, &player, visitor.id(), visitor.client).await;
    if visitor.json {
        return Ok(data(StatusCode::OK, json!({"message": visitor.language.say("answer-done")})));
    }
    Ok(go_to("/operator"))
}

async fn rename(
    app: &App,
    account: &ListedAccount,
    wish: &str,
) -> Result<Result<(), &'static str>, Failure> {
    let name = names::tidy(wish);
    if let Err(unfit) = names::check(&name) {
        return Ok(Err(unfit.message()));
    }
    let renamed = app.store.accounts().rename(&account.player, &name).await?;
    Ok(renamed.map_err(|taken| match taken {
        Taken::Name | Taken::Email => "signup-name-taken",
    }))
}

/// Somebody finds a name unfit.
pub(crate) async fn report(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let name = names::tidy(fields.need("name")?);
    let player = app.store.accounts().player_named(&name).await?.ok_or(ServiceError::NoPlayer)?;
    if !app.limits.allows_report(visitor.client).await? {
        return Err(ServiceError::TooMany.into());
    }
    if player.id != *visitor.id() {
        app.store.accounts().report_name(&player, visitor.id(), app.clock.now()).await?;
    }
    let words = visitor.language.say("report-done");
    Ok(if visitor.json {
        data(StatusCode::OK, json!({"message": words}))
    } else {
        html(StatusCode::OK, recovery_page::said(&Visitor::from(&visitor), "report-title", &words))
    })
}
