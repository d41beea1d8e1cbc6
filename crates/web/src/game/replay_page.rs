//! A game once more: step by step with keys, buttons, a slider or the log. Without scripts every step
//! has its own address.

use maud::{Markup, html};
use merels_drawing::{Mark, Shape, marked_picture, men};
use merels_messages::Language;
use merels_rules::{AnyMove, AnyPosition, Game, Happening, Position, Side};
use merels_services::live::Snapshot;
use serde::Serialize;

use super::events::EventView;
use super::meta::meta_of_game;
use super::result::share;
use super::view::View;
use crate::edge::fields::Fields;
use crate::edge::visitor::Visitor;
use crate::error::Result;
use crate::parts::layout::Page;
use crate::parts::meta::Meta;
use crate::parts::places::Place;
use crate::parts::script::json;
use crate::parts::seat::{SeatBar, table};
use crate::parts::sheet::{Sheet, Sign, Way, steps};
use crate::wording;

pub(crate) struct Replay<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) you: Option<Side>,
    /// The positions before each ply, and at the end.
    pub(crate) positions: &'a [AnyPosition],
    pub(crate) moves: &'a [AnyMove],
    pub(crate) events: Vec<EventView>,
    pub(crate) ply: usize,
    pub(crate) steps: Steps<'a>,
}

/// A turn as the script shows it.
#[derive(Debug, Serialize)]
struct ShownTurn<'a> {
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    words: &'a [String],
    happenings: &'a [Happening<String>],
}

/// The way to another step without scripts.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Steps<'a> {
    /// Each has its own address.
    Addresses,
    /// A form carries this record along.
    Form(&'a str),
}

const FORM: &str = "steps";

pub(crate) fn wanted_ply(fields: &Fields, last: usize) -> Result<usize> {
    Ok(fields.number("ply")?.map_or(0, |ply: usize| ply.min(last)))
}

