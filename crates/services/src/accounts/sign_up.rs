//! Signing up, and what passwords and addresses are taken.

use merels_live::ClientAddress;
use merels_messages::Language;
use merels_model::{Player, PlayerId};
use merels_store::{GuestAccount, MailKind, SecurityKind, SessionToken, Taken};
use unicode_normalization::UnicodeNormalization;

use super::guests::made_up_name;
use super::passwords::{self, Unfit};
use super::{Accounts, names};
use crate::error::{Result, ServiceError, check_allowed};
use crate::form::FormErrors;
use crate::visitor::Visitor;

/// The longest e-mail address.
const LONGEST_EMAIL: usize = 254;

/// The word before the number of a player who gave no name.
const PLAYER: &str = "Player";

/// The form to sign up, with address and name as they are kept.
#[derive(Debug, Default)]
pub struct SignUp<'a> {
    pub email: String,
    pub name: String,
    password: &'a str,
    confirm: &'a str,
}

impl<'a> SignUp<'a> {
    pub fn new(email: &str, name: &str, password: &'a str, confirm: &'a str) -> SignUp<'a> {
        SignUp { email: tidy_email(email), name: names::tidy(name), password, confirm }
    }

    /// The fields that do not fit at a glance.
    fn check(&self) -> FormErrors {
        let mut errors = FormErrors::default();
        errors.add("email", unfit_email(&self.email));
        // Whoever gives no name gets one.
        let name = if self.name.is_empty() { None } else { names::check(&self.name).err() };
        errors.add("name", name.map(names::Unfit::message));
        errors.add("password", unfit_length(self.password));
        let missing = self.confirm.is_empty().then_some("signup-confirm-missing");
        errors.add("confirm", missing.or(unfit_confirm(self.password, self.confirm)));
        errors
    }
}

impl Accounts {
    /// Makes an account. A guest goes on with what was played, in a session with other rights; anybody else
    /// logs in first.
    ///
    /// # Errors
    ///
    /// [`ServiceError::Form`] with every field that does not fit.
    pub async fn sign_up(
        &self,
        visitor: &Visitor,
        form: &SignUp<'_>,
    ) -> Result<Option<SessionToken>> {
        let mut errors = form.check();
        if errors.of("password").is_none() {
            // Whatever costs more than a look comes after the limit.
            check_allowed(self.site.limits.allows_signup(visitor.client).await?)?;
            errors.add("password", unfit_password(form.password, &form.email, &form.name).await);
        }
        if !errors.is_empty() {
            return Err(ServiceError::Form(errors));
        }
        let guest = visitor.session.as_ref().filter(|session| session.player.is_guest());
        let Ok(player) = self.create_account(form, guest.map(|session| &session.player)).await?
        else {
            // Both fields may be taken, and both are told.
            for taken in self.store().taken(&form.email, &form.name).await? {
                let (field, message) = taken_field(taken);
                errors.add(field, Some(message));
            }
            return Err(ServiceError::Form(errors));
        };
        self.security.note(SecurityKind::SignedUp, Some(&player), visitor.client).await;
        self.mail_confirmation(visitor.client, &form.email, visitor.language).await?;
        match guest {
            Some(session) => self.rotate_session(session).await.map(Some),
            None => Ok(None),
        }
    }

    async fn create_account(
        &self,
        form: &SignUp<'_>,
        guest: Option<&Player>,
    ) -> Result<Result<PlayerId, Taken>> {
        let (email, password) = (form.email.clone(), hashed(form.password).await?);
        let name = form.name.clone();
        if let Some(guest) = guest {
            let name = if name.is_empty() { made_up_name(PLAYER) } else { name };
            let id = guest.id.clone();
            let kept = self.store().keep_guest(GuestAccount { id, email, password, name }).await?;
            return Ok(kept.map(|()| guest.id.clone()));
        }
        let login = Some((email, password));
        if name.is_empty() {
            return self.create_nameless(login, PLAYER).await;
        }
        self.create(login, name).await
    }

    /// Posts a mail that confirms an address, if the limits allow one.
    pub(super) async fn mail_confirmation(
        &self,
        client: ClientAddress,
        email: &str,
        language: Language,
    ) -> Result<bool> {
        let allowed = self.site.limits.allows_mail(client, email).await?;
        if allowed {
            self.mails.queue(MailKind::Confirm, email, language).await?;
        }
        Ok(allowed)
    }
}

/// The field that somebody else has already, and the message that says so.
fn taken_field(taken: Taken) -> (&'static str, &'static str) {
    match taken {
        Taken::Email => ("email", "signup-email-taken"),
        Taken::Name => ("name", "signup-name-taken"),
    }
}

impl From<Taken> for ServiceError {
    fn from(taken: Taken) -> ServiceError {
        let (field, message) = taken_field(taken);
        ServiceError::unfit(field, message)
    }
}

pub(super) async fn hashed(password: &str) -> Result<String> {
    passwords::hash(password.to_owned()).await.ok_or(ServiceError::Busy)
}

/// The message about a new password at a glance, if it does not fit.
pub(super) fn unfit_length(password: &str) -> Option<&'static str> {
    if password.is_empty() {
        return Some("signup-password-missing");
    }
    passwords::check_length(password).err().map(Unfit::message)
}

/// The message about a new password, if it does not fit. The limits of the client come first.
pub(super) async fn unfit_password(
    password: &str,
    email: &str,
    name: &str,
) -> Option<&'static str> {
    match unfit_length(password) {
        None => passwords::check(password, email, name).await.err().map(Unfit::message),
        unfit => unfit,
    }
}

pub(super) fn unfit_confirm(password: &str, confirm: &str) -> Option<&'static str> {
    (confirm != password).then_some("signup-confirm-differs")
}

/// The message about a tidy address, if it does not fit.
pub(super) fn unfit_email(email: &str) -> Option<&'static str> {
    match email {
        "" => Some("signup-email-missing"),
        email => (!is_email(email)).then_some("signup-email-odd"),
    }
}

/// An address as it is kept: one way of writing each character.
pub(super) fn tidy_email(text: &str) -> String {
    text.trim().nfkc().collect()
}

/// Returns `true` for a text that looks like an e-mail address; only a mail could tell for sure.
pub(super) fn is_email(text: &str) -> bool {
    let plain = !text.chars().any(|c| c.is_whitespace() || c.is_control());
    let parts = text.rsplit_once('@');
    let proper = parts.is_some_and(|(name, host)| {
        !name.is_empty() && !host.is_empty() && !host.starts_with('.') && !host.ends_with('.')
    });
    plain && proper && text.len() <= LONGEST_EMAIL
}
