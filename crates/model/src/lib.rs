//! The domain of the site: ids, seats, terms, events, ratings, and who meets whom.
//!
//! It is arithmetic on values. It must not know SQL, HTTP or languages, and has no clock of its own.

pub mod arena;

mod event;
mod ids;
mod invitation;
mod mistake;
mod names;
mod phrase;
mod player;
mod rating;
mod results;
mod seat;
mod spacing;
mod stored_game;
mod streak;
mod terms;
mod wish;

pub use arena::{Arena, ArenaGame, ArenaStanding};
pub use event::{EventKind, ForfeitCause, GameEvent};
pub use ids::{ArenaId, GameKey, InvitationId, PlayerId, SeatId};
pub use invitation::{Invitation, Offered};
pub use mistake::{Mistake, Pace};
pub use names::{BOT_MARK, bot_name, email_key, name_key, skeleton};
pub use phrase::Phrase;
pub use player::{Person, Player, Relation, Whereabouts};
pub use rating::{ClockClass, Rated, Rating, RatingChange, after_game};
pub use results::Results;
pub use seat::{Seat, is_between_people, is_shared, side_of};
pub use spacing::Spacing;
pub use stored_game::{GameFilter, Opponents, Standing, StoredGame};
pub use streak::{Day, Streak};
pub use terms::{Terms, TimeControl, UnknownTimeControl};
pub use wish::{ANYBODY_AFTER, NEAR, NEARER_EACH_SECOND, OpenSeat, Wish, reach};
