//! Work on the games that is done once and kept: the atlas of variants, the coach's claims checked,
//! matches between engines, lessons for networks, openings and puzzles.
//!
//! This crate knows no command line, prints nothing and serves nobody. Work that needs exact values
//! is handed a [`Lab`], which says where they come from and who hears how far it has come.

pub mod atlas;
pub mod claims;
mod error;
pub mod exact;
pub mod matches;
pub mod openings;
pub mod puzzles;
pub mod random_games;
pub mod sample;

use merels_rules::Value;
use merels_rules::morris::{MorrisPosition, Variant};

pub use error::{LabError, Result};

/// A source of exact values of positions in which the game is not over, in their order.
pub type Values<'a> = &'a dyn Fn(&[MorrisPosition]) -> Result<Vec<Value>>;

/// A variant, a source of its exact values, and a listener.
#[derive(Copy, Clone)]
pub struct Lab<'a> {
    pub variant: Variant,
    pub values: Values<'a>,
    /// Hears in a line how far the work has come.
    pub note: &'a dyn Fn(&str),
}
