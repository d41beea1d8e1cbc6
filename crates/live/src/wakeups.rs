//! The games in which the computer may have something to do. A game waits once, and is attended to by
//! one task at a time; the order is the [gate](crate::engine_gate)'s.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use merels_model::{GameKey, PlayerId, Seat};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::engine_gate::Asker;

#[derive(Debug)]
pub struct Wakeups {
    /// The games that wait or are attended to; with who woke one once more meanwhile.
    games: Mutex<HashMap<GameKey, Option<Asker>>>,
    sender: UnboundedSender<(GameKey, Asker)>,
    receiver: tokio::sync::Mutex<UnboundedReceiver<(GameKey, Asker)>>,
}

impl Default for Wakeups {
    fn default() -> Wakeups {
        let (sender, receiver) = unbounded_channel();
        Wakeups { games: Mutex::default(), sender, receiver: receiver.into() }
    }
}

impl Wakeups {
    /// Has the computer look at a game, on behalf of who acted in it last.
    pub fn push(&self, key: &GameKey, asker: Asker) {
        let mut games = self.games();
        if let Some(again) = games.get_mut(key) {
            *again = Some(asker);
            return;
        }
        games.insert(key.clone(), None);
        // The receiver is held beside the sender.
        let _ = self.sender.send((key.clone(), asker));
    }

    pub async fn next(self: &Arc<Self>) -> Option<Attended> {
        let (key, asker) = self.receiver.lock().await.recv().await?;
        Some(Attended { key, asker, wakeups: Arc::clone(self) })
    }

    fn games(&self) -> MutexGuard<'_, HashMap<GameKey, Option<Asker>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The person of a game against the computer; nobody if he has left.
pub(crate) fn person(seats: &[Seat; 2]) -> Option<PlayerId> {
    seats.iter().find_map(|seat| match seat {
        Seat::Player { id, .. } => Some(id.clone()),
        Seat::Computer(_) | Seat::Gone => None,
    })
}

/// A game that is attended to, until this is dropped.
#[derive(Debug)]
pub struct Attended {
    pub key: GameKey,
    pub asker: Asker,
    wakeups: Arc<Wakeups>,
}

impl Drop for Attended {
    fn drop(&mut self) {
        let again = self.wakeups.games().remove(&self.key).flatten();
        if let Some(asker) = again {
            self.wakeups.push(&self.key, asker);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::engine_gate::Network;

    #[tokio::test]
    async fn a_game_waits_once_and_is_attended_to_by_one_at_a_time() {
        let wakeups = Arc::new(Wakeups::default());
        let ada = Asker { network: Network::Unknown, player: None };
        let push = |key: &str| wakeups.push(&GameKey::new(key), ada.clone());
        push("a1");
        push("a1");
        let first = wakeups.next().await.unwrap();
        // It changed meanwhile.
        push("a1");
        push("a2");
        let second = wakeups.next().await.unwrap();
        assert_eq!((first.key.as_str(), second.key.as_str()), ("a1", "a2"));
        assert!(wakeups.next().now_or_never().is_none());
        drop(first);
        let again = wakeups.next().await.unwrap();
        assert_eq!(again.key.as_str(), "a1");
        drop((second, again));
        assert!(wakeups.next().now_or_never().is_none());
    }
}
