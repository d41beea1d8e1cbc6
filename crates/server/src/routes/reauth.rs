//! What may be changed only by one who shows again that it is still the owner: by the password, or by a
//! passkey.

use merels_store::{PlayerId, Purpose, SecurityKind};

use crate::app::App;
use crate::error::Failure;
use crate::fields::Fields;
use crate::passwords;
use crate::visitor::SignedIn;
use crate::webauthn::{Invalid, RelyingParty};

/// Whether the password or the use of a passkey that came along is the account's; as many attempts as at
/// the login.
pub(crate) async fn proves_identity(
    app: &App,
    visitor: &SignedIn,
    fields: &Fields,
) -> Result<bool, Failure> {
    let email = visitor.player().email.as_deref().unwrap_or_default();
    if !app.limits.allows_login(visitor.client, email, Some(visitor.id())).await? {
        app.log_security(SecurityKind::LoginLimited, Some(visitor.id()), visitor.client).await;
        return Err(Failure::TooMany);
    }
    let proven = match fields.secret("passkey")? {
        "" => {
            let account = app.store.account(email).await?;
            let hash = account.and_then(|account| account.password);
            passwords::is_right(fields.secret("password")?.to_owned(), hash).await
        }
        passkey => {
            let party = visitor.party.as_ref().ok_or(Failure::NoPasskeys)?;
            let owner = passkey_owner(app, party, passkey, Purpose::Reauthenticate).await?;
            owner.as_ref() == Ok(visitor.id())
        }
    };
    if proven {
        app.limits.proved_identity(visitor.client, email).await?;
    } else {
        app.log_security(SecurityKind::LoginRefused, Some(visitor.id()), visitor.client).await;
    }
    Ok(proven)
}

/// What is said where [`proves_identity`] did not.
pub(super) fn unproven(fields: &Fields) -> &'static str {
    if fields.get("passkey").is_some() { "passkey-failed" } else { "account-wrong-password" }
}

/// Whose passkey was used for this purpose. Its challenge is used up, whatever comes of it.
pub(super) async fn passkey_owner(
    app: &App,
    party: &RelyingParty,
    passkey: &str,
    purpose: Purpose,
) -> Result<Result<PlayerId, Invalid>, Failure> {
    let Ok(assertion) = party.assertion(passkey) else { return Ok(Err(Invalid)) };
    let now = app.clock.now();
    let redeemed = app.store.redeem_secret(&assertion.challenge, purpose, now).await?;
    let Some(asked) = redeemed else { return Ok(Err(Invalid)) };
    let Some(kept) = app.store.passkey(&assertion.id).await? else { return Ok(Err(Invalid)) };
    let owner = kept.player.clone();
    let is_asked = asked.is_none_or(|asked| asked == owner);
    let is_named = assertion.user.as_deref().is_none_or(|user| user == owner.as_str());
    if !is_asked || !is_named || !assertion.is_signed_by(&kept.public_key) {
        return Ok(Err(Invalid));
    }
    let counts = app.store.use_passkey(&kept.id, assertion.counter, now).await?;
    Ok(if counts { Ok(owner) } else { Err(Invalid) })
}
