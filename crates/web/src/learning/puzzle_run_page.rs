//! A run through puzzles against the clock: its beginning, the puzzle to be answered, and how it ended. Its
//! script is `web/app/run.js`; without scripts the move is typed.

use maud::{Markup, html};
use merels_drawing::Shape;
use merels_messages::Language;
use merels_rules::{Game, GameId, Side};
use merels_services::learning::{MISTAKES, Run};
use serde_json::{Value, json};

use super::shown::{open_board, table_of, typed};
use crate::edge::visitor::Visitor;
use crate::game::events::EventView;
use crate::game::view::View;
use crate::parts::layout::Page;
use crate::parts::places::Place;
use crate::parts::script::json as script_data;

pub(crate) struct RunPage {
    pub(crate) game: GameId,
    /// The last run, if there was one.
    pub(crate) run: Option<Run>,
    /// The puzzle to be answered.
    pub(crate) view: Option<View>,
    /// The events of the last answer.
    pub(crate) events: Vec<EventView>,
    pub(crate) right: Option<bool>,
    pub(crate) notice: Option<String>,
}

impl RunPage {
    /// The same for the script and for programs.
    pub(crate) fn data(&self) -> Value {
        let run = self.run.as_ref();
        json!({
            "path": self.path(),
            "right": self.right,
            "events": self.events,
            "view": self.view,
            "answered": run.map_or(0, Run::answered),
            "solved": run.map_or(0, |run| run.solved),
            "mistakes": run.map_or(0, |run| run.mistakes),
            "best": run.map_or(0, |run| run.best),
            "leftMs": run.map_or(0, |run| run.left.as_millis() as i64),
            "notice": self.notice,
        })
    }

    fn path(&self) -> String {
        format!("/puzzles/{}/run", self.game)
    }
}

pub(crate) fn run(visitor: &Visitor, shown: &RunPage) -> Markup {
    let language = visitor.language;
    let title = language.say("run-title");
    let page = Page {
        style: Some("places.css"),
        script: Some("run.js"),
        ..Page::new(visitor, &title, "game lesson puzzle run").at(Place::Puzzles, "")
    };
    let start = shown.game.start();
    let shape = Shape::of(&start);
    let empty = open_board(Side::White, &Game::new(start), (0, &[]), language).0;
    let view = shown.view.as_ref().unwrap_or(&empty);
    let main = html! {
        (table_of(language, shown.game, &shape, view, &[]))
        section.panel #panel aria-label=(title) {
            h1.unseen { (title) }
            div.card.moment {
                p.quiet { (title) " · " (language.title(shown.game)) }
                (moment(language, shown))
            }
            p.after { a href="/puzzles" { (language.say("puzzles-title")) } }
        }
    };
    let after = html! {
        script type="application/json" #shape { (script_data(&shape)) }
        script type="application/json" #run { (script_data(&shown.data())) }
        script type="application/json" #words { (script_data(language.browser_words())) }
    };
    page.render(&main, &after)
}

/// The largest words of the page: the question, or how it ended, or what it is about.
fn moment(language: Language, shown: &RunPage) -> Markup {
    let best = |run: &Run| language.say_with("run-best", &[("best", run.best.into())]);
    html! {
        @match (&shown.run, &shown.view) {
            (Some(run), Some(view)) => {
                p #status { (view.status) }
                p #hint role="status" .done[shown.right == Some(true)] { (judgement(language, shown)) }
                (score(language, run))
                noscript {
                    (typed(language, "post", &shown.path(), &[("answered", &run.answered().to_string())]))
                }
            }
            (Some(run), None) => {
                p #status { (language.say_with("run-over", &[("solved", run.solved.into())])) }
                p.quiet { (best(run)) }
                (begin(language, shown, "run-again"))
            }
            (None, _) => {
                p #status { (language.say("run-about")) }
                (begin(language, shown, "run-start"))
            }
        }
    }
}

fn judgement(language: Language, shown: &RunPage) -> String {
    match (&shown.notice, shown.right) {
        (Some(notice), _) => notice.clone(),
        (None, Some(true)) => language.say("run-right"),
        (None, Some(false)) => language.say("run-wrong"),
        (None, None) => String::new(),
    }
}

/// The time, the puzzles solved, and the mistakes as marks.
fn score(language: Language, run: &Run) -> Markup {
    let words = language
        .say_with("run-mistakes", &[("mistakes", run.mistakes.into()), ("most", MISTAKES.into())]);
    let seconds = run.left.as_secs();
    html! {
        dl.facts {
            div { dt { (language.say("run-left")) } dd.number #left data-kept { (seconds / 60) ":" (format!("{:02}", seconds % 60)) } }
            div { dt { (language.say("run-solved")) } dd { (run.solved) } }
            div { dt { (language.say("run-mistakes-title")) } dd.strikes role="img" aria-label=(words) {
                @for number in 0..MISTAKES { @if number < run.mistakes { "✗" } @else { "○" } }
            } }
        }
    }
}

fn begin(language: Language, shown: &RunPage, words: &str) -> Markup {
    html! { form #begin method="post" action=(shown.path()) { button.primary.big { (language.say(words)) } } }
}
