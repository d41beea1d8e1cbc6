//! The texts of mails.

use merels_messages::Language;
use merels_model::{ArenaId, GameKey, PlayerId};
use merels_store::{MailKind, Purpose, QueuedMail};

use super::{LINK_LASTS, Mails};
use crate::error::Result;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) subject: String,
    pub(super) body: String,
}

/// Writes a mail; nothing if nobody is to get it. It goes to the address that the account has, however
/// that was typed.
pub(super) async fn write(mails: &Mails, mail: &QueuedMail) -> Result<Option<(String, Text)>> {
    let language = Language::from_code(&mail.language).unwrap_or(Language::ENGLISH);
    let account =
        mails.site.store.accounts().account(&mail.address).await?.map(|account| account.player);
    let facts = match &account {
        Some(player) => mails.site.store.accounts().account_facts(player).await?,
        None => None,
    };
    if facts.as_ref().is_some_and(|facts| facts.closed.is_some()) {
        return Ok(None);
    }
    let is_confirmed = facts.as_ref().is_none_or(|facts| facts.confirmed.is_some());
    let stored = facts.and_then(|facts| facts.player.email);
    let text = match (mail.kind, account) {
        (MailKind::Reset, Some(player)) => {
            let link = link(mails, &player, Purpose::Reset, "/reset").await?;
            Some(with_link(language, "reset", &link))
        }
        (MailKind::Confirm, Some(_)) if is_confirmed => None,
        (MailKind::Confirm, Some(player)) => {
            let link = link(mails, &player, Purpose::Confirm, "/confirm").await?;
            Some(with_link(language, "confirm", &link))
        }
        (MailKind::YourTurn, Some(player)) => your_turn(mails, language, mail, &player).await?,
        (MailKind::ArenaBegins, Some(_)) => arena_begins(mails, language, mail).await?,
        (
            MailKind::Reset | MailKind::Confirm | MailKind::YourTurn | MailKind::ArenaBegins,
            None,
        ) => None,
        // The old address need not be anybody's any more.
        (
            MailKind::PasswordChanged
            | MailKind::EmailChanged
            | MailKind::SignInChanged
            | MailKind::TokenMade,
            _,
        ) => Some(notice(mails, language, mail.kind.name())),
    };
    Ok(text.map(|text| (stored.unwrap_or_else(|| mail.address.clone()), text)))
}

/// The mail about a turn; nothing if the turn has passed, or mails are not wanted any more.
async fn your_turn(
    mails: &Mails,
    language: Language,
    mail: &QueuedMail,
    player: &PlayerId,
) -> Result<Option<Text>> {
    let Some(key) = mail.about.as_deref().map(GameKey::new) else { return Ok(None) };
    let is_wanted = mails.site.store.notices().turn_mail_address(player).await?.is_some();
    let game =
        mails.site.store.games().game(&key).await?.filter(|game| is_wanted && game.score.is_none());
    let Some(game) = game.filter(|game| game.side_of(player) == Some(game.mover)) else {
        return Ok(None);
    };
    let against = [
        ("title", language.title(game.game).into()),
        ("name", language.seat(&game.seats[(!game.mover).index()]).into()),
    ];
    let about = language.say_with("mail-your-turn", &against);
    let no_more = language.say("mail-your-turn-no-more");
    Ok(Some(Text {
        subject: language.say("mail-your-turn-subject"),
        body: paragraphs(&[
            &about,
            &mails.address(&format!("/game/{key}")),
            &no_more,
            &mails.address("/account"),
        ]),
    }))
}

/// The mail about an arena that begins; nothing if it is over.
async fn arena_begins(
    mails: &Mails,
    language: Language,
    mail: &QueuedMail,
) -> Result<Option<Text>> {
    let Some(id) = mail.about.as_deref().map(ArenaId::new) else { return Ok(None) };
    let arena = mails.site.store.arenas().arena(&id).await?;
    let Some(arena) = arena.filter(|arena| mails.site.clock.now() < arena.ends) else {
        return Ok(None);
    };
    let about =
        language.say_with("mail-arena-begins", &[("title", language.title(arena.game).into())]);
    let no_more = language.say("mail-your-turn-no-more");
    Ok(Some(Text {
        subject: language.say("mail-arena-begins-subject"),
        body: paragraphs(&[
            &about,
            &mails.address(&format!("/arena/{id}")),
            &no_more,
            &mails.address("/account"),
        ]),
    }))
}

/// A link that holds once and for half an hour.
async fn link(mails: &Mails, player: &PlayerId, purpose: Purpose, path: &str) -> Result<String> {
    let expires = mails.site.clock.now() + LINK_LASTS;
    let secret = mails.site.store.accounts().issue_secret(purpose, Some(player), expires).await?;
    Ok(mails.address(&format!("{path}?link={}", secret.secret())))
}

fn with_link(language: Language, what: &str, link: &str) -> Text {
    let say = |message: &str| language.say(message);
    let minutes = i64::from(LINK_LASTS.as_mins() as i32);
    let lasts = language.say_with("mail-link-lasts", &[("minutes", minutes.into())]);
    let subject = say(&format!("mail-{what}-subject"));
    let about = say(&format!("mail-{what}"));
    Text { subject, body: paragraphs(&[&about, link, &lasts, &say("mail-not-you")]) }
}

/// Tells what was changed, and what to do if that was somebody else.
fn notice(mails: &Mails, language: Language, what: &str) -> Text {
    let say = |message: &str| language.say(message);
    let forgot = mails.address("/forgot");
    let subject = say(&format!("mail-{what}-subject"));
    let about = say(&format!("mail-{what}"));
    Text { subject, body: paragraphs(&[&about, &say("mail-was-not-you"), &forgot]) }
}

fn paragraphs(texts: &[&str]) -> String {
    texts.iter().flat_map(|text| [*text, "\n\n"]).collect::<String>().trim_end().to_owned() + "\n"
}
