//! The people one follows, and those one wants nothing to do with.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_services::ServiceError;
use merels_store::{Person, Relation};
use serde_json::json;

use super::page;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html};
use crate::edge::visitor::SignedIn;
use crate::error::Failure;
use crate::names;

/// Nobody keeps a longer list.
const MOST_PEOPLE: u32 = 500;

pub(crate) async fn show(State(app): State<App>, visitor: SignedIn) -> Result<Response, Failure> {
    let now = app.clock.now();
    let followed = app.store.accounts().people(visitor.id(), Relation::Follows, now).await?;
    let blocked = app.store.accounts().people(visitor.id(), Relation::Blocks, now).await?;
    if visitor.json {
        let followed: Vec<_> = followed
            .iter()
            .map(|person| json!({"name": person.name, "here": person.is_here}))
            .collect();
        let blocked: Vec<_> = blocked.iter().map(|person: &Person| &person.name).collect();
        return Ok(data(StatusCode::OK, json!({"followed": followed, "blocked": blocked})));
    }
    Ok(html(StatusCode::OK, page::people(&visitor, &followed, &blocked)))
}

/// Follows or blocks somebody, or neither.
pub(crate) async fn relate(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let relation = match fields.need("relation")? {
        "follow" => Some(Relation::Follows),
        "block" => Some(Relation::Blocks),
        "none" => None,
        other => return Err(Failure::Field("failure-unknown-relation", other.to_owned())),
    };
    let name = names::tidy(fields.need("name")?);
    let found = app.store.accounts().player_named(&name).await?.map(|found| found.id);
    let found = found.filter(|found| found != visitor.id());
    let other = found.ok_or_else(|| Failure::Field("failure-unknown-player", name))?;
    if !app
        .store
        .accounts()
        .relate(visitor.id(), &other, relation, app.clock.now(), MOST_PEOPLE)
        .await?
    {
        return Err(ServiceError::TooMany.into());
    }
    if visitor.json {
        let message = visitor.language.say("answer-done");
        return Ok(data(StatusCode::OK, json!({"status": "done", "message": message})));
    }
    Ok(match fields.get("game_id").filter(|key| key.bytes().all(|b| b.is_ascii_alphanumeric())) {
        Some(key) => go_to(&format!("/game/{key}")),
        None => go_to("/people"),
    })
}
