//! Notices: mails and push messages to players who are elsewhere.

mod mail;
mod push;

pub use mail::{MailError, MailFlags, MailSettings, Mailer, Mails};
pub use push::{PushService, SubscribeError};
