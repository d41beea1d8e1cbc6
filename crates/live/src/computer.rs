//! The computer as a player of the site. It thinks behind the [gate](crate::engine_gate), and stops at
//! once when its game goes on.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use merels_engine::{
    EngineOptions, Level, Limits, Oracle, Report, answer_draw_offer, declined_unjudged, endgames,
};
use merels_model::{GameKey, Seat};
use merels_rules::{AnyPosition, Game, GameId, Position, Side};
use tokio::task::JoinSet;

use crate::engine_gate::{Asker, EngineGate, Purpose, Turn};
use crate::games::{ActError, Actor, Command, ComputerTask, Live, LiveError, LiveGame, Snapshot};
use crate::wakeups::Wakeups;

const LONGEST_THOUGHT: Duration = Duration::from_millis(800);

/// The longest it thinks about a proposed draw.
const SHORT_THOUGHT: Duration = Duration::from_millis(200);

/// If the node that thinks about a move dies, another takes over after this.
pub const COMPUTER_LEASE: SignedDuration = SignedDuration::from_secs(5);

pub type Oracles = HashMap<GameId, Arc<dyn Oracle>>;

/// The levels that people are offered in a game, from the gentlest on.
pub fn levels(game: GameId, oracles: &Oracles) -> Vec<Level> {
    let is_offered = |level: &Level| match level {
        Level::Perfect => oracles.contains_key(&game),
        level => !level.is_reference(),
    };
    Level::all().filter(is_offered).collect()
}

pub struct Computer {
    live: Arc<Live>,
    gate: EngineGate,
    oracles: Oracles,
    longest: Duration,
}

impl Computer {
    pub fn new(live: Arc<Live>, gate: EngineGate, oracles: Oracles) -> Computer {
        Computer { live, gate, oracles, longest: LONGEST_THOUGHT }
    }

    /// Attends to the games that wake the computer, until the server ends.
    pub async fn run(self, wakeups: Arc<Wakeups>) {
        let computer = Arc::new(self);
        let mut attending = JoinSet::new();
        while let Some(game) = wakeups.next().await {
            while attending.try_join_next().is_some() {}
            let computer = Arc::clone(&computer);
            attending.spawn(async move {
                if let Err(error) = computer.attend(&game.key, &game.asker).await {
                    tracing::warn!(game = %game.key, %error, "the computer could not play");
                }
            });
        }
    }

    /// Does in a game what there is to do for the computer. Every change of the game that gives it
    /// something to do wakes it once more, so one thing at a time is enough. Where there is no room at the
    /// gate, the janitor wakes it later.
    async fn attend(&self, key: &GameKey, asker: &Asker) -> Result<(), LiveError> {
        let Some(game) = self.live.open(key).await? else { return Ok(()) };
        let snapshot = game.snapshot();
        let Some((side, task)) = snapshot.computers_task() else { return Ok(()) };
        let mut changes = game.watch();
        let gone_on = changes.wait_for(|now| now.version() != snapshot.version());
        let decided = tokio::select! {
            decided = self.decide(&game, &snapshot, (side, task), asker) => decided?,
            _ = gone_on => None,
        };
        let Some(command) = decided else { return Ok(()) };
        match self.live.act(&game, &Actor::Computer(side), &command).await {
            // If the game went on meanwhile, that has woken the computer again.
            Ok(_) | Err(ActError::Refused(_)) => Ok(()),
            Err(ActError::Failed(error)) => Err(error),
        }
    }

    /// The computer's command in a game as it stands, or `None` if it cannot think about it now.
    async fn decide(
        &self,
        game: &LiveGame,
        snapshot: &Snapshot,
        (side, task): (Side, ComputerTask),
        asker: &Asker,
    ) -> Result<Option<Command>, LiveError> {
        let level = level(snapshot, side);
        let Ok(turn) = self.gate.turn(asker, purpose(level)).await else { return Ok(None) };
        // On several nodes the computer may have been woken more than once.
        let work = format!("computer {} {}", game.key, snapshot.version());
        if !self.live.takes(work, COMPUTER_LEASE).await? {
            return Ok(None);
        }
        let whole = self.live.whole_game(game).await?;
        if whole.ply() != snapshot.ply as usize {
            return Ok(None);
        }
        Ok(match task {
            ComputerTask::Move => {
                let report = self.think(turn, whole, level, self.longest).await;
                report.map(|report| Command::Play { ply: Some(snapshot.ply), mv: report.best })
            }
            ComputerTask::AnswerDraw => {
                let score = match declined_unjudged(&snapshot.position) {
                    Ok(()) => {
                        let report = self.think(turn, whole.clone(), level, SHORT_THOUGHT).await;
                        let Some(report) = report else { return Ok(None) };
                        let mine = snapshot.position.side() == side;
                        let score = report.info.score;
                        Some(if mine { score } else { score.flipped() })
                    }
                    Err(_) => None,
                };
                Some(Command::AnswerDraw { accept: answer_draw_offer(&whole, score).is_ok() })
            }
        })
    }

