//! The table of all attacks: how the others fared, and whether that is within bounds.

use std::fmt;
use std::time::Duration;

use super::Measured;
use crate::play::Played;

/// The bounds: the moves of the others (p99), what a visitor waits at most, and how much more memory
/// than before there may be a while after the attack.
const SLOWEST_MOVE: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_secs(2);
const MORE_MEMORY: f64 = 1.2;

const SHOWN: usize = 5;

pub(super) struct Row {
    name: &'static str,
    /// p50 and p99 of the acknowledgements before and during it.
    before: [Duration; 2],
    during: [Duration; 2],
    moves: usize,
    /// The longest hint, reply and analysis; none if none was answered.
    waits: [Option<Duration>; 3],
    memory: [f64; 3],
    errors: Vec<String>,
    tally: String,
}

impl Row {
    pub(super) fn new(name: &'static str, played: &Played, measured: Measured) -> Row {
        let Measured { calm, attack, end, mut visits, memory, tally } = measured;
        let waits = |from, until| {
            let moves = played.acknowledged.iter();
            let within = moves.filter(|done| done.sent >= from && done.sent < until);
            let mut waits: Vec<Duration> = within.map(|done| done.heard - done.sent).collect();
            waits.sort_unstable();
            waits
        };
        let (before, during) = (waits(calm, attack), waits(attack, end));
        let longest = |times: &[Duration]| times.iter().max().copied();
        let mut errors = played.errors.clone();
        errors.append(&mut visits.errors);
        Row {
            name,
            before: shares(&before),
            during: shares(&during),
            moves: during.len(),
            waits: [&visits.hints, &visits.replies, &visits.analyses].map(|times| longest(times)),
            memory,
            errors,
            tally: tally.to_string(),
        }
    }

    /// Returns `true` if the others were served, however slowly.
    fn refused_nothing(&self) -> bool {
        self.errors.is_empty() && self.moves > 0 && self.waits.iter().all(Option::is_some)
    }

    /// Returns `true` if the others noticed too little to mind.
    fn holds(&self) -> bool {
        let [before, _, after] = self.memory;
        self.refused_nothing()
            && self.during[1] < SLOWEST_MOVE
            && self.waits.iter().all(|wait| wait.is_some_and(|wait| wait < LONGEST_WAIT))
            && after <= before * MORE_MEMORY
    }

    /// The answers to the attacker, and the refusals to others.
    pub(super) fn details(&self) -> String {
        let errors = self.errors.iter().take(SHOWN).map(|error| format!("  error: {error}\n"));
        let errors: String = errors.collect();
        format!("  the attacker was answered: {}\n{errors}", self.tally)
    }
}

/// The times that half of all and 99 of 100 did not exceed; `times` are sorted.
fn shares(times: &[Duration]) -> [Duration; 2] {
    [0.5, 0.99].map(|share| {
        let index = (share * times.len().saturating_sub(1) as f64).round() as usize;
        times.get(index).copied().unwrap_or_default()
    })
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = |[p50, p99]: [Duration; 2]| {
            format!("{:.1}, {:.1}", p50.as_secs_f64() * 1e3, p99.as_secs_f64() * 1e3)
        };
        let wait = |wait: Option<Duration>| {
            wait.map_or("none".to_owned(), |wait| format!("{:.2}", wait.as_secs_f64()))
        };
        let [hint, reply, analysis] = self.waits.map(wait);
        let [memory, most, later] = self.memory;
        write!(
            f,
            "| {} | {} | {} | {hint} | {reply} | {analysis} | {memory:.0} | {most:.0} | {later:.0} | {} |",
            self.name,
            moves(self.before),
            moves(self.during),
            if self.holds() { "yes" } else { "**no**" }
        )
    }
}

#[derive(Default)]
pub(super) struct Table(Vec<Row>);

impl Table {
    pub(super) fn push(&mut self, row: Row) {
        self.0.push(row);
    }

    pub(super) fn holds(&self) -> bool {
        self.0.iter().all(Row::holds)
    }

    pub(super) fn refused_nothing(&self) -> bool {
        self.0.iter().all(Row::refused_nothing)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| one address | moves before: p50, p99 in ms | during | hint, s | reply, s | \
             analysis, s | memory before, MiB | at most | later | holds |"
        )?;
        writeln!(f, "|{}", "---|".repeat(10))?;
        self.0.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}
