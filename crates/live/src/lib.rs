//! The running games of the site, and who plays and watches them.
//!
//! A game has one writer and any number of readers: [`Live`] opens games, [`LiveGame`] is one of them,
//! and a [`Snapshot`] is how it stands at one moment. Every node of a site has its own [`Live`]; they
//! share the store, which is the truth, and a [`Bus`] that says when to look again. [`Computer`] plays
//! the seats of the computer; it thinks behind the [`EngineGate`], as do hints, values and reviews.
//!
//! This crate knows neither HTTP nor languages. Whoever shows a game to people keeps what it has
//! encoded in the snapshot: see [`Snapshot::derived`].

mod bus;
mod client_address;
mod clock;
mod computer;
mod engine_gate;
mod games;
mod nats;
mod wakeups;

pub use bus::{Bell, Bus, Heard, InProcess, Subject};
pub use client_address::ClientAddress;
pub use clock::Clock;
pub use computer::{COMPUTER_LEASE, Computer, Oracles, levels};
pub use engine_gate::{Asker, Desk, EngineGate, GateLimits, Network, Purpose, Refused, Turn};
pub use games::{
    Absence, ActError, Actor, Command, ComputerTask, Entry, GameClock, GameEvent, Help, History,
    Live, LiveError, LiveGame, PlayerMessage, Refusal, Rematch, Snapshot, Unplayable, Watching,
    claim_wait, seat_of,
};
pub use nats::{Nats, NatsError};
pub use wakeups::Wakeups;
