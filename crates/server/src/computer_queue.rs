//! The games in which the computer has something to do, in an order that is fair to their players.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use merels_store::{GameKey, PlayerId, Seat};
use tokio::sync::Notify;

/// Games wait in one line for each player, and the players take turns: whoever has many games waits
/// for them himself. A game waits once, and is worked on by one at a time.
#[derive(Debug, Default)]
pub(crate) struct ComputerQueue {
    lines: Mutex<Lines>,
    more: Notify,
}

#[derive(Debug, Default)]
struct Lines {
    /// Those who have games waiting; nobody for a game whose player has left.
    turns: VecDeque<Option<PlayerId>>,
    games: HashMap<Option<PlayerId>, VecDeque<GameKey>>,
    /// The games that are being worked on.
    busy: HashSet<GameKey>,
}

impl ComputerQueue {
    /// Puts a game into the line of the player who sits there.
    pub(crate) fn push(&self, key: &GameKey, seats: &[Seat; 2]) {
        let player = seats.iter().find_map(|seat| match seat {
            Seat::Player { id, .. } => Some(id.clone()),
            Seat::Computer(_) | Seat::Gone => None,
        });
        self.push_for(player, key);
    }

    /// Puts a game into the line of a player.
    pub(crate) fn push_for(&self, player: Option<PlayerId>, key: &GameKey) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let line = lines.games.entry(player.clone()).or_default();
        if line.contains(key) {
            return;
        }
        line.push_back(key.clone());
        if line.len() == 1 {
            lines.turns.push_back(player);
        }
        self.more.notify_one();
    }

    /// The next game, as soon as there is one that nobody works on.
    pub(crate) async fn next(self: &Arc<Self>) -> Turn {
        loop {
            if let Some(turn) = self.try_next() {
                return turn;
            }
            self.more.notified().await;
        }
    }

    pub(crate) fn try_next(self: &Arc<Self>) -> Option<Turn> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let key = lines.take()?;
        lines.busy.insert(key.clone());
        if !lines.turns.is_empty() {
            // Somebody else may be waiting while there is more to do.
            self.more.notify_one();
        }
        Some(Turn { key, queue: Arc::clone(self) })
    }
}

impl Lines {
    fn take(&mut self) -> Option<GameKey> {
        for _ in 0..self.turns.len() {
            let player = self.turns.pop_front()?;
            let Some(line) = self.games.get_mut(&player) else { continue };
            let free = line.iter().position(|key| !self.busy.contains(key));
            let key = free.and_then(|place| line.remove(place));
            if line.is_empty() {
                self.games.remove(&player);
            } else {
                self.turns.push_back(player);
            }
            if key.is_some() {
                return key;
            }
        }
        None
    }
}

/// A game that is being worked on, until this is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    pub(crate) key: GameKey,
    queue: Arc<ComputerQueue>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut lines = self.queue.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.busy.remove(&self.key);
        self.queue.more.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(queue: &ComputerQueue, player: &str, key: &str) {
        let seat = Seat::Player { id: PlayerId::new(player), name: player.to_owned() };
        queue.push(&GameKey::new(key), &[seat, Seat::Computer("3".to_owned())]);
    }

    fn rest(queue: &Arc<ComputerQueue>) -> Vec<String> {
        std::iter::from_fn(|| queue.try_next()).map(|turn| turn.key.to_string()).collect()
    }

    #[test]
    fn players_take_turns_however_many_games_they_have() {
        let queue = Arc::new(ComputerQueue::default());
        for key in ["a1", "a2", "a3", "a4"] {
            push(&queue, "ada", key);
        }
        push(&queue, "bo", "b1");
        push(&queue, "cy", "c1");
        push(&queue, "bo", "b2");
        assert_eq!(rest(&queue), ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
    }

    #[test]
    fn a_game_waits_once_and_is_worked_on_by_one_at_a_time() {
        let queue = Arc::new(ComputerQueue::default());
        push(&queue, "ada", "a1");
        push(&queue, "ada", "a1");
        let turn = queue.try_next().unwrap();
        // It changed meanwhile.
        push(&queue, "ada", "a1");
        push(&queue, "ada", "a2");
        assert_eq!(rest(&queue), ["a2"]);
        drop(turn);
        assert_eq!(rest(&queue), ["a1"]);
        assert!(queue.try_next().is_none());
    }
}
