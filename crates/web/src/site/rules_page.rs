//! The rules of each game, with pictures.

use maud::{Markup, html};
use merels_drawing::{Shape, emblem, men, picture};
use merels_messages::{Language, RuleSection};
use merels_rules::morris::{Removal, Variant};
use merels_rules::{AnyPosition, GameId, Side};
use merels_services::learning::Lesson;
use serde_json::json;

use crate::edge::visitor::Visitor;
use crate::parts::card::{card, cards};
use crate::parts::chooser::sample;
use crate::parts::layout::Page;
use crate::parts::links::{picture_of, play_this};
use crate::parts::meta::Meta;
use crate::parts::places::Place;

pub(crate) fn rules_index(visitor: &Visitor) -> Markup {
    let language = visitor.language;
    let title = language.say("nav-learn");
    let main = html! {
        h1 { (title) }
        p { (language.say("learn-intro")) }
        (cards(&html! { @for game in GameId::ALL { (game_card(language, game)) } }))
    };
    let meta = Some(Meta::listed("/rules", language.say("meta-rules")));
    Page { meta, ..Page::new(visitor, &title, "home rules").at(Place::Learn, "/rules") }
        .render(&main, &html! {})
}

/// A game with its board, its rules and its lesson.
fn game_card(language: Language, game: GameId) -> Markup {
    let title = language.title(game);
    let content = html! {
        div.beside {
            (emblem(&scene(game), Side::White))
            p { (language.say(&format!("about-{game}"))) }
        }
        p.after {
            a.button href={ "/rules/" (game) } aria-label={ (language.say("nav-rules")) ": " (title) } { (language.say("nav-rules")) }
            @if Lesson::of(game).is_some() {
                a.button href={ "/learn/" (game) } aria-label={ (language.say("lesson-link")) ": " (title) } { (language.say("lesson-link")) }
            }
        }
    };
    card(&title, &html! {}, &content)
}

pub(crate) fn rules(visitor: &Visitor, game: GameId) -> Markup {
    let language = visitor.language;
    let title = language.title(game);
    let main = html! {
        h1 { (title) }
        p { (language.about(game)) }
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
        (board(language, game))
        @for section in language.rules(game) { (rule_section(language, game, &section)) }
        p { (language.say("rules-forfeit")) }
        p { a href="/rules" { (language.say("rules-others")) } }
    };
    let meta = Some(meta(language, game));
    Page { meta, ..Page::new(visitor, &title, "prose").at(Place::Learn, "/rules") }
        .render(&main, &html! {})
}

/// The game as something to play.
fn meta(language: Language, game: GameId) -> Meta {
    let values = [("title", language.title(game).into()), ("about", language.about(game).into())];
    let path = format!("/rules/{}", game.id().replace('+', "%2B"));
    let players = json!({"@type": "QuantitativeValue", "value": 2});
    let about = json!({"@type": "Game", "numberOfPlayers": players, "isAccessibleForFree": true});
    let words = language.say_with("meta-rules-game", &values);
    Meta::listed(path, words).picture(picture_of(game)).about(about)
}

/// A position that shows what the game is about.
pub(super) fn scene(game: GameId) -> AnyPosition {
    let text = match game {
        GameId::Morris(variant) => mill_example(variant),
        GameId::MingMang | GameId::MingMangNoRepeat => MING_EXAMPLE,
        GameId::Nimble => NIMBLE_EXAMPLE,
    };
    game.parse_position(text).unwrap_or_else(|_| sample(game))
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

/// The board at the start; the strip of Nimble is different each time.
fn board(language: Language, game: GameId) -> Markup {
    let start = game.start().to_string();
    match game {
        GameId::Morris(_) => figure(language, game, &start, "rules-board"),
        GameId::MingMang | GameId::MingMangNoRepeat => {
            figure(language, game, &start, "rules-ming-board")
        }
        GameId::Nimble => figure(language, game, NIMBLE_EXAMPLE, "rules-nimble-picture"),
    }
}

/// Rules on one topic, some with a picture.
fn rule_section(language: Language, game: GameId, section: &RuleSection) -> Markup {
    let has_mills = section.heading == Some("rules-mills");
    html! {
        @if let Some(heading) = section.heading { h2 { (language.say(heading)) } }
        ul { @for sentence in &section.sentences { li { (sentence) } } }
        @match game {
            // The picture shows a man in a mill that is safe.
            GameId::Morris(variant) if has_mills && variant.rules().removal != Removal::Lenient => {
                (figure(language, game, mill_example(variant), "rules-mill-picture"))
            }
            GameId::MingMang | GameId::MingMangNoRepeat => {
                (figure(language, game, MING_EXAMPLE, "rules-ming-picture"))
            }
            GameId::Morris(_) | GameId::Nimble => {}
        }
    }
}

/// A white mill, a black mill and one black man that may be taken.
fn mill_example(variant: Variant) -> &'static str {
    match variant.board().len() {
        25 => "WWWxxxxxxxxBxxxxxxxxxxBBB w 0 0",
        24 => "WWWxxxxxxxxBxxxxxxxxxBBB w 0 0",
        17 => "WWWxxxxxxxBxxxBBB b 0 0",
        9 => "WxxxWBBxx w 1 1",
        _ => "WWWxxxxxxBxxxBBB b 0 0",
    }
}

/// White has just enclosed two pawns in a row.
const MING_EXAMPLE: &str =
    "......../......../..xoox../......../......../....x.../......../.......o b";

const NIMBLE_EXAMPLE: &str = "0,0,1,2,0,2 1";

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