    /// Thinks about a game; stops when the returned future is dropped.
    async fn think(
        &self,
        turn: Turn,
        game: Game<AnyPosition>,
        level: Level,
        longest: Duration,
    ) -> Option<Report> {
        let oracle = self.oracles.get(&game.position().game()).cloned();
        let options = EngineOptions {
            level,
            oracle,
            endgames: endgames(),
            variety: true,
            ..EngineOptions::default()
        };
        let search = turn.run(move |desk, stop| {
            desk.engine(options).search(&game, &Limits::time(longest), stop, &mut |_| {})
        });
        search.await.ok().flatten()
    }
}

/// Levels below the highest look at so few positions that they are done in a moment.
fn purpose(level: Level) -> Purpose {
    match level {
        Level::Perfect | Level::FULL => Purpose::LongReply,
        _ => Purpose::Reply,
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
    use std::sync::Mutex;

    use jiff::Timestamp;
    use merels_model::{PlayerId, Terms};
    use merels_rules::Value;
    use merels_rules::morris::MorrisPosition;
    use merels_store::{NewGame, NewPlayer, NewSeat, Store};
    use tokio::sync::oneshot;

    use super::*;
    use crate::bus::InProcess;
    use crate::clock::Clock;
    use crate::engine_gate::{GateLimits, Network};

    #[tokio::test]
    async fn a_thought_ends_at_once_when_its_game_ends() {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}", folder.path().join("merels.db").display());
        let store = Arc::new(Store::open(&database).await.unwrap());
        let (player, at) = (PlayerId::random(), Timestamp::now());
        let guest = NewPlayer { id: player.clone(), login: None, name: "Guest".to_owned(), at };
        store.accounts().create_player(guest).await.unwrap().unwrap();
        // The openings do not know it.
        let start = "WxWxWxBxBxBxWxWxWxBxBxBx w 0 0";
        let (key, start) = (GameKey::random(), GameId::NINE.parse_position(start).unwrap());
        let new = NewGame {
            key: key.clone(),
            game: GameId::NINE,
            start: start.to_string(),
            mover: start.side(),
            seats: [NewSeat::Computer("perfect".to_owned()), NewSeat::Player(player.clone())],
            terms: Terms::default(),
            at,
        };
        store.games().create_game(new).await.unwrap();
        let live = Arc::new(Live::new(
            store,
            Arc::new(InProcess::default()),
            Arc::default(),
            Clock::of_machine(),
        ));
        let game = live.open(&key).await.unwrap().unwrap();
        let limits = GateLimits { threads: 1, waiting_per_network: 1, waiting: 1 };
        let gate = EngineGate::new(limits);
        let (begin, begun) = oneshot::channel();
        let oracle: Arc<dyn Oracle> = Arc::new(Witness(Mutex::new(Some(begin))));
        let oracles = Oracles::from([(GameId::NINE, oracle)]);
        let longest = Duration::from_secs(24 * 60 * 60);
        let computer =
            Computer { longest, ..Computer::new(Arc::clone(&live), gate.clone(), oracles) };
        let asker = Asker { network: Network::Unknown, player: Some(player.clone()) };
        let thinking = tokio::spawn({
            let (key, asker) = (key.clone(), asker.clone());
            async move { computer.attend(&key, &asker).await }
        });
        begun.await.unwrap();
        live.act(&game, &Actor::Player(player), &Command::Resign).await.unwrap();
        thinking.await.unwrap().unwrap();
        assert_eq!(gate.ask(&asker, Purpose::Reply, |_, _| "free").await, Ok("free"));
    }

    /// Tables that know nothing, and say when they were first asked.
    #[derive(Debug)]
    struct Witness(Mutex<Option<oneshot::Sender<()>>>);

    impl Oracle for Witness {
        fn value(&self, _: &MorrisPosition) -> Option<Value> {
            self.0.lock().unwrap().take().map(|begin| begin.send(()));
            None
        }
    }
}
