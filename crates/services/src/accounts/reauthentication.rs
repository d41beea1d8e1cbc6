//! Reauthentication: what may be changed only by one who shows again that it is still the owner.
//!
//! The password or a passkey suffices for most of it (`prove_identity`). Factors themselves change only
//! for one who proves a factor that is there already (`prove_factor`): else whoever has the password
//! could give himself the second one. An account without any factor adds its first by the password; an
//! operator without any gets a code from the command line.
//!
//! A proof may be remembered for a few minutes (`prove`), so that several changes ask once. What proves it
//! then is a secret of its own beside the session's: whoever has stolen a session does not have it, though
//! its owner proves who it is. It ends with the password and the address for which it was given.

use jiff::SignedDuration;
use merels_model::PlayerId;
use merels_store::{OneTimeSecret, Purpose, SecurityKind};

use super::recovery_codes::tidy;
use super::{Accounts, passwords};
use crate::error::{Result, ServiceError};
use crate::visitor::SignedIn;
use crate::webauthn::RelyingParty;

/// Whoever came in so lately need not show again who it is to leave for good or to end sessions; and
/// whoever gave a second factor so lately need not give it again.
const LATELY: SignedDuration = SignedDuration::from_mins(10);

/// The message for one who gave the password and needs a second factor.
pub const FACTOR_NEEDED: &str = "factor-needed";

/// The secrets by which an owner shows who it is, as far as they came along.
#[derive(Copy, Clone, Default)]
pub struct Proof<'a> {
    pub password: &'a str,
    /// The use of a passkey, in place of the password.
    pub passkey: Option<&'a str>,
    /// A recovery code, beside the password.
    pub code: &'a str,
}

impl Proof<'_> {
    fn is_missing(self) -> bool {
        self.password.is_empty() && self.passkey.is_none()
    }
}

/// A proof that is remembered.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Proven {
    pub identity: bool,
    /// It was given by more than the password.
    pub factor: bool,
}

impl Accounts {
    /// Checks a proof and remembers it for a few minutes, for who brings the secret back. A passkey or a
    /// recovery code counts as a factor then too.
    pub async fn prove(&self, visitor: &SignedIn, proof: Proof<'_>) -> Result<OneTimeSecret> {
        self.prove_identity(visitor, proof).await?;
        let by_factor = proof.passkey.is_some() || self.takes_recovery_code(visitor, proof).await?;
        let purpose = if by_factor { Purpose::ProvenFactor } else { Purpose::Proven };
        self.issue(purpose, Some(visitor.id())).await
    }

    /// The proof that is remembered for a visitor.
    pub(super) async fn proven(&self, visitor: &SignedIn) -> Result<Proven> {
        let Some(secret) = &visitor.proven else { return Ok(Proven::default()) };
        let now = self.site.clock.now();
        let holds = async |purpose| {
            let holder = self.store().secret_holder(secret, purpose, now).await?;
            Ok::<_, ServiceError>(holder.as_ref() == Some(visitor.id()))
        };
        let factor = holds(Purpose::ProvenFactor).await?;
        Ok(Proven { identity: factor || holds(Purpose::Proven).await?, factor })
    }

    /// Checks a proof that came along, or in its place one that is remembered.
    pub(super) async fn prove_lately(&self, visitor: &SignedIn, proof: Proof<'_>) -> Result<()> {
        if proof.is_missing() {
            // The browser forgets the secret when it ends.
            let proven = self.proven(visitor).await?.identity;
            return if proven { Ok(()) } else { Err(ServiceError::Unproven("proof-over")) };
        }
        self.prove_identity(visitor, proof).await
    }

