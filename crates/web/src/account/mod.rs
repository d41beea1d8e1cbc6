//! Accounts: signing up, in and out, and what an owner changes.

pub(crate) mod factors_page;
pub(crate) mod guests;
pub(crate) mod login;
pub(crate) mod login_page;
pub(crate) mod page;
pub(crate) mod passkeys;
pub(crate) mod passwords;
pub(crate) mod push;
pub(crate) mod reauthentication;
pub(crate) mod recovery;
pub(crate) mod recovery_codes;
pub(crate) mod recovery_page;
pub(crate) mod routes;
pub(crate) mod second_factor;
pub(crate) mod sign_up;
pub(crate) mod tokens;
pub(crate) mod tokens_page;
pub(crate) mod turn_mails;

use axum::routing::{delete, get, post};
use axum::{Extension, Router};

use crate::app::App;
use crate::edge::visitor::OpenToBots;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/", get(login::first_page))
        .route("/signup", get(sign_up::signup_page).post(sign_up::sign_up))
        .route("/recover", get(recovery_codes::recover_page).post(recovery_codes::recover))
        .route("/forgot", get(recovery::forgot_page).post(recovery::forgot))
        .route("/reset", get(recovery::reset_page).post(recovery::reset))
        .route("/confirm", get(recovery::confirm_page).post(recovery::confirm))
        .route("/push", post(push::subscribe))
        .route("/push/end", post(push::unsubscribe))
        .merge(of_owners())
}

/// Whatever concerns the account itself. Challenges of passkeys are among it: without a password they
/// are how the owner shows who it is.
fn of_owners() -> Router<App> {
    Router::new()
        .route("/login", get(login::login_page))
        // A visitor may choose a language on the page that a wrong login shows, and is led back to it.
        .route("/loginplayer", get(login::login_page).post(login::log_in))
        .route("/logout", get(login::log_out).post(login::log_out))
        .route("/delete", delete(login::delete_account).post(login::delete_account))
        .route("/account", get(routes::show))
        .route("/account/password", post(routes::change_password))
        .route("/account/password/drop", post(passkeys::drop_password))
        .route("/account/name", post(routes::change_name))
        .route("/account/email", post(routes::change_email))
        .route("/account/sessions", post(routes::end_sessions))
        .route("/account/data", get(routes::download))
        .route("/account/confirm", post(recovery::confirm_again))
        .route("/account/turn-mails", post(turn_mails::want))
        .route("/account/guests", post(routes::refuse_guests))
        .route("/account/passkeys", post(passkeys::add))
        .route("/account/passkeys/remove", post(passkeys::remove))
        .route("/account/second-factor", post(passkeys::set_second_factor))
        .route("/account/codes", post(recovery_codes::make))
        .route("/passkey/challenge", post(passkeys::challenge))
        .route("/login/passkey", get(second_factor::passkey_page).post(second_factor::log_in))
        // A visitor may choose a language on this page too, and is led to the login then.
        .route("/login/second", get(login::login_page).post(second_factor::second_step))
        .route("/language", post(login::choose_language))
        .merge(tokens::router())
        .layer(Extension(OpenToBots))
}
