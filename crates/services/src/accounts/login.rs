//! Coming in: by the password, by a passkey in its place, or by both.

use merels_live::ClientAddress;
use merels_model::PlayerId;
use merels_store::{OneTimeSecret, Purpose, SecurityKind, SessionToken};

use super::factors::CHALLENGE_LASTS;
use super::reauthentication::Proof;
use super::recovery_codes::tidy;
use super::{Accounts, passwords};
use crate::error::{Result, ServiceError, check_allowed};
use crate::visitor::Visitor;

/// The outcome of a right password.
#[derive(Debug)]
pub enum LoginStep {
    Done(SessionToken),
    /// The account asks for a second factor, given together with this secret.
    SecondFactor(OneTimeSecret),
}

impl Accounts {
    pub async fn log_in(
        &self,
        visitor: &Visitor,
        email: &str,
        password: &str,
    ) -> Result<LoginStep> {
        let account = self.store().account(email).await?;
        let (player, hash) = account.map(|account| (account.player, account.password)).unzip();
        self.check_login_rate(visitor.client, email, player.as_ref()).await?;
        let right = passwords::is_right(password.to_owned(), hash.flatten()).await;
        let Some(player) = player.clone().filter(|_| right) else {
            let (kind, client) = (SecurityKind::LoginRefused, visitor.client);
            self.security.note(kind, player.as_ref(), client).await;
            return Err(ServiceError::WrongLogin("login-wrong"));
        };
        if self.facts(&player).await?.second_factor {
            return Ok(LoginStep::SecondFactor(self.ask_second_factor(&player).await?));
        }
        self.let_in(visitor, &player, false).await.map(LoginStep::Done)
    }

    pub async fn log_in_by_passkey(
        &self,
        visitor: &Visitor,
        passkey: &str,
    ) -> Result<SessionToken> {
        self.check_challenge_rate(visitor).await?;
        match self.passkey_owner(visitor.party()?, passkey, Purpose::Login).await? {
            Some(player) => self.let_in(visitor, &player, true).await,
            None => {
                self.security.note(SecurityKind::LoginRefused, None, visitor.client).await;
                Err(ServiceError::WrongLogin("passkey-failed"))
            }
        }
    }

    /// Asks one whose password was right, or whose session is not strong enough, for the second factor.
    pub async fn ask_second_factor(&self, player: &PlayerId) -> Result<OneTimeSecret> {
        self.issue(Purpose::SecondFactor, Some(player)).await
    }

    /// The second step of a login: a passkey that signs the step, or a recovery code.
    pub async fn second_step(
        &self,
        visitor: &Visitor,
        step: &OneTimeSecret,
        proof: Proof<'_>,
    ) -> Result<SessionToken> {
        let player = self.step_holder(step).await?;
        let facts = self.store().account_facts(&player).await?.ok_or(ServiceError::StepOver)?;
        let email = facts.player.email.as_deref().unwrap_or_default();
        self.check_login_rate(visitor.client, email, Some(&player)).await?;
        let given = match proof.passkey {
            None => self.takes_code(visitor, step, &player, proof.code).await?,
            Some(passkey) => {
                // Its challenge is the step itself.
                let purpose = Purpose::SecondFactor;
                let owner = self.passkey_owner(visitor.party()?, passkey, purpose).await?;
                owner.as_ref() == Some(&player)
            }
        };
        if given {
            return self.let_in(visitor, &player, true).await;
        }
        let kind = SecurityKind::SecondFactorRefused;
        self.security.note(kind, Some(&player), visitor.client).await;
        self.step_holder(step).await?;
        Err(ServiceError::WrongLogin("second-factor-wrong"))
    }

    async fn step_holder(&self, step: &OneTimeSecret) -> Result<PlayerId> {
        let now = self.site.clock.now();
        let holder = self.store().secret_holder(step, Purpose::SecondFactor, now).await?;
        holder.ok_or(ServiceError::StepOver)
    }

    /// Takes a recovery code of the player's; then code and step are used up.
    async fn takes_code(
        &self,
        visitor: &Visitor,
        step: &OneTimeSecret,
        player: &PlayerId,
        code: &str,
    ) -> Result<bool> {
        if !self.store().use_recovery_code(player, &tidy(code)).await? {
            return Ok(false);
        }
        self.security.note(SecurityKind::CodeUsed, Some(player), visitor.client).await;
        let now = self.site.clock.now();
        let redeemed = self.store().redeem_secret(step, Purpose::SecondFactor, now).await?;
        Ok(redeemed.flatten().as_ref() == Some(player))
    }

    /// Begins a session for one who has shown who it is, by more than a password if it is to be `strong`.
    async fn let_in(
        &self,
        visitor: &Visitor,
        player: &PlayerId,
        strong: bool,
    ) -> Result<SessionToken> {
        let facts = self.facts(player).await?;
        let note = async |kind| self.security.note(kind, Some(player), visitor.client).await;
        if facts.closed.is_some() {
            note(SecurityKind::ClosedRefused).await;
            return Err(ServiceError::Closed);
        }
        self.site.limits.logged_in(facts.player.email.as_deref().unwrap_or_default()).await?;
        if strong {
            note(SecurityKind::SecondFactorGiven).await;
        }
        note(SecurityKind::LoggedIn).await;
        // Whatever session the browser had before is over.
        if let Some(session) = &visitor.session {
            self.end_session(session).await?;
        }
        self.begin_session(player, strong).await
    }

    /// Counts an attempt to show who one is; whose account it is, if anybody's, is told in the log.
    pub(super) async fn check_login_rate(
        &self,
        client: ClientAddress,
        email: &str,
        account: Option<&PlayerId>,
    ) -> Result<()> {
        if self.site.limits.allows_login(client, email, account).await? {
            return Ok(());
        }
        self.security.note(SecurityKind::LoginLimited, account, client).await;
        Err(ServiceError::TooMany)
    }

    pub(super) async fn check_challenge_rate(&self, visitor: &Visitor) -> Result<()> {
        check_allowed(self.site.limits.allows_challenge(visitor.client).await?)
    }

    /// A secret that holds once and for a while.
    pub(super) async fn issue(
        &self,
        purpose: Purpose,
        player: Option<&PlayerId>,
    ) -> Result<OneTimeSecret> {
        let expires = self.site.clock.now() + CHALLENGE_LASTS;
        Ok(self.store().issue_secret(purpose, player, expires).await?)
    }
}
