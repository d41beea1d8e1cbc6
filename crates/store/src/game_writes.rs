//! The beginning of games, and the appending of events.

use jiff::Timestamp;
use merels_rules::{GameId, GameScore, Side};

use crate::database::{Connection, Value};
use crate::events::{move_text, side_name};
use crate::ratings;
use crate::writer::Write;
use crate::{Event, GameKey, PlayerId, Store, StoreError, StoredEvent, Terms};

/// Who shall sit on one side of a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewSeat {
    /// A player.
    Player(PlayerId),
    /// The computer, at the level named.
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

/// A game to be begun.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its key.
    pub key: GameKey,
    /// Which game.
    pub game: GameId,
    /// The position at the start, as text.
    pub start: String,
    /// Who moves first in it.
    pub mover: Side,
    /// White's and Black's seat.
    pub seats: [NewSeat; 2],
    /// What the players have agreed on.
    pub terms: Terms,
    /// Now.
    pub at: Timestamp,
}

/// An event to be added to a game.
#[derive(Clone, Debug)]
pub struct Append {
    /// To which game.
    pub game: GameKey,
    /// What happened, and under which version: the one after the last.
    pub event: StoredEvent,
    /// Who is to move after it.
    pub mover: Side,
    /// The score, if it ends the game.
    pub finish: Option<GameScore>,
    /// The turn in the making after it: a turn played leaves none.
    pub draft: Option<String>,
    /// When the time of the side to move is up, in a game with a clock.
    pub flag: Option<Timestamp>,
}

impl Append {
    /// Whether it is one line of `events` and the state of its game, as nearly every move is: nothing is
    /// undone, rated or left as it was.
    pub(crate) fn is_plain(&self) -> bool {
        let Append { event, finish, .. } = self;
        finish.is_none() && !matches!(event.event, Event::Said { .. } | Event::TakenBack { .. })
    }
}

impl Write for Append {
    type Answer = bool;

    fn locks(&self) -> &str {
        self.game.as_str()
    }

    fn ends(&self) -> Option<&GameKey> {
        self.finish.map(|_| &self.game)
    }

    async fn write(&mut self, db: &mut Connection) -> Result<bool, StoreError> {
        if insert_event(db, &self.game, &self.event).await? == 0 {
            return Ok(false);
        }
        if matches!(self.event.event, Event::Said { .. }) {
            // Neither a clock nor anybody's patience takes notice.
            let sql = "UPDATE games SET version = $1 WHERE id = $2";
            let values = [i64::from(self.event.version).into(), self.game.as_str().into()];
            db.execute(sql, values).await?;
            return Ok(true);
        }
        if let Event::TakenBack { to, .. } = &self.event.event {
            // Their numbers are free again.
            db.execute(
                "UPDATE events SET kind = 'undone', ply = NULL WHERE game = $1 AND ply >= $2",
                [self.game.as_str().into(), i64::from(*to).into()],
            )
            .await?;
        }
        let at = self.event.at.as_millisecond();
        db.execute(
            "UPDATE games SET version = $1, mover = $2, touched = $3, score = $4, ended = $5, \
             draft = $6, flag = $7 WHERE id = $8",
            [
                i64::from(self.event.version).into(),
                side_name(self.mover).into(),
                at.into(),
                self.finish.map(GameScore::text).into(),
                self.finish.map(|_| at).into(),
                self.draft.as_deref().into(),
                self.flag.map(Timestamp::as_millisecond).into(),
                self.game.as_str().into(),
            ],
        )
        .await?;
        if let Some(score) = self.finish {
            ratings::rate(db, &self.game, score, self.event.at).await?;
        }
        Ok(true)
    }
}

async fn insert_event(
    db: &mut Connection,
    game: &GameKey,
    stored: &StoredEvent,
) -> Result<u64, StoreError> {
    let StoredEvent { version, at, event, left } = stored;
    let (white, black) = left.map(|[white, black]| (white, black)).unzip();
    let values: [Value; 9] = [
        game.as_str().into(),
        i64::from(*version).into(),
        at.as_millisecond().into(),
        event.kind().name().into(),
        event.side().map(side_name).into(),
        event.ply().map(i64::from).into(),
        move_text(event).as_deref().into(),
        white.into(),
        black.into(),
    ];
    db.execute(
        // A version is a key; plies need no index of their own, as they only grow with it.
        "INSERT INTO events (game, version, at, kind, side, ply, move, white_left, black_left) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 WHERE $6 IS NULL OR $6 > COALESCE((SELECT ply \
         FROM events WHERE game = $1 AND version < $2 AND ply IS NOT NULL \
         ORDER BY version DESC LIMIT 1), -1) ON CONFLICT DO NOTHING",
        values,
    )
    .await
}

