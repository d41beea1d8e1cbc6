//! The beginning of games, and the appending of events.

use jiff::Timestamp;
use merels_rules::{GameId, GameScore, Side};

use crate::append::{Append, insert_event};
use crate::database::{Connection, values};
use crate::handles::Games;
use crate::write::Write;
use crate::{Event, Result, StoredEvent};
use merels_model::{GameKey, PlayerId, Terms};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewSeat {
    Player(PlayerId),
    Computer(String),
}

impl NewSeat {
    fn player(&self) -> Option<&str> {
        match self {
            NewSeat::Player(id) => Some(id.as_str()),
            NewSeat::Computer(_) => None,
        }
    }

    fn level(&self) -> Option<&str> {
        match self {
            NewSeat::Player(_) => None,
            NewSeat::Computer(level) => Some(level),
        }
    }
}

#[derive(Clone, Debug)]
pub struct NewGame {
    pub key: GameKey,
    pub game: GameId,
    /// The position at the start, as text.
    pub start: String,
    pub mover: Side,
    /// White's and Black's seat.
    pub seats: [NewSeat; 2],
    pub terms: Terms,
    pub at: Timestamp,
}

pub(crate) async fn insert_game(db: &mut Connection, game: &NewGame) -> Result<()> {
    let at = game.at.as_millisecond();
    let [white, black] = &game.seats;
    db.execute(
        "INSERT INTO games (id, game, start, white, black, white_level, black_level, created, \
         version, mover, touched, clock, rated, flag) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $8, $10, $11, $12)",
        values![
            game.key,
            game.game,
            game.start,
            white.player(),
            black.player(),
            white.level(),
            black.level(),
            at,
            game.mover,
            game.terms.time,
            game.terms.rated,
            game.terms.first_flag(game.at)
        ],
    )
    .await?;
    let left = game.terms.time.map(|time| [time.whole().as_millis() as i64; 2]);
    let start = StoredEvent { version: 1, at: game.at, event: Event::Start, left };
    insert_event(db, &game.key, &start).await.map(drop)
}

impl Write for NewGame {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<()> {
        insert_game(db, self).await
    }
}

/// Begins a game unless a player has too many that go on.
struct GameWithin {
    game: NewGame,
    player: PlayerId,
    most: u32,
}

impl Write for GameWithin {
    type Answer = bool;

    async fn write(&mut self, db: &mut Connection) -> Result<bool> {
        let has_room = has_room(db, &self.player, self.most).await?;
        if has_room {
            insert_game(db, &self.game).await?;
        }
        Ok(has_room)
    }
}

/// Returns `true` if a player has fewer than `most` running games. Counted inside the write that begins one
/// more, no number of requests at once can pass the limit.
pub(crate) async fn has_room(db: &mut Connection, player: &PlayerId, most: u32) -> Result<bool> {
    let player = player.as_str();
    // Of no concern to those who only refer to the player.
    db.lock("SELECT 1 FROM players WHERE id = $1 FOR NO KEY UPDATE", values![player]).await?;
    let sql = "SELECT COUNT(*) FROM games WHERE (white = $1 OR black = $1) AND ended IS NULL";
    let running: u32 = db.first(sql, values![player]).await?.unwrap_or(0);
    Ok(running < most)
}

impl Games<'_> {
    pub async fn create_game(self, game: NewGame) -> Result<()> {
        self.writer.write(game).await
    }

    /// Begins a game, unless `player` has `most` or more that go on: then `false`.
    pub async fn create_game_within(
        self,
        game: NewGame,
        player: &PlayerId,
        most: u32,
    ) -> Result<bool> {
        self.writer.write(GameWithin { game, player: player.clone(), most }).await
    }

    /// Ends a game that was decided before its first turn; one that is over stays as it is.
    pub async fn end_decided(self, game: &GameKey, score: GameScore, at: Timestamp) -> Result<()> {
        // Nobody played it, so no rating changes.
        let sql = "UPDATE games SET score = $1, ended = $2, flag = NULL \
            WHERE id = $3 AND ended IS NULL";
        let values = values![score, at, game];
        self.writer.execute_locked(game, sql, values).await.map(drop)
    }

    /// Adds an event; `false` if the game has this version already, and nothing is changed.
    pub async fn append(self, append: Append) -> Result<bool> {
        self.writer.append(append).await
    }

    /// Keeps a turn in the making beside its game; `false` if the game has gone on since `version`.
    pub async fn keep_draft(
        self,
        game: &GameKey,
        version: u32,
        draft: Option<String>,
    ) -> Result<bool> {
        let sql = "UPDATE games SET draft = $1 WHERE id = $2 AND version = $3";
        let values = values![draft, game, version];
        Ok(self.writer.execute_locked(game, sql, values).await? > 0)
    }
}
