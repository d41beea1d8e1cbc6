//! The domain of the site: ids, seats, terms, events, ratings, and who meets whom.
//!
//! It is arithmetic on values. It must not know SQL, HTTP or languages, and has no clock of its own.

pub mod arena;

mod event;
mod ids;
mod names;
mod phrase;
mod rating;
mod seat;
mod terms;
mod wish;

pub use arena::{Arena, ArenaGame, ArenaStanding};
pub use event::{EventKind, ForfeitCause, GameEvent};
pub use ids::{ArenaId, GameKey, InvitationId, PlayerId, SeatId};
pub use names::{BOT_MARK, bot_name, email_key, name_key, skeleton};
pub use phrase::Phrase;
pub use rating::{ClockClass, Rating, after_game};
pub use seat::Seat;
pub use terms::{Terms, TimeControl, UnknownTimeControl};
pub use wish::{ANYBODY_AFTER, NEAR, NEARER_EACH_SECOND, OpenSeat, Wish, reach};
