//! Puzzles: a board, a question, and what comes of the answer. Its script is `web/app/puzzle.js`;
//! without scripts the move is typed.

use maud::{Markup, html};
use merels_drawing::{Mark, Shape};
use merels_engine::{Claim, Puzzle};
use merels_messages::{ByColour, Language};
use merels_rules::{AnyPosition, GameId};
use merels_services::learning::PuzzleRecord;
use serde::Serialize;
use serde_json::{Value, json};

use super::shown::{marked_table_of, typed};
use crate::edge::visitor::Visitor;
use crate::game::events::EventView;
use crate::game::view::View;
use crate::parts::claim_marks::claim_marks;
use crate::parts::layout::Page;
use crate::parts::meta::Meta;
use crate::parts::places::Place;
use crate::parts::script::json as script_data;

/// The origin of a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum PuzzleKind {
    Daily,
    Shipped,
    /// A mistake of the visitor's.
    Own,
}

impl PuzzleKind {
    fn words(self, language: Language) -> String {
        language.say(match self {
            PuzzleKind::Daily => "puzzle-of-the-day",
            PuzzleKind::Shipped => "puzzles-title",
            PuzzleKind::Own => "own-title",
        })
    }
}

pub(crate) struct PuzzlePage {
    pub(crate) path: String,
    pub(crate) kind: PuzzleKind,
    /// The address of the next one.
    pub(crate) next: String,
    /// The result of a move, if one was made.
    pub(crate) solved: Option<bool>,
    /// True if the solution was asked for.
    pub(crate) gave_up: bool,
    pub(crate) notice: Option<String>,
    /// The reasons why the move is right or wrong, as sentences and on the board.
    pub(crate) why: Vec<String>,
    pub(crate) marks: Vec<Mark>,
    /// The page of the mistake in its game, once it gives nothing away.
    pub(crate) in_game: Option<String>,
    pub(crate) events: Vec<EventView>,
    pub(crate) view: View,
    /// The view after that: the opponent's answer, or the rest of the solution.
    pub(crate) then: Option<Then>,
    /// The moves of one's own so far, as long as it goes on.
    pub(crate) line: Vec<String>,
    /// It is the visitor's turn again.
    pub(crate) goes_on: bool,
    /// The visitor's results so far; none without a session.
    pub(crate) record: Option<PuzzleRecord>,
    /// The difficulty and the themes, shown afterwards.
    pub(crate) rating: Option<u32>,
    pub(crate) themes: Vec<&'static str>,
}

/// A board's view after another one.
#[derive(Serialize)]
pub(crate) struct Then {
    pub(crate) events: Vec<EventView>,
    pub(crate) view: View,
}

impl PuzzlePage {
    /// A puzzle before any move, with its own address and that of the next one.
    pub(crate) fn new(
        kind: PuzzleKind,
        [path, next]: [String; 2],
        (view, events): (View, Vec<EventView>),
        question: String,
    ) -> PuzzlePage {
        PuzzlePage {
            path,
            kind,
            next,
            solved: None,
            gave_up: false,
            notice: None,
            why: Vec::new(),
            marks: Vec::new(),
            in_game: None,
            events,
            view: View { status: question, ..view },
            then: None,
            line: Vec::new(),
            goes_on: false,
            record: None,
            rating: None,
            themes: Vec::new(),
        }
    }

    pub(crate) fn go_on(&mut self, then: Then) {
        let status = self.view.status.clone();
        self.then = Some(Then { view: View { status, result: None, ..then.view }, ..then });
    }

    /// Tells what is told of a puzzle afterwards.
    pub(crate) fn tell_all(&mut self, puzzle: &Puzzle) {
        self.rating = Some(puzzle.rating());
        self.themes = puzzle.themes.iter().map(|theme| theme.name()).collect();
    }

    /// Tells why a move in this position is right or wrong.
    pub(crate) fn explain(&mut self, language: Language, position: &AnyPosition, claims: &[Claim]) {
        let names = ByColour(language, position);
        self.why = claims.iter().map(|claim| language.claim_of_try(&names, claim)).collect();
        self.marks = claim_marks(position, claims);
    }

    /// The board as it stands in the end.
    fn last_view(&self) -> &View {
        self.then.as_ref().map_or(&self.view, |then| &then.view)
    }

