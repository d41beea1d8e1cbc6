//! Being told elsewhere that it is one's turn.

use axum::Router;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::post;
use serde_json::json;

use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::data;
use crate::edge::visitor::SignedIn;
use crate::error::Result;

pub(super) fn router() -> Router<App> {
    Router::new().route("/push", post(subscribe)).route("/push/end", post(unsubscribe))
}

/// A browser wants to be told.
async fn subscribe(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let endpoint = fields.need("endpoint")?;
    let keys = (fields.need("p256dh")?, fields.need("auth")?);
    app.services.push.subscribe(&visitor, endpoint, keys, app.services.clock.now()).await?;
    Ok(done(&visitor))
}

/// A browser does not want to be told any more.
async fn unsubscribe(app: App, visitor: SignedIn, fields: Fields) -> Result {
    app.services.push.unsubscribe(fields.need("endpoint")?, visitor.id()).await?;
    Ok(done(&visitor))
}

fn done(visitor: &SignedIn) -> Response {
    let message = visitor.language.say("answer-done");
    data(StatusCode::OK, json!({"status": "done", "message": message}))
}
