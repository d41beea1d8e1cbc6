//! The use cases of the site, whichever way they are asked for: meeting other players, analysis and fair
//! play, notices by mail and push, rate limits, the security log, and what the site keeps about a person.
//!
//! Each service holds the handles that it needs and no more. This crate knows neither HTTP nor HTML: a
//! service returns values or a [`ServiceError`], and whoever asked finds the words.

pub mod analysis;
pub mod arenas;
mod draft;
mod error;
mod fair_play;
pub mod games;
mod heartbeat;
mod jobs;
pub mod learning;
mod limits;
pub mod meeting;
mod notices;
pub mod people;
mod per_minute;
mod personal_data;
mod security_log;
mod services;
mod spotlight;

pub use draft::check_draft;
pub use error::ServiceError;
pub use fair_play::{FairAsker, FairPlay, FinishedGame, STRONGEST, Seeker};
pub use heartbeat::Heartbeats;
pub use jobs::{Jobs, ROUND, TICK, again_and_again};
pub use limits::{ClientLimits, MessageLimit, RateLimits, SocketPermit, default_settings};
pub use merels_store::PushSubscription;
pub use notices::{MailError, MailFlags, MailSettings, Mailer, Mails, PushService, SubscribeError};
pub use per_minute::{Left, PerMinute};
pub use personal_data::{PersonalData, Pieces};
pub use security_log::SecurityLog;
pub use services::{Services, SiteSetup};
pub use spotlight::{Spotlight, Watchable};
