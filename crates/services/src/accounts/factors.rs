//! The ways in beside the password: passkeys, the second factor, recovery codes.

use jiff::SignedDuration;
use merels_store::{
    AccountFacts, GivenUp, MailKind, OneTimeSecret, Passkey, Purpose, SecurityKind,
};

use super::reauthentication::Proof;
use super::{Accounts, recovery_codes};
use crate::error::{Result, ServiceError};
use crate::visitor::{SignedIn, Visitor};

/// The time somebody has for a finger, a face or a code, and for which a proof is remembered.
pub const CHALLENGE_LASTS: SignedDuration = SignedDuration::from_mins(5);

const MOST_PASSKEYS: usize = 20;
const LONGEST_NAME: usize = 40;

/// The purpose of a passkey's signature that a page asks for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum ChallengeFor {
    Login,
    Reauthenticate,
    Register,
}

/// Bytes for a passkey to sign.
#[derive(Debug)]
pub struct Challenge {
    pub secret: OneTimeSecret,
    /// The ids of the passkeys that are there already, if another one is to be added.
    pub known: Option<Vec<String>>,
}

impl Accounts {
    /// A challenge for a passkey: for the login, to show that it is still oneself, or to be added.
    pub async fn challenge(
        &self,
        visitor: &Visitor,
        purpose: ChallengeFor,
        proof: Proof<'_>,
    ) -> Result<Challenge> {
        visitor.party()?;
        self.check_challenge_rate(visitor).await?;
        if purpose == ChallengeFor::Login {
            let secret = self.issue(Purpose::Login, None).await?;
            return Ok(Challenge { secret, known: None });
        }
        let visitor = visitor.clone().signed_in()?;
        visitor.check_account()?;
        if purpose == ChallengeFor::Reauthenticate {
            let player = Some(visitor.id());
            let secret = self.issue(Purpose::Reauthenticate, player).await?;
            return Ok(Challenge { secret, known: None });
        }
        self.prove_factor(&visitor, proof).await?;
        let secret = self.issue(Purpose::Register, Some(visitor.id())).await?;
        let known = self.store().passkeys_of(visitor.id()).await?;
        let known = known.into_iter().map(|passkey| passkey.id).collect();
        Ok(Challenge { secret, known: Some(known) })
    }

    pub async fn add_passkey(&self, visitor: &SignedIn, passkey: &str, name: &str) -> Result<()> {
        let failed = || ServiceError::unfit("passkey", "passkey-failed");
        let new = visitor.party()?.registration(passkey).map_err(|_| failed())?;
        // Whoever has the challenge has proved a factor for it, or has none yet and given the password.
        let now = self.site.clock.now();
        let redeemed = self.store().redeem_secret(&new.challenge, Purpose::Register, now).await?;
        if redeemed.flatten().as_ref() != Some(visitor.id()) {
            return Err(failed());
        }
        if self.store().passkeys_of(visitor.id()).await?.len() >= MOST_PASSKEYS {
            return Err(ServiceError::unfit("passkey", "passkey-too-many"));
        }
        let passkey = Passkey {
            id: new.id,
            player: visitor.id().clone(),
            name: passkey_name(visitor, name),
            public_key: new.public_key,
            counter: new.counter,
            created: now,
            used: None,
        };
        if !self.store().add_passkey(passkey).await? {
            return Err(ServiceError::unfit("passkey", "passkey-known"));
        }
        self.sign_in_changed(SecurityKind::PasskeyAdded, visitor).await
    }

    pub async fn remove_passkey(
        &self,
        visitor: &SignedIn,
        id: &str,
        proof: Proof<'_>,
    ) -> Result<()> {
        self.prove_factor(visitor, proof).await?;
        match self.store().remove_passkey(visitor.id(), id).await? {
            GivenUp::Done => self.sign_in_changed(SecurityKind::PasskeyRemoved, visitor).await,
            GivenUp::NotThere => Ok(()),
            GivenUp::Needed => {
                let AccountFacts { is_operator, has_password, .. } =
                    self.facts(visitor.id()).await?;
                let by_role = is_operator && has_password;
                let why = if by_role { "second-factor-of-operators" } else { "passkey-needed" };
                Err(ServiceError::unfit("passkey", why))
            }
        }
    }

    /// Takes the password away from one who shows that a passkey leads in, and that there is another way
    /// for the day on which it is lost.
    pub async fn drop_password(&self, visitor: &SignedIn, proof: Proof<'_>) -> Result<()> {
        if proof.passkey.is_none() {
            return Err(ServiceError::unfit("passkey", "no-password-by-passkey"));
        }
        self.prove_identity(visitor, proof).await?;
        match self.store().drop_password(visitor.id()).await? {
            GivenUp::Done => {
                self.sign_in_changed(SecurityKind::PasswordDropped, visitor).await?;
                // Whoever knew it is shown out.
                self.end_other_sessions(visitor).await
            }
            GivenUp::NotThere => Ok(()),
            GivenUp::Needed => Err(ServiceError::unfit("passkey", "no-password-needs")),
        }
    }

    pub async fn set_second_factor(
        &self,
        visitor: &SignedIn,
        on: bool,
        proof: Proof<'_>,
    ) -> Result<()> {
        self.prove_factor(visitor, proof).await?;
        if !on && self.facts(visitor.id()).await?.is_operator {
            return Err(ServiceError::unfit("on", "second-factor-of-operators"));
        }
        if !self.store().set_second_factor(visitor.id(), on).await? {
            return Err(ServiceError::unfit("on", "second-factor-needs-passkey"));
        }
        self.sign_in_changed(SecurityKind::SecondFactorChanged, visitor).await
    }

    /// New recovery codes in place of the old ones.
    pub async fn make_recovery_codes(
        &self,
        visitor: &SignedIn,
        proof: Proof<'_>,
    ) -> Result<Vec<String>> {
        self.prove_factor(visitor, proof).await?;
        let codes = recovery_codes::random_codes().ok_or(ServiceError::Busy)?;
        self.store().replace_recovery_codes(visitor.id(), &codes).await?;
        self.sign_in_changed(SecurityKind::CodesMade, visitor).await?;
        Ok(codes)
    }

    /// Writes down that the ways in have changed, and tells the owner.
    async fn sign_in_changed(&self, kind: SecurityKind, visitor: &SignedIn) -> Result<()> {
        self.note(kind, visitor).await;
        self.tell(MailKind::SignInChanged, visitor).await
    }
}

/// The name that its owner gives a passkey; else one that is better than nothing.
fn passkey_name(visitor: &SignedIn, wish: &str) -> String {
    let seen = wish.chars().filter(|c| !c.is_control()).take(LONGEST_NAME);
    let name = seen.collect::<String>().trim().to_owned();
    if name.is_empty() { visitor.language.say("passkey-nameless") } else { name }
}
