//! How the players of an arena stand: it follows from the games.

use std::collections::HashMap;

use jiff::Timestamp;
use merels_rules::{GameScore, Side, Wdl};

use crate::database::{Connection, Row};
use crate::events::{score, side_named, time};
use crate::{ArenaId, GameKey, PlayerId, Store, StoreError};

/// A game of an arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaGame {
    /// Its key.
    pub key: GameKey,
    /// White and Black; nothing for one who has deleted the account.
    pub players: [Option<PlayerId>; 2],
    /// The score and the time of its end.
    pub end: Option<(GameScore, Timestamp)>,
    /// Who was to move when it ended.
    pub mover: Side,
}

impl ArenaGame {
    const SELECT: &'static str = "SELECT id, white, black, score, ended, mover FROM games \
        WHERE arena = $1 ORDER BY created, id";

    fn read(row: &Row) -> Result<ArenaGame, StoreError> {
        let player =
            |column| Ok::<_, StoreError>(row.get::<Option<String>>(column)?.map(PlayerId::new));
        let ended = row.get::<Option<i64>>(4)?.map(time).transpose()?;
        Ok(ArenaGame {
            key: GameKey::new(row.get::<String>(0)?),
            players: [player(1)?, player(2)?],
            end: row.get::<Option<String>>(3)?.as_deref().map(score).transpose()?.zip(ended),
            mover: side_named(&row.get::<String>(5)?)?,
        })
    }

    /// The side of a player.
    pub fn side_of(&self, player: &PlayerId) -> Option<Side> {
        let sits = |side: &Side| self.players[side.index()].as_ref() == Some(player);
        Side::ALL.into_iter().find(sits)
    }

    /// The points that it brings White and Black: two for a win, one for a draw.
    pub fn points(&self) -> [u32; 2] {
        let result = |side| self.end.and_then(|(score, _)| score.for_side(side));
        Side::ALL.map(|side| match result(side) {
            Some(Wdl::Win) => 2,
            Some(Wdl::Draw) => 1,
            Some(Wdl::Loss) | None => 0,
        })
    }

    /// Whether it counts: a game that goes on or was broken off does not.
    pub fn counts(&self) -> bool {
        self.end.is_some_and(|(score, _)| score != GameScore::Void)
    }
}

pub(super) async fn games_of(
    db: &mut Connection,
    arena: &ArenaId,
) -> Result<Vec<ArenaGame>, StoreError> {
    let rows = db.rows(ArenaGame::SELECT, [arena.as_str().into()]).await?;
    rows.iter().map(ArenaGame::read).collect()
}

/// What a player has done in an arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaStanding {
    /// Who.
    pub player: PlayerId,
    /// The name shown.
    pub name: String,
    /// Two for each win, one for each draw.
    pub points: u32,
    /// Games that count.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Whether the player is paired; not while pausing.
    pub plays: bool,
}

/// The standings of players by their games: most points first, of equal ones who needed fewer games.
fn standings(
    players: impl IntoIterator<Item = (PlayerId, String, bool)>,
    games: &[ArenaGame],
) -> Vec<ArenaStanding> {
    let mut sums: HashMap<&PlayerId, [u32; 3]> = HashMap::new();
    for game in games.iter().filter(|game| game.counts()) {
        for (player, points) in game.players.iter().zip(game.points()) {
            let Some(player) = player else { continue };
            let [total, played, wins] = sums.entry(player).or_default();
            *total += points;
            *played += 1;
            *wins += u32::from(points == 2);
        }
    }
    let mut standings: Vec<ArenaStanding> = players
        .into_iter()
        .map(|(player, name, plays)| {
            let [points, games, wins] = sums.get(&player).copied().unwrap_or_default();
            ArenaStanding { player, name, points, games, wins, plays }
        })
        .collect();
    standings.sort_by(|a, b| {
        let order = |s: &ArenaStanding| (std::cmp::Reverse(s.points), s.games);
        order(a).cmp(&order(b)).then_with(|| a.name.cmp(&b.name))
    });
    standings
}

impl Store {
    /// The games of an arena, in the order in which they began.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn arena_games(&self, arena: &ArenaId) -> Result<Vec<ArenaGame>, StoreError> {
        let rows = self.database.rows(ArenaGame::SELECT, [arena.as_str().into()]).await?;
        rows.iter().map(ArenaGame::read).collect()
    }

    /// How the players of an arena stand, the first first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn arena_standings(&self, arena: &ArenaId) -> Result<Vec<ArenaStanding>, StoreError> {
        let sql = "SELECT a.player, p.name, a.since FROM arena_players a \
            JOIN players p ON p.id = a.player WHERE a.arena = $1";
        let rows = self.database.rows(sql, [arena.as_str().into()]).await?;
        let read = |row: &Row| {
            let (player, name) = (PlayerId::new(row.get::<String>(0)?), row.get(1)?);
            Ok((player, name, row.get::<Option<i64>>(2)?.is_some()))
        };
        let players: Vec<_> = rows.iter().map(read).collect::<Result<_, StoreError>>()?;
        Ok(standings(players, &self.arena_games(arena).await?))
    }
}
