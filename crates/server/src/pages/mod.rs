//! The pages, each a function from what it shows to its markup.

mod board;
mod door;
mod game;
mod home;
mod layout;
mod rules;
mod waiting;

pub(crate) use door::{SignupErrors, SignupForm, login, signup};
pub(crate) use game::game;
pub(crate) use home::home;
pub(crate) use layout::failure;
pub(crate) use rules::{rules, rules_index};
pub(crate) use waiting::waiting;
