use std::sync::Arc;

use merels_live::{Clock, Live};
use merels_store::Store;

use crate::limits::RateLimits;

/// The parts of a site that most services share. A clone is cheap.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) store: Arc<Store>,
    pub(crate) live: Arc<Live>,
    pub(crate) clock: Clock,
    pub(crate) limits: Arc<RateLimits>,
}
