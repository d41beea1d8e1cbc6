//! Tells players elsewhere that it is their turn in a game by days: by Web Push, and by mail (see
//! [`Mails`]) those who asked for that.
//!
//! A browser that was asked to gives an address at its push service and a key. What is sent there is
//! sealed so that only this browser can read it (`sealed`), signed with the site's own key (`vapid`), and
//! goes to machines on the open internet alone (`delivery`).

mod delivery;
mod sealed;
mod vapid;

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use merels_live::seat_of;
use merels_messages::Language;
use merels_model::{PlayerId, Seat};
use merels_store::{ArenaNotice, DueNotice, PushSubscription, Store, StoreError};
use serde_json::json;
use thiserror::Error;
use url::Url;

use super::mail::Mails;
use crate::error::Result;
use crate::visitor::SignedIn;
use delivery::{Delivered, Delivery, Endpoint};
use sealed::Recipient;
use vapid::SiteKey;

/// Whoever has only just left a game, or reloads its page, is not called back.
const SETTLES: SignedDuration = SignedDuration::from_secs(3);

/// Whoever wants to be at an arena is told so long before it begins.
const ARENA_AHEAD: SignedDuration = SignedDuration::from_mins(5);

/// A push service keeps a message for so long; by then the time for a turn is nearly up.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

const AT_ONCE: usize = 8;

const AGAIN_AFTER: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(60)];

/// Sends push messages to the browsers of players.
#[derive(Debug)]
pub struct PushService {
    store: Arc<Store>,
    key: SiteKey,
    delivery: Delivery,
    /// The address of the site: push services write to its operator there.
    site: Option<String>,
}

/// The reason why a browser cannot be told of turns.
#[derive(Debug, Error)]
pub enum SubscribeError {
    #[error("the address is none of a push service")]
    Endpoint,
    #[error("the keys cannot seal a message")]
    Keys,
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Message {
    subscription: PushSubscription,
    /// Later ones of the same topic take its place.
    topic: String,
    text: String,
}

impl PushService {
    /// Takes up the site's key, or makes it. With `local` push services may be on this machine and
    /// without https, for tests.
    pub async fn open(store: &Arc<Store>, site: Option<&Url>, local: bool) -> Result<PushService> {
        let kept = store.notices().push_key(SiteKey::generate()).await?;
        let key = SiteKey::read(&kept).ok_or(StoreError::Corrupt {
            what: "the key for push services",
            value: String::new(),
        })?;
        let site = site.filter(|url| url.scheme() == "https");
        Ok(PushService {
            store: Arc::clone(store),
            key,
            delivery: Delivery::new(local),
            site: site.map(ToString::to_string),
        })
    }

    /// The site's public key, as browsers want it.
    pub fn public_key(&self) -> &str {
        self.key.public()
    }

    /// Takes up a browser that wants to be told of turns: the address at which its push service takes
    /// messages, and the keys to seal them with.
    pub async fn subscribe(
        &self,
        visitor: &SignedIn,
        endpoint: &str,
        (p256dh, auth): (&str, &str),
        now: Timestamp,
    ) -> Result<(), SubscribeError> {
        if self.endpoint(endpoint).is_none() {
            return Err(SubscribeError::Endpoint);
        }
        if Recipient::read(p256dh, auth).is_none() {
            return Err(SubscribeError::Keys);
        }
        let subscription = PushSubscription {
            endpoint: endpoint.to_owned(),
            player: visitor.id().clone(),
            session: visitor.session.id.clone(),
            p256dh: p256dh.to_owned(),
            auth: auth.to_owned(),
            language: visitor.language.code().to_owned(),
            created: now,
        };
        Ok(self.store.notices().subscribe(subscription).await?)
    }

    pub async fn unsubscribe(&self, endpoint: &str, player: &PlayerId) -> Result<bool> {
        Ok(self.store.notices().unsubscribe(endpoint, Some(player)).await?)
    }

    /// Sends messages, each to its browser; those that are known no more are forgotten.
    async fn send_all(&self, messages: Vec<Message>) {
        stream::iter(messages).for_each_concurrent(AT_ONCE, |message| self.send(message)).await;
    }

    async fn send(&self, message: Message) {
        let mut pauses = AGAIN_AFTER.into_iter();
        let delivered = loop {
            let delivered = self.try_to_send(&message).await;
            match (&delivered, pauses.next()) {
                (Delivered::Failed(_), Some(pause)) => tokio::time::sleep(pause).await,
                _ => break delivered,
            }
        };
        metrics::counter!("merels_pushes_total", "result" => delivered.name()).increment(1);
        match delivered {
            Delivered::Taken => {}
            Delivered::Unknown => {
                let endpoint = &message.subscription.endpoint;
                if let Err(error) = self.store.notices().unsubscribe(endpoint, None).await {
                    tracing::warn!(%error, "a browser that is gone could not be forgotten");
                }
            }
            Delivered::Failed(reason) => tracing::warn!(reason, "a player could not be told"),
        }
    }

