//! The site: pages, plain requests and live games.
//!
//! A move's way: browser → `routes::socket` or `routes::game` → `live` → rules → store → back
//! to every page that watches. The site knows no SQL and no bytes of tables: the store keeps things,
//! and exact values come through the engine's `Oracle` trait.
//!
//! [`Server::start`] is the door.

mod app;
mod computer;
mod error;
mod fields;
mod janitor;
mod limits;
mod live;
mod origin;
mod pages;
mod passwords;
mod reply;
mod routes;
mod sentences;
mod server;
mod settings;
mod visitor;
mod words;

pub use server::{Server, ServerError};
pub use settings::{ClientLimits, Settings};
