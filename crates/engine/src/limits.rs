//! Time management: the limits of a search, and a move's share of the clock.

use std::time::Duration;

/// The limits of a search. The first one reached ends it; without any limit only the stop flag or a
/// solved position does.
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
    /// Answers only when told to stop, even if the position is solved.
    pub infinite: bool,
}

/// The state of the mover's clock.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left for the rest of the game.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// The time kept back from every limit, for delivering the answer.
const OVERHEAD: Duration = Duration::from_millis(3);

/// The expected number of moves a side still has to make.
const MOVES_TO_GO: u32 = 30;

/// The factor by which a move may exceed its planned time to finish its depth.
const OVERRUN_FACTOR: u32 = 4;

impl Limits {
    /// No limit but the stop flag.
    pub const INFINITE: Limits =
        Limits { depth: None, nodes: None, time: None, clock: None, infinite: true };

    /// A limit of depth only.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// A limit of nodes only.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit of time only.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// The smaller of the two limits, for each kind.
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

    /// The time plan for this move.
    pub(crate) fn budget(&self) -> Budget {
        let fixed = self.time.map(|time| time.saturating_sub(OVERHEAD));
        let from_clock = self.clock.map(|clock| {
            let usable = clock.remaining.saturating_sub(OVERHEAD);
            let planned = clock.remaining / MOVES_TO_GO + clock.increment * 3 / 4;
            (planned.min(usable / 2), (planned * OVERRUN_FACTOR).min(usable / 2))
        });
        let hard = match (fixed, from_clock) {
            (Some(fixed), Some((_, most))) => Some(fixed.min(most)),
            (fixed, clock) => fixed.or(clock.map(|(_, most)| most)),
        };
        Budget { soft: from_clock.map(|(planned, _)| planned), hard }
    }
}

/// The time for a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// The time after which no new depth is begun.
    pub(crate) soft: Option<Duration>,
    /// The time after which the search stops.
    pub(crate) hard: Option<Duration>,
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
}
