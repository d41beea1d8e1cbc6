//! Matches between engines, each in a process of its own.

mod ladder;
mod mistakes;
mod openings;
mod player;
mod referee;
mod tally;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use merels_rules::{AnyPosition, Game, GameId, Record};

pub use ladder::{FULL_NODES, ladder};
pub use mistakes::Mistakes;
pub use openings::{BadOpening, parse_openings, random_openings};
pub use player::{Fault, NoEngine, Player};
use referee::{Order, Pairing, Verdict};
pub use tally::Tally;

/// The longest time for an engine's answer to anything but a move.
const PATIENCE: Duration = Duration::from_secs(60);

/// The limit of an engine's thought about a move.
#[derive(Copy, Clone, Debug)]
pub struct Limit {
    pub milliseconds: Option<u64>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    /// The delay that an answer may have after its time, in milliseconds.
    pub margin: u64,
}

impl Limit {
    /// The order to an engine that is to move.
    fn order(&self) -> Order {
        let limits = [
            self.milliseconds.map(|ms| format!(" movetime {ms}")),
            self.nodes.map(|nodes| format!(" nodes {nodes}")),
            self.depth.map(|depth| format!(" depth {depth}")),
        ];
        let go = format!("go{}", limits.into_iter().flatten().collect::<String>());
        let latest = self.milliseconds.map(|ms| Duration::from_millis(ms + self.margin));
        Order { go, latest: latest.unwrap_or(PATIENCE) }
    }
}

/// The conditions of a match. The rules of the game decide; an illegal move, a crash or an answer
/// later than the time and its margin loses.
#[derive(Copy, Clone, Debug)]
pub struct Match<'a> {
    pub game: GameId,
    pub commands: [&'a str; 2],
    pub limits: [Limit; 2],
    /// The starts of games: each opening is played twice, with colours swapped.
    pub openings: &'a [Game<AnyPosition>],
    pub games: usize,
    /// The games played at the same time.
    pub jobs: u16,
    /// For what engines leave to chance.
    pub seed: u64,
    /// The folder of the perfect tables, for engines that ask for it.
    pub tables: Option<&'a Path>,
    pub date: &'a str,
}

impl Match<'_> {
    /// Plays all games, and announces how it stands after each.
    pub fn play(
        &self,
        announce: &mut (dyn FnMut(&Tally) + Send),
    ) -> Result<(Tally, Vec<Record>), NoEngine> {
        let next = AtomicUsize::new(0);
        let shared = Mutex::new((Tally::default(), Vec::new(), announce));
        let work = || -> Result<(), NoEngine> {
            let mut players = [None, None];
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    return Ok(());
                }
                let verdict = self.play_one(number, &mut players)?;
                let mut shared = shared.lock().expect("no job panics while it counts");
                let (tally, records, announce) = &mut *shared;
                tally.add(&verdict);
                records.push((number, self.record(number, &verdict)));
                announce(tally);
            }
        };
        std::thread::scope(|scope| {
            let jobs: Vec<_> = (0..self.jobs).map(|_| scope.spawn(work)).collect();
            jobs.into_iter().try_for_each(|job| job.join().expect("jobs do not panic"))
        })?;
        let (tally, mut records, _) = shared.into_inner().expect("no job panics while it counts");
        records.sort_by_key(|(number, _)| *number);
        Ok((tally, records.into_iter().map(|(_, record)| record).collect()))
    }

    /// Plays a game with the engines of one job; one that broke down is started again.
    fn play_one(
        &self,
        number: usize,
        players: &mut [Option<Player>; 2],
    ) -> Result<Verdict, NoEngine> {
        let mut running = Vec::with_capacity(2);
        for (player, command) in players.iter_mut().zip(self.commands) {
            running.push(match player {
                Some(player) => player,
                None => player.insert(Player::start(command, self.game, self.tables, PATIENCE)?),
            });
        }
        let opening = &self.openings[number / 2 % self.openings.len()];
        let seed = self.seed.wrapping_add(number as u64);
        let pairing = Pairing { opening, swapped: is_swapped(number), seed };
        let orders = self.limits.map(|limit| limit.order());
        let verdict = referee::play(&pairing, &mut running, &orders);
        if let Some(trouble) = &verdict.trouble {
            players[trouble.by] = None;
        }
        Ok(verdict)
    }

    fn record(&self, number: usize, verdict: &Verdict) -> Record {
        let mut record = Record::new(verdict.game.clone());
        let [first, second] = self.commands;
        let [white, black] = if is_swapped(number) { [second, first] } else { [first, second] };
        record.white = white.into();
        record.black = black.into();
        record.date = self.date.to_owned();
        if let Some(trouble) = &verdict.trouble {
            record.other_tags.push(("Trouble".into(), trouble.kind.to_string()));
        }
        record
    }
}

/// Returns `true` for games in which the second engine is White.
fn is_swapped(number: usize) -> bool {
    number % 2 == 1
}
