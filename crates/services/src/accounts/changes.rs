//! Changes of an account by its owner, and its state.

use merels_model::email_key;
use merels_store::{AccountChange, AccountFacts, MailKind, Passkey, SecurityKind, Session};

use super::personal_data::{PersonalData, Pieces};
use super::reauthentication::{Proof, Proven};
use super::sign_up::{
    hashed, tidy_email, unfit_confirm, unfit_email, unfit_length, unfit_password,
};
use super::{Accounts, names};
use crate::error::{Result, ServiceError, check_allowed};
use crate::visitor::SignedIn;

#[derive(Debug)]
pub struct AccountState {
    pub sessions: Vec<Session>,
    pub facts: AccountFacts,
    pub passkeys: Vec<Passkey>,
    /// Then sessions can be ended without the password.
    pub came_in_lately: bool,
    /// Then factors can be changed with the password.
    pub gave_factor_lately: bool,
    /// The proof that is remembered, with which most can be changed.
    pub proven: Proven,
    pub sends_mail: bool,
}

impl Accounts {
    pub async fn state(&self, visitor: &SignedIn) -> Result<AccountState> {
        Ok(AccountState {
            sessions: self.store().sessions_of(visitor.id(), self.site.clock.now()).await?,
            facts: self.facts(visitor.id()).await?,
            passkeys: self.store().passkeys_of(visitor.id()).await?,
            came_in_lately: self.came_in_lately(visitor),
            gave_factor_lately: self.gave_factor_lately(visitor),
            proven: self.proven(visitor).await?,
            sends_mail: self.mails.are_sent(),
        })
    }

    /// Sets another password. What is wrong at a glance is told first, then who it is is looked at, within
    /// limits, and only then what takes work.
    pub async fn change_password(
        &self,
        visitor: &SignedIn,
        new: &str,
        confirm: &str,
        proof: Proof<'_>,
    ) -> Result<()> {
        let fits = |message: Option<&'static str>| match message {
            Some(message) => Err(ServiceError::unfit("new", message)),
            None => Ok(()),
        };
        fits(unfit_length(new).or(unfit_confirm(new, confirm)))?;
        self.prove_identity(visitor, proof).await?;
        fits(unfit_password(new, visitor.email(), &visitor.player().name).await)?;
        let change = AccountChange::Password(hashed(new).await?);
        self.change(visitor, change, SecurityKind::PasswordChanged).await?;
        self.tell(MailKind::PasswordChanged, visitor).await?;
        // Whoever knew the old one is shown out.
        self.end_other_sessions(visitor).await
    }

    pub async fn change_name(
        &self,
        visitor: &SignedIn,
        name: &str,
        proof: Proof<'_>,
    ) -> Result<()> {
        let name = names::tidy_and_fit(name)?;
        self.prove_lately(visitor, proof).await?;
        self.change(visitor, AccountChange::Name(name), SecurityKind::NameChanged).await
    }

    /// Sets another address. Whoever reads the mails of the old one learns of it.
    pub async fn change_email(
        &self,
        visitor: &SignedIn,
        email: &str,
        proof: Proof<'_>,
    ) -> Result<()> {
        let new = tidy_email(email);
        if let Some(message) = unfit_email(&new) {
            return Err(ServiceError::unfit("email", message));
        }
        self.prove_lately(visitor, proof).await?;
        let change = AccountChange::Email(new.clone());
        self.change(visitor, change, SecurityKind::EmailChanged).await?;
        if email_key(visitor.email()) != email_key(&new) {
            self.tell(MailKind::EmailChanged, visitor).await?;
        }
        self.mail_confirmation(visitor.client, &new, visitor.language).await?;
        Ok(())
    }

    async fn change(
        &self,
        visitor: &SignedIn,
        change: AccountChange,
        kind: SecurityKind,
    ) -> Result<()> {
        self.store().change_account(visitor.id(), change).await??;
        self.note(kind, visitor).await;
        Ok(())
    }

    /// Sets whether the account plays those who have none.
    pub async fn refuse_guests(&self, visitor: &SignedIn, on: bool) -> Result<()> {
        visitor.check_account()?;
        Ok(self.store().refuse_guests(visitor.id(), on).await?)
    }

    /// Sets whether the owner gets mails when it is the owner's turn.
    pub async fn want_turn_mails(&self, visitor: &SignedIn, on: bool) -> Result<()> {
        visitor.check_account()?;
        if on && !self.mails.are_sent() {
            return Err(ServiceError::NoMail);
        }
        let language = on.then(|| visitor.language.code());
        let now = self.site.clock.now();
        Ok(self.site.store.notices().want_turn_mails(visitor.id(), language, now).await?)
    }

    /// Everything that is kept about somebody, as one file in pieces.
    pub async fn personal_data(&self, visitor: &SignedIn) -> Result<Pieces> {
        check_allowed(self.site.limits.allows_download(visitor.id()).await?)?;
        let player = visitor.player().clone();
        PersonalData::new(self.site.store.clone(), self.site.clock.clone()).of(player).await
    }
}
