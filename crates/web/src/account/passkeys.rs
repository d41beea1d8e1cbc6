//! Adding and removing passkeys, and the challenges that they answer.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use jiff::SignedDuration;
use merels_services::ServiceError;
use merels_store::{GivenUp, MailKind, Passkey, Purpose, SecurityKind};
use serde_json::{Value, json};

use super::reauthentication::{proves_factor, proves_identity, unproven};
use super::routes::{Part, done, end_others, refuse};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::data;
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::Failure;

/// How long somebody has for a finger, a face or a code.
pub(crate) const CHALLENGE_LASTS: SignedDuration = SignedDuration::from_mins(5);

/// So many passkeys an account has at most, and so long are their names.
const MOST_PASSKEYS: usize = 20;
const LONGEST_NAME: usize = 40;

/// Something for a passkey to sign: for the login, to show that it is still oneself, or to be added.
pub(crate) async fn challenge(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    if visitor.party.is_none() {
        return Err(ServiceError::NoPasskeys.into());
    }
    if !app.limits.allows_challenge(visitor.client).await? {
        return Err(ServiceError::TooMany.into());
    }
    let (purpose, visitor) = match fields.need("purpose")? {
        "login" => (Purpose::Login, None),
        "reauthenticate" => (Purpose::Reauthenticate, Some(account(visitor)?)),
        "register" => {
            let visitor = account(visitor)?;
            let proven = proves_factor(&app, &visitor, &fields).await?;
            proven.map_err(ServiceError::Unproven)?;
            (Purpose::Register, Some(visitor))
        }
        other => return Err(Failure::Field("failure-not-simple", other.to_owned())),
    };
    let player = visitor.as_ref().map(|visitor| visitor.id());
    let expires = app.clock.now() + CHALLENGE_LASTS;
    let challenge = app.store.accounts().issue_secret(purpose, player, expires).await?;
    let mut answer = json!({"challenge": challenge.secret()});
    if let (Purpose::Register, Some(visitor)) = (purpose, &visitor) {
        answer["user"] = user(visitor);
        let known = app.store.accounts().passkeys_of(visitor.id()).await?;
        answer["known"] = known.into_iter().map(|passkey| Value::String(passkey.id)).collect();
    }
    Ok(data(StatusCode::OK, answer))
}

/// What an authenticator shows of an account.
fn user(visitor: &SignedIn) -> Value {
    let player = visitor.player();
    json!({"id": player.id.as_str(), "name": player.email, "displayName": player.name})
}

/// One who has an account and is signed in to it.
fn account(visitor: Visitor) -> Result<SignedIn, Failure> {
    let visitor = SignedIn::try_from(visitor)?;
    if visitor.player().is_guest() { Err(ServiceError::SignedOut.into()) } else { Ok(visitor) }
}

pub(crate) async fn add(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    let party = visitor.party.as_ref().ok_or(ServiceError::NoPasskeys)?;
    let Ok(new) = party.registration(fields.secret("passkey")?) else {
        return refuse(&app, &visitor, Part::SignIn, "passkey-failed").await;
    };
    // Whoever has the challenge has proved a factor for it, or has none yet and given the password.
    let now = app.clock.now();
    let redeemed =
        app.store.accounts().redeem_secret(&new.challenge, Purpose::Register, now).await?;
    if redeemed.flatten().as_ref() != Some(visitor.id()) {
        return refuse(&app, &visitor, Part::SignIn, "passkey-failed").await;
    }
    if app.store.accounts().passkeys_of(visitor.id()).await?.len() >= MOST_PASSKEYS {
        return refuse(&app, &visitor, Part::SignIn, "passkey-too-many").await;
    }
    let passkey = Passkey {
        id: new.id,
        player: visitor.id().clone(),
        name: name(&visitor, fields.raw("name")),
        public_key: new.public_key,
        counter: new.counter,
        created: now,
        used: None,
    };
    if !app.store.accounts().add_passkey(passkey).await? {
        return refuse(&app, &visitor, Part::SignIn, "passkey-known").await;
    }
    tell(&app, &visitor, SecurityKind::PasskeyAdded).await?;
    Ok(done(&visitor, "passkey-added"))
}

/// What its owner calls it; else something that is better than nothing.
fn name(visitor: &SignedIn, wish: &str) -> String {
    let seen = wish.chars().filter(|c| !c.is_control()).take(LONGEST_NAME);
    let name = seen.collect::<String>().trim().to_owned();
    if name.is_empty() { visitor.language.say("passkey-nameless") } else { name }
}

pub(crate) async fn remove(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    if let Err(message) = proves_factor(&app, &visitor, &fields).await? {
        return refuse(&app, &visitor, Part::SignIn, message).await;
    }
    match app.store.accounts().remove_passkey(visitor.id(), fields.need("id")?).await? {
        GivenUp::Done => tell(&app, &visitor, SecurityKind::PasskeyRemoved).await?,
        GivenUp::NotThere => {}
        GivenUp::Needed => {
            let facts = app.store.accounts().account_facts(visitor.id()).await?;
            let is_operator = facts.is_some_and(|facts| facts.is_operator && facts.has_password);
            let why = if is_operator { "second-factor-of-operators" } else { "passkey-needed" };
            return refuse(&app, &visitor, Part::SignIn, why).await;
        }
    }
    Ok(done(&visitor, "passkey-removed"))
}

/// Takes the password away from one who shows that a passkey leads in, and that there is another way
/// for the day on which it is lost.
pub(crate) async fn drop_password(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    if fields.secret("passkey")?.is_empty() {
        return refuse(&app, &visitor, Part::SignIn, "no-password-by-passkey").await;
    }
    if !proves_identity(&app, &visitor, &fields).await? {
        return refuse(&app, &visitor, Part::SignIn, unproven(&fields)).await;
    }
    match app.store.accounts().drop_password(visitor.id()).await? {
        GivenUp::Done => {
            tell(&app, &visitor, SecurityKind::PasswordDropped).await?;
            // Whoever knew it is shown out.
            end_others(&app, &visitor).await?;
        }
        GivenUp::NotThere => {}
        GivenUp::Needed => {
            return refuse(&app, &visitor, Part::SignIn, "no-password-needs").await;
        }
    }
    Ok(done(&visitor, "no-password"))
}

/// Turns the second factor on or off.
pub(crate) async fn set_second_factor(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    if let Err(message) = proves_factor(&app, &visitor, &fields).await? {
        return refuse(&app, &visitor, Part::SignIn, message).await;
    }
    let on = fields.get("on") == Some("yes");
    let facts =
        app.store.accounts().account_facts(visitor.id()).await?.ok_or(ServiceError::SignedOut)?;
    if facts.is_operator && !on {
        return refuse(&app, &visitor, Part::SignIn, "second-factor-of-operators").await;
    }
    if !app.store.accounts().set_second_factor(visitor.id(), on).await? {
        return refuse(&app, &visitor, Part::SignIn, "second-factor-needs-passkey").await;
    }
    tell(&app, &visitor, SecurityKind::SecondFactorChanged).await?;
    Ok(done(&visitor, if on { "second-factor-on" } else { "second-factor-off" }))
}

/// Writes down that the ways in have changed, and tells the owner.
pub(crate) async fn tell(app: &App, visitor: &SignedIn, kind: SecurityKind) -> Result<(), Failure> {
    app.security.note(kind, Some(visitor.id()), visitor.client).await;
    let email = visitor.player().email.as_deref().unwrap_or_default();
    app.mails.notify(MailKind::SignInChanged, email, visitor.language).await?;
    Ok(())
}
