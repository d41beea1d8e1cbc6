//! A finished game with what each move made of it: the table, one card that speaks of the move in view,
//! the graph and the score sheet with the mistakes. Its script is `web/app/review.js`, which also waits
//! for a review that is still being made.

use std::iter;

use maud::{Markup, html};
use merels_drawing::{Mark, Shape, overlay_of_steps};
use merels_messages::Language;
use merels_rules::{DrawReason, Outcome, Position, Side, Wdl};
use merels_services::analysis::{GameReview, MoveReview, Progress};

use super::review_graph::graph;
use crate::edge::visitor::Visitor;
use crate::game::replay_page::Replay;
use crate::parts::claim_marks::{claim_marks, move_mark};
use crate::parts::layout::Page;
use crate::parts::places::Place;
use crate::parts::sheet::Sign;
use crate::wording;

/// Without scripts the page looks again after so many seconds while the review is made.
const REFRESH: u32 = 2;

pub(crate) fn review(visitor: &Visitor, replay: &Replay<'_>, progress: &Progress) -> Markup {
    let language = visitor.language;
    let snapshot = replay.snapshot;
    let title =
        language.say_with("review-title", &[("title", language.title(snapshot.kind).into())]);
    let address = format!("/game/{}/review", snapshot.key);
    let page = Page {
        style: Some("values.css"),
        script: Some("review.js"),
        meta: replay.meta(language),
        refresh: match progress {
            Progress::Making(..) => Some((REFRESH, address.clone())),
            Progress::Ready(_) => None,
        },
        ..Page::new(visitor, &title, "game replay review").at(Place::Analysis, "")
    };
    let parts = match progress {
        Progress::Ready(review) => Shown::new(language, replay, review).parts(&title),
        Progress::Making(done, total) => html! {
            (replay.table(language, |_| html! {}, &[], &html! {}))
            section.panel aria-label=(title) {
                div.card.moment {
                    p #making data-address=(address) role="status" {
                        (language.say("review-making")) " "
                        progress value=(done) max=(total) aria-label=(language.say("review-making")) {}
                    }
                }
                div.card.sheet data-shown=(replay.ply) { (replay.sheet(language, &[])) }
                div.card { (replay.ways_on(language, true)) }
            }
        },
    };
    page.render(&html! { h1.unseen { (title) } (parts) }, &replay.data(language))
}

/// A review as one visitor sees it.
pub(super) struct Shown<'a> {
    pub(super) language: Language,
    pub(super) replay: &'a Replay<'a>,
    pub(super) review: &'a GameReview,
    pub(super) turns: Vec<String>,
    /// The numbers of the moves to dwell on, from 0.
    pub(super) moments: Vec<usize>,
}

