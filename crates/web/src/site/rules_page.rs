//! The rules of each game, with pictures.

use maud::{Markup, html};
use merels_drawing::{Shape, emblem, men, picture};
use merels_messages::{Language, mill_rules, turn_rules, winning_rules};
use merels_rules::morris::{LineEarns, Removal, Variant};
use merels_rules::{GameId, Side};
use merels_services::learning::Lesson;

use crate::edge::visitor::Visitor;
use crate::parts::chooser::sample;
use crate::parts::layout::Page;
use crate::parts::links::play_this;

fn page<'a>(visitor: &'a Visitor, title: &'a str) -> Page<'a> {
    Page::new(visitor, title, "prose")
}

pub(crate) fn rules_index(visitor: &Visitor) -> Markup {
    let language = visitor.language;
    let title = language.say("nav-rules");
    let main = html! {
        h1 { (title) }
        ul.games {
            @for game in GameId::ALL {
                li {
                    a href={ "/rules/" (game.id()) } { (emblem(&sample(game), Side::White)) (language.title(game)) }
                    span { (language.say(&format!("about-{game}"))) }
                }
            }
        }
        p { a href="/variants" { (language.say("variants-title")) } }
        p { a href="/atlas" { (language.say("atlas-title")) } }
        p { a href="/puzzles" { (language.say("puzzles-title")) } }
    };
    page(visitor, &title).render(&main, &html! {})
}

pub(crate) fn rules(visitor: &Visitor, game: GameId) -> Markup {
    let language = visitor.language;
    let title = language.title(game);
    let main = html! {
        h1 { (title) }
        p { (about(language, game)) }
        p.after {
            a.button.primary href=(play_this(visitor, game)) { (language.say("rules-play")) }
            @if Lesson::of(game).is_some() {
                a.button href={ "/learn/" (game) } { (language.say("lesson-link")) }
            }
            a.button href={ "/analysis?game=" (game.id().replace('+', "%2B")) } { (language.say("nav-analysis")) }
            @if let GameId::Morris(_) = game {
                a.button href={ "/openings/" (game.id().replace('+', "%2B")) } { (language.say("openings-link")) }
            }
        }
        @match game {
            GameId::Morris(variant) => (morris(language, variant)),
            GameId::MingMang => (ming_mang(language, game, false)),
            GameId::MingMangNoRepeat => (ming_mang(language, game, true)),
            GameId::Nimble => (nimble(language)),
        }
        p { a href="/rules" { (language.say("rules-others")) } }
    };
    page(visitor, &title).render(&main, &html! {})
}

fn about(language: Language, game: GameId) -> String {
    match game {
        GameId::Morris(variant) => language.about_variant(variant),
        game => language.say(&format!("about-{game}")),
    }
}

/// A position with a line of words below it.
fn figure(language: Language, game: GameId, position: &str, caption: &str) -> Markup {
    let Ok(position) = game.parse_position(position) else { return html! {} };
    let caption = language.say(caption);
    html! {
        figure {
            (picture(&Shape::of(&position), &men(&position), Side::White, &caption))
            figcaption { (caption) }
        }
    }
}

/// The paragraphs of these names as a list.
fn list(language: Language, names: &[&str]) -> Markup {
    html! { ul { @for name in names { li { (language.say(name)) } } } }
}

fn morris(language: Language, variant: Variant) -> Markup {
    let rules = variant.rules();
    let game = GameId::Morris(variant);
    let first_line = rules.line == LineEarns::Win;
    let start = game.start();
    let caption = language.say("rules-board");
    html! {
        figure {
            (picture(&Shape::of(&start), &men(&start), Side::White, &caption))
            figcaption { (caption) }
        }
        h2 { (language.say("rules-turns")) }
        ul {
            li { (language.say_with("rules-placing", &[("men", rules.men.into())])) }
            @for name in turn_rules(variant) { li { (language.say(name)) } }
        }
        @if !first_line {
            h2 { (language.say("rules-mills")) }
            (list(language, &mill_rules(variant)))
            // The picture shows a man in a mill that is safe.
            @if rules.removal != Removal::Lenient {
                (figure(language, game, mill_example(variant), "rules-mill-picture"))
            }
        }
        h2 { (language.say("rules-winning")) }
        (list(language, &winning_rules(variant)))
        h2 { (language.say("rules-drawing")) }
        (list(language, &["rules-agreement", "rules-repetition", "rules-quiet"]))
        @if rules.full_board_draws { (list(language, &["rules-full-board"])) }
        p { (language.say("rules-forfeit")) }
    }
}

/// A white mill, a black mill and one black man that may be taken.
fn mill_example(variant: Variant) -> &'static str {
    match variant.board().len() {
        25 => "WWWxxxxxxxxBxxxxxxxxxxBBB w 0 0",
        24 => "WWWxxxxxxxxBxxxxxxxxxBBB w 0 0",
        17 => "WWWxxxxxxxBxxxBBB b 0 0",
        _ => "WWWxxxxxxBxxxBBB b 0 0",
    }
}

fn ming_mang(language: Language, game: GameId, no_repeat: bool) -> Markup {
    let start = game.start();
    let repeats = if no_repeat { "rules-ming-no-repeat" } else { "rules-ming-draws" };
    html! {
        (figure(language, game, &start.to_string(), "rules-ming-board"))
        (list(language, &["rules-ming-slide", "rules-ming-enclose", "rules-ming-into", "rules-ming-end", repeats]))
        (figure(language, game, MING_EXAMPLE, "rules-ming-picture"))
        p { (language.say("rules-forfeit")) }
    }
}

/// White has just enclosed two pawns in a row.
const MING_EXAMPLE: &str =
    "......../......../..xoox../......../......../....x.../......../.......o b";

const NIMBLE_EXAMPLE: &str = "0,0,1,2,0,2 1";

fn nimble(language: Language) -> Markup {
    html! {
        (figure(language, GameId::Nimble, NIMBLE_EXAMPLE, "rules-nimble-picture"))
        (list(language, &["rules-nimble-move", "rules-nimble-end"]))
        p { (language.say("rules-forfeit")) }
    }
}

#[cfg(test)]
mod tests {
    use merels_rules::morris::BoardName;

    use super::*;

    /// Once the example of a mill had two points too many, and its picture was missing.
    #[test]
    fn every_picture_can_be_drawn() {
        let family = BoardName::ALL.map(|board| GameId::Morris(Variant::usual(board)));
        for game in GameId::ALL.into_iter().chain(family) {
            let example = match game {
                GameId::Morris(variant) => mill_example(variant),
                GameId::MingMang | GameId::MingMangNoRepeat => MING_EXAMPLE,
                GameId::Nimble => NIMBLE_EXAMPLE,
            };
            let first_line = game == GameId::Morris(Variant::THREE);
            assert!(first_line || game.parse_position(example).is_ok(), "{game}: {example}");
        }
    }
}
