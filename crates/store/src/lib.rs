//! What the site keeps: players, sessions, waiting seats, games and their events.
//!
//! One [`Store`] over SQLite (a file) or PostgreSQL (by URL), the same statements for both. It knows
//! no web and no rules beyond the names of games and sides: a game is a start and a list of events,
//! each under its own version, and whoever appends must name the next version. That key makes a
//! repeated write harmless and a race impossible.
//!
//! Reads go through a pool. Writes go through one task that commits what has gathered in one
//! transaction and answers only then: see `writer`.

mod database;
mod error;
mod events;
mod games;
mod ids;
mod matches;
mod players;
mod sessions;
mod store;
mod writer;

pub use error::StoreError;
pub use events::{Event, EventKind, ForfeitCause, StoredEvent};
pub use games::{Append, Finish, NewGame, NewSeat, Seat, StoredGame};
pub use ids::{GameKey, PlayerId, SessionId, SessionToken};
pub use matches::Matched;
pub use players::{Account, NewPlayer, Player, Taken, Tally};
pub use store::Store;
