//! Leaderboards, and what is fair.

use maud::{Markup, html};
use merels_messages::Language;
use merels_model::{ClockClass, PlayerId, Rated, TimeControl};
use merels_rules::GameId;
use merels_services::STRONGEST;
use merels_services::live::claim_wait;
use merels_services::people::LEAST_GAMES;

use crate::edge::visitor::Visitor;
use crate::parts::card::empty;
use crate::parts::layout::Page;
use crate::parts::links::address_of;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

/// The computer's levels 1 to 10 on the scale of the ratings, `beginner` being 1000: from the matches
/// in docs/engine.md, measured at Nine Men's Morris.
const LEVEL_POINTS: [i64; 10] = [850, 980, 1100, 1240, 1450, 1680, 1900, 2120, 2310, 2640];

pub(crate) struct Leaderboard<'a> {
    pub(crate) game: GameId,
    pub(crate) class: ClockClass,
    pub(crate) leaders: &'a [Rated],
}

pub(crate) fn leaderboard(visitor: &Visitor, board: &Leaderboard<'_>) -> Markup {
    let language = visitor.language;
    let title = language.say("ratings-title");
    let meta = Some(Meta::listed("/ratings", language.say("meta-ratings")));
    let page = Page {
        meta,
        style: Some("places.css"),
        ..Page::new(visitor, &title, "ratings").at(Place::Watch, "/ratings")
    };
    let me = visitor.player().map(|player| &player.id);
    let main = html! {
        h1 { (title) }
        (choose(language, board))
        div.halves {
            section.card {
                header { h2 { (language.title(board.game)) ", " (language.clock_class(board.class)) } }
                @if board.leaders.is_empty() {
                    (empty(&language.say("ratings-none"), Some(("/friend", &language.say("friend-title")))))
                } @else {
                    (leaders(language, board, me))
                }
                p.hint { (language.say_with("ratings-least", &[("games", LEAST_GAMES.into())])) " "
                    a href="/fairplay" { (language.say("fairplay-title")) } }
            }
            @if board.game == GameId::NINE { (levels(language)) }
        }
    };
    page.render(&main, &html! {})
}

fn leaders(language: Language, board: &Leaderboard<'_>, me: Option<&PlayerId>) -> Markup {
    html! {
        table {
            thead { tr {
                th scope="col" { (language.say("ratings-place")) }
                th scope="col" { (language.say("ratings-name")) }
                th.figure scope="col" { (language.say("ratings-points")) }
                th.figure scope="col" { (language.say("ratings-games")) }
            } }
            tbody {
                @for (place, rated) in (1..).zip(board.leaders) {
                    tr aria-current=[(me == Some(&rated.player)).then_some("true")] {
                        td { (place) }
                        td { a href=(address_of(&rated.name)) { (rated.name) } }
                        td.figure { (rated.rating.points()) }
                        td.figure { (rated.rating.games) }
                    }
                }
            }
        }
    }
}

/// Another game, another clock.
fn choose(language: Language, board: &Leaderboard<'_>) -> Markup {
    html! {
        form.pair method="get" action="/ratings" {
            div.field {
                label for="game" { (language.say("field-game")) }
                select #game name="game" {
                    @for game in GameId::ALL {
                        option value=(game.id()) selected[game == board.game] { (language.title(game)) }
                    }
                }
            }
            div.field {
                label for="class" { (language.say("field-clock")) }
                select #class name="class" {
                    @for class in ClockClass::ALL {
                        option value=(class.name()) selected[class == board.class] {
                            (language.clock_class(class))
                        }
                    }
                }
            }
            div.after { button { (language.say("ratings-show")) } }
        }
    }
}

/// The computer's levels on the same scale.
fn levels(language: Language) -> Markup {
    let most = LEVEL_POINTS[LEVEL_POINTS.len() - 1];
    html! {
        section.card {
            header { h2 { (language.say("ratings-levels")) } }
            p.hint { (language.say("ratings-levels-about")) }
            table.levels {
                thead { tr {
                    th scope="col" { (language.say("field-level")) }
                    td {}
                    th.figure scope="col" { (language.say("ratings-points")) }
                } }
                tbody {
                    @for (level, points) in (1_u8..).zip(LEVEL_POINTS) {
                        tr {
                            td { (level) }
                            td { svg.level-bar viewBox={ "0 0 " (most) " 1" } preserveAspectRatio="none" aria-hidden="true" {
                                rect width=(points) height="1" {}
                            } }
                            td.figure { (points) }
                        }
                    }
                }
            }
        }
    }
}

/// The page on fair play: the help that is allowed.
pub(crate) fn fair_play(visitor: &Visitor) -> Markup {
    let language = visitor.language;
    let title = language.say("fairplay-title");
    let meta = Some(Meta::listed("/fairplay", language.say("fairplay-intro")));
    let page =
        Page { meta, ..Page::new(visitor, &title, "prose sectioned").at(Place::Watch, "/ratings") };
    let main = html! {
        h1 { (title) }
        p { (language.say("fairplay-intro")) }
        h2 { (language.say("fairplay-allowed")) }
        ul {
            @for line in ["fairplay-allowed-rules", "fairplay-allowed-books", "fairplay-allowed-computer"] {
                li { (language.say(line)) }
            }
        }
        h2 { (language.say("fairplay-forbidden")) }
        ul {
            @for line in ["fairplay-forbidden-help", "fairplay-forbidden-people", "fairplay-forbidden-lose"] {
                li { (language.say(line)) }
            }
        }
        h2 { (language.say("fairplay-closed")) }
        ul {
            li { (language.say_with("fairplay-closed-player", &[("level", STRONGEST.into())])) }
            @for line in ["fairplay-closed-address", "fairplay-closed-open", "fairplay-closed-device"] {
                li { (language.say(line)) }
            }
        }
        (patience(language))
        h2 { (language.say("ratings-title")) }
        p { (language.say("fairplay-ratings")) " "
            a href="/ratings" { (language.say("ratings-title")) } }
    };
    page.render(&main, &html! {})
}

/// The wait for somebody who is away, and what else belongs to good manners.
fn patience(language: Language) -> Markup {
    let minutes = |time| claim_wait(time).map_or(0, |wait| wait.as_mins());
    let live = minutes(Some(TimeControl::PRESETS[0]));
    let values = [("live", live.into()), ("free", minutes(None).into())];
    html! {
        h2 #away { (language.say("fairplay-away")) }
        ul {
            li { (language.say_with("fairplay-away-claim", &values)) }
            @for line in ["fairplay-away-days", "fairplay-away-idle", "fairplay-undo"] {
                li { (language.say(line)) }
            }
        }
    }
}
