//! The site: pages, plain requests and live games.
//!
//! A move's way: browser → `routes::socket` or `routes::game` → `live` → rules → store → back
//! to every page that watches. The site knows no SQL and no bytes of tables: the store keeps things,
//! and exact values come through the engine's `Oracle` trait.
//!
//! [`Server::start`] opens it.
//!
//! ```
//! # async fn example() -> Result<(), merels_web::ServerError> {
//! use merels_web::{Server, Settings};
//!
//! let settings = Settings::new(([127, 0, 0, 1], 0).into(), "sqlite://merels.db");
//! let server = Server::start(settings).await?;
//! println!("http://{}/", server.address());
//! server.shut_down().await;
//! # Ok(())
//! # }
//! ```

mod analysis;
mod api;
mod app;
mod assets;
mod bus;
mod challenges;
mod choice;
mod clock;
mod computer;
mod connections;
mod drawing;
mod engine_gate;
mod error;
mod fair_play;
mod family;
mod fields;
mod figures;
mod gamesman;
mod geometry;
mod hang_up;
mod hint;
mod i18n;
mod janitor;
mod lessons;
mod limits;
mod live;
mod mail;
mod messages;
mod names;
mod nats;
mod opening_stats;
mod origin;
mod own_pages;
mod pages;
mod passwords;
mod patience;
mod per_minute;
mod personal_data;
mod picture;
mod pictures;
mod places;
mod profile;
mod protocol;
mod push;
mod puzzles;
mod record;
mod redirect;
mod reply;
mod review;
mod router;
mod routes;
mod server;
mod settings;
mod spotlight;
mod tls;
mod values;
mod verdicts;
mod view;
mod visitor;
mod wakeups;
mod webauthn;

pub use bus::{Bell, Bus, Heard, InProcess, Subject};
pub use clock::Clock;
pub use mail::MailError;
pub use names::checked_name;
pub use nats::{Nats, NatsError};
pub use own_pages::OwnPagesError;
pub use routes::recovery_codes::random_code as recovery_code;
pub use server::{Server, ServerError};
pub use settings::{AcmeSettings, ClientLimits, MailSettings, Settings, Timeouts, TlsSettings};
pub use tls::TlsError;
#[doc(hidden)]
pub use webauthn::is_new_passkey;
