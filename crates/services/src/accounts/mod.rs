//! Accounts: signing up, in and out, the ways in, and what an owner changes.
//!
//! A change that a thief of the session must not make takes a [`Proof`] first: see `reauthentication`.

mod changes;
mod factors;
mod guests;
mod leaving;
mod login;
pub mod names;
mod passwords;
mod personal_data;
mod reauthentication;
mod recovery;
mod recovery_codes;
mod sessions;
mod sign_up;
mod tokens;

use std::sync::Arc;

use merels_model::PlayerId;
use merels_store::{MailKind, SecurityKind};

use crate::error::{Result, ServiceError};
use crate::notices::Mails;
use crate::security_log::SecurityLog;
use crate::site::Site;
use crate::visitor::SignedIn;

pub use changes::AccountState;
pub use factors::{CHALLENGE_LASTS, Challenge, ChallengeFor};
pub use login::LoginStep;
pub use merels_store::{
    AccountFacts, ApiToken, OneTimeSecret, Passkey, Scope, SessionToken, StoredToken, TokenId,
};
pub use passwords::warm_up;
pub use personal_data::Pieces;
pub use reauthentication::{FACTOR_NEEDED, Proof, Proven};
pub use recovery_codes::random_code;
pub use sessions::SESSION_LASTS;
pub use sign_up::SignUp;
pub use tokens::Program;

#[derive(Debug)]
pub struct Accounts {
    pub(crate) site: Site,
    pub(crate) security: SecurityLog,
    pub(crate) mails: Arc<Mails>,
}

impl Accounts {
    fn store(&self) -> merels_store::Accounts<'_> {
        self.site.store.accounts()
    }

    pub async fn facts(&self, player: &PlayerId) -> Result<AccountFacts> {
        self.store().account_facts(player).await?.ok_or(ServiceError::SignedOut)
    }

    async fn note(&self, kind: SecurityKind, visitor: &SignedIn) {
        self.security.note(kind, Some(visitor.id()), visitor.client).await;
    }

    /// Tells the owner by mail, so that whoever reads the mails of the account learns of a change.
    async fn tell(&self, mail: MailKind, visitor: &SignedIn) -> Result<()> {
        self.mails.notify(mail, visitor.email(), visitor.language).await
    }
}
