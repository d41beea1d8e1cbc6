//! Arenas: tournaments that anybody may enter while they last.

use std::cmp::Reverse;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use merels_live::LiveGame;
use merels_model::{
    Arena, ArenaGame, ArenaId, ArenaStanding, Player, PlayerId, Terms, TimeControl,
};
use merels_rules::{AnyPosition, Position};

use crate::error::{Result, ServiceError};
use crate::meeting::Meeting;
use crate::site::Site;
use crate::visitor::SignedIn;

const LASTS: SignedDuration = SignedDuration::from_hours(1);

const LONGEST_AHEAD: SignedDuration = SignedDuration::from_hours(24);

/// Arenas that ended so long ago are still listed.
const LISTED: SignedDuration = SignedDuration::from_hours(24);

/// The games of an arena that are shown as boards.
const BOARDS: usize = 12;

/// The arenas that are shown beside other things.
const NEAR_ARENAS: usize = 3;

/// An arena with everything that happened in it.
#[derive(Debug)]
pub struct ArenaState {
    pub arena: Arena,
    pub standings: Vec<ArenaStanding>,
    /// The games that go on, that of the best placed players first.
    pub boards: Vec<Arc<LiveGame>>,
    games: Vec<ArenaGame>,
    pub now: Timestamp,
}

impl ArenaState {
    pub fn running(&self) -> impl DoubleEndedIterator<Item = &ArenaGame> {
        self.games.iter().filter(|game| game.end.is_none())
    }

    /// The games that count, the last to end first.
    pub fn finished(&self) -> Vec<&ArenaGame> {
        let mut games: Vec<_> = self.games.iter().filter(|game| game.counts()).collect();
        games.sort_by_key(|game| Reverse(game.end.map(|(_, at)| at)));
        games
    }

    /// A player's name in the standings.
    pub fn name_of(&self, player: &PlayerId) -> Option<&str> {
        let standing = self.standings.iter().find(|standing| standing.player == *player);
        standing.map(|standing| standing.name.as_str())
    }

    /// A player's latest game that goes on.
    pub fn game_of(&self, player: &PlayerId) -> Option<&ArenaGame> {
        self.running().rfind(|game| game.side_of(player).is_some())
    }
}

/// The points of both players of a game.
fn points_at(standings: &[ArenaStanding], game: &ArenaGame) -> u32 {
    let plays = |standing: &&ArenaStanding| game.side_of(&standing.player).is_some();
    standings.iter().filter(plays).map(|standing| standing.points).sum()
}

/// An arena that runs or is to come, as one player sees it.
#[derive(Debug)]
pub struct NearArena {
    pub arena: Arena,
    /// The number of those who have come in and do not pause.
    pub players: usize,
    /// The player is one of them.
    pub plays: bool,
}

/// Opens arenas, lets players in and shows the standings.
pub struct Arenas {
    pub(crate) site: Site,
    pub(crate) meeting: Arc<Meeting>,
}

impl Arenas {
    /// The arenas to come and those that run, then those that ended lately; and the time.
    pub async fn list(&self) -> Result<(Vec<Arena>, Timestamp)> {
        let now = self.site.clock.now();
        let mut arenas = self.site.store.arenas().open_arenas(now).await?;
        arenas.extend(self.site.store.arenas().ended_arenas(now - LISTED, now).await?);
        Ok((arenas, now))
    }

    /// The arenas that run or are to come next, and the time.
    pub async fn near(&self, player: Option<&PlayerId>) -> Result<(Vec<NearArena>, Timestamp)> {
        let now = self.site.clock.now();
        let arenas = self.site.store.arenas().open_arenas(now).await?;
        let mut near = Vec::new();
        for arena in arenas.into_iter().take(NEAR_ARENAS) {
            let standings = self.site.store.arenas().arena_standings(&arena.id).await?;
            let there: Vec<_> = standings.iter().filter(|standing| standing.plays).collect();
            let plays = there.iter().any(|standing| Some(&standing.player) == player);
            near.push(NearArena { arena, players: there.len(), plays });
        }
        Ok((near, now))
    }

    /// Opens an arena that begins so many minutes from now; its host has an account and enters it.
    pub async fn open(
        &self,
        visitor: &SignedIn,
        start: &AnyPosition,
        terms: Terms,
        minutes: i64,
    ) -> Result<ArenaId> {
        let host = visitor.player();
        if host.is_guest() {
            return Err(ServiceError::ArenaNeedsAccount);
        }
        self.meeting.check_rate(visitor.client).await?;
        let clock = terms.time.unwrap_or(TimeControl::PRESETS[0]);
        if matches!(clock, TimeControl::Days(_)) {
            return Err(ServiceError::Field("failure-arena-clock", clock.to_string()));
        }
        if !(0..=LONGEST_AHEAD.as_mins()).contains(&minutes) {
            return Err(ServiceError::Field("failure-not-a-number", "ahead".to_owned()));
        }
        let now = self.site.clock.now();
        let begins = now + SignedDuration::from_mins(minutes);
        let arena = Arena {
            id: ArenaId::random(),
            host: Some(host.id.clone()),
            game: start.game(),
            start: start.to_string(),
            mover: start.side(),
            clock,
            rated: terms.rated,
            begins,
            ends: begins + LASTS,
        };
        let id = arena.id.clone();
        if !self.site.store.arenas().open_arena(arena, now).await? {
            return Err(ServiceError::OneArenaEach);
        }
        self.site.store.arenas().enter_arena(&id, &host.id, now).await?;
        Ok(id)
    }

    async fn arena(&self, id: &ArenaId) -> Result<Arena> {
        self.site.store.arenas().arena(id).await?.ok_or(ServiceError::NotFound)
    }

    pub async fn state(&self, id: &ArenaId) -> Result<ArenaState> {
        let (arena, now) = (self.arena(id).await?, self.site.clock.now());
        let standings = self.site.store.arenas().arena_standings(id).await?;
        let games = self.site.store.arenas().arena_games(id).await?;
        let mut state = ArenaState { arena, standings, boards: Vec::new(), games, now };
        let mut running: Vec<&ArenaGame> = state.running().collect();
        running.sort_by_key(|game| Reverse(points_at(&state.standings, game)));
        let mut boards = Vec::new();
        for game in running.into_iter().take(BOARDS) {
            boards.extend(self.site.live.open(&game.key).await?);
        }
        state.boards = boards;
        Ok(state)
    }

    pub async fn enter(&self, id: &ArenaId, player: &Player) -> Result<()> {
        let (arena, now) = (self.arena(id).await?, self.site.clock.now());
        if arena.ends <= now {
            return Err(ServiceError::ArenaOver);
        }
        if arena.rated && player.is_guest() {
            return Err(ServiceError::RatedNeedsAccount);
        }
        self.site.store.arenas().enter_arena(id, &player.id, now).await?;
        Ok(())
    }

    /// Lets a player pause; the games so far count.
    pub async fn pause(&self, id: &ArenaId, player: &PlayerId) -> Result<()> {
        let arena = self.arena(id).await?;
        self.site.store.arenas().pause_arena(&arena.id, player).await?;
        Ok(())
    }
}
