//! The computer as a player of the site: it thinks outside the threads that serve requests, about as
//! many games at once as there are processors to spare.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jiff::SignedDuration;
use merels_engine::{
    Engine, EngineOptions, Level, Limits, Oracle, Report, answer_draw_offer, declined_unjudged,
};
use merels_rules::{AnyPosition, Game, GameId, Position, Side};
use merels_store::{GameKey, Seat};

use crate::computer_queue::ComputerQueue;
use crate::live::{ActError, Actor, Command, ComputerTask, Live, LiveError, LiveGame, Snapshot};

/// The longest the computer thinks about a move.
const LONGEST_THOUGHT: Duration = Duration::from_millis(800);

/// The longest it thinks about a proposed draw.
const SHORT_THOUGHT: Duration = Duration::from_millis(200);

/// If the node that thinks about a move dies, another takes over after this.
pub(crate) const COMPUTER_LEASE: SignedDuration = SignedDuration::from_secs(5);

/// How much an engine remembers. Every thinker has one of its own.
const HASH_MIB: usize = 16;

/// The tables by game.
pub(crate) type Oracles = HashMap<GameId, Arc<dyn Oracle>>;

/// The levels that people are offered in a game, from the gentlest on.
pub(crate) fn levels(game: GameId, oracles: &Oracles) -> Vec<Level> {
    let is_offered = |level: &Level| match level {
        Level::Perfect => oracles.contains_key(&game),
        level => !level.is_reference(),
    };
    Level::all().filter(is_offered).collect()
}

/// Thinks about one game after the other, until the server ends.
pub(crate) async fn run(live: Arc<Live>, queue: Arc<ComputerQueue>, oracles: Oracles) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let thinkers = (0..(processors / 2).max(1)).map(|_| {
        let (live, oracles) = (Arc::clone(&live), oracles.clone());
        Thinker { live, oracles, engine: None }.run(Arc::clone(&queue))
    });
    futures_util::future::join_all(thinkers).await;
}

struct Thinker {
    live: Arc<Live>,
    oracles: Oracles,
    /// Nothing before the first thought.
    engine: Option<Engine>,
}

impl Thinker {
    async fn run(mut self, queue: Arc<ComputerQueue>) {
        loop {
            let turn = queue.next().await;
            if let Err(error) = self.attend(&turn.key).await {
                tracing::warn!(game = %turn.key, %error, "the computer could not play");
            }
        }
    }

    /// Does in a game what there is to do for the computer. Every change of the game that gives it
    /// something to do puts it into the queue once more, so one thing at a time is enough.
    async fn attend(&mut self, key: &GameKey) -> Result<(), LiveError> {
        let Some(game) = self.live.open(key).await? else { return Ok(()) };
        let snapshot = game.snapshot();
        let Some((side, task)) = snapshot.computers_task() else { return Ok(()) };
        // On several nodes the game may wait in more than one queue.
        let work = format!("computer {key} {}", snapshot.version());
        if !self.live.takes(work, COMPUTER_LEASE).await? {
            return Ok(());
        }
        let whole = self.live.whole_game(&game).await?;
        if whole.ply() != snapshot.ply as usize {
            return Ok(());
        }
        let level = level(&snapshot, side);
        let command = match task {
            ComputerTask::Move => {
                let report = self.think(&game, &snapshot, whole, level, LONGEST_THOUGHT).await;
                let Some(report) = report else { return Ok(()) };
                Command::Play { ply: Some(snapshot.ply), mv: report.best }
            }
            ComputerTask::AnswerDraw => {
                let score = match declined_unjudged(&snapshot.position) {
                    Ok(()) => {
                        let whole = whole.clone();
                        let report =
                            self.think(&game, &snapshot, whole, level, SHORT_THOUGHT).await;
                        let Some(report) = report else { return Ok(()) };
                        let mine = snapshot.position.side() == side;
                        let score = report.info.score;
                        Some(if mine { score } else { score.flipped() })
                    }
                    Err(_) => None,
                };
                Command::AnswerDraw { accept: answer_draw_offer(&whole, score).is_ok() }
            }
        };
        match self.live.act(&game, &Actor::Computer(side), &command).await {
            // If the game went on meanwhile, that has woken the computer again.
            Ok(_) | Err(ActError::Refused(_)) => Ok(()),
            Err(ActError::Failed(error)) => Err(error),
        }
    }

