//! What every request can reach.

use std::ops::Deref;
use std::sync::Arc;

use merels_services::{PerMinute, Services, SiteSetup};
use merels_store::Store;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::mail::{Mailer, Mails};
use crate::metrics::waiting;
use crate::own_pages::OwnPages;
use crate::pictures::Pictures;
use crate::push::PushService;
use crate::review::Reviews;
use crate::settings::Settings;

/// The services, and what the site adds to them.
pub(crate) struct App {
    services: Services,
    pub(crate) settings: Settings,
    /// Calls of programs.
    pub(crate) call_limit: PerMinute,
    /// Questions for values, through whichever door.
    pub(crate) value_limit: PerMinute,
    pub(crate) reviews: Reviews,
    pub(crate) mails: Arc<Mails>,
    /// Tells players elsewhere that it is their turn.
    pub(crate) push: Arc<PushService>,
    pub(crate) pictures: Pictures,
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
        };
        let services = Services::new(store, setup);
        let Services { store, live, gate, analysis, limits, clock, .. } = &services;
        let (s, l, c) = (|| Arc::clone(store), Arc::clone(live), || clock.clone());
        let site = settings.public_url.clone();
        App {
            reviews: Reviews::new(s(), l, gate.clone(), analysis.clone(), c()),
            mails: Arc::new(Mails::new(s(), Arc::clone(limits), c(), site, mailer)),
            push: Arc::new(push),
            call_limit: PerMinute::new(settings.limits.api_calls_per_minute),
            value_limit: PerMinute::new(settings.limits.values_per_minute),
            pictures: Pictures::default(),
            own_pages: Arc::new(own_pages),
            settings,
            services,
            metrics,
            closing,
        }
    }

    /// The figures that `/metrics` tells.
    pub(crate) fn figures(&self) -> String {
        self.metrics.render() + &waiting(self.gate.waiting())
    }
}
