//! The site: pages, plain requests and live games.
//!
//! A move's way: browser → `routes::socket` or `routes::game` → `live` → rules → store → back
//! to every page that watches. The site knows no SQL and no bytes of tables: the store keeps things,
//! and exact values come through the engine's `Oracle` trait.
//!
//! [`Server::start`] opens it.

mod app;
mod assets;
mod bus;
mod choice;
mod computer;
mod computer_queue;
mod error;
mod fields;
mod geometry;
mod hint;
mod i18n;
mod janitor;
mod limits;
mod live;
mod messages;
mod origin;
mod pages;
mod passwords;
mod protocol;
mod record;
mod reply;
mod router;
mod routes;
mod server;
mod settings;
mod view;
mod visitor;

pub use bus::{Bell, Bus, Heard, InProcess, Subject};
pub use server::{Server, ServerError};
pub use settings::{ClientLimits, Settings};
