//! A game once more: step by step with keys, buttons, a slider or the log. Without scripts every step
//! has its own address.

use maud::{Markup, html};
use merels_drawing::{Shape, men, picture};
use merels_messages::Language;
use merels_rules::{AnyPosition, Game, Side};
use merels_services::live::Snapshot;

use super::events::EventView;
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
use crate::wording;

pub(crate) struct Replay<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) you: Option<Side>,
    /// The positions before each ply, and at the end.
    pub(crate) positions: &'a [AnyPosition],
    pub(crate) events: Vec<EventView>,
    pub(crate) ply: usize,
    pub(crate) steps: Steps<'a>,
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
            events,
            ply: wanted_ply(fields, whole.ply())?,
            steps: Steps::Addresses,
        })
    }

    pub(crate) fn meta(&self, language: Language) -> Option<Meta> {
        matches!(self.steps, Steps::Addresses)
            .then(|| wording::meta_of_game(language, self.snapshot))
    }

    /// The page, with this above the log.
    pub(crate) fn render(&self, visitor: &Visitor, page: &Page<'_>, beside: &Markup) -> Markup {
        let language = visitor.language;
        let Replay { snapshot, you, positions, events, ply, .. } = self;
        let near = you.unwrap_or(Side::White);
        let position = &positions[*ply];
        let shape = Shape::of(position);
        let start = Snapshot::unplayed(positions[0].clone(), snapshot.seats.as_ref().clone());
        let start = View::of(&start, None, language);
        let end = View::of(snapshot, *you, language);
        let [white, black] = Side::ALL.map(|side| {
            SeatBar::new(language, position, side, wording::seated(language, snapshot, side))
        });
        let main = html! {
            h1.unseen { (page.title) }
            (table(near, [&white, &black], false, &html! {
                div #board { (picture(&shape, &men(position), near, &end.title)) }
            }))
            section.panel aria-label=(page.title) {
                div.card.moment {
                    p #said aria-live="polite" { (said(events, *ply)) }
                    p.terms { (end.title) @if let Some(result) = &end.result { " · " (result.words) } }
                }
                div.card { (self.steps(language)) }
                (beside)
                div.log role="region" aria-label=(language.say("log-label")) {
                    ol #log { (lines(events, *ply, self.steps)) }
                }
                @match self.steps {
                    Steps::Addresses => (self.ways_on(language)),
                    Steps::Form(record) => {
                        form #(FORM) method="get" action="/import" { input type="hidden" name="record" value=(record); }
                        p { a href="/import" { (language.say("import-another")) } }
                    }
                }
            }
        };
        let after = html! {
            script type="application/json" #shape { (json(&shape)) }
            script type="application/json" #start { (json(&start)) }
            script type="application/json" #view { (json(&end)) }
            script type="application/json" #events { (json(events)) }
            script type="application/json" #words { (json(language.browser_words())) }
        };
        page.render(&main, &after)
    }

    /// Links on from here, and the game to keep.
    fn ways_on(&self, language: Language) -> Markup {
        let game = self.snapshot.key.as_str();
        html! {
            div.after {
                (share(language, game))
                a.button href={ "/game/" (game) } { (language.say("replay-game")) }
                @if self.snapshot.outcome.is_some() {
                    a.button href={ "/game/" (game) "/review" } { (language.say("result-review")) }
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

    fn steps(&self, language: Language) -> Markup {
        let (ply, last) = (self.ply, self.positions.len() - 1);
        let step = |name: &str, to: usize, sign: &str| {
            let label = language.say(&format!("replay-{name}"));
            let class = if name == "forward" { "button primary" } else { "button" };
            html! {
                @match self.steps {
                    Steps::Addresses => a class=(class) data-step=(name) href={ "?ply=" (to) } aria-label=(label) { (sign) }
                    Steps::Form(_) => button class=(class) form=(FORM) name="ply" value=(to) data-step=(name) aria-label=(label) { (sign) }
                }
            }
        };
        html! {
            nav.steps aria-label=(language.say("replay-steps")) {
                (step("first", 0, "|◀"))
                (step("back", ply.saturating_sub(1), "◀"))
                (step("forward", (ply + 1).min(last), "▶"))
                (step("last", last, "▶|"))
            }
            input #slider type="range" min="0" max=(last) value=(ply) hidden
                aria-label=(language.say("replay-slider"));
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
    replay.render(visitor, &page, &html! {})
}

/// The turn that led to a step, in words.
fn said(events: &[EventView], ply: usize) -> String {
    let mut turns = events.iter().filter(|event| event.kind == "move");
    let turn = ply.checked_sub(1).and_then(|turn| turns.nth(turn));
    turn.map_or_else(String::new, |event| event.words.join(" "))
}

/// The log, each turn a way to where it was made.
fn lines(events: &[EventView], shown: usize, steps: Steps<'_>) -> Markup {
    let mut ply = 0;
    html! {
        @for event in events {
            @let is_move = event.kind == "move";
            @let () = ply += usize::from(is_move);
            @let current = (ply == shown).then_some("step");
            @let words = event.words.join(" ");
            li {
                @match steps {
                    _ if !is_move => (words),
                    Steps::Addresses => a href={ "?ply=" (ply) } data-ply=(ply) aria-current=[current] { (words) },
                    Steps::Form(_) => button form=(FORM) name="ply" value=(ply) data-ply=(ply) aria-current=[current] { (words) },
                }
            }
        }
    }
}
