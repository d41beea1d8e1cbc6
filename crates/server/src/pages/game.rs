//! The game page. What its script expects of it is written at the top of `web/app/game.js`.

use maud::{Markup, PreEscaped, html};
use merels_rules::{AnyPosition, GameId, Position, Side};
use serde::Serialize;

use super::board::picture;
use super::layout::Page;
use crate::i18n::Language;
use crate::live::Snapshot;
use crate::view::{Colour, EventView, Man, Shape, View};
use crate::visitor::Visitor;

/// Without scripts the page looks again after so many seconds while the other side thinks.
const REFRESH: u32 = 5;

/// The room above and below a playing board for men in hand.
const TRAYS: f64 = 78.0;

/// Data for the scripts. Inside a script element only `<` could end it too early.
pub(super) fn json(value: &impl Serialize) -> PreEscaped<String> {
    let text = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    PreEscaped(text.replace('<', "\\u003c"))
}

/// `seeks` says that the player waits for an opponent meanwhile.
pub(crate) fn game(
    visitor: &Visitor,
    snapshot: &Snapshot,
    you: Option<Side>,
    view: &View,
    events: &[EventView],
    notice: Option<&str>,
    seeks: bool,
) -> Markup {
    let language = visitor.language;
    let shape = Shape::of(&snapshot.position);
    let waits = view.result.is_none() && you != snapshot.mover();
    let page = Page {
        game: Some(&view.game),
        rules: Some(snapshot.kind),
        script: Some("game.js"),
        refresh: waits.then(|| (REFRESH, format!("/game/{}", view.game))),
        ..Page::new(language, &view.title, "game", visitor.player())
    };
    let parts = Parts { language, snapshot, you, view };
    let main = html! {
        h1.unseen { (view.title) }
        // Only those who are signed in have a socket.
        div #board data-glance=[visitor.player().is_none().then_some("")] { (picture(&shape, &view.men, &parts.board_label(), TRAYS)) }
        section.panel aria-label=(language.say("panel-label")) {
            (parts.players())
            p #matched role="status" data-seeks=[seeks.then_some("")] {}
            p #status aria-live="polite" { (view.status) }
            p #notice role="alert" { @if let Some(notice) = notice { (notice) } }
            p #connection role="status" {}
            (parts.result())
            (parts.selectors(&shape))
            (parts.actions())
            (parts.log(events))
            p.rules { a href={ "/rules/" (view.kind) } { (language.say_with("panel-rules", &[
                ("title", view.title.as_str().into()),
            ])) } }
        }
    };
    let after = html! {
        script type="application/json" #shape { (json(&shape)) }
        script type="application/json" #view { (json(view)) }
        script type="application/json" #words { (json(language.browser_words())) }
    };
    page.render(&main, &after)
}

/// What the parts of the panel are made from.
struct Parts<'a> {
    language: Language,
    snapshot: &'a Snapshot,
    you: Option<Side>,
    view: &'a View,
}

