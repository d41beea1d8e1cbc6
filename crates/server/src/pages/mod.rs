//! The pages, each a function from what it shows to its markup.

mod board;
mod game;
mod home;
mod layout;
mod login;
mod rules;
mod waiting;

pub(crate) use game::game;
pub(crate) use home::home;
pub(crate) use layout::failure;
pub(crate) use login::{SignupErrors, SignupForm, login, signup};
pub(crate) use rules::{rules, rules_index};
pub(crate) use waiting::waiting;
