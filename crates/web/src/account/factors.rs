//! The ways in beside the password: passkeys and their challenges, the second factor, recovery codes.

use axum::Router;
use axum::http::StatusCode;
use axum::routing::post;
use serde_json::json;

use super::factors_page;
use super::page::Part;
use super::routes::{answer, proof};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::Result;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/account/password/drop", post(drop_password))
        .route("/account/passkeys", post(add))
        .route("/account/passkeys/remove", post(remove))
        .route("/account/second-factor", post(set_second_factor))
        .route("/account/codes", post(make_codes))
        .route("/passkey/challenge", post(challenge))
}

/// Gives a passkey something to sign: for the login, to show that it is still oneself, or to be added.
async fn challenge(app: App, visitor: Visitor, fields: Fields) -> Result {
    let purpose = fields.word("purpose", "failure-not-simple")?;
    let challenge = app.services.accounts.challenge(&visitor, purpose, proof(&fields)?).await?;
    let mut answer = json!({"challenge": challenge.secret.secret()});
    if let (Some(known), Some(player)) = (challenge.known, visitor.player()) {
        // An account as an authenticator shows it.
        answer["user"] = json!({
            "id": player.id.as_str(), "name": player.email, "displayName": player.name,
        });
        answer["known"] = known.into();
    }
    Ok(data(StatusCode::OK, answer))
}

async fn add(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let (passkey, name) = (fields.secret("passkey")?, fields.raw("name"));
    let added = app.services.accounts.add_passkey(&visitor, passkey, name).await;
    answer(&app, &visitor, Part::SignIn, added, "passkey-added").await
}

async fn remove(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let id = fields.need("id")?;
    let removed = app.services.accounts.remove_passkey(&visitor, id, proof(&fields)?).await;
    answer(&app, &visitor, Part::SignIn, removed, "passkey-removed").await
}

async fn drop_password(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let dropped = app.services.accounts.drop_password(&visitor, proof(&fields)?).await;
    answer(&app, &visitor, Part::SignIn, dropped, "no-password").await
}

async fn set_second_factor(app: App, visitor: SignedIn, fields: Fields) -> Result {
    let on = fields.get("on") == Some("yes");
    let set = app.services.accounts.set_second_factor(&visitor, on, proof(&fields)?).await;
    let news = if on { "second-factor-on" } else { "second-factor-off" };
    answer(&app, &visitor, Part::SignIn, set, news).await
}

/// Makes new codes and shows them, this once.
async fn make_codes(app: App, visitor: SignedIn, fields: Fields) -> Result {
    match app.services.accounts.make_recovery_codes(&visitor, proof(&fields)?).await {
        Ok(codes) if visitor.json => Ok(data(StatusCode::OK, json!({"codes": codes}))),
        Ok(codes) => Ok(html(StatusCode::OK, factors_page::codes(&visitor, &codes))),
        Err(error) => answer(&app, &visitor, Part::SignIn, Err(error), "").await,
    }
}
