//! The people one follows, and those one wants nothing to do with.

use axum::http::StatusCode;
use merels_model::{GameKey, Relation};
use merels_services::accounts::names;
use serde_json::json;

use super::page;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, done, html};
use crate::edge::visitor::SignedIn;
use crate::error::Result;
use crate::parts::links::address_of;

pub(crate) async fn show(app: App, visitor: SignedIn) -> Result {
    let lists = app.services.people.lists(visitor.id()).await?;
    if visitor.json {
        let followed = lists.followed.iter();
        let followed: Vec<_> = followed
            .map(|(person, _)| json!({"name": person.name, "here": person.is_here}))
            .collect();
        let blocked: Vec<_> = lists.blocked.iter().map(|person| &person.name).collect();
        return Ok(data(StatusCode::OK, json!({"followed": followed, "blocked": blocked})));
    }
    Ok(html(StatusCode::OK, page::people(&visitor, &lists)))
}

/// Follows or blocks somebody, or neither.
pub(crate) async fn relate(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let relation = match fields.need("relation")? {
        "none" => None,
        _ => Some(fields.word::<Relation>("relation", "failure-unknown-relation")?),
    };
    let name = names::tidy(fields.need("name")?);
    let profile = address_of(&name);
    app.services.people.relate(visitor.id(), name, relation).await?;
    let game = fields.get("game_id").map(GameKey::new).filter(GameKey::is_well_formed);
    let path = match game {
        Some(key) => format!("/game/{key}"),
        None if fields.get("back") == Some("profile") => profile,
        None => "/people".to_owned(),
    };
    let body = json!({"status": "done", "message": visitor.language.say("answer-done")});
    Ok(done(&visitor, StatusCode::OK, body, &path))
}