    /// Checks that the password or the use of a passkey that came along is the account's; as many attempts
    /// as at the login.
    pub(super) async fn prove_identity(&self, visitor: &SignedIn, proof: Proof<'_>) -> Result<()> {
        let unproven = ServiceError::Unproven(match proof.passkey {
            None => "account-wrong-password",
            Some(_) => "passkey-failed",
        });
        if visitor.player().is_guest() {
            return Err(unproven);
        }
        let email = visitor.email();
        self.check_login_rate(visitor.client, email, Some(visitor.id())).await?;
        let proven = match proof.passkey {
            None => {
                let account = self.store().account(email).await?;
                let hash = account.and_then(|account| account.password);
                passwords::is_right(proof.password.to_owned(), hash).await
            }
            Some(passkey) => {
                let party = visitor.party()?;
                let owner = self.passkey_owner(party, passkey, Purpose::Reauthenticate).await?;
                owner.as_ref() == Some(visitor.id())
            }
        };
        if !proven {
            self.note(SecurityKind::LoginRefused, visitor).await;
            return Err(unproven);
        }
        self.site.limits.proved_identity(visitor.client, email).await
    }

    /// Checks that somebody may change the factors of the account. Where there is a factor already, and for
    /// every operator, the password alone is not enough: a passkey, or beside the password a recovery code,
    /// or a session that began with a second factor only just now.
    pub(super) async fn prove_factor(&self, visitor: &SignedIn, proof: Proof<'_>) -> Result<()> {
        if proof.is_missing() && self.proven(visitor).await?.factor {
            return Ok(());
        }
        self.prove_lately(visitor, proof).await?;
        let guards = self.facts(visitor.id()).await?.guards_factors();
        if proof.passkey.is_some() || !guards || self.gave_factor_lately(visitor) {
            return Ok(());
        }
        if self.takes_recovery_code(visitor, proof).await? {
            return Ok(());
        }
        self.note(SecurityKind::SecondFactorRefused, visitor).await;
        Err(ServiceError::Unproven(FACTOR_NEEDED))
    }

    /// Uses up the recovery code that came along; `false` if none did.
    async fn takes_recovery_code(&self, visitor: &SignedIn, proof: Proof<'_>) -> Result<bool> {
        let code = tidy(proof.code);
        if code.is_empty() {
            return Ok(false);
        }
        if self.store().use_recovery_code(visitor.id(), &code).await? {
            self.note(SecurityKind::CodeUsed, visitor).await;
            return Ok(true);
        }
        self.note(SecurityKind::SecondFactorRefused, visitor).await;
        Err(ServiceError::Unproven("second-factor-wrong"))
    }

    /// Returns `true` if the session began only just now.
    pub(super) fn came_in_lately(&self, visitor: &SignedIn) -> bool {
        let begun = visitor.session.expires - super::SESSION_LASTS;
        self.site.clock.now().duration_since(begun) < LATELY
    }

    /// Returns `true` if the session began with more than a password only just now.
    pub(super) fn gave_factor_lately(&self, visitor: &SignedIn) -> bool {
        let given = visitor.session.strong;
        given.is_some_and(|given| self.site.clock.now().duration_since(given) < LATELY)
    }

    /// The owner of a passkey that was used for this purpose; `None` if the use does not hold. Its challenge
    /// is used up, whatever comes of it.
    pub(super) async fn passkey_owner(
        &self,
        party: &RelyingParty,
        passkey: &str,
        purpose: Purpose,
    ) -> Result<Option<PlayerId>> {
        let Ok(assertion) = party.assertion(passkey) else { return Ok(None) };
        let now = self.site.clock.now();
        let redeemed = self.store().redeem_secret(&assertion.challenge, purpose, now).await?;
        let Some(asked) = redeemed else { return Ok(None) };
        let Some(kept) = self.store().passkey(&assertion.id).await? else { return Ok(None) };
        let owner = kept.player;
        let is_asked = asked.is_none_or(|asked| asked == owner);
        let is_named = assertion.user.as_deref().is_none_or(|user| user == owner.as_str());
        if !is_asked || !is_named || !assertion.is_signed_by(&kept.public_key) {
            return Ok(None);
        }
        let counts = self.store().use_passkey(&kept.id, assertion.counter, now).await?;
        Ok(counts.then_some(owner))
    }
}
