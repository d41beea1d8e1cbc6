//! Puzzle ratings: one for each game, and the puzzles tried. The first try counts.

use jiff::Timestamp;
use merels_rules::GameId;

use crate::Result;
use crate::database::{Connection, read_columns, values};
use crate::handles::Accounts;
use crate::write::Write;
use merels_model::PlayerId;

pub const FIRST_PUZZLE_RATING: i64 = 1000;

/// The largest change of a rating by one puzzle.
const STEP: f64 = 40.0;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRecord {
    /// On the scale of the puzzles' ratings.
    pub rating: i64,
    /// The puzzles tried, and those of them solved at the first try.
    pub tried: i64,
    /// Solved at the first try.
    pub solved: i64,
    /// Solved in a row, up to the last one.
    pub streak: i64,
    /// The longest such row.
    pub best_streak: i64,
}

impl Default for PuzzleRecord {
    fn default() -> PuzzleRecord {
        let rating = FIRST_PUZZLE_RATING;
        PuzzleRecord { rating, tried: 0, solved: 0, streak: 0, best_streak: 0 }
    }
}

impl PuzzleRecord {
    /// The record after one more puzzle: the rating moves by how unexpected that was.
    #[must_use]
    pub fn after(self, puzzle_rating: i64, solved: bool) -> PuzzleRecord {
        let apart = (puzzle_rating - self.rating) as f64;
        let expected = 1.0 / (1.0 + 10f64.powf(apart / 400.0));
        let change = STEP * (f64::from(u8::from(solved)) - expected);
        let streak = if solved { self.streak + 1 } else { 0 };
        PuzzleRecord {
            rating: (self.rating + change.round() as i64).max(100),
            tried: self.tried + 1,
            solved: self.solved + i64::from(solved),
            streak,
            best_streak: self.best_streak.max(streak),
        }
    }
}

read_columns!(PuzzleRecord { rating, tried, solved, streak, best_streak });

#[derive(Clone, Debug)]
pub struct PuzzleTry {
    pub player: PlayerId,
    pub game: GameId,
    pub position: String,
    pub rating: i64,
    pub solved: bool,
    /// The player is done with it: it was solved, or its solution shown.
    pub is_over: bool,
    pub at: Timestamp,
}

const RECORD: &str = "SELECT rating, tried, solved, streak, best_streak FROM puzzle_records \
    WHERE player = $1 AND game = $2";

impl Write for PuzzleTry {
    type Answer = PuzzleRecord;

    fn locks(&self) -> &str {
        self.player.as_str()
    }

    async fn write(&mut self, db: &mut Connection) -> Result<PuzzleRecord> {
        let (player, game) = (self.player.as_str(), self.game.id());
        let sql = "INSERT INTO puzzle_tries (player, game, position, solved, at) \
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let values = values![player, game, self.position, self.solved, self.at];
        let is_first = db.execute(sql, values).await? > 0;
        if self.is_over {
            let sql = "DELETE FROM puzzles_at WHERE player = $1 AND game = $2 AND position = $3";
            db.execute(sql, values![player, game, self.position]).await?;
        }
        let record: PuzzleRecord =
            db.first(RECORD, values![player, game]).await?.unwrap_or_default();
        if !is_first {
            return Ok(record);
        }
        let record = record.after(self.rating, self.solved);
        let sql = "UPDATE puzzle_tries SET rating = $1 \
            WHERE player = $2 AND game = $3 AND position = $4";
        db.execute(sql, values![record.rating, player, game, self.position]).await?;
        let sql = "INSERT INTO puzzle_records \
            (player, game, rating, tried, solved, streak, best_streak) \
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player, game) DO UPDATE \
            SET rating = $3, tried = $4, solved = $5, streak = $6, best_streak = $7";
        let values = values![
            player,
            game,
            record.rating,
            record.tried,
            record.solved,
            record.streak,
            record.best_streak
        ];
        db.execute(sql, values).await?;
        Ok(record)
    }
}

impl Accounts<'_> {
    /// Notes a try at a puzzle; the first one counts. Says how the player does now.
    pub async fn try_puzzle(self, attempt: PuzzleTry) -> Result<PuzzleRecord> {
        self.writer.write(attempt).await
    }

    /// The player is at another puzzle of a game.
    pub async fn go_to_puzzle(self, player: &PlayerId, game: GameId, position: &str) -> Result<()> {
        let sql = "INSERT INTO puzzles_at (player, game, position) \
            SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM players WHERE id = $1) \
            ON CONFLICT (player, game) DO UPDATE SET position = $3";
        let values = values![player, game, position];
        self.writer.execute_locked(player, sql, values).await.map(drop)
    }

    /// The position of the puzzle of a game that a player is at.
    pub async fn puzzle_at(self, player: &PlayerId, game: GameId) -> Result<Option<String>> {
        let sql = "SELECT position FROM puzzles_at WHERE player = $1 AND game = $2";
        self.database.first(sql, values![player, game]).await
    }

    pub async fn puzzle_record(self, player: &PlayerId, game: GameId) -> Result<PuzzleRecord> {
        Ok(self.database.first(RECORD, values![player, game]).await?.unwrap_or_default())
    }

    /// A player's puzzle ratings over time, the oldest first.
    pub async fn puzzle_ratings(self, player: &PlayerId, game: GameId) -> Result<Vec<i64>> {
        let sql = "SELECT rating FROM puzzle_tries \
            WHERE player = $1 AND game = $2 AND rating IS NOT NULL ORDER BY at, position";
        self.database.all(sql, values![player, game]).await
    }

    /// The positions of the puzzles that a player has tried.
    pub async fn tried_puzzles(self, player: &PlayerId, game: GameId) -> Result<Vec<String>> {
        let sql = "SELECT position FROM puzzle_tries WHERE player = $1 AND game = $2";
        self.database.all(sql, values![player, game]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_moves_by_how_unexpected_a_result_is() {
        let start = PuzzleRecord::default();
        assert_eq!(start.after(1000, true).rating, 1020);
        assert_eq!(start.after(1000, false).rating, 980);
        assert!(start.after(1400, true).rating > 1030);
        assert!(start.after(1400, false).rating > 990);
        let row = start.after(900, true).after(900, true).after(900, false).after(900, true);
        assert_eq!((row.tried, row.solved, row.streak, row.best_streak), (4, 3, 1, 2));
    }
}
