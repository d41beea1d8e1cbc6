//! All that Merels says to people: the same sentences for the site, the terminal and mails.
//!
//! The sentences are Project Fluent catalogues in `web/messages`, one file for each language; a file
//! more is a language more. This crate knows the rules' and the engine's results and how to word
//! them. It knows no HTTP, no terminal and no storage.
//!
//! ```
//! use merels_messages::Language;
//! use merels_rules::GameId;
//!
//! let german = Language::from_code("de").unwrap_or(Language::ENGLISH);
//! assert_eq!(german.title(GameId::NINE), "Mühle");
//! ```

mod catalogue;
mod claims;
mod draws;
mod ending;
mod happenings;
mod language;
mod naming;
mod options;
mod puzzles;
mod refusals;
mod review;
mod rules;
mod seats;
mod status;
mod titles;
mod turning_points;
mod values;

pub use fluent_bundle::FluentValue;

pub use claims::ToldClaim;
pub use language::Language;
pub use naming::{ByColour, Naming};
pub use options::{FLYING, REMOVAL};
pub use puzzles::PuzzleMoveAs;
pub use rules::RuleSection;
pub use seats::{GUEST_DIGITS, guest_number};
pub use values::{Worth, quiet_draw_may_come_first};
