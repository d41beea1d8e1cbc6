//! A game once more: step by step with keys, buttons, a slider or the log. Without scripts every step
//! has its own address.

use maud::{Markup, html};
use merels_rules::{AnyPosition, Side};

use super::board::picture;
use super::game::{json, share, side_name};
use super::layout::Page;
use crate::geometry::Shape;
use crate::live::Snapshot;
use crate::view::{EventView, View, men};
use crate::visitor::Visitor;

/// What a replay is made from.
pub(crate) struct Replay<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) you: Option<Side>,
    /// How it stood before each ply, and at the end.
    pub(crate) positions: &'a [AnyPosition],
    pub(crate) events: &'a [EventView],
    /// Which ply is shown.
    pub(crate) ply: usize,
    /// The address of the game's picture.
    pub(crate) preview: Option<String>,
}

pub(crate) fn replay(visitor: &Visitor, replay: &Replay<'_>) -> Markup {
    let language = visitor.language;
    let Replay { snapshot, you, positions, events, ply, preview } = replay;
    let (last, near) = (positions.len() - 1, you.unwrap_or(Side::White));
    let position = &positions[*ply];
    let shape = Shape::of(position);
    let start = Snapshot::unplayed(positions[0].clone(), snapshot.seats.as_ref().clone());
    let start = View::of(&start, None, language);
    let end = View::of(snapshot, *you, language);
    let title = language.say_with("replay-title", &[("title", end.title.as_str().into())]);
    let page = Page {
        rules: Some(snapshot.kind),
        script: Some("replay.js"),
        preview: preview.clone(),
        ..Page::new(language, &title, "game replay", visitor.player())
    };
    let step = |to: usize| format!("?ply={to}");
    let main = html! {
        h1.unseen { (title) }
        div.table data-near=(side_name(near)) {
            @for side in [Side::Black, Side::White] {
                @if side == Side::White {
                    div #board { (picture(&shape, &men(position), near, &end.title)) }
                }
                div.seat data-side=(side_name(side)) {
                    span.stone aria-hidden="true" {}
                    span.who { span.name { (language.seat(snapshot.seat(side))) } }
                    span.counts {}
                }
            }
        }
        section.panel aria-label=(title) {
            h2 { (end.title) }
            @if let Some(result) = &end.result { p { (result.words) } }
            nav.steps aria-label=(language.say("replay-steps")) {
                a.button data-step="first" href=(step(0)) aria-label=(language.say("replay-first")) { "⏮" }
                a.button data-step="back" href=(step(ply.saturating_sub(1))) aria-label=(language.say("replay-back")) { "◀" }
                a.button.primary data-step="forward" href=(step((ply + 1).min(last))) aria-label=(language.say("replay-forward")) { "▶" }
                a.button data-step="last" href=(step(last)) aria-label=(language.say("replay-last")) { "⏭" }
            }
            input #slider type="range" min="0" max=(last) value=(ply) hidden
                aria-label=(language.say("replay-slider"));
            p #said aria-live="polite" {}
            div.log role="region" aria-label=(language.say("log-label")) {
                ol #log { (lines(events, *ply)) }
            }
            div.after {
                (share(language, &end.game))
                a.button href={ "/game/" (end.game) } { (language.say("replay-game")) }
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

/// The log, each turn a way to where it was made.
fn lines(events: &[EventView], shown: usize) -> Markup {
    let mut ply = 0;
    html! {
        @for event in events {
            @let is_move = event.kind == "move";
            @let () = ply += usize::from(is_move);
            li {
                @let words = event.words.join(" ");
                @if is_move {
                    a href={ "?ply=" (ply) } data-ply=(ply) aria-current=[(ply == shown).then_some("step")] { (words) }
                } @else { (words) }
            }
        }
    }
}
