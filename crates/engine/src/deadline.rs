//! The end of a search: time, nodes and the stop flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::limits::{Budget, Limits};
use crate::stopwatch::Stopwatch;

/// The conditions that end a search. All its threads share them.
#[derive(Debug)]
pub(crate) struct Deadline<'a> {
    started: Stopwatch,
    budget: Budget,
    nodes: Option<u64>,
    stop: &'a AtomicBool,
    /// Set when the main thread has its answer.
    done: AtomicBool,
}

impl<'a> Deadline<'a> {
    /// Starts counting time from `started`.
    pub(crate) fn start(started: Stopwatch, limits: &Limits, stop: &'a AtomicBool) -> Deadline<'a> {
        Deadline {
            started,
            budget: limits.budget(),
            nodes: limits.nodes,
            stop,
            done: AtomicBool::new(false),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns `true` if a thread that has visited `nodes` positions must stop.
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.done.load(Ordering::Relaxed)
            || self.nodes.is_some_and(|most| nodes >= most)
            || self.budget.hard.is_some_and(|most| self.elapsed() >= most)
    }

    /// Returns `true` if a first attempt that has visited `nodes` positions must leave the rest to
    /// another one.
    pub(crate) fn is_half_over(&self, nodes: u64) -> bool {
        let usual = self.budget.soft.or(self.budget.hard);
        self.is_over(nodes.saturating_mul(2))
            || usual.is_some_and(|usual| self.elapsed() >= usual / 2)
    }

    /// Returns `true` if there is time to begin another depth.
    pub(crate) fn allows_another_depth(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
            && self.budget.soft.is_none_or(|most| self.elapsed() < most / 2)
    }

    /// The most nodes a thread may visit.
    pub(crate) fn node_limit(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }

    /// Tells the other threads that the answer is final.
    pub(crate) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Waits for the stop flag, for searches that must not answer before it.
    pub(crate) fn wait_for_stop(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stopwatch::system_clock;

    #[test]
    fn the_deadline_ends_by_nodes_flag_and_answer() {
        let stop = AtomicBool::new(false);
        let started = Stopwatch::start(system_clock);
        let deadline = Deadline::start(started, &Limits::nodes(10), &stop);
        assert!(!deadline.is_over(9));
        assert!(deadline.is_over(10));
        deadline.finish();
        assert!(deadline.is_over(0));
        let deadline = Deadline::start(started, &Limits::INFINITE, &stop);
        assert!(!deadline.is_over(u64::MAX));
        stop.store(true, Ordering::Relaxed);
        assert!(deadline.is_over(0));
        assert!(!deadline.allows_another_depth());
    }
}
