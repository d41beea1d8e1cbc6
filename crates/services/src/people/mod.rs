//! Players as others see them: profiles, lists of games, leaderboards, and what people are to each other.

mod computer_results;
mod history;
mod lately;

use merels_model::{
    ClockClass, GameFilter, GameKey, Invitation, Person, Player, PlayerId, Rated, Rating,
    RatingChange, Relation, Results, Seat, StoredGame,
};
use merels_rules::{AnyPosition, GameId};
use merels_store::AccountFacts;

use crate::error::{Result, ServiceError};
use crate::site::Site;
pub use computer_results::ComputerResults;
use history::favourites;
pub use history::{Favourite, Past};
pub use lately::{Friend, Lately, RatingCurve};

/// The rated games that it takes to be on a leaderboard.
pub const LEAST_GAMES: u32 = 10;

/// The length of a leaderboard.
const LEADERS: u32 = 50;

/// The finished games that a profile looks back upon, and those that are listed at home.
const LOOKED_BACK: u32 = 2000;
const LISTED_AT_HOME: u32 = 5;

/// The finished games among which those with the same person are counted after a game.
const MET_BEFORE: u32 = 500;

/// The games on one page of a player's list.
const ON_A_PAGE: u32 = 24;

/// The limit of a list of people.
const MOST_PEOPLE: u32 = 500;

/// A player's past for everybody to see.
#[derive(Debug)]
pub struct Profile {
    pub player: Player,
    pub ratings: Vec<(GameId, ClockClass, Rating)>,
    /// The ratings over time, the oldest first.
    pub history: Vec<RatingChange>,
    pub past: Past,
    pub favourites: Vec<Favourite>,
    pub computer_results: ComputerResults,
    /// The game with a person that goes on right now.
    pub plays: Option<(GameKey, GameId)>,
}

#[derive(Debug)]
pub struct PageOfGames {
    pub player: Player,
    /// The latest first.
    pub games: Vec<StoredGame>,
    /// There is another page.
    pub more: bool,
}

/// A game and its position.
#[derive(Debug)]
pub struct GameOnBoard {
    pub stored: StoredGame,
    pub position: AnyPosition,
    /// The milliseconds that the side to move has left, if there is a clock.
    pub left: Option<i64>,
}

/// A player's own overview.
#[derive(Debug)]
pub struct Overview {
    /// Against people.
    pub results: Results,
    pub ratings: Vec<(GameId, ClockClass, Rating)>,
    pub running: Vec<GameOnBoard>,
    /// The last of them.
    pub finished: Vec<StoredGame>,
    pub computer_results: ComputerResults,
    /// Open ones to the player and by the player.
    pub challenges: Vec<Invitation>,
    /// The state of the account; guests have none.
    pub facts: Option<AccountFacts>,
}

/// The lists of people that a player keeps.
#[derive(Debug)]
pub struct Lists {
    /// With the games that those who are here play right now.
    pub followed: Vec<(Person, Option<(GameKey, GameId)>)>,
    pub blocked: Vec<Person>,
}

/// Finds players, their pasts and their relations.
#[derive(Debug)]
pub struct People {
    pub(crate) site: Site,
}

/// The news for a player about a game that is over.
#[derive(Clone, Debug)]
pub struct Aftermath {
    pub computer_results: ComputerResults,
    /// The rating before and after the game, if it counted.
    pub rating: Option<[i64; 2]>,
    /// All games with the same person, of a game between two people.
    pub against: Option<Results>,
}

/// The results of the games between a player and another one.
fn results_against(games: &[StoredGame], player: &PlayerId, other: &PlayerId) -> Results {
    let mut results = Results::default();
    for game in games {
        let side = game.side_of(player).filter(|side| game.seats[(!*side).index()].is(other));
        let result = side.and_then(|side| game.score?.for_side(side));
        if let Some(result) = result {
            results.add(result);
        }
    }
    results
}

/// The rating before and after a game. The history has the games in their order.
fn rating_change(history: &[RatingChange], key: &GameKey) -> Option<[i64; 2]> {
    let at = history.iter().position(|change| change.key == *key)?;
    let RatingChange { game, class, points, .. } = &history[at];
    let before = history[..at].iter().rev().find(|c| c.game == *game && c.class == *class);
    Some([before.map_or_else(|| Rating::default().points(), |change| change.points), *points])
}

impl People {
    pub async fn named(&self, name: &str) -> Result<Player> {
        self.site.store.accounts().player_named(name).await?.ok_or(ServiceError::NoPlayer)
    }

    pub async fn profile(&self, name: &str) -> Result<Profile> {
        let player = self.named(name).await?;
        let games = self.site.store.games();
        Ok(Profile {
            ratings: games.ratings_of(&player.id).await?,
            history: games.rating_history(&player.id).await?,
            past: Past::of(&player.id, &games.finished_games(&player.id, LOOKED_BACK).await?),
            favourites: favourites(&games.openings_of(&player.id, LOOKED_BACK).await?),
            computer_results: self.computer_results(&player.id).await?,
            plays: self.plays(&player.id, self.site.clock.now()).await?,
            player,
        })
    }