impl<'a> Shown<'a> {
    fn new(language: Language, replay: &'a Replay<'a>, review: &'a GameReview) -> Shown<'a> {
        let own = replay.you.filter(|_| !replay.snapshot.is_shared());
        let moments = review.moments(replay.positions[0].side(), own);
        Shown { language, replay, review, turns: replay.turns(), moments }
    }

    fn parts(&self, title: &str) -> Markup {
        let (language, replay) = (self.language, self.replay);
        let marks = self.all_marks();
        let shown = marks.get(replay.ply).map_or(&[][..], Vec::as_slice);
        let shape = Shape::of(&replay.positions[0]);
        let over = html! {
            div #marks { (overlay_of_steps(&shape, replay.near(), &marks, replay.ply)) }
        };
        html! {
            (replay.table(language, |side| self.about(side), shown, &over))
            section.panel aria-label=(title) {
                div.card.moment #said aria-live="polite" { (self.cards()) }
                div.card.sheet data-shown=(replay.ply) {
                    (graph(language, replay, self.review, &self.moments))
                    (replay.sheet(language, &self.signs()))
                }
                p.source { (self.source()) }
                (self.numbers())
                div.card { (replay.ways_on(language, true)) }
            }
        }
    }

    /// The player, the result, and the part that was kept of all that was at stake, if that is certain.
    fn about(&self, side: Side) -> Markup {
        let (language, snapshot) = (self.language, self.replay.snapshot);
        let you = (self.replay.you == Some(side) && !snapshot.is_shared()).then_some("review-you");
        let won = snapshot.outcome.and_then(Outcome::winner) == Some(side);
        let won = won.then_some("review-won");
        let mut about: Vec<String> =
            you.into_iter().chain(won).map(|name| language.say(name)).collect();
        if let Some(kept) = self.review.accuracy[side.index()].filter(|_| self.review.is_exact()) {
            let number = format!("{kept:.0}");
            about.push(language.say_with("review-kept", &[("number", number.into())]));
        }
        html! { span.side { (about.join(" · ")) } }
    }

    fn source(&self) -> String {
        match self.review.is_exact() {
            true => self.sources(),
            false => self.language.say("review-opinions"),
        }
    }

    fn sources(&self) -> String {
        let is_used = |source: &str| self.review.moves.iter().any(|move_| move_.source == source);
        self.language.sources(is_used)
    }

    /// The signs of the score sheet: the mistakes, of which some are dwelt on, and the only moves.
    fn signs(&self) -> Vec<Option<Sign>> {
        let say = |name| self.language.say(name);
        let sign = |(at, reviewed): (usize, &MoveReview)| match reviewed.mistake {
            Some(_) if self.moments.contains(&at) => {
                Some(Sign { look: "bad", sign: "✗", words: say("review-mistake"), is_stop: true })
            }
            Some(_) => {
                Some(Sign { look: "even", sign: "?", words: say("review-mistake"), is_stop: false })
            }
            None if is_only_move(reviewed) => {
                Some(Sign { look: "good", sign: "✓", words: say("review-only"), is_stop: false })
            }
            None => None,
        };
        self.review.moves.iter().enumerate().map(sign).collect()
    }

    /// The marks of the claims about a move, and the better move of a mistake.
    fn marks(&self, at: usize) -> Vec<Mark> {
        let Some(reviewed) = self.review.moves.get(at) else { return Vec::new() };
        let position = &self.replay.positions[at];
        let mut marks = claim_marks(position, &reviewed.claims_in(position));
        let better = reviewed.mistake.as_ref().and_then(|mistake| mistake.better.first());
        let better = better.and_then(|text| position.parse_move(text).ok());
        if let Some(mv) = better.filter(|_| !marks.iter().any(|mark| mark.class == "best")) {
            marks.push(move_mark(position, mv, "best"));
        }
        marks
    }

    /// The marks of the claims about each move, by steps: none leads to the first.
    fn all_marks(&self) -> Vec<Vec<Mark>> {
        iter::once(Vec::new())
            .chain((0..self.review.moves.len()).map(|at| self.marks(at)))
            .collect()
    }

    /// The numbers, for those who ask: the worth of the move in view, and the accuracy.
    fn numbers(&self) -> Markup {
        let (language, replay) = (self.language, self.replay);
        html! {
            details.card #numbers {
                summary { (language.say("review-numbers")) }
                @for (at, reviewed) in self.review.moves.iter().enumerate() {
                    p data-at=(at + 1) hidden[replay.ply != at + 1] {
                        (self.worth(reviewed))
                        @if let Some(mistake) = &reviewed.mistake {
                            @for sentence in language.better(reviewed.keeping, &mistake.better, &[]) { " " (sentence) }
                        }
                    }
                }
                p.turned { (self.turned()) }
                h2 { (language.say("review-accuracy")) }
                dl.facts.accuracy {
                    @for side in Side::ALL {
                        div {
                            dt { (language.side(replay.snapshot.kind, side)) }
                            dd { @match self.review.accuracy[side.index()] {
                                Some(accuracy) => (format!("{accuracy:.0} %")),
                                None => "–",
                            } }
                        }
                    }
                }
                p { (language.say("review-formula")) }
                p { (self.sources()) }
            }
        }
    }

    /// The worth of a move and, if it is a mistake, of the best one.
    fn worth(&self, reviewed: &MoveReview) -> String {
        match reviewed.mistake {
            Some(_) => self.language.from_to([reviewed.before, reviewed.played]),
            None => self.language.this_move(reviewed.played),
        }
    }

    fn turned(&self) -> String {
        let turned = self.review.turned.and_then(|at| Some((at, self.review.moves.get(at)?)));
        let Some((at, reviewed)) = turned else { return self.language.say("review-never-turned") };
        let side = self.side_at(at);
        self.language.turned(at, side, [reviewed.before, reviewed.played])
    }

    /// The side that made a move, by its colour.
    pub(super) fn side_at(&self, at: usize) -> String {
        self.language.side(self.replay.snapshot.kind, self.replay.positions[at].side())
    }

    /// The rule by which a game was drawn although the last move won or lost by the tables.
    pub(super) fn drawn_by_rule(&self) -> Option<String> {
        let last = self.review.moves.last()?.played.value?;
        match self.replay.snapshot.outcome? {
            outcome @ Outcome::Draw(DrawReason::Quiet | DrawReason::Repetition)
                if last != Wdl::Draw =>
            {
                let end = wording::outcome(self.language, self.replay.snapshot, outcome);
                Some(self.language.say_with("review-drawn-by-rule", &[("end", end.into())]))
            }
            _ => None,
        }
    }
}

/// Returns `true` if no other move would have kept the value.
fn is_only_move(reviewed: &MoveReview) -> bool {
    let certain = reviewed.source != "engine" && reviewed.played.value != Some(Wdl::Loss);
    certain && reviewed.keeping.0 == 1 && reviewed.keeping.1 > 1
}
