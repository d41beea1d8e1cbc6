//! Signs of life, and the time that no server was there.

use jiff::SignedDuration;
use merels_store::{Heartbeat, Sign};
use tokio::sync::Mutex;

use crate::error::Result;
use crate::site::Site;

/// A machine's clock that moved by less was only corrected.
const NOTICED_JUMP: SignedDuration = SignedDuration::from_millis(100);

#[derive(Debug)]
pub struct Heartbeats {
    site: Site,
    /// The sign of life that comes next, if the clock does not jump.
    next: Mutex<Sign>,
}

impl Heartbeats {
    pub(crate) fn new(site: Site) -> Heartbeats {
        Heartbeats { site, next: Mutex::new(Sign::Start) }
    }

    /// Gives a sign of life: the first of this process, another one, or one after something that was
    /// nobody's fault. The store moves what runs out accordingly: see `Store::beat`.
    pub async fn beat(&self) -> Result<()> {
        let mut next = self.next.lock().await;
        let jump = self.site.clock.jump();
        let sign = match *next {
            Sign::Alive if jump.abs() >= NOTICED_JUMP => Sign::Jump(jump),
            sign => sign,
        };
        // In this order nobody's time is up in between.
        if jump.is_negative() {
            self.site.clock.follow(jump);
        }
        let now = self.site.clock.now() + jump.max(SignedDuration::ZERO);
        let given = self.site.store.cluster().beat(sign, now).await;
        *next = match &given {
            Ok(_) => Sign::Alive,
            Err(error) if error.is_outage() && *next != Sign::Start => Sign::Return,
            Err(_) => *next,
        };
        if jump.is_positive() && given.is_ok() {
            self.site.clock.follow(jump);
        }
        drop(next);
        self.site.live.show_out(given.as_ref().ok().map(|given| given.sign_outs)).await?;
        let Heartbeat { away, .. } = given?;
        if !away.is_zero() {
            if let Err(error) = self.site.live.read_clocks_again().await {
                tracing::warn!(%error, "clocks could not be read again");
            }
            let seconds = away.as_secs_f64();
            tracing::warn!(seconds, "time away is not counted against players");
        }
        Ok(())
    }
}
