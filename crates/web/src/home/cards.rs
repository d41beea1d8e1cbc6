//! The cards of a player's own page: each one thing to do or to look at.

use maud::{Markup, html};
use merels_drawing::emblem;
use merels_engine::Level;
use merels_messages::Language;
use merels_model::{ClockClass, PlayerId};
use merels_rules::Side;
use merels_services::learning::NumberedPuzzle;
use merels_services::people::{Friend, GameOnBoard, RatingCurve};

use super::page::Today;
use crate::arenas::page::near_arena;
use crate::edge::visitor::SignedIn;
use crate::learning::{puzzle_path, small_board, weakness};
use crate::parts::curve::curve;
use crate::parts::links::{address_of, name_link};
use crate::wording;

/// The games that wait for one's move and have a card of their own.
pub(crate) const TURNS: usize = 4;

pub(super) fn all(visitor: &SignedIn, today: &Today) -> Markup {
    let language = visitor.language;
    html! {
        ul.cards {
            @for game in today.waiting(visitor.id()).into_iter().take(TURNS) { li.card.turn-card { (turn(language, visitor.id(), game)) } }
            @if let Some(puzzle) = &today.daily { li.card { (daily(language, puzzle, today.is_tried)) } }
            @if let Some(weakness) = weakness(language, &today.learned) { li.card { (weakness) } }
            (rating(visitor, today.lately.curve.as_ref()))
            (next_level(visitor, today))
            @for arena in &today.arenas { li.card { (near_arena(language, today.now, arena)) } }
            @if today.arenas.is_empty() { (no_arena(visitor)) }
            (friends(visitor, today))
            (results(visitor, today))
        }
    }
}

/// A game in which it is one's turn.
pub(crate) fn turn(language: Language, player: &PlayerId, game: &GameOnBoard) -> Markup {
    let stored = &game.stored;
    let side = stored.side_of(player).unwrap_or(Side::White);
    let by_days = ClockClass::of(stored.terms.time) == ClockClass::Days;
    html! {
        header {
            h2 { (language.say("home-turn")) }
            @if by_days { span { (language.clock_class(ClockClass::Days)) } }
        }
        a.beside href={ "/game/" (stored.key) } {
            span.mini { (emblem(&game.position, side)) }
            span {
                b { (language.seat(&stored.seats[(!side).index()])) }
                br; (language.title(stored.game))
                @if let Some(left) = game.left { br; span.quiet.number { (language.say_with("home-left", &[("time", language.time_left(left).into())])) } }
            }
        }
    }
}

/// The puzzle of the day, or the next one for whoever has tried it.
pub(crate) fn daily(language: Language, puzzle: &NumberedPuzzle, is_tried: bool) -> Markup {
    html! {
        header { h2 { (language.say("puzzle-of-the-day")) } span { (language.title(puzzle.game)) } }
        div.beside {
            (small_board(puzzle))
            div {
                @if is_tried {
                    p { (language.say("home-daily-done")) }
                    a.button href={ "/puzzles/" (puzzle.game) "/next" } { (language.say("puzzle-next")) }
                } @else {
                    p { (language.puzzle_goal(puzzle.puzzle)) }
                    a.button href=(puzzle_path(puzzle)) { (language.say("puzzle-solve")) }
                }
            }
        }
    }
}

fn rating(visitor: &SignedIn, shown: Option<&RatingCurve>) -> Markup {
    let language = visitor.language;
    html! {
        li.card {
            @match shown {
                Some(shown) => {
                    header {
                        h2 { (language.say("home-rating")) }
                        span { (language.title(shown.game)) " · " (language.clock_class(shown.class)) }
                    }
                    p {
                        span.big-number { (wording::rating_text(shown.rating)) } " "
                        (change(visitor, shown.change))
                    }
                    (curve(&shown.points, &language.say("home-rating")))
                    @if shown.rating.is_provisional() { p.hint { (language.say("ratings-provisional")) } }
                }
                None => {
                    header { h2 { (language.say("home-rating")) } }
                    p.quiet { (language.say("home-no-rating")) }
                    a.button.wide href="/lobby" { (language.say("lobby-find")) }
                }
            }
        }
    }
}

fn change(visitor: &SignedIn, change: i64) -> Markup {
    let (class, sign) = match change {
        1.. => ("good", "+"),
        0 => ("quiet", "±"),
        _ => ("bad", "−"),
    };
    let points = format!("{sign}{}", change.abs());
    let words = visitor.language.say_with("home-this-week", &[("change", points.into())]);
    html! { span class=(class) { (words) } }
}

