//! Rate limits by the minute. Counted on each node by itself.

use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

type Limiter =
    RateLimiter<String, DefaultKeyedStateStore<String>, DefaultClock, StateInformationMiddleware>;

#[derive(Debug)]
pub struct PerMinute {
    most: u32,
    limiter: Limiter,
}

#[derive(Debug)]
pub struct Left {
    pub most: u32,
    pub remaining: u32,
    /// If there was nothing left: how many seconds to wait.
    pub wait: Option<u64>,
}

impl PerMinute {
    pub fn new(most: u32) -> PerMinute {
        // 0 would lock everybody out and counts as 1.
        let quota = Quota::per_minute(NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN));
        let limiter = RateLimiter::keyed(quota).with_middleware::<StateInformationMiddleware>();
        PerMinute { most, limiter }
    }

    pub fn take(&self, who: &str) -> Left {
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
    pub fn tidy(&self) {
        self.limiter.retain_recent();
    }
}

impl Left {
    /// The seconds until all is there again: a minute at most.
    pub fn reset(&self) -> u64 {
        let used = u64::from(self.most.saturating_sub(self.remaining));
        (used * 60).div_ceil(u64::from(self.most.max(1)))
    }
}
