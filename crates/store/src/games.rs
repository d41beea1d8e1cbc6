//! Games: what is known of each at a glance, and its events.

use jiff::Timestamp;
use merels_rules::{GameId, Side};

use crate::database::{Columns, Line, Row, Value, read_columns, values};
use crate::handles::Games;
use crate::{Event, Result, StoredEvent, StoredHistory};
use merels_model::{GameKey, PlayerId, Seat, StoredGame};

/// The last events of a game that are always given completely.
const COMPLETE_EVENTS: u32 = 200;

/// The version of a game, by which a node sees that it is behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Latest {
    pub key: GameKey,
    pub version: u32,
    /// The side that would like a rematch, which is no event.
    pub rematch: Option<Side>,
    /// The rematch, once both wanted it.
    pub next: Option<GameKey>,
}

read_columns!(Latest { key, version, rematch, next });

impl Columns for Seat {
    fn read(line: &mut Line<'_>) -> Result<Seat> {
        let (id, name, level): (Option<PlayerId>, Option<String>, Option<String>) = line.take()?;
        Ok(match (id, name, level) {
            (Some(id), Some(name), _) => Seat::Player { id, name },
            (_, _, Some(level)) => Seat::Computer(level),
            _ => Seat::Gone,
        })
    }
}

read_columns!(StoredGame {
    key,
    game,
    start,
    seats,
    created,
    version,
    mover,
    touched,
    score,
    draft,
    terms,
    rematch,
    next,
    arena,
});

/// The columns of a [`StoredGame`], followed by the condition.
macro_rules! select_games {
    ($condition:literal) => {
        concat!(
            "SELECT g.id, g.game, g.start, g.white, w.name, g.white_level, g.black, b.name, ",
            "g.black_level, g.created, g.version, g.mover, g.touched, g.score, g.draft, ",
            "g.clock, g.rated, g.rematch, g.next_game, g.arena ",
            "FROM games g LEFT JOIN players w ON w.id = g.white ",
            "LEFT JOIN players b ON b.id = g.black WHERE ",
            $condition
        )
    };
}

/// The games of a player ($1) of a kind ($2), against `people` or the `computer` ($3), and of a
/// standing ($4); an empty text means all. So many ($5) after so many others ($6).
pub(crate) const GAMES_OF_PLAYER: &str = select_games!(
    "(g.white = $1 OR g.black = $1) AND ($2 = '' OR g.game = $2) \
     AND ($3 = '' OR ($3 = 'people' AND g.white_level IS NULL AND g.black_level IS NULL \
        AND COALESCE(g.white, '') <> COALESCE(g.black, '')) \
      OR ($3 = 'computer' AND (g.white_level IS NOT NULL OR g.black_level IS NOT NULL))) \
     AND ($4 = '' OR ($4 = 'running' AND g.ended IS NULL) \
      OR ($4 = 'drawn' AND g.score = '1/2-1/2') \
      OR ($4 = 'won' AND g.score = CASE WHEN g.white = $1 THEN '1-0' ELSE '0-1' END) \
      OR ($4 = 'lost' AND g.score = CASE WHEN g.white = $1 THEN '0-1' ELSE '1-0' END)) \
     ORDER BY COALESCE(g.ended, g.touched) DESC, g.id LIMIT $5 OFFSET $6"
);

