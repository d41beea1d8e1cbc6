//! Runs through puzzles against the clock: each player's last one in each game, and the best.

use jiff::Timestamp;
use merels_model::PlayerId;
use merels_rules::GameId;

use crate::Result;
use crate::database::{Connection, read_columns, values};
use crate::handles::Accounts;
use crate::write::Write;

/// A player's last run with the puzzles of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRun {
    pub began: Timestamp,
    /// The order of its puzzles follows from it.
    pub seed: i64,
    pub solved: i64,
    pub mistakes: i64,
    /// The most that the player solved in a run, this one included.
    pub best: i64,
}

impl PuzzleRun {
    /// The number of puzzles that were answered.
    pub const fn answered(&self) -> i64 {
        self.solved + self.mistakes
    }
}

/// A run that begins.
#[derive(Clone, Debug)]
pub struct NewRun {
    pub player: PlayerId,
    pub game: GameId,
    pub began: Timestamp,
    pub seed: i64,
}

/// An answer in a run: to the puzzle after so many others.
#[derive(Clone, Debug)]
pub struct RunAnswer {
    pub player: PlayerId,
    pub game: GameId,
    pub answered: i64,
    pub solved: bool,
}

const RUN: &str = "SELECT began, seed, solved, mistakes, best FROM puzzle_runs \
    WHERE player = $1 AND game = $2";

read_columns!(PuzzleRun { began, seed, solved, mistakes, best });

impl Write for RunAnswer {
    type Answer = Option<PuzzleRun>;

    fn locks(&self) -> &str {
        self.player.as_str()
    }

    async fn write(&mut self, db: &mut Connection) -> Result<Option<PuzzleRun>> {
        let (player, game) = (self.player.as_str(), self.game.id());
        // An answer that comes twice counts once.
        let sql = "UPDATE puzzle_runs SET solved = solved + $1, mistakes = mistakes + $2, \
            best = CASE WHEN best < solved + $1 THEN solved + $1 ELSE best END \
            WHERE player = $3 AND game = $4 AND solved + mistakes = $5";
        let (solved, mistake) = (i64::from(self.solved), i64::from(!self.solved));
        let values = values![solved, mistake, player, game, self.answered];
        db.execute(sql, values).await?;
        db.first(RUN, values![player, game]).await
    }
}

impl Accounts<'_> {
    /// Begins a run; the best of all stays.
    pub async fn begin_run(self, run: NewRun) -> Result<()> {
        let sql = "INSERT INTO puzzle_runs (player, game, began, seed, solved, mistakes, best) \
            VALUES ($1, $2, $3, $4, 0, 0, 0) ON CONFLICT (player, game) DO UPDATE \
            SET began = $3, seed = $4, solved = 0, mistakes = 0";
        let values = values![run.player, run.game, run.began, run.seed];
        self.writer.execute_locked(&run.player, sql, values).await.map(drop)
    }

    /// Notes an answer and says how the run goes; nothing if there is none.
    pub async fn answer_in_run(self, answer: RunAnswer) -> Result<Option<PuzzleRun>> {
        self.writer.write(answer).await
    }

    /// A player's last run with the puzzles of a game.
    pub async fn puzzle_run(self, player: &PlayerId, game: GameId) -> Result<Option<PuzzleRun>> {
        self.database.first(RUN, values![player, game]).await
    }
}
