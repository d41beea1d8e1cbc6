//! Reviews of finished games: made once, position by position through the [gate](merels_live::EngineGate),
//! kept in the store, and shown to everybody who may be told values. While one is made it says how far it
//! is; one that nobody asks for any more is given up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::SignedDuration;
use merels_engine::{Judge, ReviewInProgress, ReviewStep, endgames};
use merels_live::{Asker, EngineGate, Network, Purpose, Snapshot};
use merels_model::GameKey;
use merels_rules::{AnyPosition, Game};
use merels_store::NewReview;
use tokio::sync::watch;
use tokio::time::Instant;

use super::Analysis;
use super::game_review::GameReview;
use super::mistakes::mistakes_of;
use crate::error::{Result, ServiceError};
use crate::fair_play::{FairAsker, FinishedGame};
use crate::site::Site;

/// The time that a request waits for a review before it says how far it is.
const PATIENCE: Duration = Duration::from_millis(1200);

/// If the node that makes a review dies, another takes over after this.
const LEASE: SignedDuration = SignedDuration::from_secs(60);

/// The limits of reviews that are made at once, for one network and for all.
const MOST_PER_NETWORK: usize = 4;
const MOST: usize = 64;

/// A review that nobody has asked for so long is given up: soon enough that a minute after the last
/// question the engine rests and has given its memory back.
const ABANDONED: Duration = Duration::from_secs(40);

/// The wait of a review after the gate had no room for its next position.
const PAUSE: Duration = Duration::from_secs(1);

/// The seconds that somebody is asked to wait who has too many reviews made.
const RETRY_SECONDS: u64 = 10;

#[derive(Debug)]
pub enum Progress {
    Ready(GameReview),
    /// The number of moves that are done, and of all.
    Making(usize, usize),
}

/// Makes reviews and keeps them.
#[derive(Clone)]
pub struct Reviews(Arc<Inner>);

struct Inner {
    site: Site,
    gate: EngineGate,
    analysis: Analysis,
    /// The reviews that this node makes now.
    making: Mutex<HashMap<GameKey, Making>>,
}

/// A review that is being made.
#[derive(Debug)]
struct Making {
    network: Network,
    /// The number of moves that are done.
    done: watch::Receiver<usize>,
    asked: Instant,
}

