//! The site as its own process, and the programs that play on it or look after it.

mod absence;
mod admin;
mod bot;
mod bot_account;
mod client;
mod import;
mod mail;
mod nodes;
mod openapi;
mod play;
mod process;
mod review;
mod serve;
mod serve_kill;