    /// Finished games against people, counted.
    pub async fn results(&self, player: &PlayerId) -> Result<Results> {
        Ok(self.site.store.games().tally(player).await?)
    }

    /// The news for a player about a game of theirs that is over.
    pub async fn aftermath(&self, player: &PlayerId, game: &GameKey) -> Result<Aftermath> {
        let history = self.site.store.games().rating_history(player).await?;
        let rating = rating_change(&history, game);
        let computer_results = self.computer_results(player).await?;
        Ok(Aftermath { computer_results, rating, against: self.against(player, game).await? })
    }

    /// The results of all games with the person on the other seat of a game.
    async fn against(&self, player: &PlayerId, game: &GameKey) -> Result<Option<Results>> {
        let games = self.site.store.games();
        let Some(game) = games.game(game).await? else { return Ok(None) };
        let other = game.side_of(player).map(|side| &game.seats[(!side).index()]);
        let Some(Seat::Player { id: other, .. }) = other else { return Ok(None) };
        if other == player {
            return Ok(None);
        }
        let finished = games.finished_games(player, MET_BEFORE).await?;
        Ok(Some(results_against(&finished, player, other)))
    }

    pub async fn computer_results(&self, player: &PlayerId) -> Result<ComputerResults> {
        ComputerResults::of(&self.site.store, player).await
    }

    /// The games of a player that fit, the latest first.
    pub async fn games(&self, player: &PlayerId, filter: &GameFilter) -> Result<Vec<StoredGame>> {
        Ok(self.site.store.games().games_of(player, filter).await?)
    }

    /// A page of those games, counted from 1; the filter's own limits do not count.
    pub async fn page_of_games(
        &self,
        name: &str,
        filter: &GameFilter,
        page: u32,
    ) -> Result<PageOfGames> {
        let player = self.named(name).await?;
        // One more than is shown tells that there is another page.
        let (skip, most) = (page.saturating_sub(1).saturating_mul(ON_A_PAGE), ON_A_PAGE + 1);
        let mut games =
            self.games(&player.id, &GameFilter { skip, most, ..filter.clone() }).await?;
        let more = games.len() > ON_A_PAGE as usize;
        games.truncate(ON_A_PAGE as usize);
        Ok(PageOfGames { player, games, more })
    }

    /// The same games with their positions.
    pub async fn on_boards(&self, games: Vec<StoredGame>) -> Result<Vec<GameOnBoard>> {
        let mut shown = Vec::new();
        for stored in games {
            if let Some(game) = self.site.live.open(&stored.key).await? {
                let snapshot = game.snapshot();
                let now = self.site.clock.now();
                let left = snapshot.clock.as_ref().map(|clock| {
                    clock.after_pause(stored.mover, snapshot.ply, now)[stored.mover.index()]
                });
                let position = snapshot.position.clone();
                shown.push(GameOnBoard { stored, position, left });
            }
        }
        Ok(shown)
    }

    pub async fn overview(&self, player: &PlayerId) -> Result<Overview> {
        let games = self.site.store.games();
        Ok(Overview {
            results: self.results(player).await?,
            ratings: games.ratings_of(player).await?,
            running: self.on_boards(games.running_games(player).await?).await?,
            finished: games.finished_games(player, LISTED_AT_HOME).await?,
            computer_results: self.computer_results(player).await?,
            challenges: self.site.store.meeting().challenges(player, self.site.clock.now()).await?,
            facts: self.site.store.accounts().account_facts(player).await?,
        })
    }

    /// The best players of a game.
    pub async fn leaders(&self, game: GameId, class: ClockClass) -> Result<Vec<Rated>> {
        Ok(self.site.store.games().leaders(game, class, LEAST_GAMES, LEADERS).await?)
    }

    pub async fn lists(&self, player: &PlayerId) -> Result<Lists> {
        let (accounts, now) = (self.site.store.accounts(), self.site.clock.now());
        let mut followed = Vec::new();
        for person in accounts.people(player, Relation::Follows, now).await? {
            let plays = if person.is_here { self.plays(&person.player, now).await? } else { None };
            followed.push((person, plays));
        }
        Ok(Lists { followed, blocked: accounts.people(player, Relation::Blocks, now).await? })
    }

    pub async fn relation(&self, player: &PlayerId, other: &PlayerId) -> Result<Option<Relation>> {
        Ok(self.site.store.accounts().relation(player, other).await?)
    }

    /// Follows or blocks the player of a name, or neither any more.
    pub async fn relate(
        &self,
        player: &PlayerId,
        name: String,
        relation: Option<Relation>,
    ) -> Result<()> {
        let found = self.site.store.accounts().player_named(&name).await?.map(|found| found.id);
        let other = found.filter(|found| found != player);
        let other = other.ok_or_else(|| ServiceError::unknown_player(name))?;
        let now = self.site.clock.now();
        let has_room =
            self.site.store.accounts().relate(player, &other, relation, now, MOST_PEOPLE).await?;
        if has_room { Ok(()) } else { Err(ServiceError::TooMany) }
    }
}
