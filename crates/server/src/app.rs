//! What every request can reach.

use std::sync::Arc;

use merels_store::Store;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::computer::Oracles;
use crate::computer_queue::ComputerQueue;
use crate::limits::RateLimits;
use crate::live::Live;
use crate::settings::Settings;

pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<Store>,
    pub(crate) live: Arc<Live>,
    /// Games in which the computer has something to do.
    pub(crate) computer: Arc<ComputerQueue>,
    pub(crate) limits: RateLimits,
    pub(crate) oracles: Oracles,
    pub(crate) metrics: PrometheusHandle,
    /// Turns true when the server is about to end.
    pub(crate) closing: watch::Receiver<bool>,
}
