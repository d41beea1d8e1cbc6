//! Reauthentication: what may be changed only by one who shows again that it is still the owner.
//!
//! The password or a passkey suffices for most of it (`prove_identity`). Factors themselves change only
//! for one who proves a factor that is there already (`prove_factor`): else whoever has the password
//! could give himself the second one. An account without any factor adds its first by the password; an
//! operator without any gets a code from the command line.

use jiff::SignedDuration;
use merels_model::PlayerId;
use merels_store::{Purpose, SecurityKind};

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

impl Accounts {
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
        self.prove_identity(visitor, proof).await?;
        let guards = self.facts(visitor.id()).await?.guards_factors();
        if proof.passkey.is_some() || !guards || self.gave_factor_lately(visitor) {
            return Ok(());
        }
        let code = tidy(proof.code);
        if !code.is_empty() && self.store().use_recovery_code(visitor.id(), &code).await? {
            self.note(SecurityKind::CodeUsed, visitor).await;
            return Ok(());
        }
        self.note(SecurityKind::SecondFactorRefused, visitor).await;
        let message = if code.is_empty() { FACTOR_NEEDED } else { "second-factor-wrong" };
        Err(ServiceError::Unproven(message))
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
