//! A player's own page.

use maud::{Markup, html};
use merels_drawing::emblem;
use merels_engine::Level;
use merels_messages::Language;
use merels_model::{ClockClass, Player, Rating, StoredGame};
use merels_rules::{GameId, Side};
use merels_services::people::{Overview, RunningGame};
use strum::VariantArray;

use crate::edge::visitor::SignedIn;
use crate::game_request::{GameRequest, Opponent};
use crate::meeting::lobby_page::challenges;
use crate::parts::chooser::chooser;
use crate::parts::game_line::{against, standing};
use crate::parts::layout::Page;
use crate::parts::links::address_of;
use crate::parts::places::Place;
use crate::wording;

/// A player's own page.
pub(crate) struct HomePage<'a> {
    pub(crate) choice: &'a GameRequest,
    /// The levels of the computer at the chosen game.
    pub(crate) levels: &'a [Level],
    pub(crate) overview: &'a Overview,
    /// The account was just made.
    pub(crate) created: bool,
}

pub(crate) fn home(visitor: &SignedIn, home: &HomePage<'_>) -> Markup {
    let HomePage { choice, overview, .. } = home;
    let Overview { results, ratings, running, finished, computer_results, .. } = overview;
    let language = visitor.language;
    let player = visitor.player();
    let title = language.say("nav-home");
    let page = Page {
        script: Some("home.js"),
        ..Page::new(visitor, &title, "home").at(Place::You, "/home")
    };
    let main = html! {
        @if home.created { p.success role="status" { (language.say("signup-done")) } }
        h1 { (language.player_name(&player.name)) }
        @if player.is_guest() {
            p { (language.say("home-guest")) " " a href="/signup" { (language.say("nav-signup")) } }
        } @else {
            dl.facts {
                (fact(&language.say("home-wins"), &results.wins.to_string()))
                (fact(&language.say("home-losses"), &results.losses.to_string()))
                (fact(&language.say("home-draws"), &results.draws.to_string()))
            }
        }
        (ways(language, player, overview.facts.is_some()))
        section #running aria-label=(language.say("home-running")) {
            h2 { (language.say("home-running")) }
            (running_games(visitor, running))
            (challenges(&visitor.into(), &overview.challenges))
        }
        h2 { (language.say("home-play")) }
        (chooser(home.levels, language, choice, Opponent::VARIANTS, "/home"))
        h2 { (language.say("ratings-yours")) }
        (own_ratings(language, ratings))
        @if !computer_results.all().is_empty() {
            h2 { (language.say("home-record")) }
            ul.games {
                @for (game, level, _) in computer_results.all() {
                    li { span { (language.title(game)) } span { (wording::computer_results(language, computer_results, game, &level)) } }
                }
            }
        }
        @if !finished.is_empty() {
            h2 { (language.say("home-finished")) }
            (finished_games(visitor, finished))
        }
    };
    page.render(&main, &html! {})
}

/// Links to the pages around this one.
fn ways(language: Language, player: &Player, has_account: bool) -> Markup {
    let own = address_of(&player.name);
    let games = format!("{own}/games");
    let ways = [
        ("/lobby", "lobby-title"),
        ("/people", "people-title"),
        (&own, "profile-yours"),
        (&games, "profile-games"),
        ("/puzzles", "puzzles-title"),
        ("/account", "account-title"),
    ];
    let open = ways.iter().filter(|(to, _)| has_account || *to != "/account");
    html! { p.ways { @for (to, name) in open { a href=(to) { (language.say(name)) } " " } } }
}

/// The player's ratings; those marked are provisional.
fn own_ratings(language: Language, ratings: &[(GameId, ClockClass, Rating)]) -> Markup {
    html! {
        @if !ratings.is_empty() {
            ul.games {
                @for (game, class, rating) in ratings {
                    li { span { (language.title(*game)) } span { (language.clock_class(*class)) }
                        span.turn { (wording::rating_text(*rating)) } }
                }
            }
        }
        @if ratings.iter().any(|(_, _, rating)| rating.is_provisional()) {
            p.empty { (language.say("ratings-provisional")) }
        }
        p { a href="/ratings" { (language.say("ratings-title")) } " "
            a href="/fairplay" { (language.say("fairplay-title")) } }
    }
}

fn fact(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

/// The games against the computer that are shown at once.
const OTHERS_SHOWN: usize = 3;

/// Small boards as they stand, with whose turn it is: first those with people, who wait. The script looks
/// again now and then.
fn running_games(visitor: &SignedIn, games: &[RunningGame]) -> Markup {
    let language = visitor.language;
    if games.is_empty() {
        return html! { p.empty { (language.say("home-none-running")) } };
    }
    let (people, others): (Vec<_>, Vec<_>) =
        games.iter().partition(|game| game.stored.is_between_people());
    let (shown, more) = others.split_at(others.len().min(OTHERS_SHOWN));
    html! {
        ul.tables {
            @for game in people { li { (running_game(visitor, game)) } }
            @for game in shown { (dispensable(visitor, game)) }
        }
        @if !more.is_empty() {
            details.more {
                summary { (language.say_with("home-more", &[("games", more.len().into())])) }
                ul.tables { @for game in more { (dispensable(visitor, game)) } }
            }
        }
    }
}

fn running_game(visitor: &SignedIn, RunningGame { stored, position, .. }: &RunningGame) -> Markup {
    let language = visitor.language;
    let side = stored.side_of(visitor.id()).unwrap_or(Side::White);
    html! {
        a href={ "/game/" (stored.key) } {
            (emblem(position, side))
            span.title { (language.title(stored.game)) }
            span { (against(language, stored, side)) }
            (standing(language, stored, side))
        }
    }
}

/// A game for which nobody else waits: it can be given up right here.
fn dispensable(visitor: &SignedIn, game: &RunningGame) -> Markup {
    let language = visitor.language;
    html! {
        li {
            (running_game(visitor, game))
            details.drop {
                summary { (language.say("actions-forfeit")) }
                form method="post" action="/forfeit" {
                    input type="hidden" name="game_id" value=(game.stored.key);
                    input type="hidden" name="back" value="home";
                    button { (language.say("actions-forfeit-yes")) }
                }
            }
        }
    }
}

fn finished_games(visitor: &SignedIn, games: &[StoredGame]) -> Markup {
    let language = visitor.language;
    html! {
        ul.games {
            @for game in games {
                @let side = game.side_of(visitor.id()).unwrap_or(Side::White);
                li {
                    a href={ "/game/" (game.key) } { (language.title(game.game)) }
                    span { (against(language, game, side)) }
                    (standing(language, game, side))
                }
            }
        }
    }
}
