//! The state of the site that handlers take: `State<Arc<Accounts>>` where one service is enough,
//! `State<App>` where several are needed.

use std::sync::Arc;

use axum::extract::FromRef;
use merels_live::{Clock, EngineGate, Live, LiveGame, Oracles, Wakeups};
use merels_model::GameKey;
use merels_services::learning::Puzzles;
use merels_services::{
    Analysis, FairPlay, Heartbeats, Jobs, Mailer, Mails, Meeting, OpeningStats, PerMinute,
    PushService, RateLimits, SecurityLog, ServiceError, Services, SiteSetup, Spotlight,
};
use merels_store::Store;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::metrics::waiting;
use crate::own_pages::OwnPages;
use crate::pictures::Pictures;
use crate::review::Reviews;
use crate::settings::Settings;

/// The services, and the site's own state beside them. Every field is shared: a clone is cheap.
#[derive(Clone, FromRef)]
pub(crate) struct App {
    pub(crate) settings: Arc<Settings>,
    pub(crate) store: Arc<Store>,
    pub(crate) live: Arc<Live>,
    /// Games in which the computer has something to do.
    pub(crate) computer: Arc<Wakeups>,
    pub(crate) gate: EngineGate,
    pub(crate) oracles: Arc<Oracles>,
    pub(crate) clock: Clock,
    pub(crate) limits: Arc<RateLimits>,
    pub(crate) meeting: Arc<Meeting>,
    pub(crate) fair_play: FairPlay,
    pub(crate) analysis: Analysis,
    pub(crate) opening_stats: Arc<OpeningStats>,
    pub(crate) puzzles: Puzzles,
    pub(crate) spotlight: Arc<Spotlight>,
    pub(crate) heartbeats: Arc<Heartbeats>,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) security: SecurityLog,
    /// Calls of programs.
    #[from_ref(skip)]
    pub(crate) call_limit: Arc<PerMinute>,
    /// Questions for values, through whichever door.
    #[from_ref(skip)]
    pub(crate) value_limit: Arc<PerMinute>,
    pub(crate) reviews: Reviews,
    pub(crate) mails: Arc<Mails>,
    /// Tells players elsewhere that it is their turn.
    pub(crate) push: Arc<PushService>,
    pub(crate) pictures: Arc<Pictures>,
    pub(crate) own_pages: Arc<OwnPages>,
    pub(crate) metrics: PrometheusHandle,
    /// Turns true when the server is about to end.
    pub(crate) closing: watch::Receiver<bool>,
}

impl App {
    pub(crate) fn new(
        settings: Settings,
        store: Arc<Store>,
        push: PushService,
        mailer: Option<Mailer>,
        own_pages: OwnPages,
        metrics: PrometheusHandle,
        closing: watch::Receiver<bool>,
    ) -> App {
        let setup = SiteSetup {
            bus: Arc::clone(&settings.bus),
            clock: settings.clock.clone(),
            limits: settings.limits,
            gate: settings.gate_limits(),
            oracles: settings.oracles.clone(),
            push,
            mailer,
            public_url: settings.public_url.clone(),
        };
        let services = Services::new(store, setup);
        let Services { store, live, gate, analysis, clock, .. } = &services;
        let (s, l, c) = (Arc::clone(store), Arc::clone(live), clock.clone());
        App {
            reviews: Reviews::new(s, l, gate.clone(), analysis.clone(), c),
            call_limit: Arc::new(PerMinute::new(settings.limits.api_calls_per_minute)),
            value_limit: Arc::new(PerMinute::new(settings.limits.values_per_minute)),
            pictures: Arc::default(),
            own_pages: Arc::new(own_pages),
            settings: Arc::new(settings),
            store: services.store,
            live: services.live,
            computer: services.computer,
            gate: services.gate,
            oracles: services.oracles,
            clock: services.clock,
            limits: services.limits,
            meeting: services.meeting,
            fair_play: services.fair_play,
            analysis: services.analysis,
            opening_stats: services.opening_stats,
            puzzles: services.puzzles,
            spotlight: services.spotlight,
            heartbeats: services.heartbeats,
            jobs: services.jobs,
            security: services.security,
            mails: services.mails,
            push: services.push,
            metrics,
            closing,
        }
    }

    /// A game by its key.
    pub(crate) async fn game(&self, key: &GameKey) -> Result<Arc<LiveGame>, ServiceError> {
        self.live.open(key).await?.ok_or(ServiceError::UnknownGame)
    }

    /// The figures that `/metrics` tells.
    pub(crate) fn figures(&self) -> String {
        self.metrics.render() + &waiting(self.gate.waiting())
    }
}
