use std::time::Duration;

use merels_engine::Engine;

use crate::kept::Kept;

/// Answers the requests of a page.
pub struct Pocket {
    /// The time since some moment that stays the same.
    pub(crate) clock: fn() -> Duration,
    pub(crate) kept: Kept,
    /// The engine that plays, once it was asked. It remembers from one move to the next.
    pub(crate) engine: Option<Engine>,
}

impl Pocket {
    pub fn new(clock: fn() -> Duration) -> Pocket {
        Pocket { clock, kept: Kept::default(), engine: None }
    }
}
