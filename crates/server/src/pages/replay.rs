//! A game once more: step by step with keys, buttons, a slider or the log. Without scripts every step
//! has its own address.

use maud::{Markup, html};
use merels_rules::{AnyPosition, Game, Side};

use super::board::picture;
use super::game::{json, share, side_name};
use super::layout::Page;
use crate::app::App;
use crate::error::Failure;
use crate::fields::Fields;
use crate::geometry::Shape;
use crate::i18n::Language;
use crate::live::Snapshot;
use crate::view::{EventView, View, men};
use crate::visitor::Visitor;

/// What a replay is made from.
pub(crate) struct Replay<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) you: Option<Side>,
    /// How it stood before each ply, and at the end.
    pub(crate) positions: &'a [AnyPosition],
    pub(crate) events: Vec<EventView>,
    /// Which ply is shown.
    pub(crate) ply: usize,
    /// The address of the game's picture.
    pub(crate) preview: Option<String>,
}

impl<'a> Replay<'a> {
    /// A game from its start to its end, or to where it stands.
    ///
    /// # Errors
    ///
    /// If the ply that is asked for is no number.
    pub(crate) fn new(
        app: &App,
        visitor: &Visitor,
        snapshot: &'a Snapshot,
        whole: &'a Game<AnyPosition>,
        fields: &Fields,
    ) -> Result<Replay<'a>, Failure> {
        let played = snapshot.played();
        let mut events = EventView::since(snapshot, 0, visitor.language);
        events.retain(|event| event.kind != "move" || played.contains(&event.version));
        let ply = match fields.get("ply") {
            Some(text) => text
                .parse()
                .map(|ply: usize| ply.min(whole.ply()))
                .map_err(|_| Failure::Field("failure-not-a-number", "ply".to_owned()))?,
            None => 0,
        };
        Ok(Replay {
            snapshot,
            you: visitor.player().and_then(|player| snapshot.side_of(&player.id)),
            positions: whole.positions(),
            events,
            ply,
            preview: app.settings.address(&format!("/game/{}/picture.png", snapshot.key)),
        })
    }

    /// The page, with this above the log.
    pub(super) fn render(&self, visitor: &Visitor, page: &Page<'_>, beside: &Markup) -> Markup {
        let language = visitor.language;
        let Replay { snapshot, you, positions, events, ply, .. } = self;
        let near = you.unwrap_or(Side::White);
        let position = &positions[*ply];
        let shape = Shape::of(position);
        let start = Snapshot::unplayed(positions[0].clone(), snapshot.seats.as_ref().clone());
        let start = View::of(&start, None, language);
        let end = View::of(snapshot, *you, language);
        let main = html! {
            h1.unseen { (page.title) }
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
            section.panel aria-label=(page.title) {
                h2 { (end.title) }
                @if let Some(result) = &end.result { p { (result.words) } }
                (self.steps(language))
                (beside)
                div.log role="region" aria-label=(language.say("log-label")) {
                    ol #log { (lines(events, *ply)) }
                }
                div.after {
                    (share(language, &end.game))
                    a.button href={ "/game/" (end.game) } { (language.say("replay-game")) }
                    @if snapshot.outcome.is_some() {
                        a.button href={ "/game/" (end.game) "/review" } { (language.say("result-review")) }
                        a.button href={ "/analysis?from=" (end.game) } { (language.say("nav-analysis")) }
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

    fn steps(&self, language: Language) -> Markup {
        let (ply, last) = (self.ply, self.positions.len() - 1);
        let step = |to: usize| format!("?ply={to}");
        html! {
            nav.steps aria-label=(language.say("replay-steps")) {
                a.button data-step="first" href=(step(0)) aria-label=(language.say("replay-first")) { "⏮" }
                a.button data-step="back" href=(step(ply.saturating_sub(1))) aria-label=(language.say("replay-back")) { "◀" }
                a.button.primary data-step="forward" href=(step((ply + 1).min(last))) aria-label=(language.say("replay-forward")) { "▶" }
                a.button data-step="last" href=(step(last)) aria-label=(language.say("replay-last")) { "⏭" }
            }
            input #slider type="range" min="0" max=(last) value=(ply) hidden
                aria-label=(language.say("replay-slider"));
            p #said aria-live="polite" {}
        }
    }
}

pub(crate) fn replay(visitor: &Visitor, replay: &Replay<'_>) -> Markup {
    let language = visitor.language;
    let game = language.title(replay.snapshot.kind);
    let title = language.say_with("replay-title", &[("title", game.into())]);
    let page = Page {
        rules: Some(replay.snapshot.kind),
        script: Some("replay.js"),
        preview: replay.preview.clone(),
        ..Page::new(language, &title, "game replay", visitor.player())
    };
    replay.render(visitor, &page, &html! {})
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