/// The level of the computer that comes next, or the first one.
fn next_level(visitor: &SignedIn, today: &Today) -> Markup {
    let (language, results) = (visitor.language, &today.overview.computer_results);
    let last = results.all().into_iter().next();
    let next = last.as_ref().and_then(|(game, level, _)| results.next_level(*game, level));
    html! {
        li.card {
            header { h2 { (language.say("home-computer")) } @if let Some((game, _, _)) = &last { span { (language.title(*game)) } } }
            @match &last {
                Some((game, level, _)) => {
                    p { (wording::computer_results(language, results, *game, level)) }
                    @let level = next.map_or_else(|| level.clone(), |level| level.to_string());
                    form method="post" action="/playcomputer" {
                        input type="hidden" name="game" value=(game);
                        input type="hidden" name="level" value=(level);
                        button.wide { (language.say_with("home-play-level", &[("level", named_level(language, &level).into())])) }
                    }
                }
                None => {
                    p { (language.say("home-first-level")) }
                    form method="post" action="/playcomputer" {
                        input type="hidden" name="level" value=(Level::USUAL);
                        button.wide { (language.say_with("home-play-level", &[("level", language.level_with_hint(Level::USUAL).into())])) }
                    }
                }
            }
        }
    }
}

/// A level with its name beside its number.
fn named_level(language: Language, level: &str) -> String {
    level
        .parse::<Level>()
        .map_or_else(|_| level.to_owned(), |level| language.level_with_hint(level))
}

fn no_arena(visitor: &SignedIn) -> Markup {
    let language = visitor.language;
    html! {
        li.card {
            header { h2 { (language.say("arenas-title")) } }
            p.quiet { (language.say("home-no-arena")) }
            a.button.wide href="/arenas" { (language.say("arena-open")) }
        }
    }
}

fn friends(visitor: &SignedIn, today: &Today) -> Markup {
    let language = visitor.language;
    html! {
        li.card {
            header { h2 { (language.say("home-friends")) } a href="/lobby" { (language.say("lobby-title")) } }
            @if today.lately.friends.is_empty() {
                p.quiet { (language.say("home-no-friends")) }
                a.button.wide href="/friend" { (language.say("friend-title")) }
            } @else {
                (friends_here(language, &today.lately.friends))
            }
        }
    }
}

/// Friends who are here, and what they play.
pub(crate) fn friends_here(language: Language, friends: &[Friend]) -> Markup {
    html! {
        ul.friends {
            @for friend in friends {
                li {
                    span.here aria-hidden="true" {}
                    (name_link(language, &friend.name))
                    @match &friend.plays {
                        Some((key, game)) => a.quiet href={ "/game/" (key) } { (language.say_with("home-friend-plays", &[("title", language.title(*game).into())])) },
                        None => span.quiet { (language.say("people-here")) },
                    }
                }
            }
        }
    }
}

/// The results of the week as a bar, and of all games with people as figures.
fn results(visitor: &SignedIn, today: &Today) -> Markup {
    let language = visitor.language;
    let (week, all) = (today.lately.week, today.overview.results);
    let figures = [("home-wins", all.wins), ("home-losses", all.losses), ("home-draws", all.draws)];
    let words = language.say_with(
        "home-week-results",
        &[("wins", week.wins.into()), ("losses", week.losses.into()), ("draws", week.draws.into())],
    );
    html! {
        li.card {
            header { h2 { (language.say("home-results")) } a href={ (address_of(&visitor.player().name)) "/games" } { (language.say("profile-games")) } }
            @if !visitor.player().is_guest() {
                dl.facts {
                    @for (name, count) in figures { div { dt { (language.say(name)) } dd { (count) } } }
                }
            }
            @if week.games() > 0 {
                (bar([("won", week.wins), ("drawn", week.draws), ("lost", week.losses)], &words))
                p.hint { (words) }
            } @else {
                p.quiet { (language.say("home-week-empty")) }
            }
        }
    }
}

/// Counts as parts of one bar.
fn bar(parts: [(&str, u32); 3], words: &str) -> Markup {
    let all: u32 = parts.iter().map(|(_, count)| count).sum();
    let before = |place: usize| parts[..place].iter().map(|(_, count)| count).sum::<u32>();
    html! {
        svg.result-bar viewBox={ "0 0 " (all) " 1" } preserveAspectRatio="none" role="img" aria-label=(words) {
            @for (place, (class, count)) in parts.iter().enumerate() {
                rect class=(class) x=(before(place)) width=(count) height="1" {}
            }
        }
    }
}
