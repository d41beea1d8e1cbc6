//! Openings: the first moves of a game with their values, and their results on this site.
//!
//! Games are counted by position, so that symmetric twins and other orders of moves are one; the count goes
//! on from where it was when somebody looks.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use merels_engine::Judgement;
use merels_messages::Worth;
use merels_rules::{AnyPosition, Game, GameId, GameScore, Position, Side};
use merels_store::{Beginning, BeginningsRead, StoreError};
use tokio::sync::Mutex;

use super::Analysis;
use crate::error::{Result, ServiceError};
use crate::fair_play::FairAsker;
use crate::site::Site;

pub const PLIES: usize = 12;

/// The games that are read at once, and how often for one who looks.
const BATCH: u32 = 1000;
const BATCHES: usize = 5;

/// The results of games that went on from a position.
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

#[derive(Debug, Default)]
struct Counts {
    read: BeginningsRead,
    by_position: HashMap<u64, Scored>,
}

/// A move of an opening, with those that are the same turned or mirrored.
#[derive(Debug)]
pub struct OpeningMove {
    pub text: String,
    pub twins: Vec<String>,
    pub worth: Worth,
    pub scored: Scored,
}

#[derive(Debug)]
pub struct Opening {
    pub judgement: Judgement,
    /// The best first.
    pub moves: Vec<OpeningMove>,
}

/// Shows openings, with the counts of all games that were asked for.
pub struct Openings {
    site: Site,
    analysis: Analysis,
    games: Mutex<HashMap<GameId, Counts>>,
}

impl Openings {
    pub(crate) fn new(site: Site, analysis: Analysis) -> Openings {
        Openings { site, analysis, games: Mutex::default() }
    }

    /// The moves of an opening with their values, and how they did on this site.
    pub async fn opening(&self, fair: &FairAsker, here: Game<AnyPosition>) -> Result<Opening> {
        if here.ply() >= PLIES {
            return Err(ServiceError::Field("failure-opening-over", PLIES.to_string()));
        }
        let position = here.position().clone();
        let judgement = self.analysis.judge(fair, here).await?;
        let (mut moves, after) = merged(&position, &judgement);
        let scored = self.scored(position.game(), &after).await?;
        for (opening, scored) in moves.iter_mut().zip(scored) {
            opening.scored = scored;
        }
        Ok(Opening { judgement, moves })
    }

    /// The results of games that went on from each of these positions.
    async fn scored(&self, game: GameId, positions: &[AnyPosition]) -> Result<Vec<Scored>> {
        let mut games = self.games.lock().await;
        let counts = games.entry(game).or_default();
        let start = game.start().to_string();
        for _ in 0..BATCHES {
            let (found, read) = self
                .site
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

/// The moves, best first, those that lead to symmetric positions as one; and the position after each.
fn merged(position: &AnyPosition, judgement: &Judgement) -> (Vec<OpeningMove>, Vec<AnyPosition>) {
    let mut places: HashMap<u64, usize> = HashMap::new();
    let (mut moves, mut positions): (Vec<OpeningMove>, Vec<AnyPosition>) = Default::default();
    for judged in &judgement.moves {
        let mut after = position.clone();
        after.play_unchecked(judged.mv);
        let text = position.move_text(judged.mv);
        match places.entry(position_key(&after)) {
            Entry::Occupied(place) => moves[*place.get()].twins.push(text),
            Entry::Vacant(place) => {
                place.insert(moves.len());
                let (worth, scored) = (judged.verdict.into(), Scored::default());
                moves.push(OpeningMove { text, twins: Vec::new(), worth, scored });
                positions.push(after);
            }
        }
    }
    (moves, positions)
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

/// A number that a position shares with its symmetric twins.
fn position_key(position: &AnyPosition) -> u64 {
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
