//! When a search has to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a search may last. Whatever comes first ends it; without any limit only the stop flag
/// or a solved position does.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most plies to look ahead.
    pub depth: Option<u32>,
    /// The most positions to visit.
    pub nodes: Option<u64>,
    /// The most time for this move.
    pub time: Option<Duration>,
    /// A clock for the whole game.
    pub clock: Option<Clock>,
    /// Answer only when told to stop, even if the position is solved.
    pub infinite: bool,
}

/// What the mover's clock shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left for the rest of the game.
    pub remaining: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

/// Kept back from every time limit, for the way of the answer to whoever waits for it.
const OVERHEAD: Duration = Duration::from_millis(3);

/// A game is expected to last for this many more moves of a side.
const MOVES_TO_GO: u32 = 30;

/// How much longer than planned a move may take when it must finish what it began.
const PATIENCE: u32 = 4;

impl Limits {
    /// No limit but the stop flag.
    pub const INFINITE: Limits =
        Limits { depth: None, nodes: None, time: None, clock: None, infinite: true };

    /// A limit of depth alone.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// A limit of positions alone.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit of time alone.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// The smaller of the two, limit by limit.
    #[must_use]
    pub(crate) fn narrowed(self, depth: Option<u32>, nodes: Option<u64>) -> Limits {
        let least = |a: Option<u64>, b: Option<u64>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Limits {
            depth: least(self.depth.map(u64::from), depth.map(u64::from)).map(|d| d as u32),
            nodes: least(self.nodes, nodes),
            ..self
        }
    }

    /// The plan for this move.
    pub(crate) fn budget(&self) -> Budget {
        let fixed = self.time.map(|time| time.saturating_sub(OVERHEAD));
        let from_clock = self.clock.map(|clock| {
            let usable = clock.remaining.saturating_sub(OVERHEAD);
            let planned = clock.remaining / MOVES_TO_GO + clock.increment * 3 / 4;
            (planned.min(usable / 2), (planned * PATIENCE).min(usable / 2))
        });
        let hard = match (fixed, from_clock) {
            (Some(fixed), Some((_, most))) => Some(fixed.min(most)),
            (fixed, clock) => fixed.or(clock.map(|(_, most)| most)),
        };
        Budget { soft: from_clock.map(|(planned, _)| planned), hard }
    }
}

/// How much time a move gets.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// After this much no new depth is begun.
    pub(crate) soft: Option<Duration>,
    /// After this much the search breaks off.
    pub(crate) hard: Option<Duration>,
}

/// Says when the search has to end. Shared by all its threads.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    started: Instant,
    budget: Budget,
    nodes: Option<u64>,
    stop: &'a AtomicBool,
    /// Set when the main thread has its answer.
    done: AtomicBool,
}

impl<'a> Watch<'a> {
    /// Counts time from `started`.
    pub(crate) fn start(started: Instant, limits: &Limits, stop: &'a AtomicBool) -> Watch<'a> {
        Watch {
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

    /// Whether a thread that has visited `nodes` positions must break off.
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.done.load(Ordering::Relaxed)
            || self.nodes.is_some_and(|most| nodes >= most)
            || self.budget.hard.is_some_and(|most| self.elapsed() >= most)
    }

    /// Whether another depth is worth beginning.
    pub(crate) fn allows_another_depth(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
            && self.budget.soft.is_none_or(|most| self.elapsed() < most / 2)
    }

    /// The most nodes a thread may visit.
    pub(crate) fn node_limit(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }

    /// Tells the other threads that the answer stands.
    pub(crate) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Waits for the stop flag, for answers that may not come before it.
    pub(crate) fn wait_for_stop(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_fixed_time_is_used_up_but_for_the_overhead() {
        let budget = Limits::time(ms(1000)).budget();
        assert_eq!(budget, Budget { soft: None, hard: Some(ms(1000) - OVERHEAD) });
        assert_eq!(Limits::time(ms(1)).budget().hard, Some(Duration::ZERO));
    }

    #[test]
    fn a_clock_is_never_run_down_by_one_move() {
        for remaining in [0, 1, 10, 100, 5_000, 600_000] {
            for increment in [0, 100, 10_000] {
                let clock = Clock { remaining: ms(remaining), increment: ms(increment) };
                let limits = Limits { clock: Some(clock), ..Limits::default() };
                let Budget { soft, hard } = limits.budget();
                assert!(soft <= hard, "{clock:?}");
                assert!(hard.unwrap() <= ms(remaining) / 2, "{clock:?}");
            }
        }
    }

    #[test]
    fn the_watch_ends_by_nodes_flag_and_answer() {
        let stop = AtomicBool::new(false);
        let watch = Watch::start(Instant::now(), &Limits::nodes(10), &stop);
        assert!(!watch.is_over(9));
        assert!(watch.is_over(10));
        watch.finish();
        assert!(watch.is_over(0));
        let watch = Watch::start(Instant::now(), &Limits::INFINITE, &stop);
        assert!(!watch.is_over(u64::MAX));
        stop.store(true, Ordering::Relaxed);
        assert!(watch.is_over(0));
        assert!(!watch.allows_another_depth());
    }
}