impl<'a> Replay<'a> {
    /// A game from its start to its end, or to where it stands.
    ///
    /// # Errors
    ///
    /// If the ply that is asked for is no number.
    pub(crate) fn new(
        visitor: &Visitor,
        snapshot: &'a Snapshot,
        whole: &'a Game<AnyPosition>,
        fields: &Fields,
    ) -> Result<Replay<'a>> {
        let turns = snapshot.history.turns();
        let stands = |version: u32| turns.binary_search_by_key(&version, |turn| turn.0).is_ok();
        let mut events = EventView::since(snapshot, 0, visitor.language);
        events.retain(|event| event.kind != "move" || stands(event.version));
        Ok(Replay {
            snapshot,
            you: visitor.player().and_then(|player| snapshot.side_of(&player.id)),
            positions: whole.positions(),
            moves: whole.moves(),
            events,
            ply: wanted_ply(fields, whole.ply())?,
            steps: Steps::Addresses,
        })
    }

    pub(crate) fn meta(&self, language: Language) -> Option<Meta> {
        matches!(self.steps, Steps::Addresses).then(|| meta_of_game(language, self.snapshot))
    }

    /// The turns in their text form.
    pub(crate) fn turns(&self) -> Vec<String> {
        self.moves.iter().map(|mv| self.positions[0].move_text(*mv)).collect()
    }

    /// The side whose men are near.
    pub(crate) fn near(&self) -> Side {
        self.you.unwrap_or(Side::White)
    }

    /// The board between its seats, with what there is to say of each side; marked, and with this over
    /// it.
    pub(crate) fn table(
        &self,
        language: Language,
        about: impl Fn(Side) -> Markup,
        marks: &[Mark],
        over: &Markup,
    ) -> Markup {
        let position = &self.positions[self.ply];
        let label = language.title(self.snapshot.kind);
        let shape = Shape::of(position);
        let [white, black] = Side::ALL.map(|side| SeatBar {
            about: about(side),
            ..SeatBar::new(
                language,
                position,
                side,
                wording::seated(language, self.snapshot, side, self.you),
            )
        });
        table(
            self.near(),
            [&white, &black],
            false,
            &html! {
                div.marked {
                    div #board { (marked_picture(&shape, &men(position), self.near(), &label, marks)) }
                    (over)
                }
            },
        )
    }

    /// The score sheet with its signs and steps.
    pub(crate) fn sheet(&self, language: Language, signs: &[Option<Sign>]) -> Markup {
        let turns = self.turns();
        let sheet =
            Sheet { turns: &turns, first: self.positions[0].side(), shown: self.ply, signs };
        let is_stop = |sign: &Option<Sign>| sign.as_ref().is_some_and(|sign| sign.is_stop);
        let stops: Vec<usize> =
            (0..signs.len()).filter(|at| is_stop(&signs[*at])).map(|at| at + 1).collect();
        let way = |ply: usize| self.way(ply);
        html! {
            (sheet.render(language, &way))
            (steps(language, self.ply, self.positions.len() - 1, &stops, &way))
        }
    }

    fn shown_turns(&self) -> Vec<ShownTurn<'_>> {
        let turns = self.events.iter().filter(|event| event.kind == "move");
        turns.map(|EventView { words, happenings, .. }| ShownTurn { words, happenings }).collect()
    }

    /// The data for the script.
    pub(crate) fn data(&self, language: Language) -> Markup {
        let start =
            Snapshot::unplayed(self.positions[0].clone(), self.snapshot.seats.as_ref().clone());
        html! {
            script type="application/json" #shape { (json(&Shape::of(&self.positions[0]))) }
            script type="application/json" #start { (json(&View::of(&start, None, language))) }
            script type="application/json" #view { (json(&View::of(self.snapshot, self.you, language))) }
            script type="application/json" #events { (json(&self.shown_turns())) }
            script type="application/json" #words { (json(language.browser_words())) }
        }
    }

    fn render(&self, visitor: &Visitor, page: &Page<'_>) -> Markup {
        let language = visitor.language;
        let Replay { snapshot, you, positions, events, ply, .. } = self;
        let end = View::of(snapshot, *you, language);
        let main = html! {
            h1.unseen { (page.title) }
            (self.table(language, |_| html! {}, &[], &html! {}))
            section.panel aria-label=(page.title) {
                div.card.moment {
                    p #said aria-live="polite" data-start=(end.title) { (said(events, *ply).unwrap_or_else(|| end.title.clone())) }
                    p.terms { @if let Some(result) = &end.result { (result.words) } }
                }
                div.card.sheet data-shown=(ply) {
                    (self.sheet(language, &[]))
                    input #slider type="range" min="0" max=(positions.len() - 1) value=(ply) hidden
                        aria-label=(language.say("replay-slider"));
                }
                @match self.steps {
                    Steps::Addresses => div.card { (self.ways_on(language, false)) },
                    Steps::Form(record) => {
                        form #(FORM) method="get" action="/import" { input type="hidden" name="record" value=(record); }
                        p { a href="/import" { (language.say("import-another")) } }
                    }
                }
            }
        };
        page.render(&main, &self.data(language))
    }

    /// Links on from here, and the game to keep.
    pub(crate) fn ways_on(&self, language: Language, is_review: bool) -> Markup {
        let game = self.snapshot.key.as_str();
        html! {
            div.after {
                (share(language, game))
                a.button href={ "/game/" (game) } { (language.say("replay-game")) }
                @if self.snapshot.outcome.is_some() {
                    @if !is_review { a.button href={ "/game/" (game) "/review" } { (language.say("result-review")) } }
                    a.button href={ "/analysis?from=" (game) } { (language.say("nav-analysis")) }
                }
            }
            p.downloads {
                (language.say("download-as")) " "
                a href={ "/game/" (game) "/record" } download { (language.say("download-record")) } ", "
                a href={ "/game/" (game) "/picture.svg" } download { (language.say("download-picture")) } ", "
                a href={ "/game/" (game) "/animated.svg" } download { (language.say("download-animated")) }
            }
        }
    }

    fn way(&self, ply: usize) -> Way {
        match self.steps {
            Steps::Addresses => Way::Address(format!("?ply={ply}")),
            Steps::Form(_) => Way::Form(FORM),
        }
    }
}

pub(crate) fn replay(visitor: &Visitor, replay: &Replay<'_>) -> Markup {
    let language = visitor.language;
    let game = language.title(replay.snapshot.kind);
    let title = language.say_with("replay-title", &[("title", game.into())]);
    let page = Page {
        script: Some("replay.js"),
        meta: replay.meta(language),
        ..Page::new(visitor, &title, "game replay").at(Place::Watch, "")
    };
    replay.render(visitor, &page)
}

/// The turn that led to a step, in words; none leads to the start.
fn said(events: &[EventView], ply: usize) -> Option<String> {
    let mut turns = events.iter().filter(|event| event.kind == "move");
    let turn = ply.checked_sub(1).and_then(|turn| turns.nth(turn));
    turn.map(|event| event.words.join(" "))
}
