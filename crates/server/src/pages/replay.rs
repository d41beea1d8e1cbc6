//! A game once more: step by step with keys, buttons, a slider or the log. Without scripts every step
//! has its own address.

use maud::{Markup, PreEscaped, html};
use merels_rules::{AnyPosition, Side};

use super::board::picture;
use super::game::{json, side_name};
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
}

pub(crate) fn replay(visitor: &Visitor, replay: &Replay<'_>) -> Markup {
    let language = visitor.language;
    let Replay { snapshot, you, positions, events, ply } = replay;
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
            div.log tabindex="0" role="region" aria-label=(language.say("log-label")) {
                ol #log { (lines(events, *ply)) }
            }
            div.after {
                (share(visitor, end.game.as_str()))
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

/// The link and the picture of a game, to be given to others.
pub(super) fn share(visitor: &Visitor, game: &str) -> Markup {
    let language = visitor.language;
    html! {
        // Shown by the script, which does the copying.
        button #share type="button" hidden { (language.say("share-link")) }
        a.button href={ "/game/" (game) "/picture.svg" } download={ "merels-" (game) ".svg" } {
            (language.say("share-picture"))
        }
        span #shared role="status" {}
    }
}

/// The colours of a picture that stands alone.
const ALONE: &str = "svg{background:#f5efe3}.wood{fill:#e6d2ab;stroke:#b99a64;stroke-width:3}\
    .tray{fill:#dcc596;opacity:.75}.lines{fill:none}.cut{stroke:#5d452b}.dot{fill:#5d452b}\
    text{text-anchor:middle;dominant-baseline:central;font:28px system-ui,sans-serif;fill:#635747}\
    .fill{fill:#fbf6ea;stroke:#94794f}.fill.black{fill:#3a332d;stroke:#120f0c}\
    .fill.pawn{fill:#a4632f;stroke:#5c3413}.counts text{fill:#fffaf0;font-weight:700}";

/// A game as a picture to be sent around.
pub(crate) fn picture_file(visitor: &Visitor, snapshot: &Snapshot) -> String {
    let shape = Shape::of(&snapshot.position);
    let title = visitor.language.title(snapshot.kind);
    let svg = picture(&shape, &men(&snapshot.position), Side::White, &title).into_string();
    let style = html! { style { (PreEscaped(ALONE)) } }.into_string();
    let svg = svg.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1);
    match svg.split_once('>') {
        Some((open, rest)) => format!("{open}>{style}{rest}"),
        None => svg,
    }
}
