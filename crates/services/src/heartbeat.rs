//! Signs of life, and the time that no server was there.

use std::sync::Arc;

use jiff::SignedDuration;
use merels_live::{Clock, Live};
use merels_store::{Heartbeat, Sign, Store};
use tokio::sync::Mutex;

use crate::error::ServiceError;

/// A machine's clock that moved by less was only corrected.
const NOTICED_JUMP: SignedDuration = SignedDuration::from_millis(100);

/// Tells the store that this node is there.
#[derive(Debug)]
pub struct Heartbeats {
    store: Arc<Store>,
    live: Arc<Live>,
    clock: Clock,
    /// The sign of life that comes next, if the clock does not jump.
    next: Mutex<Sign>,
}

impl Heartbeats {
    pub fn new(store: Arc<Store>, live: Arc<Live>, clock: Clock) -> Heartbeats {
        Heartbeats { store, live, clock, next: Mutex::new(Sign::Start) }
    }

    /// Gives a sign of life: the first of this process, another one, or one after something that was
    /// nobody's fault. The store moves what runs out accordingly: see `Store::beat`.
    pub async fn beat(&self) -> Result<(), ServiceError> {
        let mut next = self.next.lock().await;
        let jump = self.clock.jump();
        let sign = match *next {
            Sign::Alive if jump.abs() >= NOTICED_JUMP => Sign::Jump(jump),
            sign => sign,
        };
        // In this order nobody's time is up in between.
        if jump.is_negative() {
            self.clock.follow(jump);
        }
        let now = self.clock.now() + jump.max(SignedDuration::ZERO);
        let given = self.store.cluster().beat(sign, now).await;
        *next = match &given {
            Ok(_) => Sign::Alive,
            Err(error) if error.is_outage() && *next != Sign::Start => Sign::Return,
            Err(_) => *next,
        };
        if jump.is_positive() && given.is_ok() {
            self.clock.follow(jump);
        }
        drop(next);
        self.live.show_out(given.as_ref().ok().map(|given| given.sign_outs)).await?;
        let Heartbeat { away, .. } = given?;
        if !away.is_zero() {
            if let Err(error) = self.live.read_clocks_again().await {
                tracing::warn!(%error, "clocks could not be read again");
            }
            let seconds = away.as_secs_f64();
            tracing::warn!(seconds, "time away is not counted against players");
        }
        Ok(())
    }
}
