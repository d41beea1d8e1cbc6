//! The appending of an event to its game.

use jiff::Timestamp;
use merels_model::GameKey;
use merels_rules::{GameScore, Side};

use crate::Result;
use crate::database::{Connection, values};
use crate::events::{Event, StoredEvent, move_text};
use crate::rating_changes::rate;
use crate::write::Write;

#[derive(Clone, Debug)]
pub struct Append {
    pub game: GameKey,
    /// The event, under the version after the last.
    pub event: StoredEvent,
    pub mover: Side,
    pub finish: Option<GameScore>,
    /// The turn in the making after it: a turn played leaves none.
    pub draft: Option<String>,
    /// The flag fall of the side to move, in a game with a clock.
    pub flag: Option<Timestamp>,
}

impl Append {
    /// Returns `true` if it is one line of `events` and the state of its game, as nearly every move is: nothing is
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

    async fn write(&mut self, db: &mut Connection) -> Result<bool> {
        if insert_event(db, &self.game, &self.event).await? == 0 {
            return Ok(false);
        }
        if matches!(self.event.event, Event::Said { .. }) {
            // Neither a clock nor anybody's patience takes notice.
            let sql = "UPDATE games SET version = $1 WHERE id = $2";
            let values = values![self.event.version, self.game];
            db.execute(sql, values).await?;
            return Ok(true);
        }
        if let Event::TakenBack { to, .. } = &self.event.event {
            // Their numbers are free again.
            db.execute(
                "UPDATE events SET kind = 'undone', ply = NULL WHERE game = $1 AND ply >= $2",
                values![self.game, to],
            )
            .await?;
        }
        let at = self.event.at.as_millisecond();
        db.execute(
            "UPDATE games SET version = $1, mover = $2, touched = $3, score = $4, ended = $5, \
             draft = $6, flag = $7 WHERE id = $8",
            values![
                self.event.version,
                self.mover,
                at,
                self.finish,
                self.finish.map(|_| at),
                self.draft,
                self.flag,
                self.game
            ],
        )
        .await?;
        if let Some(score) = self.finish {
            rate(db, &self.game, score, self.event.at).await?;
        }
        Ok(true)
    }
}

pub(crate) async fn insert_event(
    db: &mut Connection,
    game: &GameKey,
    stored: &StoredEvent,
) -> Result<u64> {
    let StoredEvent { version, at, event, left } = stored;
    let (white, black) = left.map(|[white, black]| (white, black)).unzip();
    let values = values![
        game,
        version,
        at,
        event.kind(),
        event.side(),
        event.ply().map(i64::from),
        move_text(event).as_deref(),
        white,
        black
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
