//! What each address does.

pub(crate) mod accounts;
pub(crate) mod game;
pub(crate) mod health;
pub(crate) mod home;
pub(crate) mod invitations;
pub(crate) mod lessons;
pub(crate) mod matches;
pub(crate) mod play;
pub(crate) mod ratings;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod socket;
pub(crate) mod variants;
