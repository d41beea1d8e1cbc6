//! Changes of ratings, in the same transaction as the end of a rated game: nothing is ever counted twice
//! or forgotten.

use std::collections::BTreeSet;

use jiff::Timestamp;
use merels_model::{ClockClass, GameKey, PlayerId, Rating, after_game};
use merels_rules::{GameId, GameScore};

use crate::StoreError;
use crate::database::{Connection, Row, Value};
use crate::events::{number, terms};

/// Reads rating, deviation, volatility and games.
pub(crate) fn read_rating(row: &Row, column: usize) -> Result<Rating, StoreError> {
    let millionths = [row.get(column)?, row.get(column + 1)?, row.get(column + 2)?];
    Ok(Rating::from_millionths(
        millionths,
        number("a number of games", Some(row.get(column + 3)?))?,
    ))
}

pub(crate) const SELECT_RATING: &str = "SELECT rating, deviation, volatility, games FROM ratings \
    WHERE player = $1 AND game = $2 AND class = $3";

/// A game that changes ratings when it ends.
struct RatedGame {
    game: String,
    class: &'static str,
    players: [String; 2],
}

impl RatedGame {
    /// The game of a key, if it is rated and both players still have an account.
    async fn of(db: &mut Connection, key: &GameKey) -> Result<Option<RatedGame>, StoreError> {
        let sql = "SELECT g.game, w.id, b.id, g.clock, g.rated FROM games g \
            JOIN players w ON w.id = g.white AND w.email IS NOT NULL \
            JOIN players b ON b.id = g.black AND b.email IS NOT NULL AND b.id <> w.id \
            WHERE g.id = $1 AND g.rated <> 0";
        let Some(row) = db.row(sql, [key.as_str().into()]).await? else { return Ok(None) };
        let class = ClockClass::of(terms(&row, 3)?.time).name();
        Ok(Some(RatedGame { game: row.get(0)?, class, players: [row.get(1)?, row.get(2)?] }))
    }

    /// The keys of the ratings that it changes.
    fn keys(self) -> [(String, String, &'static str); 2] {
        let RatedGame { game, class, players } = self;
        players.map(|player| (player, game.clone(), class))
    }
}

/// Locks the ratings that the ends of these games change, before anything else is locked and in one
/// order on all nodes, so that they do not wait for each other in a circle.
pub(crate) async fn lock_ratings(db: &mut Connection, ended: &[GameKey]) -> Result<(), StoreError> {
    let mut keys = BTreeSet::new();
    for key in ended {
        keys.extend(RatedGame::of(db, key).await?.into_iter().flat_map(RatedGame::keys));
    }
    for (player, game, class) in keys {
        let values = rating_values(&player, &game, class, Rating::default());
        db.execute(INSERT_RATING, values).await?;
        let sql = "SELECT 1 FROM ratings WHERE player = $1 AND game = $2 AND class = $3 FOR UPDATE";
        db.lock(sql, [player.as_str().into(), game.as_str().into(), class.into()]).await?;
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
) -> Result<(), StoreError> {
    let Some(RatedGame { game, class, players }) = RatedGame::of(db, key).await? else {
        return Ok(());
    };
    for player in &players {
        let values = rating_values(player, &game, class, Rating::default());
        db.execute(INSERT_RATING, values).await?;
    }
    let mut before = [Rating::default(); 2];
    for (rating, player) in before.iter_mut().zip(&players) {
        let values = [player.as_str().into(), game.as_str().into(), class.into()];
        if let Some(row) = db.row(SELECT_RATING, values).await? {
            *rating = read_rating(&row, 0)?;
        }
    }
    let Some(after) = after_game(before, score) else { return Ok(()) };
    for (player, rating) in players.iter().zip(after) {
        let [value, deviation, volatility] = rating.millionths();
        db.execute(
            "UPDATE ratings SET rating = $1, deviation = $2, volatility = $3, games = $4 \
             WHERE player = $5 AND game = $6 AND class = $7",
            [
                value.into(),
                deviation.into(),
                volatility.into(),
                rating.games.into(),
                player.as_str().into(),
                game.as_str().into(),
                class.into(),
            ],
        )
        .await?;
    }
    db.execute(
        "INSERT INTO rating_changes (key, at, game, class, score, white, black, white_rating, \
         black_rating) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        [
            key.as_str().into(),
            at.into(),
            game.as_str().into(),
            class.into(),
            score.text().into(),
            players[0].as_str().into(),
            players[1].as_str().into(),
            after[0].millionths()[0].into(),
            after[1].millionths()[0].into(),
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
    [
        player.into(),
        game.into(),
        class.into(),
        value.into(),
        deviation.into(),
        volatility.into(),
        rating.games.into(),
    ]
}

/// The rating that counts for a player in a game and class, as it is shown; the first one if there is
/// none yet.
pub(crate) async fn points_of(
    db: &mut Connection,
    player: &PlayerId,
    game: GameId,
    class: ClockClass,
) -> Result<i64, StoreError> {
    let values = [player.as_str().into(), game.id().into(), class.name().into()];
    let row = db.row(SELECT_RATING, values).await?;
    let rating = row.map(|row| read_rating(&row, 0)).transpose()?;
    Ok(rating.unwrap_or_default().points())
}
