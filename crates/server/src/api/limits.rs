//! How often programs may call, told in the headers of every answer. Counted on each node by itself.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use super::extract::Caller;
use crate::app::App;
use crate::error::Failure;
use crate::limits::ClientAddress;
use crate::settings::ClientLimits;

const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// Asking tables is work for the disk: it has a limit of its own.
const PROBE: &str = "/api/v1/tables/probe";

type Limiter =
    RateLimiter<String, DefaultKeyedStateStore<String>, DefaultClock, StateInformationMiddleware>;

/// The limits of programs: for each token, else for each address.
#[derive(Debug)]
pub(crate) struct ApiLimits {
    calls: PerMinute,
    probes: PerMinute,
}

#[derive(Debug)]
struct PerMinute {
    most: u32,
    limiter: Limiter,
}

/// What is left to a caller.
struct Left {
    most: u32,
    remaining: u32,
    /// If there was nothing left: how many seconds to wait.
    wait: Option<u64>,
}

impl PerMinute {
    fn new(most: u32) -> PerMinute {
        // 0 would lock everybody out and counts as 1.
        let quota = Quota::per_minute(NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN));
        let limiter = RateLimiter::keyed(quota).with_middleware::<StateInformationMiddleware>();
        PerMinute { most, limiter }
    }

    fn take(&self, who: &String) -> Left {
        let most = self.most;
        match self.limiter.check_key(who) {
            Ok(state) => Left { most, remaining: state.remaining_burst_capacity(), wait: None },
            Err(until) => {
                let wait = until.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
                Left { most, remaining: 0, wait: Some(wait) }
            }
        }
    }
}

impl Left {
    fn announce(&self, response: &mut Response) {
        // All is there again after a minute at most.
        let used = u64::from(self.most.saturating_sub(self.remaining));
        let reset = (used * 60).div_ceil(u64::from(self.most.max(1)));
        let headers = response.headers_mut();
        headers.insert(LIMIT, HeaderValue::from(self.most));
        headers.insert(REMAINING, HeaderValue::from(self.remaining));
        headers.insert(RESET, HeaderValue::from(reset));
        if let Some(wait) = self.wait {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(wait));
        }
    }
}

impl ApiLimits {
    pub(crate) fn new(limits: &ClientLimits) -> ApiLimits {
        ApiLimits {
            calls: PerMinute::new(limits.api_calls_per_minute),
            probes: PerMinute::new(limits.api_probes_per_minute),
        }
    }

    /// Forgets those who have their whole allowance again.
    pub(crate) fn tidy(&self) {
        self.calls.limiter.retain_recent();
        self.probes.limiter.retain_recent();
    }
}

/// Looks who calls, and counts the call.
pub(super) async fn admit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    let peer = peer.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 0)));
    let client = ClientAddress::of(peer, &parts.headers, &app.settings);
    let caller = Caller::of(&app, &parts, client).await;
    let who = match &caller {
        Ok(Caller { token: Some((token, _)), .. }) => token.to_string(),
        _ => client.to_string(),
    };
    let limits = &app.api_limits;
    let limit = if parts.uri.path() == PROBE { &limits.probes } else { &limits.calls };
    let left = limit.take(&who);
    let mut response = match caller {
        _ if left.wait.is_some() => Failure::TooMany.into_response(),
        Err(failure) => failure.into_response(),
        Ok(caller) => {
            parts.extensions.insert(caller);
            next.run(Request::from_parts(parts, body)).await
        }
    };
    if response.status() == axum::http::StatusCode::UNAUTHORIZED {
        let scheme = HeaderValue::from_static("Bearer");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
    }
    left.announce(&mut response);
    response
}
