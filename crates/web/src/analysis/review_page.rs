//! A finished game with what each move was worth: the replay, a value graph, and the moves where value
//! was given away. Its script is `web/app/review.js`, which is the replay's and waits for a review that
//! is still being made.

use maud::{Markup, html};
use merels_engine::{Claim, Level};
use merels_messages::{ByColour, Language};
use merels_model::Seat;
use merels_rules::{AnyPosition, DrawReason, Outcome, Position, Side, Wdl};
use merels_services::analysis::{GameReview, MoveReview, Progress};

use super::state::Analysis;
use crate::edge::visitor::Visitor;
use crate::game::replay_page::Replay;
use crate::parts::layout::Page;
use crate::parts::places::Place;
use crate::wording;

/// The value graph in units.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 140.0;
const MARGIN: f64 = 12.0;

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
    let beside = match progress {
        Progress::Ready(review) => ready(language, replay, review),
        Progress::Making(done, total) => html! {
            p #making data-address=(address) role="status" {
                (language.say("review-making")) " "
                progress value=(done) max=(total) aria-label=(language.say("review-making")) {}
            }
        },
    };
    replay.render(visitor, &page, &beside)
}

fn ready(language: Language, replay: &Replay<'_>, review: &GameReview) -> Markup {
    let mistakes =
        review.moves.iter().enumerate().filter(|(_, reviewed)| reviewed.mistake.is_some());
    html! {
        div.card {
            (graph(language, replay, review))
            p.turned { (turned(language, replay, review)) }
            @if let Some(words) = drawn_by_rule(language, replay, review) { p { (words) } }
            (accuracy(language, replay, review))
        }
        p.source { (language.sources(|source| review.moves.iter().any(|reviewed| reviewed.source == source))) }
        @for (ply, reviewed) in mistakes { (mistake(language, replay, ply, reviewed)) }
    }
}

/// White's share of the point, from the start to the end; every ply is a way to it.
fn graph(language: Language, replay: &Replay<'_>, review: &GameReview) -> Markup {
    let last = (review.curve.len() - 1).max(1) as f64;
    let at = |(ply, share): (usize, &f64)| {
        let x = MARGIN + (WIDTH - 2.0 * MARGIN) * ply as f64 / last;
        (x, MARGIN + (HEIGHT - 2.0 * MARGIN) * (1.0 - share))
    };
    let points: Vec<(f64, f64)> = review.curve.iter().enumerate().map(at).collect();
    let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let middle = HEIGHT / 2.0;
    let wide = (WIDTH - 2.0 * MARGIN) / last;
    let gave = |ply: usize| {
        ply.checked_sub(1)
            .and_then(|ply| review.moves.get(ply))
            .is_some_and(|m| m.mistake.is_some())
    };
    html! {
        svg.graph viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="group" aria-label=(language.say("review-graph")) {
            line.middle x1=(MARGIN) x2=(WIDTH - MARGIN) y1=(middle) y2=(middle) {}
            polyline points=(line.join(" ")) {}
            @for (ply, (x, y)) in points.iter().enumerate() {
                a data-ply=(ply) href={ "?ply=" (ply) } tabindex="-1" aria-hidden="true"
                    aria-current=[(ply == replay.ply).then_some("step")] {
                    rect x=(x - wide / 2.0) y="0" width=(wide) height=(HEIGHT) {}
                    circle .gave[gave(ply)] cx=(x) cy=(y) r="5" {}
                }
            }
        }
    }
}

fn turned(language: Language, replay: &Replay<'_>, review: &GameReview) -> String {
    let Some(ply) = review.turned else { return language.say("review-never-turned") };
    let Some(reviewed) = review.moves.get(ply) else { return String::new() };
    let side = language.side(replay.snapshot.kind, replay.positions[ply].side());
    language.turned(ply, side, [reviewed.before, reviewed.played])
}

/// The rule by which a game was drawn although the last move won or lost by the tables.
fn drawn_by_rule(language: Language, replay: &Replay<'_>, review: &GameReview) -> Option<String> {
    let last = review.moves.last()?.played.value?;
    match replay.snapshot.outcome? {
        outcome @ Outcome::Draw(DrawReason::Quiet | DrawReason::Repetition)
            if last != Wdl::Draw =>
        {
            let end = wording::outcome(language, replay.snapshot, outcome);
            Some(language.say_with("review-drawn-by-rule", &[("end", end.into())]))
        }
        _ => None,
    }
}

fn accuracy(language: Language, replay: &Replay<'_>, review: &GameReview) -> Markup {
    html! {
        dl.facts.accuracy {
            @for side in Side::ALL {
                div {
                    dt { (language.seat(replay.snapshot.seat(side))) " (" (language.side(replay.snapshot.kind, side)) ")" }
                    dd { @match review.accuracy[side.index()] {
                        Some(accuracy) => (format!("{accuracy:.0} %")),
                        None => "–",
                    } }
                }
            }
        }
        details.formula {
            summary { (language.say("review-accuracy")) }
            p { (language.say("review-formula")) }
        }
    }
}

/// A move that gave value away: what would have kept it, what punishes it, and another try.
fn mistake(language: Language, replay: &Replay<'_>, ply: usize, reviewed: &MoveReview) -> Markup {
    let Some(mistake) = &reviewed.mistake else { return html! {} };
    let position = &replay.positions[ply];
    let side = language.side(replay.snapshot.kind, position.side());
    let (key, worths) = (&replay.snapshot.key, [reviewed.before, reviewed.played]);
    html! {
        article.mistake.card data-look=(reviewed.played.look()) {
            h2 { a href={ "?ply=" (ply) } data-ply=(ply) {
                (ply / 2 + 1) ". " (side) " " (reviewed.text)
            } }
            p { (language.from_to(worths)) }
            @for reason in reasons(language, position, reviewed) { p { (reason) } }
            @for sentence in language.better(reviewed.keeping, &mistake.better, &mistake.line) {
                p { (sentence) }
            }
            div.after {
                form method="post" action={ "/analysis/play?" (from_here(replay, ply)) } {
                    input type="hidden" name="level" value=(opponent_again(replay));
                    button { (language.say("review-again")) }
                }
                a.button href={ "/analysis?from=" (key) "&ply=" (ply) } { (language.say("nav-analysis")) }
            }
        }
    }
}

/// The claims about a move, as sentences. A claim that is not understood is left out.
fn reasons(language: Language, position: &AnyPosition, reviewed: &MoveReview) -> Vec<String> {
    let names = ByColour(language, position);
    let claims = reviewed.claims.iter().filter_map(|text| Claim::parse(position, text));
    claims.map(|claim| language.claim(&names, &claim)).collect()
}

/// The level that another try meets: the one that was played, or after a game of people one that punishes.
fn opponent_again(replay: &Replay<'_>) -> String {
    let level = |seat: &Seat| match seat {
        Seat::Computer(level) => Some(level.clone()),
        Seat::Player { .. } | Seat::Gone => None,
    };
    let played = Side::ALL.iter().find_map(|side| level(replay.snapshot.seat(*side)));
    played.unwrap_or_else(|| Level::FULL.to_string())
}

/// The position before a ply, as the query of an analysis.
fn from_here(replay: &Replay<'_>, ply: usize) -> String {
    let game = merels_rules::Game::new(replay.positions[ply].clone());
    Analysis::of_game(&game, 0, Side::White).query()
}
