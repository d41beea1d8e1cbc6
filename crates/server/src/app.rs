//! What every request can reach.

use std::sync::Arc;

use merels_store::Store;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::computer::Oracles;
use crate::limits::RateLimits;
use crate::live::Live;
use crate::settings::Settings;

pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<Store>,
    pub(crate) live: Arc<Live>,
    pub(crate) limits: RateLimits,
    pub(crate) oracles: Oracles,
    pub(crate) metrics: PrometheusHandle,
    /// Turns true when the server is about to end.
    pub(crate) closing: watch::Receiver<bool>,
}
