//! How often openings were played on this site, and how they scored. Counted by position, so that
//! symmetric twins and other orders of moves are one; read on from where it was when somebody looks.

use std::collections::HashMap;
use std::sync::Arc;

use merels_rules::{AnyPosition, Game, GameId, GameScore, Position, Side};
use merels_store::{Beginning, BeginningsRead, Store, StoreError};
use tokio::sync::Mutex;

/// So many plies of each game are counted.
pub const PLIES: usize = 12;

/// So many games are read at once, and so often for one who looks.
const BATCH: u32 = 1000;
const BATCHES: usize = 5;

/// How games went on from a position.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Scored {
    pub white: u64,
    pub draws: u64,
    pub black: u64,
}

impl Scored {
    pub fn games(self) -> u64 {
        self.white + self.draws + self.black
    }

    fn join(&mut self, other: Scored) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
    }

    fn add(&mut self, score: GameScore) {
        match score {
            GameScore::Win(Side::White) => self.white += 1,
            GameScore::Win(Side::Black) => self.black += 1,
            GameScore::Draw | GameScore::Void => self.draws += 1,
        }
    }
}

/// The counts of one game.
#[derive(Debug, Default)]
struct Counts {
    read: BeginningsRead,
    by_position: HashMap<u64, Scored>,
}

/// The counts of all games that were asked for.
#[derive(Debug)]
pub struct OpeningStats {
    store: Arc<Store>,
    games: Mutex<HashMap<GameId, Counts>>,
}

impl OpeningStats {
    pub fn new(store: Arc<Store>) -> OpeningStats {
        OpeningStats { store, games: Mutex::default() }
    }

    /// How games went on from each of these positions.
    pub async fn of(
        &self,
        game: GameId,
        positions: &[AnyPosition],
    ) -> Result<Vec<Scored>, StoreError> {
        let mut games = self.games.lock().await;
        let counts = games.entry(game).or_default();
        let start = game.start().to_string();
        for _ in 0..BATCHES {
            let (found, read) = self
                .store
                .games()
                .beginnings(game, &start, PLIES as u32, &counts.read, BATCH)
                .await?;
            let last = found.len() < BATCH as usize;
            let counting = tokio::task::spawn_blocking(move || count_all(game, &found));
            // It breaks off only with the server.
            let counted = counting.await.map_err(|_| StoreError::Closed)?;
            // Both or neither, should nobody want to know any more.
            counts.read = read;
            for (position, scored) in counted {
                counts.by_position.entry(position).or_default().join(scored);
            }
            if last {
                break;
            }
        }
        let scored = |position| counts.by_position.get(&position_key(position)).copied();
        Ok(positions.iter().map(|position| scored(position).unwrap_or_default()).collect())
    }
}

fn count_all(game: GameId, beginnings: &[Beginning]) -> HashMap<u64, Scored> {
    let mut counted = HashMap::new();
    beginnings.iter().for_each(|beginning| count(game, beginning, &mut counted));
    counted
}

fn count(game: GameId, beginning: &Beginning, by_position: &mut HashMap<u64, Scored>) {
    let mut played = Game::new(game.start());
    for text in &beginning.moves {
        let Ok(mv) = played.position().parse_move(text) else { return };
        if played.play(mv).is_err() {
            return;
        }
        by_position.entry(position_key(played.position())).or_default().add(beginning.score);
    }
}

/// The same number for a position and its symmetric twins.
pub fn position_key(position: &AnyPosition) -> u64 {
    match position {
        AnyPosition::Morris(position) => {
            let symmetries = position.board().symmetries().iter();
            let images = symmetries.map(|symmetry| position.transformed(symmetry).hash());
            images.min().unwrap_or_default()
        }
        position => position.hash(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_and_other_orders_of_moves_are_counted_together() {
        let mut counts = HashMap::new();
        for (moves, score) in [
            (["d6", "d2", "f4"], "1-0"),
            (["d2", "d6", "b4"], "0-1"),
            (["f4", "b4", "d6"], "1/2-1/2"),
        ] {
            let moves = moves.map(str::to_owned).to_vec();
            let beginning = Beginning { score: score.parse().unwrap(), moves };
            count(GameId::NINE, &beginning, &mut counts);
        }
        let mut game = Game::new(GameId::NINE.start());
        game.play(game.position().parse_move("b4").unwrap()).unwrap();
        let first = counts[&position_key(game.position())];
        assert_eq!(first, Scored { white: 1, draws: 1, black: 1 });
        assert_eq!(first.games(), 3);
    }
}
