//! Waiting for an opponent, and being found.

use jiff::{SignedDuration, Timestamp};
use merels_rules::{GameId, Side};

use crate::database::Connection;
use crate::games::{has_room, insert_game};
use crate::writer::Write;
use crate::{GameKey, NewGame, NewSeat, PlayerId, Store, StoreError, Terms};

/// Whoever has shown no sign of life for this long is not waiting any more.
const WAIT_LASTS: SignedDuration = SignedDuration::from_mins(2);

/// A page that went away, perhaps only to be loaded again, keeps its place for this long.
const LINGERS: SignedDuration = SignedDuration::from_secs(30);

/// What came of looking for an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matched {
    /// Nobody was waiting; now this player is.
    Waits,
    /// This opponent was waiting, and the game has begun.
    With(PlayerId),
    /// The player has too many games that go on.
    TooMany,
}

/// A player who looks for an opponent, and the game that begins when there is one.
#[derive(Clone, Debug)]
pub struct Seek {
    /// Who.
    pub player: PlayerId,
    /// The side that the player gets; whoever is found gets the other.
    pub side: Side,
    /// The key of the game.
    pub key: GameKey,
    /// Which game.
    pub game: GameId,
    /// The position at the start, as text.
    pub start: String,
    /// Who moves first in it.
    pub mover: Side,
    /// Now.
    pub at: Timestamp,
    /// Whoever has so many games that go on may not begin one more.
    pub most_running: u32,
}

impl Seek {
    fn game_with(&self, opponent: &PlayerId) -> NewGame {
        let players = match self.side {
            Side::White => [&self.player, opponent],
            Side::Black => [opponent, &self.player],
        };
        NewGame {
            key: self.key.clone(),
            game: self.game,
            start: self.start.clone(),
            mover: self.mover,
            seats: players.map(|player| NewSeat::Player(player.clone())),
            terms: Terms::default(),
            at: self.at,
        }
    }
}

/// Joins the first waiting player, else waits.
impl Write for Seek {
    type Answer = Matched;

    async fn write(&mut self, db: &mut Connection) -> Result<Matched, StoreError> {
        db.lock("LOCK TABLE waiting IN EXCLUSIVE MODE", []).await?;
        if !has_room(db, &self.player, self.most_running).await? {
            return Ok(Matched::TooMany);
        }
        let (now, kind) = (self.at, self.game.id());
        let opponent = db
            .row(
                "SELECT player FROM waiting WHERE game = $1 AND player <> $2 AND seen >= $3 \
                 ORDER BY since, player LIMIT 1",
                [
                    kind.into(),
                    self.player.as_str().into(),
                    (now - WAIT_LASTS).as_millisecond().into(),
                ],
            )
            .await?;
        let Some(opponent) = opponent else {
            // A new wish replaces an older one; the same wish keeps its place in the queue.
            db.execute(
                "INSERT INTO waiting (player, game, since, seen) VALUES ($1, $2, $3, $3) \
                 ON CONFLICT (player) DO UPDATE SET seen = excluded.seen, game = excluded.game, \
                 since = CASE WHEN waiting.game = excluded.game THEN waiting.since \
                         ELSE excluded.since END",
                [self.player.as_str().into(), kind.into(), now.as_millisecond().into()],
            )
            .await?;
            return Ok(Matched::Waits);
        };
        let opponent = PlayerId::new(opponent.get::<String>(0)?);
        for matched in [&self.player, &opponent] {
            db.execute("DELETE FROM waiting WHERE player = $1", [matched.as_str().into()]).await?;
        }
        insert_game(db, &self.game_with(&opponent)).await?;
        Ok(Matched::With(opponent))
    }
}

struct StopWaiting(PlayerId);

impl Write for StopWaiting {
    type Answer = bool;

    async fn write(&mut self, db: &mut Connection) -> Result<bool, StoreError> {
        let gone = db.execute("DELETE FROM waiting WHERE player = $1", [self.0.as_str().into()]);
        Ok(gone.await? > 0)
    }
}

struct StillWaiting {
    player: PlayerId,
    now: Timestamp,
}

impl Write for StillWaiting {
    type Answer = bool;

    async fn write(&mut self, db: &mut Connection) -> Result<bool, StoreError> {
        let values = [
            self.now.as_millisecond().into(),
            self.player.as_str().into(),
            (self.now - WAIT_LASTS).as_millisecond().into(),
        ];
        let seats = db
            .execute("UPDATE waiting SET seen = $1 WHERE player = $2 AND seen >= $3", values)
            .await?;
        Ok(seats > 0)
    }
}

struct PageClosed {
    player: PlayerId,
    now: Timestamp,
}

impl Write for PageClosed {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        let seen = (self.now - WAIT_LASTS + LINGERS).as_millisecond();
        let values = [seen.into(), self.player.as_str().into()];
        let sql = "UPDATE waiting SET seen = $1 WHERE player = $2 AND seen > $1";
        db.execute(sql, values).await.map(drop)
    }
}

struct EndOldWaits(Timestamp);

impl Write for EndOldWaits {
    type Answer = u64;

    async fn write(&mut self, db: &mut Connection) -> Result<u64, StoreError> {
        let oldest = (self.0 - WAIT_LASTS).as_millisecond();
        db.execute("DELETE FROM waiting WHERE seen < $1", [oldest.into()]).await
    }
}

impl Store {
    /// Forgets those who waited but gave no sign of life for too long; says how many there were.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn end_old_waits(&self, now: Timestamp) -> Result<u64, StoreError> {
        self.writer.write(EndOldWaits(now)).await
    }

    /// Begins a game with the first player who waits for the same, or makes the player wait for it.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn find_match(&self, seek: Seek) -> Result<Matched, StoreError> {
        self.writer.write(seek).await
    }

    /// Stops waiting; `false` if the player was not.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn stop_waiting(&self, player: &PlayerId) -> Result<bool, StoreError> {
        self.writer.write(StopWaiting(player.clone())).await
    }

    /// A sign of life of one who waits; `false` if the player does not wait.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn still_waiting(
        &self,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.write(StillWaiting { player: player.clone(), now }).await
    }

    /// The page of one who waits has gone: without a further sign of life the wait is over soon.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn waiting_page_closed(
        &self,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer.write(PageClosed { player: player.clone(), now }).await
    }

    /// What a player waits for.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn waits_for(
        &self,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<Option<GameId>, StoreError> {
        let sql = "SELECT game FROM waiting WHERE player = $1 AND seen >= $2";
        let values = [player.as_str().into(), (now - WAIT_LASTS).as_millisecond().into()];
        let Some(row) = self.database.row(sql, values).await? else {
            return Ok(None);
        };
        let game: String = row.get(0)?;
        let id = game.parse().map_err(|_| crate::events::corrupt("a game", &game))?;
        Ok(Some(id))
    }
}
