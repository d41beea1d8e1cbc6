//! Rate limits by the minute, told in the headers of answers. Counted on each node by itself.

use std::num::NonZeroU32;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

type Limiter =
    RateLimiter<String, DefaultKeyedStateStore<String>, DefaultClock, StateInformationMiddleware>;

/// A limit by the minute for each token or network.
#[derive(Debug)]
pub(crate) struct PerMinute {
    most: u32,
    limiter: Limiter,
}

/// What is left to a caller.
pub(crate) struct Left {
    most: u32,
    remaining: u32,
    /// If there was nothing left: how many seconds to wait.
    pub(crate) wait: Option<u64>,
}

impl PerMinute {
    pub(crate) fn new(most: u32) -> PerMinute {
        // 0 would lock everybody out and counts as 1.
        let quota = Quota::per_minute(NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN));
        let limiter = RateLimiter::keyed(quota).with_middleware::<StateInformationMiddleware>();
        PerMinute { most, limiter }
    }

    pub(crate) fn take(&self, who: &str) -> Left {
        let most = self.most;
        match self.limiter.check_key(&who.to_owned()) {
            Ok(state) => Left { most, remaining: state.remaining_burst_capacity(), wait: None },
            Err(until) => {
                let wait = until.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
                Left { most, remaining: 0, wait: Some(wait) }
            }
        }
    }

    /// Forgets those who have their whole allowance again.
    pub(crate) fn tidy(&self) {
        self.limiter.retain_recent();
    }
}

impl Left {
    pub(crate) fn announce(&self, response: &mut Response) {
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