impl Reviews {
    pub(crate) fn new(site: Site, gate: EngineGate, analysis: Analysis) -> Reviews {
        Reviews(Arc::new(Inner { site, gate, analysis, making: Mutex::default() }))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameKey, Making>> {
        self.0.making.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins those who wait for a review, or begins it; nothing if there is no room for one more.
    fn join(&self, key: &GameKey, network: &Network) -> Option<Joined> {
        let mut all = self.lock();
        // The channel of one that has ended is closed.
        all.retain(|_, making| making.done.has_changed().is_ok());
        if let Some(making) = all.get_mut(key) {
            making.asked = Instant::now();
            return Some(Joined::Waiting(making.done.clone()));
        }
        let own = all.values().filter(|making| making.network == *network).count();
        if all.len() >= MOST || own >= MOST_PER_NETWORK {
            return None;
        }
        let (sender, done) = watch::channel(0);
        let (network, asked) = (network.clone(), Instant::now());
        all.insert(key.clone(), Making { network, done, asked });
        Some(Joined::First(sender))
    }

    fn is_abandoned(&self, key: &GameKey) -> bool {
        self.lock().get(key).is_none_or(|making| making.asked.elapsed() > ABANDONED)
    }
}

/// The part in a review that is asked for.
enum Joined {
    /// It is being made.
    Waiting(watch::Receiver<usize>),
    /// It is to be made; it has ended when this is dropped.
    First(watch::Sender<usize>),
}

impl Reviews {
    /// The review of a finished game, or how far it is; made if there is none.
    pub async fn review(&self, fair: &FairAsker, finished: &FinishedGame) -> Result<Progress> {
        let FinishedGame { snapshot, game } = finished;
        let key = &snapshot.key;
        if let Some(kept) = self.kept(finished).await? {
            return Ok(Progress::Ready(kept));
        }
        let asker = fair.asker().clone();
        let room = self.join(key, &asker.network);
        let mut done = match room.ok_or(ServiceError::TooManyQuestions(RETRY_SECONDS))? {
            Joined::Waiting(done) => done,
            Joined::First(progress)
                if self.0.site.live.takes(format!("review {key}"), LEASE).await? =>
            {
                let done = progress.subscribe();
                let review = ReviewInProgress::new(game.clone());
                let snapshot = Arc::clone(snapshot);
                tokio::spawn(self.clone().make(snapshot, asker, review, progress));
                done
            }
            // Another node is at it.
            Joined::First(_) => return Ok(Progress::Making(0, game.ply())),
        };
        // The channel closes when the review is kept.
        let kept = async { while done.changed().await.is_ok() {} };
        let _ = tokio::time::timeout(PATIENCE, kept).await;
        let so_far = *done.borrow();
        Ok(match self.kept(finished).await? {
            Some(kept) => Progress::Ready(kept),
            None => Progress::Making(so_far, game.ply()),
        })
    }

    /// The review that was kept, unless there are tables now where there were none then.
    async fn kept(&self, finished: &FinishedGame) -> Result<Option<GameReview>> {
        let FinishedGame { snapshot, game } = finished;
        let kept = self.0.site.store.games().review(&snapshot.key).await?;
        let Some(kept) = kept else { return Ok(None) };
        if !kept.settled && self.0.analysis.oracle(snapshot.kind).is_some() {
            return Ok(None);
        }
        // One that this version cannot read is made again.
        let review = serde_json::from_str(&kept.review).ok();
        if let Some(review) = review.as_ref().filter(|_| !kept.has_mistakes) {
            // The review is there to be read, whatever becomes of this.
            if let Err(error) = self.keep_mistakes(snapshot, game, review).await {
                tracing::warn!(%error, game = %snapshot.key, "mistakes are not kept");
            }
        }
        Ok(review)
    }

    /// Keeps the mistakes for their players to learn from.
    async fn keep_mistakes(
        &self,
        snapshot: &Snapshot,
        game: &Game<AnyPosition>,
        review: &GameReview,
    ) -> Result<()> {
        let mistakes = mistakes_of(snapshot, game, review, self.0.site.clock.now());
        Ok(self.0.site.store.games().keep_mistakes(mistakes).await?)
    }

    /// Makes a review and keeps it.
    async fn make(
        self,
        snapshot: Arc<Snapshot>,
        asker: Asker,
        review: ReviewInProgress,
        progress: watch::Sender<usize>,
    ) {
        let (key, game) = (&snapshot.key, review.game().clone());
        let asks_tables = self.0.analysis.oracle(review.game().position().game()).is_some();
        if let Some(review) = self.step_by_step(key, &asker, review, &progress).await {
            let text = serde_json::to_string(&review).unwrap_or_default();
            // What the tables do not know now they will not know later.
            let settled = asks_tables || review.is_exact();
            let new = NewReview {
                game: key.clone(),
                made: self.0.site.clock.now(),
                settled,
                review: text,
            };
            let kept = match self.0.site.store.games().keep_review(new).await {
                Ok(()) => self.keep_mistakes(&snapshot, &game, &review).await,
                Err(error) => Err(error.into()),
            };
            if let Err(error) = kept {
                tracing::warn!(game = %key, %error, "a review could not be kept");
            }
        }
    }

    /// Judges position after position, each in its turn; nothing if nobody asks for it any more.
    async fn step_by_step(
        &self,
        key: &GameKey,
        asker: &Asker,
        mut review: ReviewInProgress,
        progress: &watch::Sender<usize>,
    ) -> Option<GameReview> {
        let oracle = self.0.analysis.oracle(review.game().position().game());
        while !self.is_abandoned(key) {
            let Ok(turn) = self.0.gate.turn(asker, Purpose::Review).await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            let judge = Judge::for_review(oracle.clone()).with_endgames(endgames());
            let step =
                turn.run(move |desk, stop| desk.ask_judge(judge, stop, |judge| review.step(judge)));
            match step.await.ok()? {
                ReviewStep::Next(next) => {
                    progress.send_replace(next.done());
                    review = next;
                }
                ReviewStep::Done(game, review) => return Some(GameReview::of(&game, &review)),
            }
        }
        None
    }
}