    async fn try_to_send(&self, message: &Message) -> Delivered {
        let PushSubscription { endpoint, p256dh, auth, .. } = &message.subscription;
        let Some(recipient) = Recipient::read(p256dh, auth) else { return Delivered::Unknown };
        let Some(endpoint) = self.endpoint(endpoint) else { return Delivered::Unknown };
        let Some(body) = recipient.seal(message.text.as_bytes()) else { return Delivered::Unknown };
        let claim = self.key.authorization(endpoint.origin(), self.site.as_deref());
        let Some(authorization) = claim else {
            return Delivered::Failed("the message could not be signed".to_owned());
        };
        let head = delivery::Head { authorization, topic: &message.topic, kept: KEPT };
        self.delivery.post(&endpoint, head, body).await
    }

    fn endpoint(&self, text: &str) -> Option<Endpoint> {
        Endpoint::read(text, self.delivery.is_local())
    }

    /// Tells those whose turn it has become and who are not at the board. Every node looks; who takes a
    /// notice sends it.
    pub(crate) async fn tell_due(self: &Arc<Self>, mails: &Mails, now: Timestamp) -> Result<()> {
        let due = self.store.notices().due_notices(now - SETTLES).await?;
        if due.is_empty() {
            return Ok(());
        }
        let seen =
            self.store.cluster().last_seen(due.iter().map(|notice| &notice.game), now).await?;
        let mut messages = Vec::new();
        for notice in due {
            let is_there = seen
                .get(&seat_of(&notice.player, &notice.game))
                .is_some_and(|last| *last + SETTLES >= now);
            if self.store.notices().take_notice(notice.clone()).await? && !is_there {
                messages.extend(self.messages_for(&notice).await?);
                mails.tell_turn(&notice.player, &notice.game).await?;
            }
        }
        self.send_in_background(messages);
        Ok(())
    }

    fn send_in_background(self: &Arc<Self>, messages: Vec<Message>) {
        if !messages.is_empty() {
            let push = Arc::clone(self);
            tokio::spawn(async move { push.send_all(messages).await });
        }
    }

    /// Tells those who want to be there when an arena begins.
    pub(crate) async fn tell_arenas(self: &Arc<Self>, mails: &Mails, now: Timestamp) -> Result<()> {
        let mut messages = Vec::new();
        for notice in self.store.notices().due_arena_notices(ARENA_AHEAD, now).await? {
            if self.store.notices().take_arena_notice(&notice, now).await? {
                messages.extend(self.arena_messages(&notice).await?);
                mails.tell_arena(&notice.player, &notice.arena).await?;
            }
        }
        self.send_in_background(messages);
        Ok(())
    }

    /// The messages about an arena to the browsers of one who waits for it.
    async fn arena_messages(&self, notice: &ArenaNotice) -> Result<Vec<Message>> {
        let Some(arena) = self.store.arenas().arena(&notice.arena).await? else {
            return Ok(Vec::new());
        };
        let subscriptions = self.store.notices().subscriptions_of(&notice.player).await?;
        let message = |subscription: PushSubscription| {
            let language = Language::from_code(&subscription.language).unwrap_or(Language::ENGLISH);
            let title =
                language.say_with("arena-title", &[("title", language.title(arena.game).into())]);
            let body = language.say("push-arena-begins");
            let path = format!("/arena/{}", arena.id);
            let text = json!({"title": title, "body": body, "path": path}).to_string();
            Message { subscription, topic: arena.id.to_string(), text }
        };
        Ok(subscriptions.into_iter().map(message).collect())
    }

    async fn messages_for(&self, notice: &DueNotice) -> Result<Vec<Message>> {
        let Some(game) = self.store.games().game(&notice.game).await? else {
            return Ok(Vec::new());
        };
        let Some(side) = game.side_of(&notice.player) else { return Ok(Vec::new()) };
        let opponent: &Seat = &game.seats[(!side).index()];
        let subscriptions = self.store.notices().subscriptions_of(&notice.player).await?;
        let message = |subscription: PushSubscription| {
            let language = Language::from_code(&subscription.language).unwrap_or(Language::ENGLISH);
            let body = language.say_with(
                "push-your-turn",
                &[
                    ("title", language.title(game.game).into()),
                    ("name", language.seat(opponent).into()),
                ],
            );
            let title = language.say("app-your-turn-title");
            let path = format!("/game/{}", game.key);
            let text = json!({"title": title, "body": body, "path": path}).to_string();
            Message { subscription, topic: game.key.to_string(), text }
        };
        Ok(subscriptions.into_iter().map(message).collect())
    }
}
