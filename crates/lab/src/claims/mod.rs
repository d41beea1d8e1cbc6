//! The coach's claims, checked one by one: written from their definitions
//! ([`merels_engine::Claim`]), the rules and the tables, and sharing no code with what makes them.

mod board;
mod games;
mod report;
mod statements;
#[cfg(test)]
mod tests;
mod worth;

use std::fmt;

use merels_engine::{Claim, Oracle};
use merels_rules::Position;
use merels_rules::morris::{MorrisPosition, Move};

pub use games::{Asked, check_games};
pub use report::Report;

/// The reason why a claim is not true.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Untrue(&'static str);

type Checked = Result<(), Untrue>;

fn ensure(holds: bool, fault: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(Untrue(fault)) }
}

impl fmt::Display for Untrue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Checks a claim about a legal move.
///
/// # Errors
///
/// Returns what is not true of it.
pub fn check(
    oracle: &dyn Oracle,
    before: &MorrisPosition,
    mv: Move,
    claim: &Claim,
) -> Result<(), Untrue> {
    let turn = board::Turn::new(before.with_automatic_draws(false), mv);
    worth::Worth(oracle).check(&turn, claim)
}
