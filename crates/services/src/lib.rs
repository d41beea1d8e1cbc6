//! The use cases of the site, whichever way they are asked for: accounts and moderation, meeting other
//! players, analysis and fair play, notices by mail and push, rate limits.
//!
//! Each service holds the handles that it needs and no more. This crate knows neither HTTP nor HTML: a
//! service returns values or a [`ServiceError`], and whoever asked finds the words.

pub mod accounts;
mod actions;
pub mod analysis;
pub mod arenas;
mod draft;
mod error;
mod fair_play;
mod form;
pub mod games;
mod heartbeat;
mod jobs;
pub mod learning;
mod limits;
pub mod meeting;
pub mod moderation;
mod notices;
pub mod people;
mod per_minute;
mod security_log;
mod services;
mod site;
mod spotlight;
mod visitor;
mod webauthn;

/// The types of running games that the use cases speak of.
pub mod live {
    pub use merels_live::{
        Bell, Bus, ClientAddress, Clock, Computer, Entry, GameClock, GameEvent, GateLimits, Heard,
        History, InProcess, LiveError, LiveGame, Nats, NatsError, Oracles, PlayerMessage, Refusal,
        Rematch, Snapshot, Subject, Watching, claim_wait, levels, seat_of,
    };
}

pub use actions::{Action, ClaimOf, DrawResponse};
pub use draft::check_draft;
pub use error::{Result, ServiceError, Trouble};
pub use fair_play::{FairAsker, FairPlay, FinishedGame, STRONGEST, Seeker};
pub use form::FormErrors;
pub use heartbeat::Heartbeats;
pub use jobs::{Jobs, ROUND, TICK, again_and_again};
pub use limits::{ClientLimits, MessageLimit, RateLimits, SocketPermit, default_settings};
pub use merels_store::Session;
pub use notices::{MailError, MailFlags, MailSettings, Mailer, Mails, PushService, SubscribeError};
pub use per_minute::{Left, PerMinute};
pub use services::{Services, SiteSetup};
pub use spotlight::{Spotlight, Watchable};
pub use visitor::{SignedIn, Visitor};
pub use webauthn::RelyingParty;
#[doc(hidden)]
pub use webauthn::is_new_passkey;
