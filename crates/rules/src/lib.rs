//! The games of Merels and nothing else: boards, positions, legal moves, notation, records.
//!
//! This crate implements the rules of every game. It must not know who plays: it has no input or
//! output, no clock, no randomness of its own, and needs no operating system.
//!
//! - The morris family is in [`morris`], Ming Mang in [`mingmang`], Nimble in [`nimble`].
//! - [`Position`] is the trait for code that is generic over the games; [`AnyPosition`] is the enum
//!   for code that picks the game at run time, by [`GameId`].
//! - [`Game`] holds a game's history and result; [`Record`] is a game as a text file.
//! - [`Happening`] is one event of a turn, for code that tells or shows it.
//!
//! ```
//! use merels_rules::{AnyPosition, Game, GameId, Position};
//!
//! let mut game: Game<AnyPosition> = Game::new(GameId::NINE.start());
//! let mv = game.position().parse_move("d6")?;
//! game.play(mv)?;
//! assert_eq!(game.position().to_string(), "xxxxxxxxxxxxxxxxxxxWxxxx b 8 9 0");
//! assert_eq!(game.legal_moves().len(), 23);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod mingmang;
pub mod morris;
pub mod nimble;
pub mod record;
pub mod text;

mod any;
mod draft;
mod draw_rank;
mod game;
mod happening;
mod id;
mod illegal;
mod outcome;
mod perft;
mod position;
mod score;
mod side;
mod spot;
mod value;
mod wdl;
mod zobrist;

pub use any::{AnyMove, AnyPosition};
pub use draft::{Choice, Draft};
pub use draw_rank::{DrawRank, Payoff};
pub use game::Game;
pub use happening::{Happening, happenings};
pub use id::{GameId, UnknownGame};
pub use illegal::Illegal;
pub use outcome::{DrawReason, Outcome, PLY_LIMIT, QUIET_LIMIT, WinReason};
pub use perft::{divide, perft};
pub use position::{Coordinates, Position, Repetition};
pub use record::Record;
pub use score::{GameScore, UnknownScore};
pub use side::Side;
pub use spot::Spot;
pub use text::TextError;
pub use value::Value;
pub use wdl::Wdl;
pub use zobrist::SplitMix;
