//! What every request can reach.

use std::sync::Arc;

use merels_live::{Clock, EngineGate, Live, Oracles, Wakeups};
use merels_services::{
    Analysis, FairPlay, Heartbeats, Jobs, Meeting, OpeningStats, PerMinute, RateLimits,
    SecurityLog, Spotlight,
};
use merels_store::Store;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::figures;
use crate::mail::{Mailer, Mails};
use crate::own_pages::OwnPages;
use crate::pictures::Pictures;
use crate::push::PushService;
use crate::review::Reviews;
use crate::settings::Settings;

pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<Store>,
    pub(crate) live: Arc<Live>,
    /// Games in which the computer has something to do.
    pub(crate) computer: Arc<Wakeups>,
    pub(crate) gate: EngineGate,
    pub(crate) clock: Clock,
    pub(crate) oracles: Oracles,
    pub(crate) limits: Arc<RateLimits>,
    /// Calls of programs.
    pub(crate) call_limit: PerMinute,
    /// Questions for values, through whichever door.
    pub(crate) value_limit: PerMinute,
    pub(crate) meeting: Arc<Meeting>,
    pub(crate) fair_play: FairPlay,
    pub(crate) analysis: Analysis,
    pub(crate) reviews: Reviews,
    pub(crate) opening_stats: OpeningStats,
    pub(crate) spotlight: Spotlight,
    pub(crate) heartbeats: Arc<Heartbeats>,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) security: SecurityLog,
    pub(crate) mails: Arc<Mails>,
    /// Tells players elsewhere that it is their turn.
    pub(crate) push: Arc<PushService>,
    pub(crate) pictures: Pictures,
    pub(crate) own_pages: Arc<OwnPages>,
    pub(crate) metrics: PrometheusHandle,
    /// Turns true when the server is about to end.
    pub(crate) closing: watch::Receiver<bool>,
}

impl App {
    /// The services over a store.
    pub(crate) fn new(
        settings: Settings,
        store: Arc<Store>,
        push: PushService,
        mailer: Option<Mailer>,
        metrics: PrometheusHandle,
        closing: watch::Receiver<bool>,
    ) -> App {
        let site = settings.public_url.clone();
        let (clock, limits) = (settings.clock.clone(), settings.limits);
        let (gate, oracles) = (EngineGate::new(settings.gate_limits()), settings.oracles.clone());
        let (s, c) = (|| Arc::clone(&store), || clock.clone());
        let rates = Arc::new(RateLimits::new(limits, s(), c()));
        let computer = Arc::new(Wakeups::default());
        let live = Live::new(s(), Arc::clone(&settings.bus), Arc::clone(&computer), c());
        let live = Arc::new(live);
        let l = || Arc::clone(&live);
        let analysis = Analysis::new(l(), gate.clone(), oracles.clone());
        let meeting =
            Arc::new(Meeting::new(s(), l(), Arc::clone(&computer), Arc::clone(&rates), c()));
        let heartbeats = Arc::new(Heartbeats::new(s(), l(), c()));
        App {
            jobs: Arc::new(Jobs::new(
                s(),
                l(),
                c(),
                Arc::clone(&meeting),
                Arc::clone(&heartbeats),
                Arc::clone(&rates),
            )),
            meeting,
            fair_play: FairPlay::new(s(), l()),
            reviews: Reviews::new(s(), l(), gate.clone(), analysis.clone(), c()),
            analysis,
            opening_stats: OpeningStats::new(s()),
            spotlight: Spotlight::new(s(), l(), c()),
            heartbeats,
            security: SecurityLog::new(s(), Arc::clone(&rates), c()),
            call_limit: PerMinute::new(limits.api_calls_per_minute),
            value_limit: PerMinute::new(limits.values_per_minute),
            mails: Arc::new(Mails::new(s(), Arc::clone(&rates), c(), site, mailer)),
            push: Arc::new(push),
            pictures: Pictures::default(),
            own_pages: Arc::default(),
            limits: rates,
            computer,
            gate,
            oracles,
            live,
            clock: c(),
            settings,
            store,
            metrics,
            closing,
        }
    }

    /// The figures that `/metrics` tells.
    pub(crate) fn figures(&self) -> String {
        self.metrics.render() + &figures::waiting(self.gate.waiting())
    }
}