pub(crate) async fn insert_game(db: &mut Connection, game: &NewGame) -> Result<(), StoreError> {
    let at = game.at.as_millisecond();
    let [white, black] = &game.seats;
    db.execute(
        "INSERT INTO games (id, game, start, white, black, white_level, black_level, created, \
         version, mover, touched, clock, rated, flag) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $8, $10, $11, $12)",
        [
            game.key.as_str().into(),
            game.game.id().into(),
            game.start.as_str().into(),
            white.player().into(),
            black.player().into(),
            white.level().into(),
            black.level().into(),
            at.into(),
            side_name(game.mover).into(),
            game.terms.time.map(|time| time.to_string()).as_deref().into(),
            i64::from(game.terms.rated).into(),
            game.terms.first_flag(game.at).map(Timestamp::as_millisecond).into(),
        ],
    )
    .await?;
    let left = game.terms.time.map(|time| [time.whole().as_millis() as i64; 2]);
    let start = StoredEvent { version: 1, at: game.at, event: Event::Start, left };
    insert_event(db, &game.key, &start).await.map(drop)
}

impl Write for NewGame {
    type Answer = ();

    async fn write(&mut self, db: &mut Connection) -> Result<(), StoreError> {
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

    async fn write(&mut self, db: &mut Connection) -> Result<bool, StoreError> {
        let has_room = has_room(db, &self.player, self.most).await?;
        if has_room {
            insert_game(db, &self.game).await?;
        }
        Ok(has_room)
    }
}

/// Whether a player has fewer than so many games that go on. Counted inside the write that begins one
/// more, no number of requests at once can pass the limit.
pub(crate) async fn has_room(
    db: &mut Connection,
    player: &PlayerId,
    most: u32,
) -> Result<bool, StoreError> {
    let player = player.as_str();
    // Of no concern to those who only refer to the player.
    db.lock("SELECT 1 FROM players WHERE id = $1 FOR NO KEY UPDATE", [player.into()]).await?;
    let sql = "SELECT COUNT(*) FROM games WHERE (white = $1 OR black = $1) AND ended IS NULL";
    let row = db.row(sql, [player.into()]).await?;
    let running: i64 = row.map_or(Ok(0), |row| row.get(0))?;
    Ok(running < i64::from(most))
}

/// Ends a game that the rules had decided before its first turn. Nobody played it, so no rating changes.
struct EndDecided {
    game: GameKey,
    score: GameScore,
    at: Timestamp,
}

impl Write for EndDecided {
    type Answer = ();

    fn locks(&self) -> &str {
        self.game.as_str()
    }

    async fn write(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        let sql = "UPDATE games SET score = $1, ended = $2, flag = NULL \
            WHERE id = $3 AND ended IS NULL";
        let (score, at) = (self.score.text(), self.at.as_millisecond());
        db.execute(sql, [score.into(), at.into(), self.game.as_str().into()]).await.map(drop)
    }
}

/// Keeps a turn in the making, if the game still stands where it was made.
struct KeepDraft {
    game: GameKey,
    version: u32,
    draft: Option<String>,
}

impl Write for KeepDraft {
    type Answer = bool;

    fn locks(&self) -> &str {
        self.game.as_str()
    }

    async fn write(&mut self, db: &mut Connection) -> Result<bool, StoreError> {
        let values = [
            self.draft.as_deref().into(),
            self.game.as_str().into(),
            i64::from(self.version).into(),
        ];
        let touched = db
            .execute("UPDATE games SET draft = $1 WHERE id = $2 AND version = $3", values)
            .await?;
        Ok(touched > 0)
    }
}

impl Store {
    /// Begins a game.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn create_game(&self, game: NewGame) -> Result<(), StoreError> {
        self.writer.write(game).await
    }

    /// Begins a game, unless `player` has `most` or more that go on: then `false`.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn create_game_within(
        &self,
        game: NewGame,
        player: &PlayerId,
        most: u32,
    ) -> Result<bool, StoreError> {
        self.writer.write(GameWithin { game, player: player.clone(), most }).await
    }

    /// Ends a game that was decided before its first turn; one that is over stays as it is.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn end_decided(
        &self,
        game: &GameKey,
        score: GameScore,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer.write(EndDecided { game: game.clone(), score, at }).await
    }

    /// Adds an event; `false` if the game has this version already, and nothing is changed.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn append(&self, append: Append) -> Result<bool, StoreError> {
        self.writer.append(append).await
    }

    /// Keeps a turn in the making beside its game; `false` if the game has gone on since `version`.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn keep_draft(
        &self,
        game: &GameKey,
        version: u32,
        draft: Option<String>,
    ) -> Result<bool, StoreError> {
        self.writer.write(KeepDraft { game: game.clone(), version, draft }).await
    }
}
