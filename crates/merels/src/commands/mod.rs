//! One module per command.

#[cfg(feature = "serve")]
pub(crate) mod admin;
pub(crate) mod atlas;
#[cfg(feature = "serve")]
pub(crate) mod backup;
pub(crate) mod bench;
#[cfg(feature = "serve")]
pub(crate) mod bot;
mod carry;
pub(crate) mod claims;
pub(crate) mod completions;
mod endgames;
pub(crate) mod engine;
mod exact_values;
pub(crate) mod manual;
pub(crate) mod match_games;
pub(crate) mod moves;
pub(crate) mod mv;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod probe;
pub(crate) mod puzzles;
mod random_index;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod sample;
#[cfg(feature = "serve")]
pub(crate) mod serve;
#[cfg(not(feature = "serve"))]
#[path = "serve_missing.rs"]
pub(crate) mod serve;
pub(crate) mod show;
mod shrink;
pub(crate) mod solve;
pub(crate) mod tables;
pub(crate) mod tiers;
pub(crate) mod verify;
mod win;
