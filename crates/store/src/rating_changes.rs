//! Changes of ratings, in the same transaction as the end of a rated game: nothing is ever counted twice
//! or forgotten.

use std::collections::BTreeSet;

use jiff::Timestamp;
use merels_model::{ClockClass, GameKey, PlayerId, Rating, Terms, after_game};
use merels_rules::{GameId, GameScore};

use crate::Result;
use crate::database::{Columns, Connection, Line, Value, values};

impl Columns for Rating {
    fn read(line: &mut Line<'_>) -> Result<Rating> {
        let (rating, deviation, volatility, games) = line.take()?;
        Ok(Rating::from_millionths([rating, deviation, volatility], games))
    }
}

pub(crate) const SELECT_RATING: &str = "SELECT rating, deviation, volatility, games FROM ratings \
    WHERE player = $1 AND game = $2 AND class = $3";

struct RatedGame {
    game: String,
    class: &'static str,
    players: [String; 2],
}

impl RatedGame {
    /// The game of a key, if it is rated and both players still have an account.
    async fn of(db: &mut Connection, key: &GameKey) -> Result<Option<RatedGame>> {
        let sql = "SELECT g.game, w.id, b.id, g.clock, g.rated FROM games g \
            JOIN players w ON w.id = g.white AND w.email IS NOT NULL \
            JOIN players b ON b.id = g.black AND b.email IS NOT NULL AND b.id <> w.id \
            WHERE g.id = $1 AND g.rated <> 0";
        let found = db.first(sql, values![key]).await?;
        Ok(found.map(|(game, players, terms): (_, _, Terms)| RatedGame {
            game,
            class: ClockClass::of(terms.time).name(),
            players,
        }))
    }

    fn keys(self) -> [(String, String, &'static str); 2] {
        let RatedGame { game, class, players } = self;
        players.map(|player| (player, game.clone(), class))
    }
}

/// Locks the ratings that the ends of these games change, before anything else is locked and in one
/// order on all nodes, so that they do not wait for each other in a circle.
pub(crate) async fn lock_ratings(db: &mut Connection, ended: &[GameKey]) -> Result<()> {
    let mut keys = BTreeSet::new();
    for key in ended {
        keys.extend(RatedGame::of(db, key).await?.into_iter().flat_map(RatedGame::keys));
    }
    for (player, game, class) in keys {
        let values = rating_values(&player, &game, class, Rating::default());
        db.execute(INSERT_RATING, values).await?;
        let sql = "SELECT 1 FROM ratings WHERE player = $1 AND game = $2 AND class = $3 FOR UPDATE";
        db.lock(sql, values![player, game, class]).await?;
    }
    Ok(())
}

/// Changes the ratings of two players when their game ends, if it is rated. It belongs into the
/// transaction that ends the game, which has locked them.
pub(crate) async fn rate(
    db: &mut Connection,
    key: &GameKey,
    score: GameScore,
    at: Timestamp,
) -> Result<()> {
    let Some(RatedGame { game, class, players }) = RatedGame::of(db, key).await? else {
        return Ok(());
    };
    for player in &players {
        let values = rating_values(player, &game, class, Rating::default());
        db.execute(INSERT_RATING, values).await?;
    }
    let mut before = [Rating::default(); 2];
    for (rating, player) in before.iter_mut().zip(&players) {
        let values = values![player, game, class];
        *rating = db.first(SELECT_RATING, values).await?.unwrap_or_default();
    }
    let Some(after) = after_game(before, score) else { return Ok(()) };
    for (player, rating) in players.iter().zip(after) {
        let [value, deviation, volatility] = rating.millionths();
        db.execute(
            "UPDATE ratings SET rating = $1, deviation = $2, volatility = $3, games = $4 \
             WHERE player = $5 AND game = $6 AND class = $7",
            values![value, deviation, volatility, rating.games, player, game, class],
        )
        .await?;
    }
    db.execute(
        "INSERT INTO rating_changes (key, at, game, class, score, white, black, white_rating, \
         black_rating) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        values![
            key,
            at,
            game,
            class,
            score,
            players[0],
            players[1],
            after[0].millionths()[0],
            after[1].millionths()[0]
        ],
    )
    .await
    .map(drop)
}

const INSERT_RATING: &str = "INSERT INTO ratings \
    (player, game, class, rating, deviation, volatility, games) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";

fn rating_values(player: &str, game: &str, class: &str, rating: Rating) -> [Value; 7] {
    let [value, deviation, volatility] = rating.millionths();
    values![player, game, class, value, deviation, volatility, rating.games]
}

/// The rating that counts for a player in a game and class, as it is shown; the first one if there is
/// none yet.
pub(crate) async fn points_of(
    db: &mut Connection,
    player: &PlayerId,
    game: GameId,
    class: ClockClass,
) -> Result<i64> {
    let values = values![player, game, class];
    let rating: Option<Rating> = db.first(SELECT_RATING, values).await?;
    Ok(rating.unwrap_or_default().points())
}
