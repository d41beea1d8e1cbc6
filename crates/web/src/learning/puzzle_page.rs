//! Puzzles: a board, a question, and what comes of the answer. Its script is `web/app/puzzle.js`;
//! without scripts the move is typed.

use maud::{Markup, html};
use merels_drawing::{Shape, emblem};
use merels_engine::{PuzzleSet, Theme};
use merels_messages::Language;
use merels_rules::{AnyPosition, GameId, Side};
use merels_services::learning::PuzzleRecord;
use serde_json::{Value, json};

use super::shown::{table_of, typed};
use crate::edge::visitor::Visitor;
use crate::game::events::EventView;
use crate::game::view::View;
use crate::parts::card::{card, cards};
use crate::parts::layout::Page;
use crate::parts::meta::Meta;
use crate::parts::places::Place;
use crate::parts::script::json as script_data;

pub(crate) struct PuzzlePage {
    pub(crate) path: String,
    /// True for the puzzle of the day.
    pub(crate) daily: bool,
    /// The theme that the stream keeps to.
    pub(crate) theme: Option<&'static str>,
    /// The result of a move, if one was made.
    pub(crate) solved: Option<bool>,
    /// True if the solution was asked for.
    pub(crate) gave_up: bool,
    pub(crate) notice: Option<String>,
    pub(crate) events: Vec<EventView>,
    pub(crate) view: View,
    /// The visitor's results so far; none without a session.
    pub(crate) record: Option<PuzzleRecord>,
    /// The themes, shown afterwards.
    pub(crate) themes: Vec<&'static str>,
}

impl PuzzlePage {
    /// The same for the script and for programs.
    pub(crate) fn data(&self, language: Language) -> Value {
        json!({
            "path": self.path,
            "solved": self.solved,
            "notice": self.notice,
            "events": self.events,
            "view": self.view,
            "record": self.record_words(language),
            "themes": language.puzzle_themes(&self.themes),
        })
    }

    fn record_words(&self, language: Language) -> String {
        self.record.as_ref().map_or(String::new(), |record| record_words(language, record))
    }
}

fn record_words(language: Language, record: &PuzzleRecord) -> String {
    language.say_with(
        "puzzle-record",
        &[
            ("rating", record.rating.into()),
            ("solved", record.solved.into()),
            ("tried", record.tried.into()),
            ("streak", record.streak.into()),
            ("best", record.best_streak.into()),
        ],
    )
}

pub(crate) fn puzzles(visitor: &Visitor, sets: &[(&PuzzleSet, PuzzleRecord)]) -> Markup {
    let language = visitor.language;
    let title = language.say("puzzles-title");
    let meta = Some(Meta::listed("/puzzles", language.say("puzzles-intro")));
    let page = Page { meta, ..Page::new(visitor, &title, "prose").at(Place::Puzzles, "") };
    let main = html! {
        h1 { (title) }
        p { (language.say("puzzles-intro")) }
        p.after { a.button.primary href="/puzzles/daily" { (language.say("puzzle-of-the-day")) } }
        (cards(&html! { @for (set, record) in sets {
            @let game = GameId::Morris(set.variant);
            @let count = language.say_with("puzzles-count", &[("count", set.puzzles.len().into())]);
            (card(&language.title(game), &html! { (count) }, &html! {
                div.beside {
                    @if let Some(puzzle) = set.puzzles.first() { (emblem(&AnyPosition::Morris(puzzle.position), Side::White)) }
                    div {
                        @if record.tried > 0 { p.hint { (record_words(language, record)) } }
                        a.button href={ "/puzzles/" (game) "/next" } { (language.say("puzzle-next")) }
                    }
                }
                (themes(language, game, set))
            }))
        } }))
    };
    page.render(&main, &html! {})
}

fn meta(language: Language, shown: &PuzzlePage) -> Meta {
    let (title, question) = (shown.view.title.as_str(), shown.view.status.as_str());
    let values = [("title", title.into()), ("question", question.into())];
    let words = language.say_with("meta-puzzle", &values);
    Meta::listed(shown.path.as_str(), words).picture(format!("{}/picture.png", shown.path))
}

/// The ways to the puzzles of each theme that a game has.
fn themes(language: Language, game: GameId, set: &PuzzleSet) -> Markup {
    let has = |theme: &Theme| set.puzzles.iter().any(|puzzle| puzzle.themes.contains(theme));
    html! {
        ul.themes {
            @for theme in Theme::ALL.iter().filter(|theme| has(theme)) {
                li { a href={ "/puzzles/" (game) "/next?theme=" (theme.name()) } {
                    (language.say(&format!("theme-{}", theme.name())))
                } }
            }
        }
    }
}

pub(crate) fn puzzle(visitor: &Visitor, game: GameId, shown: &PuzzlePage) -> Markup {
    let language = visitor.language;
    let PuzzlePage { view, solved, .. } = shown;
    let name = if shown.daily { "puzzle-of-the-day" } else { "puzzle-title" };
    let title = language.say_with(name, &[("title", view.title.as_str().into())]);
    let page = Page {
        style: Some("values.css"),
        script: Some("puzzle.js"),
        meta: Some(meta(language, shown)),
        ..Page::new(visitor, &title, "game lesson puzzle").at(Place::Puzzles, "")
    };
    let shape = Shape::of(&game.start());
    let theme = shown.theme.map_or(String::new(), |theme| format!("?theme={theme}"));
    let over = *solved == Some(true) || shown.gave_up;
    let main = html! {
        (table_of(language, game, &shape, view, &[]))
        section.panel #panel aria-label=(title) { div.card.moment {
            h1.unseen { (title) }
            p #status { (view.status) }
            p #hint role="status" .done[*solved == Some(true)] { @if let Some(words) = &shown.notice { (words) } }
            p #themes { (language.puzzle_themes(&shown.themes)) }
            noscript { @if solved.is_none() { (typed(language, "post", &shown.path)) } }
            div.after {
                a.button.primary #again href=(shown.path) hidden[*solved != Some(false)] { (language.say("puzzle-again")) }
                form #solution method="post" action=(shown.path) hidden[over] {
                    button name="solution" value="yes" { (language.say("puzzle-show-solution")) }
                }
                a.button #next .primary[over] href={ "/puzzles/" (game) "/next" (theme) } { (language.say("puzzle-next")) }
                a.button href="/puzzles" { (language.say("puzzles-title")) }
            }
            p.terms { (title) " · " a href={ "/rules/" (game) } { (language.say("panel-rules")) } }
            p.source #record { (shown.record_words(language)) }
        } }
    };
    let after = html! {
        script type="application/json" #shape { (script_data(&shape)) }
        script type="application/json" #puzzle { (script_data(&shown.data(language))) }
        script type="application/json" #words { (script_data(language.browser_words())) }
    };
    page.render(&main, &after)
}
