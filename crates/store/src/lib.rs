//! The database of the site: players, sessions, waiting seats, games and their events.
//!
//! One [`Store`] over SQLite (a file) or PostgreSQL (by URL), the same statements for both. It knows
//! no web and no rules beyond the names of games and sides: a game is a start and a list of events,
//! each under its own version, and whoever appends must name the next version. That key makes a
//! repeated write harmless and a race impossible. An error means that the database failed; a refusal
//! by these rules is an answer.
//!
//! Reads go through a pool. Writes go through one writer that commits what has gathered in one
//! transaction and answers only then: see `writer`. Several nodes may share one PostgreSQL.
//!
//! ```
//! # async fn example() -> Result<(), merels_store::StoreError> {
//! use merels_model::GameKey;
//! use merels_store::Store;
//!
//! let store = Store::open("sqlite://merels.db").await?;
//! assert!(store.games().events(&GameKey::random()).await?.is_empty());
//! store.close().await;
//! # Ok(())
//! # }
//! ```

mod account_changes;
mod account_facts;
mod append;
mod arena_notices;
mod arenas;
pub mod backup;
mod bots;
mod database;
mod error;
mod events;
mod game_writes;
mod games;
mod guests;
mod handles;
mod heartbeat;
mod invitations;
mod learned;
mod leases;
mod matches;
mod mistakes;
mod moderation;
mod names;
mod one_time;
mod openings;
mod outbox;
mod passkeys;
mod players;
mod presence;
mod profiles;
mod push;
mod puzzle_runs;
mod puzzles;
mod quotas;
mod rating_changes;
mod ratings;
mod relations;
mod rematches;
mod reviews;
mod seat_addresses;
mod secrets;
mod security;
mod sessions;
mod store;
mod tokens;
mod turn_mails;
mod waiting;
mod watchers;
mod wishes;
mod write;
mod writer;

pub use account_changes::AccountChange;
pub use account_facts::AccountFacts;
pub use append::Append;
pub use arena_notices::ArenaNotice;
pub use bots::BotMade;
pub use error::{Result, StoreError};
pub use events::{Event, StoredEvent, StoredHistory, TimesLeft};
pub use game_writes::{NewGame, NewSeat};
pub use games::Latest;
pub use guests::GuestAccount;
pub use handles::{Accounts, Arenas, Cluster, Games, Meeting, Notices};
pub use heartbeat::{Heartbeat, Sign};
pub use invitations::{Accept, Accepted, Invited, NewInvitation};
pub use leases::Lease;
pub use matches::{Matched, Pairing, SeatTaken, Seek, TakeSeat};
pub use mistakes::MistakesOf;
pub use moderation::{ListedAccount, Report};
pub use one_time::Purpose;
pub use openings::{Beginning, BeginningsRead};
pub use outbox::{MailKind, QueuedMail};
pub use passkeys::{GivenUp, Passkey};
pub use players::{Account, ComputerResult, NewPlayer, Taken};
pub use profiles::Opening;
pub use push::{DueNotice, PushSubscription};
pub use puzzle_runs::{NewRun, PuzzleRun, RunAnswer};
pub use puzzles::{FIRST_PUZZLE_RATING, PuzzleRecord, PuzzleTry};
pub use quotas::Quota;
pub use ratings::RatingKey;
pub use rematches::{OfferRematch, Rematched};
pub use reviews::{KeptReview, NewReview};
pub use seat_addresses::GameWithPerson;
pub use secrets::{ApiToken, OneTimeSecret, SessionId, SessionToken, TokenId};
pub use security::{SecurityEvent, SecurityKind};
pub use sessions::Session;
pub use store::Store;
pub use tokens::{NewToken, Scope, StoredToken};
pub use watchers::{GameToWatch, WatcherReport};
