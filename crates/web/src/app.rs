//! The state of the site that handlers take as `State<App>`.

use std::ops::Deref;
use std::sync::Arc;

use merels_live::LiveGame;
use merels_model::GameKey;
use merels_services::{Mailer, PerMinute, PushService, ServiceError, Services, SiteSetup};
use merels_store::Store;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::metrics::waiting;
use crate::own_pages::OwnPages;
use crate::pictures::Pictures;
use crate::review::Reviews;
use crate::settings::Settings;

/// The services, and the site's own state beside them. Every field is shared: a clone is cheap.
#[derive(Clone)]
pub(crate) struct App {
    services: Arc<Services>,
    pub(crate) settings: Arc<Settings>,
    /// Calls of programs.
    pub(crate) call_limit: Arc<PerMinute>,
    /// Questions for values, through whichever door.
    pub(crate) value_limit: Arc<PerMinute>,
    pub(crate) reviews: Reviews,
    pub(crate) pictures: Arc<Pictures>,
    pub(crate) own_pages: Arc<OwnPages>,
    pub(crate) metrics: PrometheusHandle,
    /// Turns true when the server is about to end.
    pub(crate) closing: watch::Receiver<bool>,
}

impl Deref for App {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
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
            services: Arc::new(services),
            metrics,
            closing,
        }
    }

    /// A game by its key.
    pub(crate) async fn game(&self, key: &GameKey) -> Result<Arc<LiveGame>, ServiceError> {
        self.live.open(key).await?.ok_or(ServiceError::UnknownGame)
    }

    /// The metrics in the form of Prometheus.
    pub(crate) fn figures(&self) -> String {
        self.metrics.render() + &waiting(self.gate.waiting())
    }
}
