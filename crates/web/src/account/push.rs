//! Being told elsewhere that it is one's turn.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_services::PushSubscription;
use serde_json::json;

use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::data;
use crate::edge::visitor::SignedIn;
use crate::error::Failure;

/// A browser wants to be told: where its push service takes messages, and the keys to seal them with.
pub(crate) async fn subscribe(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let endpoint = fields.need("endpoint")?;
    let (p256dh, auth) = (fields.need("p256dh")?, fields.need("auth")?);
    let subscription = PushSubscription {
        endpoint: endpoint.to_owned(),
        player: visitor.id().clone(),
        session: visitor.session.id.clone(),
        p256dh: p256dh.to_owned(),
        auth: auth.to_owned(),
        language: visitor.language.code().to_owned(),
        created: app.clock.now(),
    };
    app.push.subscribe(subscription).await?;
    Ok(done(&visitor))
}

/// A browser does not want to be told any more.
pub(crate) async fn unsubscribe(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    app.push.unsubscribe(fields.need("endpoint")?, visitor.id()).await?;
    Ok(done(&visitor))
}

fn done(visitor: &SignedIn) -> Response {
    let message = visitor.language.say("answer-done");
    data(StatusCode::OK, json!({"status": "done", "message": message}))
}