    /// The same for the script and for programs.
    pub(crate) fn data(&self, language: Language) -> Value {
        json!({
            "path": self.path,
            "solved": self.solved,
            "notice": self.notice,
            "why": self.why,
            "events": self.events,
            "view": self.view,
            "then": self.then,
            "line": self.line,
            "goesOn": self.goes_on,
            "rating": self.rating,
            "record": self.record_words(language),
            "themes": language.puzzle_themes(&self.themes),
        })
    }

    fn record_words(&self, language: Language) -> String {
        self.record.as_ref().map_or(String::new(), |record| record_words(language, record))
    }
}

pub(super) fn record_words(language: Language, record: &PuzzleRecord) -> String {
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

fn meta(language: Language, shown: &PuzzlePage) -> Meta {
    let (title, question) = (shown.view.title.as_str(), shown.view.status.as_str());
    let values = [("title", title.into()), ("question", question.into())];
    let words = language.say_with("meta-puzzle", &values);
    Meta::listed(shown.path.as_str(), words).picture(format!("{}/picture.png", shown.path))
}

pub(crate) fn puzzle(visitor: &Visitor, game: GameId, shown: &PuzzlePage) -> Markup {
    let language = visitor.language;
    let PuzzlePage { view, solved, .. } = shown;
    let kind = shown.kind.words(language);
    let title = match shown.kind {
        PuzzleKind::Daily => kind.clone(),
        _ => language.say_with("puzzle-title", &[("title", view.title.as_str().into())]),
    };
    let page = Page {
        style: Some("values.css"),
        script: Some("puzzle.js"),
        meta: (shown.kind != PuzzleKind::Own).then(|| meta(language, shown)),
        ..Page::new(visitor, &title, "game lesson puzzle").at(Place::Puzzles, "")
    };
    let shape = Shape::of(&game.start());
    let over = (*solved == Some(true) || shown.gave_up) && !shown.goes_on;
    let line = shown.line.join(" ");
    let main = html! {
        (marked_table_of(language, game, &shape, shown.last_view(), &shown.marks))
        section.panel #panel aria-label=(title) {
            div.card.moment {
                h1.unseen { (title) }
                p.quiet { (kind) " · " (view.title) }
                p #status { (view.status) }
                p #hint role="status" .done[*solved == Some(true)] { @if let Some(words) = &shown.notice { (words) } }
                @for reason in &shown.why { p.because { (reason) } }
                (facts(language, shown))
                noscript { @if solved.is_none() || shown.goes_on { (typed(language, "post", &shown.path, &[("line", &line)])) } }
                div.after {
                    a.button #again .primary[!shown.gave_up] href=(shown.path) hidden[*solved != Some(false)] { (language.say("puzzle-again")) }
                    a.button #next .primary[over] href=(shown.next) { (language.say("puzzle-next")) }
                    form #solution method="post" action=(shown.path) hidden[over] {
                        button name="solution" value="yes" { (language.say("puzzle-show-solution")) }
                    }
                }
            }
            p.source.quiet #record { (shown.record_words(language)) }
            p.after {
                @if let Some(address) = &shown.in_game { a href=(address) { (language.say("own-in-game")) } }
                @if shown.kind != PuzzleKind::Own {
                    a href={ "/puzzles/" (game) "/run" } { (language.say("run-title")) }
                }
                a href="/puzzles" { (language.say("puzzles-title")) }
                a href={ "/rules/" (game) } { (language.say("panel-rules")) }
            }
        }
    };
    let after = html! {
        script type="application/json" #shape { (script_data(&shape)) }
        script type="application/json" #puzzle { (script_data(&shown.data(language))) }
        script type="application/json" #words { (script_data(language.browser_words())) }
    };
    page.render(&main, &after)
}

/// The difficulty and the themes of a puzzle that is over.
fn facts(language: Language, shown: &PuzzlePage) -> Markup {
    html! {
        p #themes {
            @if !shown.goes_on {
                @if let Some(rating) = shown.rating {
                    (language.say_with("puzzle-difficulty", &[("rating", rating.into())])) " "
                }
                (language.puzzle_themes(&shown.themes))
            }
        }
    }
}
