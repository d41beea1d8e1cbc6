//! More rules: any board of the mill family with any options, and what is known of them.

use maud::{Markup, html};
use merels_drawing::{Shape, men, picture};
use merels_messages::{FLYING, Language, REMOVAL, RuleSection};
use merels_rules::morris::{BoardName, Options, Variant};
use merels_rules::{GameId, Side};

use super::atlas::{ATLAS, AtlasRow};
use crate::edge::visitor::Visitor;
use crate::parts::layout::Page;
use crate::parts::links::play_this;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

/// The form, and what was chosen in it.
pub(crate) fn variants(visitor: &Visitor, variant: Variant) -> Markup {
    let language = visitor.language;
    let title = language.say("variants-title");
    let name = language.variant_title(variant);
    let start = GameId::Morris(variant).start();
    let main = html! {
        h1 { (title) }
        p { (language.say("variants-intro")) }
        (form(language, variant))
        section.chosen aria-labelledby="chosen" {
            h2 #chosen { (name) }
            figure { (picture(&Shape::of(&start), &men(&start), Side::White, &name)) }
            (differences(language, variant))
            (truth(language, variant))
            div.after {
                a.button href=(play_this(visitor, GameId::Morris(variant))) { (language.say("rules-play")) }
                a.button href={ "/friend?game=" (address(variant)) } { (language.say("friend-title")) }
                a.button href={ "/rules/" (address(variant)) } { (language.say("variants-rules")) }
            }
        }
        p { a href="/atlas" { (language.say("atlas-title")) } }
    };
    let meta = Some(Meta::listed("/variants", language.say("variants-intro")));
    Page { meta, ..Page::new(visitor, &title, "prose variants").at(Place::Learn, "/variants") }
        .render(&main, &html! {})
}

/// A variant's name as it stands in an address.
pub(crate) fn address(variant: Variant) -> String {
    variant.id().replace('+', "%2B")
}

fn form(language: Language, variant: Variant) -> Markup {
    let board = variant.board_name();
    let Options { flying, lasker, removal, misere } = variant.options();
    html! {
        form.card method="get" action="/variants" {
            div.pair {
                (select(language, "board", BoardName::ALL.map(|other| {
                    (other.id(), language.board_title(other), other == board)
                })))
                (select(language, "flying", FLYING.map(|(word, other)| {
                    (word, language.say(&format!("choose-{word}")), other == flying)
                })))
                (select(language, "removal", REMOVAL.map(|(word, other)| {
                    (word, language.say(&format!("choose-{word}")), other == removal)
                })))
            }
            div.choices {
                label { input type="checkbox" name="lasker" checked[lasker]; (language.say("choose-lasker")) }
                label { input type="checkbox" name="misere" checked[misere]; (language.say("choose-misere")) }
            }
            div.after { button { (language.say("variants-show")) } }
        }
    }
}

/// A list to choose from: values, words, and which of them is chosen.
fn select<const N: usize>(
    language: Language,
    name: &str,
    choices: [(&str, String, bool); N],
) -> Markup {
    html! {
        div.field {
            label for=(name) { (language.say(&format!("field-{name}"))) }
            select id=(name) name=(name) {
                @for (value, words, chosen) in choices {
                    option value=(value) selected[chosen] { (words) }
                }
            }
        }
    }
}

fn differences(language: Language, variant: Variant) -> Markup {
    let differing = |RuleSection { heading, mut sentences }: RuleSection| match heading {
        // Of mills only the second sentence differs: the men that are safe.
        Some("rules-mills") => sentences.drain(1..2).collect(),
        Some("rules-drawing") => Vec::new(),
        _ => sentences,
    };
    let sections = language.rules(GameId::Morris(variant)).into_iter();
    html! { ul { @for sentence in sections.flat_map(differing) { li { (sentence) } } } }
}

/// The result of best play, if it has been computed.
fn truth(language: Language, variant: Variant) -> Markup {
    let row = ATLAS.iter().find(|row| row.variant == variant);
    let Some(row) = row else { return html! { p.hint { (language.say("atlas-unknown")) } } };
    let moves = row.best.join(", ");
    html! {
        p { strong { (verdict(language, row)) } " "
            @if row.start != "loss" { (language.say_with("atlas-by", &[("moves", moves.into())])) } }
    }
}

/// The winner and the number of plies.
pub(crate) fn verdict(language: Language, row: &AtlasRow) -> String {
    language.say_with(&format!("atlas-{}", row.start), &[("plies", row.plies.as_str().into())])
}
