//! Bells between nodes by way of a NATS server.
//!
//! A bell is a message to `merels.game.KEY` with `NODE VERSION`, or to `merels.player.ID` with
//! `NODE`. The server may come and go: meanwhile bells are lost, and everybody is told so.

use async_nats::{Client, ConnectOptions, Event, Message, ServerAddr};
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use merels_model::{GameKey, PlayerId};
use thiserror::Error;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};

use crate::bus::{Bell, Bus, Heard, Subject};

/// The number of bells that may wait to be sent, or to be heard by a slow listener.
const BACKLOG: usize = 8192;

#[derive(Debug, Error)]
pub enum NatsError {
    /// The address is not understood. It is not shown: it may hold a password.
    #[error("that is not the address of a NATS server: nats://HOST:PORT")]
    Address,
    #[error("the bus cannot be used: {0}")]
    Connect(String),
}

#[derive(Debug)]
pub struct Nats {
    outgoing: mpsc::Sender<Bell>,
    heard: broadcast::Sender<Heard>,
}

impl Nats {
    /// Connects, or goes on trying in the background.
    /// Fails if the address is none, or the server refuses.
    pub async fn connect(address: &str) -> Result<Nats, NatsError> {
        let address: ServerAddr = address.parse().map_err(|_| NatsError::Address)?;
        let heard = broadcast::Sender::new(BACKLOG);
        let gaps = heard.clone();
        let note = move |event| {
            let gaps = gaps.clone();
            async move {
                tracing::info!(%event, "the bus");
                // Whatever it is, bells may have been lost.
                let _ = gaps.send(Heard::Gap);
            }
        };
        let options = ConnectOptions::new()
            .name("merels")
            .no_echo()
            .retry_on_initial_connect()
            .event_callback(move |event: Event| note(event));
        let failed = |error: &dyn std::fmt::Display| NatsError::Connect(error.to_string());
        let client = options.connect(address).await.map_err(|error| failed(&error))?;
        let messages = client.subscribe("merels.>").await.map_err(|error| failed(&error))?;
        let (outgoing, bells) = mpsc::channel(BACKLOG);
        tokio::spawn(send(client, bells));
        tokio::spawn(hear(messages, heard.clone()));
        Ok(Nats { outgoing, heard })
    }
}

impl Bus for Nats {
    fn ring(&self, bell: Bell) {
        // Full while the server is away: then everybody compares versions anyway.
        let _ = self.outgoing.try_send(bell);
    }

    fn listen(&self) -> BoxStream<'static, Heard> {
        let bells = stream::unfold(self.heard.subscribe(), |mut bells| async {
            match bells.recv().await {
                Ok(heard) => Some((heard, bells)),
                Err(RecvError::Lagged(_)) => Some((Heard::Gap, bells)),
                Err(RecvError::Closed) => None,
            }
        });
        bells.boxed()
    }
}

async fn send(client: Client, mut bells: mpsc::Receiver<Bell>) {
    while let Some(Bell { subject, node }) = bells.recv().await {
        let (subject, payload) = match subject {
            Subject::Game(key, version) => {
                (format!("merels.game.{key}"), format!("{node} {version}"))
            }
            Subject::Player(id) => (format!("merels.player.{id}"), node.to_string()),
        };
        if let Err(error) = client.publish(subject, payload.into()).await {
            tracing::warn!(%error, "a bell was lost");
        }
    }
}

async fn hear(mut messages: async_nats::Subscriber, heard: broadcast::Sender<Heard>) {
    while let Some(message) = messages.next().await {
        // What is not understood comes from another version of this program, or from a stranger.
        if let Some(bell) = read(&message) {
            let _ = heard.send(Heard::Bell(bell));
        }
    }
}

fn read(message: &Message) -> Option<Bell> {
    let payload = std::str::from_utf8(&message.payload).ok()?;
    let mut words = payload.split(' ');
    let node = words.next()?.parse().ok()?;
    let (kind, name) = message.subject.as_str().strip_prefix("merels.")?.split_once('.')?;
    let subject = match kind {
        "game" => Subject::Game(GameKey::new(name), words.next()?.parse().ok()?),
        "player" => Subject::Player(PlayerId::new(name)),
        _ => return None,
    };
    Some(Bell { subject, node })
}
