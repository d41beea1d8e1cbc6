//! The first page: a board that plays with the first click, and beside it what else there is to do.

mod cards;
mod page;

use axum::http::HeaderMap;
use jiff::Timestamp;
use maud::Markup;
use merels_model::StoredGame;
use merels_services::arenas::NearArena;
use merels_services::learning::NumberedPuzzle;
use merels_services::live::levels;
use merels_services::meeting::Lobby;
use merels_services::{Services, Watchable};

use crate::app::App;
use crate::edge::visitor::Visitor;
use crate::error::Result;
use crate::game_request::GameRequest;
use crate::home::page::Today;
use crate::home::routes::today;

/// The way in, which Log in opens.
pub(crate) struct LogIn {
    pub(crate) card: Markup,
    /// Somebody wants to log in: then the page is about that.
    pub(crate) asked: bool,
}

/// The things that go on around the board. What cannot be found out just now is left out.
struct Around {
    /// The visitor's games in progress.
    begun: Vec<StoredGame>,
    lobby: Option<Lobby>,
    /// The best game of the moment.
    best: Option<Watchable>,
    /// The arenas that run or come next.
    arenas: Vec<NearArena>,
    daily: Option<NumberedPuzzle>,
    /// The things that wait for somebody who has an account, arenas and puzzle among them.
    today: Option<Today>,
    now: Timestamp,
}

impl Around {
    fn arena(&self) -> Option<&NearArena> {
        self.today.as_ref().map_or(&self.arenas, |today| &today.arenas).first()
    }

    /// The puzzle of the day, and whether it has been tried.
    fn daily(&self) -> Option<(&NumberedPuzzle, bool)> {
        match &self.today {
            Some(today) => today.daily.as_ref().map(|puzzle| (puzzle, today.is_tried)),
            None => self.daily.as_ref().map(|puzzle| (puzzle, false)),
        }
    }
}

/// The page for a choice of what to play.
pub(crate) async fn show(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    choice: &GameRequest,
    begun: Vec<StoredGame>,
    log_in: LogIn,
) -> Result<Markup> {
    let around = around(app, visitor, headers, choice, begun).await?;
    let levels = levels(choice.game, &app.services.oracles);
    Ok(page::first(visitor, choice, &levels, &around, log_in))
}

async fn around(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    choice: &GameRequest,
    begun: Vec<StoredGame>,
) -> Result<Around> {
    let (services, player) = (&app.services, visitor.player().map(|player| &player.id));
    let mut around = Around {
        begun,
        lobby: known(services.meeting.lobby(player).await),
        best: known(services.spotlight.best().await).flatten(),
        arenas: Vec::new(),
        daily: None,
        today: None,
        now: services.clock.now(),
    };
    match player.filter(|_| visitor.has_account()) {
        Some(player) => {
            let today = today(app, player, headers).await;
            let left_out =
                |failure| tracing::warn!(?failure, "the first page leaves one's day out");
            around.today = today.map_err(left_out).ok();
        }
        None => {
            let near = known(services.arenas.near(player).await);
            around.arenas = near.map(|(arenas, _)| arenas).unwrap_or_default();
            around.daily = puzzle_of_the_day(services, choice);
        }
    }
    Ok(around)
}

/// The value, or nothing and a word about it in the log.
fn known<T>(found: Result<T, impl std::error::Error>) -> Option<T> {
    found.inspect_err(|error| tracing::warn!(%error, "the first page leaves something out")).ok()
}

fn puzzle_of_the_day(services: &Services, choice: &GameRequest) -> Option<NumberedPuzzle> {
    services.puzzles.of_the_day_in(choice.game).or_else(|| services.puzzles.of_the_day())
}
