//! The bus between the nodes of a site.
//!
//! The store is the truth; a bus only rings bells: "look again". Nothing that a bell says is believed,
//! and one that is lost is made good when versions are compared, every few seconds and whenever a
//! bus says that it may have lost some. On one node nobody needs to be woken.

use std::fmt;

use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use merels_model::{GameKey, PlayerId};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

/// Something that others should look at again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A game, which has at least this version now.
    Game(GameKey, u32),
    /// News of a player, wherever he is: sessions, matches.
    Player(PlayerId),
}

/// A bell, and which node rang it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bell {
    pub subject: Subject,
    /// The node that rang, which need not look itself.
    pub node: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    Bell(Bell),
    /// The bus was away or fell behind: bells may have been lost.
    Gap,
}

/// Between the nodes of a site. Ringing neither waits nor fails: what cannot be sent is lost.
pub trait Bus: fmt::Debug + Send + Sync {
    fn ring(&self, bell: Bell);

    /// The bells from now on, of all nodes; the stream ends with the bus.
    fn listen(&self) -> BoxStream<'static, Heard>;
}

/// The number of bells that a slow listener may fall behind.
const BACKLOG: usize = 1024;

/// The bus of nodes that share a process: usually there is one, and nobody to wake.
#[derive(Clone, Debug)]
pub struct InProcess(broadcast::Sender<Bell>);

impl Default for InProcess {
    fn default() -> InProcess {
        InProcess(broadcast::Sender::new(BACKLOG))
    }
}

impl InProcess {
    #[cfg(test)]
    pub fn listeners(&self) -> usize {
        self.0.receiver_count()
    }
}

impl Bus for InProcess {
    fn ring(&self, bell: Bell) {
        // A lone listener is the one who rings.
        if self.0.receiver_count() > 1 {
            let _ = self.0.send(bell);
        }
    }

    fn listen(&self) -> BoxStream<'static, Heard> {
        let bells = stream::unfold(self.0.subscribe(), |mut bells| async {
            match bells.recv().await {
                Ok(bell) => Some((Heard::Bell(bell), bells)),
                Err(RecvError::Lagged(_)) => Some((Heard::Gap, bells)),
                Err(RecvError::Closed) => None,
            }
        });
        bells.boxed()
    }
}
