//! Back into an account whose password was forgotten, and the confirmation of its address.

use merels_live::ClientAddress;
use merels_model::PlayerId;
use merels_store::{AccountChange, MailKind, OneTimeSecret, Purpose, SecurityKind};

use super::Accounts;
use super::recovery_codes::tidy;
use super::sign_up::{hashed, is_email, unfit_confirm, unfit_password};
use crate::error::{Result, ServiceError, check_allowed};
use crate::form::FormErrors;
use crate::visitor::{SignedIn, Visitor};

impl Accounts {
    /// Posts a mail to whatever address is given. Whether it has an account is looked up when the mail is
    /// written, after this was answered.
    pub async fn forgot(&self, visitor: &Visitor, email: &str) -> Result<()> {
        self.check_mail()?;
        if !is_email(email) {
            return Err(ServiceError::unfit("email", "signup-email-odd"));
        }
        check_allowed(self.site.limits.allows_mail(visitor.client, email).await?)?;
        self.mails.queue(MailKind::Reset, email, visitor.language).await?;
        self.security.note(SecurityKind::ResetAsked, None, visitor.client).await;
        Ok(())
    }

    fn check_mail(&self) -> Result<()> {
        if self.mails.are_sent() { Ok(()) } else { Err(ServiceError::NoMail) }
    }

    /// Checks that the link in a mail holds. It is not used up by looking: programs that check mails follow
    /// links too.
    pub async fn check_reset(&self, link: &OneTimeSecret) -> Result<()> {
        self.holder(link, Purpose::Reset).await.map(drop)
    }

    pub async fn check_confirm(&self, link: &OneTimeSecret) -> Result<()> {
        self.holder(link, Purpose::Confirm).await.map(drop)
    }

    async fn holder(&self, link: &OneTimeSecret, purpose: Purpose) -> Result<PlayerId> {
        let holder = self.store().secret_holder(link, purpose, self.site.clock.now()).await?;
        holder.ok_or(ServiceError::LinkOver)
    }

    /// The one whose link this was; it is used up.
    async fn redeem(&self, link: &OneTimeSecret, purpose: Purpose) -> Result<PlayerId> {
        let redeemed = self.store().redeem_secret(link, purpose, self.site.clock.now()).await?;
        redeemed.flatten().ok_or(ServiceError::LinkOver)
    }

    /// Sets a new password by the link in a mail.
    pub async fn reset(
        &self,
        visitor: &Visitor,
        link: &OneTimeSecret,
        new: &str,
        confirm: &str,
    ) -> Result<()> {
        let player = self.holder(link, Purpose::Reset).await?;
        let facts = self.store().account_facts(&player).await?.ok_or(ServiceError::LinkOver)?;
        // Whoever made an operator of it knew whose it is.
        let is_known = facts.confirmed.is_some() || facts.is_operator;
        let about = facts.player;
        let email = about.email.as_deref().unwrap_or_default();
        self.check_login_rate(visitor.client, email, Some(&player)).await?;
        check_new_password(new, confirm, email, &about.name).await?;
        let hash = hashed(new).await?;
        let player = self.redeem(link, Purpose::Reset).await?;
        if !is_known {
            // Somebody else may have made the account with this address, and kept a way in.
            self.store().forget_factors(&player).await?;
        }
        // Who reads the mails of an address has confirmed it.
        self.confirm_now(&player).await?;
        self.set_new_password(visitor, &player, email, hash).await
    }

    /// Sets a new password by a recovery code. Whether the address or the code is wrong is not said.
    pub async fn recover(
        &self,
        visitor: &Visitor,
        email: &str,
        code: &str,
        new: &str,
        confirm: &str,
    ) -> Result<()> {
        let account = self.store().account(email).await?.map(|account| account.player);
        self.check_login_rate(visitor.client, email, account.as_ref()).await?;
        check_new_password(new, confirm, email, "").await?;
        // Before the code is looked at, so that it takes as long whether it is right or not.
        let hash = hashed(new).await?;
        // A code is looked for also where nobody could have one.
        let player = account.clone().unwrap_or(PlayerId::new(""));
        let is_right = self.store().use_recovery_code(&player, &tidy(code)).await?;
        if account.is_none() || !is_right {
            let kind = SecurityKind::LoginRefused;
            self.security.note(kind, account.as_ref(), visitor.client).await;
            return Err(ServiceError::unfit("code", "recover-wrong"));
        }
        self.security.note(SecurityKind::CodeUsed, Some(&player), visitor.client).await;
        self.set_new_password(visitor, &player, email, hash).await
    }

    /// Sets the password for somebody who did not know the old one: whoever is signed in is shown out, it is
    /// written down, and the owner is told.
    async fn set_new_password(
        &self,
        visitor: &Visitor,
        player: &PlayerId,
        email: &str,
        hash: String,
    ) -> Result<()> {
        let changed = self.store().change_account(player, AccountChange::Password(hash)).await?;
        changed.map_err(|_| ServiceError::LinkOver)?;
        self.site.limits.logged_in(email).await?;
        self.store().end_other_sessions(player, None).await?;
        self.sign_out(player, None);
        self.security.note(SecurityKind::PasswordReset, Some(player), visitor.client).await;
        self.mails.notify(MailKind::PasswordChanged, email, visitor.language).await
    }

    pub async fn confirm(&self, client: ClientAddress, link: &OneTimeSecret) -> Result<()> {
        let player = self.redeem(link, Purpose::Confirm).await?;
        self.confirm_now(&player).await?;
        self.security.note(SecurityKind::EmailConfirmed, Some(&player), client).await;
        Ok(())
    }

    async fn confirm_now(&self, player: &PlayerId) -> Result<()> {
        let change = AccountChange::Confirmed(self.site.clock.now());
        let changed = self.store().change_account(player, change).await?;
        changed.map_err(|_| ServiceError::LinkOver)
    }

    /// Posts the mail that confirms the address once more.
    pub async fn confirm_again(&self, visitor: &SignedIn) -> Result<()> {
        self.check_mail()?;
        visitor.check_account()?;
        let (client, language) = (visitor.client, visitor.language);
        check_allowed(self.mail_confirmation(client, visitor.email(), language).await?)
    }
}

/// Checks a new password that is chosen without the old one. The limits of the client come first.
async fn check_new_password(new: &str, confirm: &str, email: &str, name: &str) -> Result<()> {
    let mut errors = FormErrors::default();
    errors.add("new", unfit_password(new, email, name).await);
    errors.add("confirm", unfit_confirm(new, confirm));
    if errors.is_empty() { Ok(()) } else { Err(ServiceError::Form(errors)) }
}
