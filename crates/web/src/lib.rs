//! The site: pages, plain requests and live games.
//!
//! A move's way: browser → `socket` or `game` → `live` → rules → store → back
//! to every page that watches. This crate is HTTP and HTML: the use cases are those of
//! [`merels_services`], and it knows neither the database nor the tables.
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

mod account;
mod analysis;
mod api;
mod app;
mod arenas;
mod edge;
mod error;
mod first;
mod game;
mod game_request;
mod home;
mod janitor;
mod json;
mod learning;
mod meeting;
mod metrics;
mod operator;
mod own_pages;
mod parts;
mod people;
mod pictures;
mod router;
mod server;
mod settings;
mod site;
mod socket;
mod tls;
mod wording;

pub use merels_services::accounts::names::checked_name;
pub use merels_services::accounts::random_code as recovery_code;
#[doc(hidden)]
pub use merels_services::is_new_passkey;
pub use merels_services::live::{Bell, Bus, Clock, Heard, InProcess, Nats, NatsError, Subject};
pub use merels_services::{ClientLimits, MailError, MailFlags, MailSettings};
pub use own_pages::OwnPagesError;
pub use server::{Server, ServerError};
pub use settings::{Settings, Timeouts, USUAL_DATABASE};
pub use tls::{AcmeSettings, TlsError, TlsFlags, TlsSettings};
