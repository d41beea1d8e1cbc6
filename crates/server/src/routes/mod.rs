//! What each address does.

pub(crate) mod account;
pub(crate) mod accounts;
mod analysis;
pub(crate) mod arenas;
pub(crate) mod downloads;
pub(crate) mod game;
mod gamesman;
pub(crate) mod health;
pub(crate) mod home;
pub(crate) mod import;
pub(crate) mod invitations;
pub(crate) mod knowledge;
pub(crate) mod lessons;
pub(crate) mod lobby;
pub(crate) mod matches;
mod openings;
pub(crate) mod people;
pub(crate) mod play;
pub(crate) mod profile;
mod puzzles;
pub(crate) mod ratings;
pub(crate) mod replay;
mod review;
pub(crate) mod rules;
pub(crate) mod socket;
pub(crate) mod variants;
pub(crate) mod watch;
