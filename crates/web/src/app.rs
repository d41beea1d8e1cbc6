//! The state of the site, which handlers take as an argument.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use merels_services::{PerMinute, Services};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::metrics::waiting;
use crate::own_pages::OwnPages;
use crate::pictures::Pictures;
use crate::settings::Settings;

/// The services, and the site's own state beside them. Every field is shared: a clone is cheap.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) services: Arc<Services>,
    pub(crate) settings: Arc<Settings>,
    /// Calls of programs.
    pub(crate) call_limit: Arc<PerMinute>,
    /// Questions for values, through whichever door.
    pub(crate) value_limit: Arc<PerMinute>,
    pub(crate) pictures: Arc<Pictures>,
    pub(crate) own_pages: Arc<OwnPages>,
    pub(crate) metrics: PrometheusHandle,
    /// Turns true when the server is about to end.
    pub(crate) closing: watch::Receiver<bool>,
}

impl App {
    pub(crate) fn new(
        settings: Settings,
        services: Services,
        own_pages: OwnPages,
        metrics: PrometheusHandle,
        closing: watch::Receiver<bool>,
    ) -> App {
        App {
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

    /// The metrics in the form of Prometheus.
    pub(crate) fn figures(&self) -> String {
        self.metrics.render() + &waiting(self.services.gate.waiting())
    }
}

impl FromRequestParts<App> for App {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, app: &App) -> Result<App, Infallible> {
        Ok(app.clone())
    }
}
