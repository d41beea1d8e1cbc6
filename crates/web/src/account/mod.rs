//! The pages of accounts: signing up, in and out, and what an owner changes.

mod factors;
pub(crate) mod factors_page;
mod login;
mod login_page;
mod page;
mod push;
pub(crate) mod recovery;
mod recovery_page;
mod routes;
pub(crate) mod second_factor;
mod sign_up;
mod tokens;
mod tokens_page;

use axum::{Extension, Router};

use crate::app::App;
use crate::edge::visitor::OpenToBots;

pub(crate) fn router() -> Router<App> {
    // The account itself. Challenges of passkeys are part of it: without a password they prove that it is
    // the owner.
    let own = login::router()
        .merge(second_factor::router())
        .merge(routes::router())
        .merge(factors::router())
        .merge(tokens::router())
        .layer(Extension(OpenToBots));
    sign_up::router().merge(recovery::router()).merge(push::router()).merge(own)
}
