//! The puzzles of all games: the one of the day, one's rating, the run against the clock, and the themes.

use maud::{Markup, html};
use merels_drawing::emblem;
use merels_engine::{PuzzleSet, Theme};
use merels_messages::Language;
use merels_rules::{AnyPosition, GameId, Position};
use merels_services::learning::{Learned, NumberedPuzzle, PuzzleRecord};

use super::mistakes_page::own_card;
use super::puzzle_page::record_words;
use super::puzzles::path;
use crate::edge::visitor::Visitor;
use crate::parts::curve::curve;
use crate::parts::layout::Page;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

/// The puzzles of a game, and a visitor's record with them.
pub(crate) struct SetShown {
    pub(crate) set: &'static PuzzleSet,
    pub(crate) record: PuzzleRecord,
    /// The ratings over time.
    pub(crate) ratings: Vec<i64>,
    pub(crate) daily: Option<NumberedPuzzle>,
    /// The most that was solved in a run.
    pub(crate) best: i64,
}

pub(crate) fn puzzles(
    visitor: &Visitor,
    daily: Option<&NumberedPuzzle>,
    sets: &[SetShown],
    own: Option<&Learned>,
) -> Markup {
    let language = visitor.language;
    let title = language.say("puzzles-title");
    let meta = Some(Meta::listed("/puzzles", language.say("puzzles-intro")));
    let page = Page {
        style: Some("places.css"),
        meta,
        ..Page::new(visitor, &title, "puzzles").at(Place::Puzzles, "/puzzles")
    };
    let main = html! {
        section.card.greeting {
            @if let Some(puzzle) = daily { (small_board(puzzle)) }
            div {
                h1 { (title) }
                p.quiet { (language.say("puzzles-intro")) }
            }
            a.button.primary.big href="/puzzles/daily" { (language.say("puzzle-of-the-day")) }
        }
        @if let Some(learned) = own { (own_card(language, learned)) }
        @for shown in sets { (set(language, shown)) }
    };
    page.render(&main, &html! {})
}

/// A puzzle's position as a small board.
pub(crate) fn small_board(puzzle: &NumberedPuzzle) -> Markup {
    let position = puzzle.puzzle.position;
    html! { span.mini { (emblem(&AnyPosition::Morris(position), position.side())) } }
}

fn set(language: Language, shown: &SetShown) -> Markup {
    let SetShown { set, record, ratings, daily, best } = shown;
    let game = GameId::Morris(set.variant);
    let title = language.title(game);
    html! {
        section aria-label=(title) {
            h2 { (title) }
            ul.cards {
                li.card {
                    header { h3 { (language.say("puzzles-train")) } }
                    p { (language.say_with("puzzles-count", &[("count", set.puzzles.len().into())])) }
                    a.button.wide href={ "/puzzles/" (game) "/next" } { (language.say("puzzle-next")) }
                }
                @if let Some(puzzle) = daily {
                    li.card {
                        header { h3 { (language.say("puzzle-of-the-day")) } }
                        div.beside {
                            (small_board(puzzle))
                            div {
                                p { (language.puzzle_goal(puzzle.puzzle)) }
                                a.button href=(path(puzzle)) { (language.say("puzzle-solve")) }
                            }
                        }
                    }
                }
                li.card {
                    header { h3 { (language.say("run-title")) } @if *best > 0 { span { (language.say_with("run-best", &[("best", (*best).into())])) } } }
                    p { (language.say("run-about")) }
                    a.button.wide href={ "/puzzles/" (game) "/run" } { (language.say("run-start")) }
                }
                li.card {
                    header { h3 { (language.say("puzzle-rating")) } @if record.tried > 0 { span.number { (record.solved) " / " (record.tried) } } }
                    @if record.tried > 0 {
                        p.big-number { (record.rating) }
                        (curve(ratings, &record_words(language, record)))
                    } @else {
                        p.quiet { (language.say("puzzle-no-rating")) }
                    }
                }
            }
            (themes(language, set, game))
        }
    }
}

/// The ways to the puzzles of each theme that a game has.
fn themes(language: Language, set: &PuzzleSet, game: GameId) -> Markup {
    let has = |theme: &&Theme| set.puzzles.iter().any(|puzzle| puzzle.themes.contains(theme));
    html! {
        details.more {
            summary { (language.say("puzzles-by-theme")) }
            ul.themes {
                @for theme in Theme::ALL.iter().filter(|theme| has(theme)) {
                    li { a href={ "/puzzles/" (game) "/next?theme=" (theme.name()) } {
                        (language.say(&format!("theme-{}", theme.name())))
                    } }
                }
            }
        }
    }
}
