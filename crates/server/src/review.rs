//! Reviews of finished games: made once, outside the threads that serve, kept in the store, and shown
//! to everybody who may be told values. While one is made it says how far it is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::SignedDuration;
use merels_engine::{Judge, Review, ReviewedMove, line_text};
use merels_rules::{AnyPosition, Game, Position, Side};
use merels_store::{GameKey, NewReview};
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, watch};

use crate::app::App;
use crate::error::Failure;
use crate::fair_play::FairVisitor;
use crate::values;
use crate::verdicts::Worth;

/// So long a request waits for a review before it says how far it is.
const PATIENCE: Duration = Duration::from_millis(1200);

/// If the node that makes a review dies, another takes over after this.
const LEASE: SignedDuration = SignedDuration::from_secs(60);

/// One at a time: nobody's move shall wait for other people's reviews.
static GATE: Semaphore = Semaphore::const_new(1);

/// A review as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameReview {
    pub(crate) moves: Vec<MoveReview>,
    /// White's share of the point before each move and at the end.
    pub(crate) curve: Vec<f64>,
    /// White's and Black's, in hundredths; nothing for one who had nothing at stake.
    pub(crate) accuracy: [Option<f64>; 2],
    /// The number of the last move that gave value away, from 0.
    pub(crate) turned: Option<usize>,
}

/// A move of a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MoveReview {
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// `tables`, `openings`, `theory` or `engine`.
    pub(crate) source: String,
    pub(crate) before: Worth,
    pub(crate) played: Worth,
    /// How many moves would have kept the value, and how many there were.
    pub(crate) keeping: (usize, usize),
    pub(crate) mistake: Option<MistakeReview>,
}

/// What would have kept the value, and how it goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MistakeReview {
    pub(crate) better: Vec<String>,
    pub(crate) line: Vec<String>,
}

impl GameReview {
    fn of(game: &Game<AnyPosition>, review: &Review) -> GameReview {
        let moves = review.moves.iter().enumerate();
        GameReview {
            moves: moves.map(|(ply, reviewed)| MoveReview::of(game, ply, reviewed)).collect(),
            curve: review.curve(),
            accuracy: Side::ALL.map(|side| review.accuracy(side)),
            turned: review.turning_ply(),
        }
    }

    /// Whether every value in it is certain.
    pub(crate) fn is_exact(&self) -> bool {
        self.moves.iter().all(|reviewed| reviewed.source != "engine")
    }
}

impl MoveReview {
    fn of(game: &Game<AnyPosition>, ply: usize, reviewed: &ReviewedMove) -> MoveReview {
        let before = &game.positions()[ply];
        let mistake = reviewed.mistake.as_ref().map(|mistake| MistakeReview {
            better: mistake.better.iter().map(|mv| before.move_text(*mv)).collect(),
            line: line_text(&game.positions()[ply + 1], &mistake.line),
        });
        MoveReview {
            text: before.move_text(reviewed.mv),
            source: reviewed.source.name().to_owned(),
            before: reviewed.before.into(),
            played: reviewed.played.into(),
            keeping: reviewed.keeping,
            mistake,
        }
    }
}

/// How far a review is.
pub(crate) enum Progress {
    Ready(GameReview),
    /// So many moves of so many are done.
    Making(usize, usize),
}

/// The reviews that this node makes now, and how many moves of each are done.
#[derive(Debug, Default)]
pub(crate) struct Reviews {
    making: Mutex<HashMap<GameKey, watch::Receiver<usize>>>,
}

impl Reviews {
    fn making(&self, key: &GameKey) -> Option<watch::Receiver<usize>> {
        self.making.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn begin(&self, key: &GameKey) -> watch::Sender<usize> {
        let (sender, receiver) = watch::channel(0);
        self.making.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone(), receiver);
        sender
    }

    fn end(&self, key: &GameKey) {
        self.making.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
    }
}

/// The review of a finished game, or how far it is; made if there is none.
///
/// # Errors
///
/// If the store fails.
pub(crate) async fn review(
    app: &Arc<App>,
    _: &FairVisitor,
    key: &GameKey,
    game: &Game<AnyPosition>,
) -> Result<Progress, Failure> {
    if let Some(kept) = kept(app, key, game).await? {
        return Ok(Progress::Ready(kept));
    }
    let mut done = match app.reviews.making(key) {
        Some(done) => done,
        None if app.live.takes(format!("review {key}"), LEASE).await? => {
            let progress = app.reviews.begin(key);
            let done = progress.subscribe();
            tokio::spawn(make(Arc::clone(app), key.clone(), game.clone(), progress));
            done
        }
        // Another node is at it.
        None => return Ok(Progress::Making(0, game.ply())),
    };
    // The channel closes when the review is kept.
    let finished = async { while done.changed().await.is_ok() {} };
    let _ = tokio::time::timeout(PATIENCE, finished).await;
    let so_far = *done.borrow();
    Ok(match kept(app, key, game).await? {
        Some(kept) => Progress::Ready(kept),
        None => Progress::Making(so_far, game.ply()),
    })
}

/// The review that was kept, unless there are tables now where there were none then.
async fn kept(
    app: &App,
    key: &GameKey,
    game: &Game<AnyPosition>,
) -> Result<Option<GameReview>, Failure> {
    let Some(kept) = app.store.review(key).await? else { return Ok(None) };
    if !kept.settled && values::oracle(app, game.position().game()).is_some() {
        return Ok(None);
    }
    // One that this version cannot read is made again.
    Ok(serde_json::from_str(&kept.review).ok())
}

async fn make(
    app: Arc<App>,
    key: GameKey,
    game: Game<AnyPosition>,
    progress: watch::Sender<usize>,
) {
    let permit = GATE.acquire().await;
    let oracle = values::oracle(&app, game.position().game());
    let asks_tables = oracle.is_some();
    let work = tokio::task::spawn_blocking(move || {
        let mut judge = Judge::for_review(oracle);
        let review = judge.review(&game, &mut |done| {
            progress.send_replace(done);
        });
        (GameReview::of(&game, &review), progress)
    });
    if let Ok((review, progress)) = work.await {
        let text = serde_json::to_string(&review).unwrap_or_default();
        // What the tables do not know now they will not know later.
        let (made, settled) = (app.clock.now(), asks_tables || review.is_exact());
        let new = NewReview { game: key.clone(), made, settled, review: text };
        if let Err(error) = app.store.keep_review(new).await {
            tracing::warn!(game = %key, %error, "a review could not be kept");
        }
        drop(progress);
    }
    drop(permit);
    app.reviews.end(&key);
}
