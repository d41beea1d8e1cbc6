//! Many who watch, and how soon each of them sees a move.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Instant;

use anyhow::{Context, Result};
use futures_util::future::try_join_all;
use merels_model::GameKey;
use tokio::task::{JoinHandle, spawn_local};

use crate::client::{Addresses, Client, understood};
use crate::plan::Plan;

/// Connections made at once.
const CONNECTING: usize = 50;

/// The times when plies were seen, by anybody, in the order of the games they watched.
pub(crate) type Sightings = Rc<RefCell<Vec<(GameKey, u32, Instant)>>>;

pub(crate) struct Watchers {
    tasks: Vec<JoinHandle<()>>,
    of_game: HashMap<GameKey, usize>,
    pub(crate) sightings: Sightings,
}

impl Watchers {
    /// Connects and lets everybody watch the games of a pair, one after the other as each ends. Without
    /// `spread` it is the first pair for all.
    pub(crate) async fn start(
        plan: &Plan,
        spread: bool,
        addresses: &Addresses,
    ) -> Result<Watchers> {
        let sightings = Sightings::default();
        let mut tasks = Vec::new();
        let mut of_game = HashMap::new();
        for group in plan.watchers.chunks(CONNECTING) {
            let first = tasks.len();
            let connects = group.iter().enumerate().map(|(i, token)| {
                Client::connect(None, addresses.clone(), first + i, token.clone())
            });
            for client in try_join_all(connects).await? {
                let pair = if spread { tasks.len() % plan.pairs.len() } else { 0 };
                let (games, sightings) = (plan.pairs[pair].games.clone(), sightings.clone());
                for game in &games {
                    *of_game.entry(game.clone()).or_default() += 1;
                }
                tasks.push(spawn_local(async move {
                    // Whoever is cut off sees no more, which the report shows.
                    let _ = watch_all(client, &games, &sightings).await;
                }));
            }
        }
        Ok(Watchers { tasks, of_game, sightings })
    }

    pub(crate) fn count(&self) -> usize {
        self.tasks.len()
    }

    pub(crate) fn of_game(&self, game: &GameKey) -> usize {
        self.of_game.get(game).copied().unwrap_or_default()
    }
}

impl Drop for Watchers {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

async fn watch_all(mut client: Client, games: &[GameKey], sightings: &Sightings) -> Result<()> {
    for key in games {
        client.watch(key).await?;
        let mut last = None;
        loop {
            let text = client.hear().await?;
            let at = Instant::now();
            let Some(view) = understood(&text)?.view else { continue };
            if view.game == key.as_str() {
                // The same ply may come again, with a draw offered for instance.
                if last.replace(view.ply) != Some(view.ply) {
                    sightings.borrow_mut().push((key.clone(), view.ply, at));
                }
                if view.to_move.is_none() {
                    break;
                }
            }
        }
    }
    client.hear().await.context("nothing more is expected").map(|_| ())
}
