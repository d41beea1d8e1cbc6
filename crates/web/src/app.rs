//! What every request can reach.

use std::sync::Arc;

use jiff::SignedDuration;
use merels_live::{ClientAddress, Clock, EngineGate, Live, Oracles, Wakeups};
use merels_store::{Heartbeat, PlayerId, SecurityEvent, SecurityKind, Sign, Store, StoreError};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::{Mutex, watch};

use crate::limits::RateLimits;
use crate::mail::Mailer;
use crate::opening_stats::OpeningStats;
use crate::own_pages::OwnPages;
use crate::per_minute::PerMinute;
use crate::pictures::Pictures;
use crate::push::PushService;
use crate::review::Reviews;
use crate::settings::Settings;
use crate::spotlight::Spotlight;

/// A machine's clock that moved by less was only corrected.
const NOTICED_JUMP: SignedDuration = SignedDuration::from_millis(100);

pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<Store>,
    pub(crate) live: Arc<Live>,
    /// Games in which the computer has something to do.
    pub(crate) computer: Arc<Wakeups>,
    pub(crate) gate: EngineGate,
    pub(crate) limits: RateLimits,
    /// Calls of programs.
    pub(crate) call_limit: PerMinute,
    /// Questions for values, through whichever door.
    pub(crate) value_limit: PerMinute,
    /// How mail leaves the site, if it sends any.
    pub(crate) mailer: Option<Mailer>,
    pub(crate) clock: Clock,
    /// The sign of life that comes next, if the clock does not jump.
    pub(crate) next_sign: Mutex<Sign>,
    pub(crate) oracles: Oracles,
    pub(crate) reviews: Reviews,
    pub(crate) opening_stats: OpeningStats,
    pub(crate) pictures: Pictures,
    /// The games worth watching.
    pub(crate) spotlight: Spotlight,
    pub(crate) own_pages: Arc<OwnPages>,
    /// Tells players elsewhere that it is their turn.
    pub(crate) push: Arc<PushService>,
    pub(crate) metrics: PrometheusHandle,
    /// Turns true when the server is about to end.
    pub(crate) closing: watch::Receiver<bool>,
}

impl App {
    /// Gives a sign of life: the first of this process, another one, or one after something that was
    /// nobody's fault. The store moves what runs out accordingly: see `Store::beat`.
    pub(crate) async fn beat(&self) -> Result<(), StoreError> {
        let mut next = self.next_sign.lock().await;
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
        let given = self.store.beat(sign, now).await;
        *next = match &given {
            Ok(_) => Sign::Alive,
            Err(error) if error.is_outage() && *next != Sign::Start => Sign::Return,
            Err(_) => *next,
        };
        let Heartbeat { away, sign_outs } = given?;
        if jump.is_positive() {
            self.clock.follow(jump);
        }
        drop(next);
        self.live.show_out(sign_outs).await?;
        if !away.is_zero() {
            if let Err(error) = self.live.read_clocks_again().await {
                tracing::warn!(%error, "clocks could not be read again");
            }
            let seconds = away.as_secs_f64();
            tracing::warn!(seconds, "time away is not counted against players");
        }
        Ok(())
    }

    /// Writes down what happened to an account. That it cannot be written stops nobody. Of refusals, which
    /// anybody can bring about without end, so many are written for each network.
    pub(crate) async fn log_security(
        &self,
        kind: SecurityKind,
        player: Option<&PlayerId>,
        client: ClientAddress,
    ) {
        if kind.is_refusal() && !self.limits.notes_refusal(client) {
            tracing::debug!(target: "security", kind = kind.name(), %client, "not written down");
            return;
        }
        let shown = player.map_or("", |player| player.as_str());
        tracing::info!(target: "security", kind = kind.name(), player = shown, %client);
        let (at, client) = (self.clock.now(), client.to_string());
        let event = SecurityEvent { at, kind, player: player.cloned(), client, actor: None };
        self.write_security(event).await;
    }

    /// Writes down what an operator did to an account.
    pub(crate) async fn log_act(
        &self,
        kind: SecurityKind,
        player: &PlayerId,
        actor: &PlayerId,
        client: ClientAddress,
    ) {
        tracing::info!(target: "security", kind = kind.name(), %player, %actor, %client);
        let (at, client) = (self.clock.now(), client.to_string());
        let (player, actor) = (Some(player.clone()), Some(actor.to_string()));
        self.write_security(SecurityEvent { at, kind, player, client, actor }).await;
    }

    async fn write_security(&self, event: SecurityEvent) {
        if let Err(error) = self.store.log_security(event).await {
            tracing::error!(%error, "the security log could not be written");
        }
    }
}
