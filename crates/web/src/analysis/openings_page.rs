//! Opening pages: a board, the way to it, and the moves from there with their values and how they did
//! on this site. Every move is a link.

use maud::{Markup, html};
use merels_drawing::{Shape, men, picture};
use merels_messages::{Language, Worth};
use merels_rules::{GameId, Side};
use merels_services::analysis::{Opening, PLIES, Scored};
use serde_json::{Value, json};

use super::state::Analysis;
use crate::edge::visitor::Visitor;
use crate::parts::layout::Page;
use crate::parts::links::picture_of;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

pub(crate) struct OpeningPage<'a> {
    pub(crate) game: GameId,
    pub(crate) analysis: &'a Analysis,
    pub(crate) opening: &'a Opening,
}

impl OpeningPage<'_> {
    /// The same for programs.
    pub(crate) fn data(&self) -> Value {
        let moves: Vec<Value> = self
            .opening
            .moves
            .iter()
            .map(|opening| {
                json!({
                    "move": opening.text,
                    "twins": opening.twins,
                    "value": opening.worth,
                    "games": opening.scored.games(),
                    "white": opening.scored.white,
                    "draws": opening.scored.draws,
                    "black": opening.scored.black,
                })
            })
            .collect();
        json!({
            "game": self.game.id(),
            "line": self.analysis.at,
            "position": self.analysis.here.position().to_string(),
            "source": self.opening.judgement.source.name(),
            "value": Worth::from(self.opening.judgement.verdict),
            "moves": moves,
        })
    }

    fn address(&self, line: &[String]) -> String {
        let game = self.game.id().replace('+', "%2B");
        format!("/openings/{game}?at={}", line.join("."))
    }
}

fn meta(language: Language, game: GameId) -> Meta {
    let words = language.say_with("meta-openings", &[("title", language.title(game).into())]);
    let path = format!("/openings/{}", game.id().replace('+', "%2B"));
    Meta::listed(path, words).picture(picture_of(game))
}

pub(crate) fn opening(visitor: &Visitor, shown: &OpeningPage<'_>) -> Markup {
    let language = visitor.language;
    let OpeningPage { game, analysis, opening } = shown;
    let title = language.say_with("openings-title", &[("title", language.title(*game).into())]);
    let page = Page {
        style: Some("values.css"),
        meta: Some(meta(language, *game)),
        ..Page::new(visitor, &title, "openings").at(Place::Learn, "")
    };
    let position = analysis.here.position();
    let worth = language.position_worth(position, opening.judgement.verdict);
    let main = html! {
        h1 { (title) }
        div.opened {
            figure { (picture(&Shape::of(position), &men(position), Side::White, &worth)) }
            section.card {
                (way(language, shown))
                p.turned { (worth) }
                p.source { (language.source(position, &opening.judgement)) }
                (moves_on(language, shown))
                p.hint { (language.say_with("openings-note", &[("plies", PLIES.into())])) }
                a.button.wide href=(analysis.address()) { (language.say("nav-analysis")) }
            }
        }
    };
    page.render(&main, &html! {})
}

/// The moves that led here, each a link.
fn way(language: Language, shown: &OpeningPage<'_>) -> Markup {
    let line = &shown.analysis.at;
    html! {
        nav aria-label=(language.say("openings-line")) {
            ol.line {
                li { a href=(shown.address(&[])) { (language.say("openings-start")) } }
                @for (number, text) in line.iter().enumerate() {
                    li { a href=(shown.address(&line[..=number])) aria-current=[(number + 1 == line.len()).then_some("page")] { (text) } }
                }
            }
        }
    }
}

/// The moves from here, with their values and how they did.
fn moves_on(language: Language, shown: &OpeningPage<'_>) -> Markup {
    let line = &shown.analysis.at;
    let deeper = line.len() + 1 < PLIES;
    html! {
        table {
            thead { tr {
                th { (language.say("openings-move")) }
                th { (language.say("openings-value")) }
                th.figure { (language.say("openings-games")) }
                th.figure { (language.say("openings-score")) }
            } }
            tbody {
                @for opening in &shown.opening.moves {
                    @let line: Vec<String> = line.iter().cloned().chain([opening.text.clone()]).collect();
                    tr data-look=(opening.worth.look()) {
                        td {
                            @if deeper { a href=(shown.address(&line)) { (opening.text) } } @else { (opening.text) }
                            @if !opening.twins.is_empty() { span.hint { " = " (opening.twins.join(", ")) } }
                        }
                        td { span.sign aria-hidden="true" { (opening.worth.sign()) } " " (language.worth(opening.worth)) }
                        td.figure { (opening.scored.games()) }
                        td.figure { (score(opening.scored)) }
                    }
                }
            }
        }
    }
}

/// Won by White, drawn, won by Black.
fn score(scored: Scored) -> String {
    match scored.games() {
        0 => "–".to_owned(),
        _ => format!("{} · {} · {}", scored.white, scored.draws, scored.black),
    }
}
