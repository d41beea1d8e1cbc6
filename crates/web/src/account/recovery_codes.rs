//! Recovery codes: shown once, each good once, in place of a passkey or of a forgotten password.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use merels_model::PlayerId;
use merels_services::ServiceError;
use merels_store::{AccountChange, SecurityKind};
use serde_json::json;

use super::factors_page::{self, RecoverForm};
use super::passkeys::tell;
use super::passwords;
use super::reauthentication::proves_factor;
use super::recovery::set_new_password;
use super::recovery_page::ResetErrors;
use super::routes::{Part, refuse};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, go_to, html};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::error::Failure;

/// So many codes there are.
const CODES: usize = 10;

/// Letters and digits that are not easily taken for one another: five bits each.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// Five groups of five: 125 bits, too many to be guessed.
const GROUPS: usize = 5;
const GROUP: usize = 5;

/// A new recovery code; nothing if the system has no randomness.
pub fn random_code() -> Option<String> {
    let mut bytes = [0; GROUPS * GROUP];
    getrandom::fill(&mut bytes).ok()?;
    let letters: Vec<u8> = bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)]).collect();
    let groups: Vec<_> = letters.chunks(GROUP).map(String::from_utf8_lossy).collect();
    Some(groups.join("-"))
}

/// A code as it was shown, however it is typed.
pub(crate) fn tidy(code: &str) -> String {
    let letters: Vec<char> = code
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// Makes new codes and shows them, this once.
pub(crate) async fn make(
    State(app): State<App>,
    visitor: SignedIn,
    fields: Fields,
) -> Result<Response, Failure> {
    if let Err(message) = proves_factor(&app, &visitor, &fields).await? {
        return refuse(&app, &visitor, Part::SignIn, message).await;
    }
    let codes: Option<Vec<String>> = (0..CODES).map(|_| random_code()).collect();
    let codes = codes.ok_or(ServiceError::Busy)?;
    app.store.accounts().replace_recovery_codes(visitor.id(), &codes).await?;
    tell(&app, &visitor, SecurityKind::CodesMade).await?;
    Ok(if visitor.json {
        data(StatusCode::OK, json!({"codes": codes}))
    } else {
        html(StatusCode::OK, factors_page::codes(&visitor, &codes))
    })
}

pub(crate) async fn recover_page(visitor: Visitor) -> Response {
    html(StatusCode::OK, factors_page::recover(&visitor, &RecoverForm::default()))
}

/// A new password for one who has a recovery code. Whether the address or the code is wrong is not said.
pub(crate) async fn recover(
    State(app): State<App>,
    visitor: Visitor,
    fields: Fields,
) -> Result<Response, Failure> {
    let language = visitor.language;
    let email = fields.raw("email").trim();
    let (code, new) = (tidy(fields.secret("code")?), fields.secret("new")?);
    let account = app.store.accounts().account(email).await?.map(|account| account.player);
    if !app.limits.allows_login(visitor.client, email, account.as_ref()).await? {
        app.security.note(SecurityKind::LoginLimited, account.as_ref(), visitor.client).await;
        return Err(ServiceError::TooMany.into());
    }
    let mut form = RecoverForm { email: email.to_owned(), ..RecoverForm::default() };
    let confirm = fields.secret("confirm")?;
    if let Some(errors) = ResetErrors::of(language, new, confirm, email, "").await {
        form.errors = errors;
        return Ok(refuse_recovery(&visitor, &form));
    }
    // Before the code is looked at, so that it takes as long whether it is right or not.
    let hash = passwords::hash(new.to_owned()).await;
    let hash = hash.ok_or_else(|| Failure::BadRequest("new".to_owned()))?;
    // A code is looked for also where nobody could have one.
    let nobody = PlayerId::new("");
    let is_right =
        app.store.accounts().use_recovery_code(account.as_ref().unwrap_or(&nobody), &code).await?;
    let owner = match account {
        Some(player) if is_right => player,
        other => {
            app.security.note(SecurityKind::LoginRefused, other.as_ref(), visitor.client).await;
            form.wrong = Some(language.say("recover-wrong"));
            return Ok(refuse_recovery(&visitor, &form));
        }
    };
    app.security.note(SecurityKind::CodeUsed, Some(&owner), visitor.client).await;
    let changed =
        app.store.accounts().change_account(&owner, AccountChange::Password(hash)).await?;
    changed.map_err(|_| ServiceError::LinkOver)?;
    app.limits.logged_in(email).await?;
    set_new_password(&app, &owner, &visitor, email).await?;
    Ok(if visitor.json {
        data(StatusCode::OK, json!({"message": language.say("reset-done")}))
    } else {
        go_to("/login?news=reset")
    })
}

fn refuse_recovery(visitor: &Visitor, form: &RecoverForm) -> Response {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    if visitor.json {
        let message = form.wrong.clone();
        let message = message.unwrap_or_else(|| visitor.language.say("signup-refused"));
        return data(
            status,
            json!({"error": "recover", "message": message, "errors": form.errors}),
        );
    }
    html(status, factors_page::recover(visitor, form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = random_code().unwrap();
        assert_eq!(code.len(), GROUPS * GROUP + GROUPS - 1);
        assert_eq!(tidy(&code), code);
        assert_eq!(tidy(&code.to_uppercase().replace('-', " ")), code);
        assert_eq!(tidy(&format!(" {} ", code.replace('-', ""))), code);
        assert_ne!(random_code(), random_code());
        assert_eq!(tidy("ä"), "");
    }
}
