//! Reauthentication: what may be changed only by one who shows again that it is still the owner.
//!
//! The password or a passkey suffices for most of it ([`proves_identity`]). Factors themselves change only
//! for one who proves a factor that is there already ([`proves_factor`]): else whoever has the password
//! could give himself the second one. An account without any factor adds its first by the password; an
//! operator without any gets a code from the command line.

use jiff::SignedDuration;
use merels_model::PlayerId;
use merels_services::ServiceError;
use merels_store::{Purpose, SecurityKind};

use super::passwords;
use super::recovery_codes::tidy;
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::visitor::SignedIn;
use crate::error::{FACTOR_NEEDED, Failure};
use crate::webauthn::{Invalid, RelyingParty};

/// Whoever came in so lately need not show again who it is to leave for good or to end sessions; and
/// whoever gave a second factor so lately need not give it again.
pub(crate) const LATELY: SignedDuration = SignedDuration::from_mins(10);

/// Whether the password or the use of a passkey that came along is the account's; as many attempts as at
/// the login.
pub(crate) async fn proves_identity(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
) -> Result<bool, Failure> {
    let email = visitor.player().email.as_deref().unwrap_or_default();
    if !app.limits.allows_login(visitor.client, email, Some(visitor.id())).await? {
        app.security.note(SecurityKind::LoginLimited, Some(visitor.id()), visitor.client).await;
        return Err(ServiceError::TooMany.into());
    }
    let proven = match fields.secret("passkey")? {
        "" => {
            let account = app.store.accounts().account(email).await?;
            let hash = account.and_then(|account| account.password);
            passwords::is_right(fields.secret("password")?.to_owned(), hash).await
        }
        passkey => {
            let party = visitor.party.as_ref().ok_or(ServiceError::NoPasskeys)?;
            let owner = passkey_owner(app, party, passkey, Purpose::Reauthenticate).await?;
            owner.as_ref() == Ok(visitor.id())
        }
    };
    if proven {
        app.limits.proved_identity(visitor.client, email).await?;
    } else {
        app.security.note(SecurityKind::LoginRefused, Some(visitor.id()), visitor.client).await;
    }
    Ok(proven)
}

/// Whether somebody may change the factors of the account; else the message that says what is missing.
/// Where there is a factor already, and for every operator, the password alone is not enough: a passkey,
/// or beside the password a recovery code, or a session that began with a second factor only just now.
pub(crate) async fn proves_factor(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
) -> Result<Result<(), &'static str>, Failure> {
    if !proves_identity(app, visitor, fields).await? {
        return Ok(Err(unproven(fields)));
    }
    let facts =
        app.store.accounts().account_facts(visitor.id()).await?.ok_or(ServiceError::SignedOut)?;
    let by_passkey = fields.get("passkey").is_some();
    if by_passkey || !facts.guards_factors() || gave_factor_lately(app, visitor) {
        return Ok(Ok(()));
    }
    let code = tidy(fields.secret("code")?);
    if !code.is_empty() && app.store.accounts().use_recovery_code(visitor.id(), &code).await? {
        app.security.note(SecurityKind::CodeUsed, Some(visitor.id()), visitor.client).await;
        return Ok(Ok(()));
    }
    app.security.note(SecurityKind::SecondFactorRefused, Some(visitor.id()), visitor.client).await;
    Ok(Err(if code.is_empty() { FACTOR_NEEDED } else { "second-factor-wrong" }))
}

/// Whether the session began with more than a password only just now.
pub(crate) fn gave_factor_lately(app: &App, visitor: &SignedIn) -> bool {
    let given = visitor.session.strong;
    given.is_some_and(|given| app.clock.now().duration_since(given) < LATELY)
}

/// What is said where [`proves_identity`] did not.
pub(crate) fn unproven(fields: &Fields) -> &'static str {
    if fields.get("passkey").is_some() { "passkey-failed" } else { "account-wrong-password" }
}

/// Whose passkey was used for this purpose. Its challenge is used up, whatever comes of it.
pub(crate) async fn passkey_owner(
    app: &App,
    party: &RelyingParty,
    passkey: &str,
    purpose: Purpose,
) -> Result<Result<PlayerId, Invalid>, Failure> {
    let Ok(assertion) = party.assertion(passkey) else { return Ok(Err(Invalid)) };
    let now = app.clock.now();
    let redeemed = app.store.accounts().redeem_secret(&assertion.challenge, purpose, now).await?;
    let Some(asked) = redeemed else { return Ok(Err(Invalid)) };
    let Some(kept) = app.store.accounts().passkey(&assertion.id).await? else {
        return Ok(Err(Invalid));
    };
    let owner = kept.player.clone();
    let is_asked = asked.is_none_or(|asked| asked == owner);
    let is_named = assertion.user.as_deref().is_none_or(|user| user == owner.as_str());
    if !is_asked || !is_named || !assertion.is_signed_by(&kept.public_key) {
        return Ok(Err(Invalid));
    }
    let counts = app.store.accounts().use_passkey(&kept.id, assertion.counter, now).await?;
    Ok(if counts { Ok(owner) } else { Err(Invalid) })
}
