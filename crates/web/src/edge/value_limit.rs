//! The one limit of all doors to values.

use axum::http::request::Parts;
use merels_services::ServiceError;
use merels_services::live::ClientAddress;

use crate::app::App;
use crate::edge::bearer::bearer;
use crate::error::Result;

/// The mark of a request that was counted already.
#[derive(Clone)]
pub(crate) struct Counted;

/// Counts a question for values towards the limit of its token, else of its network.
///
/// # Errors
///
/// If there were too many within a minute.
pub(crate) async fn count(parts: &Parts, client: ClientAddress, app: &App) -> Result<()> {
    if parts.extensions.get::<Counted>().is_some() {
        return Ok(());
    }
    let token = match bearer(&parts.headers) {
        // Whatever else is sent may be a proxy's.
        Ok(Some(secret)) => {
            app.services.accounts.token(secret).await?.map(|token| token.id.to_string())
        }
        _ => None,
    };
    count_for(&token.unwrap_or_else(|| client.to_string()), app)
}

/// Counts a question of a client that was let in before.
///
/// # Errors
///
/// If there were too many within a minute.
pub(crate) fn count_for(who: &str, app: &App) -> Result<()> {
    match app.value_limit.take(who).wait {
        Some(seconds) => Err(ServiceError::TooManyQuestions(seconds).into()),
        None => Ok(()),
    }
}
