//! Asking for mails when it is one's turn, and for none any more.

use axum::extract::State;
use axum::response::Response;
use merels_services::ServiceError;

use super::routes::done;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::visitor::SignedIn;
use crate::error::Failure;

pub(crate) async fn want(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    if visitor.player().is_guest() {
        return Err(ServiceError::SignedOut.into());
    }
    let language = match fields.need("wanted")? {
        "yes" => Some(visitor.language.code()),
        "no" => None,
        _ => return Err(Failure::BadRequest("wanted".to_owned())),
    };
    if language.is_some() && !app.mails.are_sent() {
        return Err(ServiceError::NoMail.into());
    }
    app.store.notices().want_turn_mails(visitor.id(), language, app.clock.now()).await?;
    Ok(done(&visitor, if language.is_some() { "turn-mails" } else { "no-turn-mails" }))
}