impl Games<'_> {
    /// A game without its events.
    pub async fn game(self, key: &GameKey) -> Result<Option<StoredGame>> {
        if !key.is_well_formed() {
            return Ok(None);
        }
        self.database.first(select_games!("g.id = $1"), values![key]).await
    }

    pub async fn events(self, key: &GameKey) -> Result<Vec<StoredEvent>> {
        self.events_after(key, 0).await
    }

    pub async fn events_after(self, key: &GameKey, version: u32) -> Result<Vec<StoredEvent>> {
        let values = values![key, version];
        self.database.all(StoredEvent::SELECT_AFTER, values).await
    }

    pub async fn history(self, key: &GameKey, version: u32) -> Result<StoredHistory> {
        let complete_after = version.saturating_sub(COMPLETE_EVENTS);
        let values = values![key, complete_after];
        let events = self.database.all(StoredEvent::SELECT_HISTORY, values).await?;
        let is_back = |stored: &&StoredEvent| matches!(stored.event, Event::TakenBack { .. });
        let mut taken_back = events.iter().filter(is_back).count() as u32;
        if complete_after > 0 {
            let sql = "SELECT COUNT(*) FROM events WHERE game = $1 AND kind = 'undo'";
            taken_back = self.database.first(sql, values![key]).await?.unwrap_or(0);
        }
        Ok(StoredHistory { events, complete_after, taken_back })
    }

    /// The versions of games. Games that are not there are left out.
    pub async fn latest(self, games: impl IntoIterator<Item = &GameKey>) -> Result<Vec<Latest>> {
        let keys = games.into_iter().filter(|key| key.is_well_formed());
        let keys = keys.map(GameKey::as_str).collect::<Vec<_>>().join(",");
        let sql = self.database.either(
            "SELECT id, version, rematch, next_game FROM games WHERE id IN \
             (SELECT value FROM json_each('[\"' || replace($1, ',', '\",\"') || '\"]'))",
            "SELECT id, version, rematch, next_game FROM games \
             WHERE id = ANY (string_to_array($1, ','))",
        );
        self.database.all(sql, values![keys]).await
    }

    /// The games of a player that go on, the newest first.
    pub async fn running_games(self, player: &PlayerId) -> Result<Vec<StoredGame>> {
        let sql = select_games!(
            "(g.white = $1 OR g.black = $1) AND g.ended IS NULL ORDER BY g.created DESC, g.id"
        );
        self.games(sql, values![player]).await
    }

    /// The last games of a player that are over, the last first.
    pub async fn finished_games(self, player: &PlayerId, most: u32) -> Result<Vec<StoredGame>> {
        let sql = select_games!(
            "(g.white = $1 OR g.black = $1) AND g.ended IS NOT NULL \
             ORDER BY g.ended DESC, g.id LIMIT $2"
        );
        self.games(sql, values![player, most]).await
    }

    /// The running games without a clock that nobody has touched since `before`.
    pub async fn idle_games(self, before: Timestamp) -> Result<Vec<StoredGame>> {
        let sql = select_games!(
            "g.ended IS NULL AND g.touched < $1 AND g.clock IS NULL ORDER BY g.touched"
        );
        self.games(sql, values![before]).await
    }

    pub async fn next_flag(self) -> Result<Option<Timestamp>> {
        let sql = "SELECT MIN(flag) FROM games WHERE flag IS NOT NULL AND ended IS NULL";
        Ok(self.database.first::<Option<Timestamp>>(sql, []).await?.flatten())
    }

    /// The running games in which somebody's time was up by `now`.
    pub async fn fallen_flags(self, now: Timestamp) -> Result<Vec<GameKey>> {
        let sql = "SELECT id FROM games WHERE flag IS NOT NULL AND ended IS NULL AND flag <= $1 \
            ORDER BY flag LIMIT 500";
        self.database.all(sql, values![now]).await
    }

    /// The running games that a player has left for good.
    pub async fn deserted_games(self) -> Result<Vec<StoredGame>> {
        let sql = select_games!(
            "g.ended IS NULL AND ((g.white IS NULL AND g.white_level IS NULL) \
             OR (g.black IS NULL AND g.black_level IS NULL))"
        );
        self.games(sql, []).await
    }

    pub async fn running_games_of(self, game: GameId) -> Result<Vec<StoredGame>> {
        let sql = select_games!("g.ended IS NULL AND g.game = $1 ORDER BY g.touched");
        self.games(sql, values![game]).await
    }

    /// The running games in which it is the computer's turn.
    pub async fn games_awaiting_computer(self) -> Result<Vec<StoredGame>> {
        let sql = select_games!(
            "g.ended IS NULL AND ((g.mover = 'white' AND g.white_level IS NOT NULL) \
             OR (g.mover = 'black' AND g.black_level IS NOT NULL))"
        );
        self.games(sql, []).await
    }

    pub(crate) async fn games(
        self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<StoredGame>> {
        // One that is not understood must not hide the others.
        let understood = |row: &Row| match row.read() {
            Ok(game) => Some(game),
            Err(error) => {
                tracing::warn!(%error, "a stored game is passed over");
                None
            }
        };
        Ok(self.database.rows(sql, values).await?.iter().filter_map(understood).collect())
    }
}
