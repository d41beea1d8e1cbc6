//! Reviews of finished games: made once, and kept.

use jiff::Timestamp;

use crate::Result;
use crate::database::{read_columns, values};
use crate::handles::Games;
use merels_model::GameKey;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReview {
    pub game: GameKey,
    pub made: Timestamp,
    /// Tables would add nothing: all values are exact, or they were asked.
    pub settled: bool,
    pub review: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptReview {
    /// Tables would add nothing: all values are exact, or they were asked.
    pub settled: bool,
    pub review: String,
    /// The mistakes in it are kept too.
    pub has_mistakes: bool,
}

read_columns!(KeptReview { settled, review, has_mistakes });

impl Games<'_> {
    /// Keeps the review of a finished game, in the place of one from before.
    pub async fn keep_review(self, new: NewReview) -> Result<()> {
        let NewReview { game, made, settled, review } = &new;
        // The game may be gone since; one that goes on has none.
        let sql = "INSERT INTO reviews (game, made, exact, review) \
            SELECT $1, $2, $3, $4 \
            WHERE EXISTS (SELECT 1 FROM games WHERE id = $1 AND ended IS NOT NULL) \
            ON CONFLICT (game) DO UPDATE \
            SET made = $2, exact = $3, review = $4, mistakes_kept = 0";
        let values = values![game, made, settled, review];
        self.writer.execute(sql, values).await.map(drop)
    }

    pub async fn review(self, game: &GameKey) -> Result<Option<KeptReview>> {
        let sql = "SELECT exact, review, mistakes_kept FROM reviews WHERE game = $1";
        self.database.first(sql, values![game]).await
    }
}