impl Parts<'_> {
    fn game(&self) -> GameId {
        self.snapshot.kind
    }

    /// The board in words: what stands where.
    fn board_label(&self) -> String {
        let standing = |man: &Man| match man {
            Man::Colour(Colour::White) => self.language.side(self.game(), Side::White),
            Man::Colour(Colour::Black) => self.language.side(self.game(), Side::Black),
            Man::Pawns(number) => number.to_string(),
        };
        let men: Vec<String> =
            self.view.men.iter().map(|(spot, man)| format!("{spot} {}", standing(man))).collect();
        format!("{}. {}", self.view.title, men.join(", "))
    }

    fn players(&self) -> Markup {
        let language = self.language;
        html! {
            ol.players {
                @for side in Side::ALL {
                    @let name = if side == Side::White { "white" } else { "black" };
                    li data-side=(name) aria-current=[(self.snapshot.mover() == Some(side)).then_some("true")] {
                        span.stone aria-hidden="true" {}
                        span.who {
                            span.name { (language.seat(self.snapshot.seat(side))) } " "
                            @if self.you == Some(side) {
                                span.you { (language.say_with("panel-you", &[
                                    ("side", language.side(self.game(), side).into()),
                                ])) }
                            } @else {
                                span.side { "(" (language.side(self.game(), side)) ")" }
                            }
                        }
                        span.counts { (self.counts(side)) }
                    }
                }
            }
        }
    }

    fn counts(&self, side: Side) -> String {
        let AnyPosition::Morris(position) = &self.snapshot.position else {
            return String::new();
        };
        self.language.say_with(
            "app-counts",
            &[("hand", position.hand(side).into()), ("captured", position.captured(!side).into())],
        )
    }

    fn result(&self) -> Markup {
        let language = self.language;
        let outcome = self.snapshot.outcome;
        html! {
            div #result hidden[outcome.is_none()] {
                p.verdict { @if let Some(outcome) = outcome { (language.ending(outcome, self.you)) } }
                p.words { @if let Some(outcome) = outcome { (language.outcome(self.game(), outcome)) } }
                div.after {
                    @if self.you.is_some() {
                        form method="post" action="/playagain" {
                            (self.game_id())
                            button.primary { (language.say("result-again")) }
                        }
                    }
                    a.button href="/home" { (language.say("nav-home")) }
                }
            }
        }
    }

    fn game_id(&self) -> Markup {
        html! { input type="hidden" name="game_id" value=(self.view.game); }
    }

    /// Which turn of which game a form is about: sent twice, it is played once.
    fn turn(&self) -> Markup {
        html! {
            (self.game_id())
            input type="hidden" name="ply" value=(self.view.ply);
        }
    }

    /// The forms that do by selectors what the board does by touch.
    fn selectors(&self, shape: &Shape) -> Markup {
        if self.you.is_none() {
            return html! {};
        }
        let language = self.language;
        let my_turn = self.you == self.snapshot.mover();
        if shape.kind != "morris" {
            return html! {
                form.selectors data-ask="text" method="post" action="/move" hidden[!my_turn] {
                    (self.turn())
                    label { (language.say("selectors-move"))
                        input name="move" autocomplete="off" placeholder=(self.example()); }
                    button { (language.say("selectors-play")) }
                }
            };
        }
        let asks = |what: &str| my_turn && self.asked().contains(&what);
        html! {
            form.selectors data-ask="place" method="post" action="/place" hidden[!asks("place")] {
                (self.turn())
                (point(language, shape, "selectors-point", "x", "y"))
                button { (language.say("selectors-place")) }
            }
            form.selectors data-ask="move" method="post" action="/move" hidden[!asks("move")] {
                (self.turn())
                (point(language, shape, "selectors-from", "from_x", "from_y"))
                (point(language, shape, "selectors-to", "to_x", "to_y"))
                button { (language.say("selectors-go")) }
            }
            form.selectors data-ask="capture" method="post" action="/capture" hidden[!asks("capture")] {
                (self.turn())
                (point(language, shape, "selectors-point", "x", "y"))
                button { (language.say("selectors-capture")) }
            }
        }
    }

    fn example(&self) -> &'static str {
        if self.game() == GameId::Nimble { "4-2" } else { "a4-f4" }
    }

    /// Which of the three forms are asked for now.
    fn asked(&self) -> Vec<&'static str> {
        if self.snapshot.owes_removal() {
            return vec!["capture"];
        }
        let AnyPosition::Morris(position) = &self.snapshot.position else { return Vec::new() };
        let side = position.side();
        let mut asked = Vec::new();
        if position.may_place(side) {
            asked.push("place");
        }
        if position.may_move(side) {
            asked.push("move");
        }
        asked
    }

    fn actions(&self) -> Markup {
        if self.you.is_none() {
            return html! {};
        }
        let (language, view) = (self.language, self.view);
        let over = view.result.is_some();
        html! {
            div #actions {
                form data-do="drawrespond" method="post" action="/drawrespond" hidden[!view.draw.may_answer] {
                    (self.game_id())
                    p.offer { (language.say("actions-offered")) }
                    button name="response" value="accept" { (language.say("actions-yes")) }
                    button name="response" value="decline" { (language.say("actions-no")) }
                }
                form data-do="draw" method="post" action="/draw" hidden[over] {
                    (self.game_id())
                    button disabled[!view.draw.may_offer] { (language.say("actions-draw")) }
                }
                details.danger hidden[over] {
                    summary { (language.say("actions-forfeit")) }
                    form data-do="forfeit" method="post" action="/forfeit" {
                        (self.game_id())
                        span { (language.say("actions-forfeit-question")) }
                        button { (language.say("actions-forfeit-yes")) }
                    }
                }
            }
        }
    }

    fn log(&self, events: &[EventView]) -> Markup {
        html! {
            div.log role="log" tabindex="0" aria-label=(self.language.say("log-label")) {
                ol #log data-version=(self.view.version) {
                    @for sentence in events.iter().flat_map(|event| &event.words) {
                        li { (sentence) }
                    }
                }
            }
        }
    }
}

/// Selectors for a point: its letter and its number.
fn point(language: Language, shape: &Shape, label: &str, x: &str, y: &str) -> Markup {
    let legend = language.say(label);
    let select = |name: &str, axis: &str, values: &[String]| {
        html! {
            select name=(name) aria-label=(format!("{legend} {axis}")) {
                @for value in values { option { (value) } }
            }
        }
    };
    let mut rows = shape.rows.clone();
    rows.sort();
    html! {
        span { (legend) }
        (select(x, "X", &shape.columns))
        (select(y, "Y", &rows))
    }
}
