//! Rate limits of programs, told in the headers of every answer.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use merels_services::{Left, ServiceError};

use super::extract::Caller;
use crate::app::App;
use crate::edge::client_address::forwarded_client;
use crate::edge::value_limit::Counted;
use crate::error::Failure;

const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// The limit that a call counts towards.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    Calls,
    Questions,
}

/// Looks who calls, and counts the call.
pub(super) async fn admit(
    State((app, limit)): State<(App, Limit)>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    let peer = peer.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 0)));
    let client = forwarded_client(peer, &parts.headers, &app.settings.trusted_proxies);
    let caller = Caller::of(&app, &parts, client).await;
    let who = match &caller {
        Ok(Caller { token: Some((token, _)), .. }) => token.to_string(),
        _ => client.to_string(),
    };
    let allowance = match limit {
        Limit::Calls => &app.call_limit,
        Limit::Questions => &app.value_limit,
    };
    let left = allowance.take(&who);
    let mut response = match caller {
        _ if left.wait.is_some() => Failure::from(ServiceError::TooMany).into_response(),
        Err(failure) => failure.into_response(),
        // Nothing has a name with this character, and PostgreSQL would refuse to look for it.
        Ok(_) if parts.uri.to_string().contains("%00") => Failure::NoPage.into_response(),
        Ok(caller) => {
            parts.extensions.insert(caller);
            if limit == Limit::Questions {
                parts.extensions.insert(Counted);
            }
            next.run(Request::from_parts(parts, body)).await
        }
    };
    if response.status() == axum::http::StatusCode::UNAUTHORIZED {
        let scheme = HeaderValue::from_static("Bearer");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
    }
    announce(&left, &mut response);
    response
}

/// Says in the headers what is left to a caller.
fn announce(left: &Left, response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(LIMIT, HeaderValue::from(left.most));
    headers.insert(REMAINING, HeaderValue::from(left.remaining));
    headers.insert(RESET, HeaderValue::from(left.reset()));
    if let Some(wait) = left.wait {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(wait));
    }
}
