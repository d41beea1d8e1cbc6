//! A player's own page: what waits, what is new, and how to begin something.

use jiff::Timestamp;
use maud::{Markup, html};
use merels_engine::Level;
use merels_messages::{Language, guest_number};
use merels_model::{Day, Player, PlayerId, StoredGame, Streak};
use merels_rules::Side;
use merels_services::arenas::NearArena;
use merels_services::learning::{Learned, NumberedPuzzle};
use merels_services::people::{GameOnBoard, Lately, Overview};
use strum::VariantArray;

use super::cards;
use crate::edge::visitor::SignedIn;
use crate::game_request::{GameRequest, Opponent};
use crate::meeting::lobby_page::challenges;
use crate::parts::card::empty;
use crate::parts::chooser::chooser;
use crate::parts::game_line::{against, day_of, standing};
use crate::parts::layout::{Page, Viewer};
use crate::parts::places::Place;
use crate::parts::shell::initial;

pub(crate) struct HomePage<'a> {
    pub(crate) choice: &'a GameRequest,
    /// The levels of the computer at the chosen game.
    pub(crate) levels: &'a [Level],
    pub(crate) today: Today,
    /// The account was just made.
    pub(crate) created: bool,
}

/// The things that a player finds today.
pub(crate) struct Today {
    pub(crate) overview: Overview,
    pub(crate) lately: Lately,
    pub(crate) streak: Streak,
    /// The hour of the day where the player is, if that is known.
    pub(crate) hour: Option<i8>,
    pub(crate) daily: Option<NumberedPuzzle>,
    /// The player has tried the puzzle of the day.
    pub(crate) is_tried: bool,
    /// The player's mistakes, and the puzzles among them.
    pub(crate) learned: Learned,
    pub(crate) arenas: Vec<NearArena>,
    pub(crate) now: Timestamp,
}

impl Today {
    /// The games with people in which it is the player's turn, those that are soonest over first.
    pub(crate) fn waiting(&self, player: &PlayerId) -> Vec<&GameOnBoard> {
        let waits = |game: &&GameOnBoard| {
            let side = game.stored.side_of(player);
            game.stored.is_between_people() && side == Some(game.stored.mover)
        };
        let mut games: Vec<&GameOnBoard> = self.overview.running.iter().filter(waits).collect();
        games.sort_by_key(|game| game.left.unwrap_or(i64::MAX));
        games
    }
}

pub(crate) fn home(visitor: &SignedIn, home: &HomePage<'_>) -> Markup {
    let HomePage { choice, today, .. } = home;
    let language = visitor.language;
    let title = language.say("nav-home");
    let page = Page {
        style: Some("places.css"),
        script: Some("home.js"),
        ..Page::new(visitor, &title, "home").at(Place::You, "/home")
    };
    let main = html! {
        @if home.created { p.success role="status" { (language.say("signup-done")) } }
        (now(visitor, today))
        section aria-label=(language.say("home-play")) {
            h2 { (language.say("home-play")) }
            (chooser(home.levels, language, choice, Opponent::VARIANTS, "/home"))
        }
    };
    page.render(&main, &html! {})
}

/// The part that changes while the page is open, at an address of its own.
pub(crate) fn now(visitor: &SignedIn, today: &Today) -> Markup {
    let language = visitor.language;
    let Overview { running, finished, challenges: open, .. } = &today.overview;
    html! {
        div #now data-at="/home/now" {
            (greeting(visitor, today))
            (challenges(&visitor.into(), open))
            (cards::all(visitor, today))
            @let others = others(visitor, today);
            @if !others.is_empty() || running.is_empty() {
                section #running aria-label=(language.say("home-running")) {
                    h2 { (language.say("home-running")) }
                    (running_games(visitor, &others))
                }
            }
            @if !finished.is_empty() {
                section aria-label=(language.say("home-finished")) {
                    h2 { (language.say("home-finished")) }
                    (finished_games(visitor, finished))
                }
            }
        }
    }
}

/// The games that go on and have no card of their own.
fn others<'a>(visitor: &SignedIn, today: &'a Today) -> Vec<&'a GameOnBoard> {
    let mut on_cards = today.waiting(visitor.id());
    on_cards.truncate(cards::TURNS);
    let has_card = |game: &GameOnBoard| on_cards.iter().any(|on| on.stored.key == game.stored.key);
    today.overview.running.iter().filter(|game| !has_card(game)).collect()
}

/// The greeting: the name, the games that wait, and the days in a row.
fn greeting(visitor: &SignedIn, today: &Today) -> Markup {
    let (language, player) = (visitor.language, visitor.player());
    let name = Viewer::from(visitor).called(&player.id, &player.name);
    let avatar = initial(&name);
    let hello = match today.hour {
        _ if guest_number(&player.name).is_some() => "home-guest-hello",
        Some(5..=10) => "home-morning",
        Some(11..=17) => "home-day",
        Some(_) => "home-evening",
        None => "home-hello",
    };
    html! {
        section.card.greeting {
            span.avatar.large aria-hidden="true" { (avatar) }
            div {
                h1 { (language.say_with(hello, &[("name", name.into())])) }
                p.quiet { (standing_of_today(language, player, today)) }
                @if player.is_guest() {
                    p { (language.say("home-guest")) " " a href="/signup" { (language.say("nav-signup")) } }
                }
            }
            (week(language, today))
            a.button.primary.big href="/play" { (language.say("nav-play")) }
        }
    }
}

/// The games that wait, and the days in a row, in words.
pub(crate) fn standing_of_today(language: Language, player: &Player, today: &Today) -> String {
    let waiting = today.waiting(&player.id).len();
    let waiting = language.say_with("home-waiting", &[("games", waiting.into())]);
    let days = language.say_with("home-days", &[("days", today.streak.days.into())]);
    format!("{waiting} · {days}")
}

/// The last seven days as dots, today last.
pub(crate) fn week(language: Language, today: &Today) -> Markup {
    let counted = today.streak.week.iter().filter(|day| **day == Day::Counted).count();
    let words = language.say_with("home-week-dots", &[("days", counted.into())]);
    html! {
        span.streak role="img" aria-label=(words) title=(language.say("home-days-rule")) {
            @for day in today.streak.week {
                i data-day=(match day {
                    Day::Counted => "counted",
                    Day::Forgiven => "forgiven",
                    Day::Missed => "missed",
                    Day::Open => "open",
                }) {}
            }
        }
    }
}

/// The games against the computer that are shown at once.
const OTHERS_SHOWN: usize = 3;

/// Small boards as they stand, with whose turn it is: first those with people, who wait.
fn running_games(visitor: &SignedIn, games: &[&GameOnBoard]) -> Markup {
    let language = visitor.language;
    if games.is_empty() {
        let start = language.say("chooser-start");
        return empty(&language.say("home-none-running"), Some(("#chooser", &start)));
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

fn running_game(visitor: &SignedIn, game: &GameOnBoard) -> Markup {
    let (language, stored) = (visitor.language, &game.stored);
    let side = stored.side_of(visitor.id()).unwrap_or(Side::White);
    html! {
        a href={ "/game/" (stored.key) } {
            (merels_drawing::emblem(&game.position, side))
            span.title { (language.title(stored.game)) }
            span { (against(language, stored, side)) }
            (standing(language, stored, side))
        }
    }
}

/// A game for which nobody else waits: it can be given up right here.
fn dispensable(visitor: &SignedIn, game: &GameOnBoard) -> Markup {
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
                    time.quiet datetime=(game.touched) { (day_of(game.touched)) }
                    (standing(language, game, side))
                }
            }
        }
    }
}