    /// Thinks about a game as it stands; gives nothing if it goes on or ends meanwhile.
    async fn think(
        &mut self,
        game: &LiveGame,
        snapshot: &Snapshot,
        whole: Game<AnyPosition>,
        level: Level,
        longest: Duration,
    ) -> Option<Report> {
        let stop = Arc::new(AtomicBool::new(false));
        let search = self.search(whole, level, longest, Arc::clone(&stop));
        let mut search = tokio::task::spawn_blocking(search);
        let mut changes = game.watch();
        let gone_on = |now: &Arc<Snapshot>| now.version() != snapshot.version();
        let goes_on = async {
            let _ = changes.wait_for(gone_on).await;
        };
        let found = tokio::select! {
            found = &mut search => Some(found),
            () = goes_on => None,
        };
        let stopped = found.is_none();
        let found = match found {
            Some(found) => found,
            None => {
                stop.store(true, Ordering::Relaxed);
                search.await
            }
        };
        // A search that broke takes its engine along; the next one gets a new one.
        let (engine, report) = found.ok()?;
        self.engine = Some(engine);
        report.filter(|_| !stopped)
    }

    fn search(
        &mut self,
        game: Game<AnyPosition>,
        level: Level,
        longest: Duration,
        stop: Arc<AtomicBool>,
    ) -> impl FnOnce() -> (Engine, Option<Report>) + use<> {
        let idle = self.engine.take();
        let oracle = self.oracles.get(&game.position().game()).cloned();
        let options = EngineOptions {
            hash_mib: HASH_MIB,
            level,
            oracle,
            variety: true,
            ..EngineOptions::default()
        };
        move || {
            let mut engine = idle.unwrap_or_else(|| Engine::new(options.clone()));
            engine.set_options(options);
            // It must not play on what it learned with other options in another game.
            engine.new_game();
            let report = engine.search(&game, &Limits::time(longest), &stop, &mut |_| {});
            (engine, report)
        }
    }
}

/// The level of the computer on a side. One that this version does not know any more is played at
/// full level.
fn level(snapshot: &Snapshot, side: Side) -> Level {
    match snapshot.seat(side) {
        Seat::Computer(level) => level.parse().unwrap_or(Level::FULL),
        Seat::Player { .. } | Seat::Gone => Level::FULL,
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use merels_store::{NewGame, NewPlayer, NewSeat, PlayerId, Store, Terms};

    use super::*;
    use crate::bus::InProcess;
    use crate::clock::Clock;

    const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

    #[tokio::test]
    async fn a_search_ends_at_once_when_its_game_ends() {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}", folder.path().join("merels.db").display());
        let store = Arc::new(Store::open(&database).await.unwrap());
        let (player, at) = (PlayerId::random(), Timestamp::now());
        let guest = NewPlayer { id: player.clone(), login: None, name: "Guest".to_owned(), at };
        store.create_player(guest).await.unwrap().unwrap();
        let (key, start) = (GameKey::random(), GameId::NINE.start());
        let new = NewGame {
            key: key.clone(),
            game: GameId::NINE,
            start: start.to_string(),
            mover: start.side(),
            seats: [NewSeat::Computer("10".to_owned()), NewSeat::Player(player.clone())],
            terms: Terms::default(),
            at,
        };
        store.create_game(new).await.unwrap();
        let live = Arc::new(Live::new(
            store,
            Arc::new(InProcess::default()),
            Arc::default(),
            Clock::of_machine(),
        ));
        let game = live.open(&key).await.unwrap().unwrap();
        let (snapshot, whole) = (game.snapshot(), live.whole_game(&game).await.unwrap());
        let mut thinker =
            Thinker { live: Arc::clone(&live), oracles: Oracles::new(), engine: None };
        let thinking = thinker.think(&game, &snapshot, whole, Level::FULL, A_DAY);
        let actor = Actor::Player(player);
        let resigning = live.act(&game, &actor, &Command::Resign);
        let (found, resigned) = tokio::join!(thinking, resigning);
        assert!(found.is_none() && resigned.is_ok());
        assert!(thinker.engine.is_some(), "it is ready for the next game");
    }
}
