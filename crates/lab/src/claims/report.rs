//! The report of a check of the coach.

use std::collections::BTreeMap;
use std::fmt;

use super::Asked;

/// Mistakes that lose this soon have reasons that can be seen on the board.
const SOON: u16 = 9;

/// The mistakes without a reason that are shown, of all that there are.
const SHOWN: usize = 10;

/// The claims that give a reason for a mistake beyond its value.
const REASONS: [&str; 3] = ["allows", "misses", "leaves-open"];

/// The coach's words on a move.
pub(super) struct Told {
    /// The position and the move.
    pub(super) text: String,
    pub(super) is_mistake: bool,
    /// The plies in which the move loses.
    pub(super) loses_in: Option<u16>,
    /// The kinds of its claims.
    pub(super) kinds: Vec<&'static str>,
    /// The claims that are not true, with the reason.
    pub(super) faults: Vec<String>,
}

/// Counts of moves, claims and what was wrong with them.
#[derive(Debug)]
pub struct Report {
    asked: Asked,
    mistakes: Share,
    soon: Share,
    good: Share,
    claims: BTreeMap<&'static str, usize>,
    /// Some mistakes without a reason.
    unexplained: Vec<String>,
    /// The claims that are not true, each with its position, move and reason.
    pub faults: Vec<String>,
}

/// The share of a number of moves that have a reason.
#[derive(Copy, Clone, Debug, Default)]
struct Share {
    with_reason: usize,
    all: usize,
}

impl Share {
    fn add(&mut self, has_reason: bool) {
        self.all += 1;
        self.with_reason += usize::from(has_reason);
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Share { with_reason, all } = *self;
        let percent = 100.0 * with_reason as f64 / all.max(1) as f64;
        write!(f, "{with_reason} of {all} ({percent:.1} %)")
    }
}

impl Report {
    pub(super) fn new(asked: Asked) -> Report {
        let [mistakes, soon, good] = [Share::default(); 3];
        let [unexplained, faults] = [Vec::new(), Vec::new()];
        Report { asked, mistakes, soon, good, claims: BTreeMap::new(), unexplained, faults }
    }

    pub(super) fn is_full(&self) -> bool {
        self.mistakes.all >= self.asked.mistakes && self.good.all >= self.asked.good
    }

    pub(super) fn progress(&self) -> String {
        let (mistakes, good, faults) = (self.mistakes.all, self.good.all, self.faults.len());
        format!("{mistakes} mistakes and {good} good moves, {faults} false claims")
    }

    /// Counts a move, unless there are enough of its sort.
    pub(super) fn add(&mut self, told: Told) {
        let Told { text, is_mistake, loses_in, kinds, faults } = told;
        let (share, most) = match is_mistake {
            true => (&mut self.mistakes, self.asked.mistakes),
            false => (&mut self.good, self.asked.good),
        };
        if share.all >= most {
            return;
        }
        let has_reason = match is_mistake {
            true => kinds.iter().any(|kind| REASONS.contains(kind)),
            false => !kinds.is_empty(),
        };
        share.add(has_reason);
        if is_mistake && loses_in.is_some_and(|plies| plies <= SOON) {
            self.soon.add(has_reason);
        }
        if is_mistake && !has_reason && self.unexplained.len() < SHOWN {
            self.unexplained.push(text);
        }
        kinds.into_iter().for_each(|kind| *self.claims.entry(kind).or_default() += 1);
        self.faults.extend(faults);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "mistakes with a reason: {}", self.mistakes)?;
        writeln!(f, "  that lose within {SOON} plies: {}", self.soon)?;
        writeln!(f, "good moves with something to say: {}", self.good)?;
        let claims: usize = self.claims.values().sum();
        writeln!(f, "claims: {claims}, false: {}", self.faults.len())?;
        self.claims.iter().try_for_each(|(kind, count)| writeln!(f, "  {kind}: {count}"))?;
        self.unexplained.iter().try_for_each(|text| writeln!(f, "without a reason: {text}"))?;
        self.faults.iter().try_for_each(|fault| writeln!(f, "false: {fault}"))
    }
}
