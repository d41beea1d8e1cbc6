//! The forms of the game page that do by selectors what its board does by touch.

use maud::{Markup, html};
use merels_drawing::{BoardKind, Shape};
use merels_rules::{AnyPosition, GameId, Position};

use super::page::Parts;

impl Parts<'_> {
    /// The forms; scripts close them.
    pub(crate) fn selectors(&self, shape: &Shape) -> Markup {
        if self.you.is_none() {
            return html! {};
        }
        html! {
            details.typing open {
                summary { (self.language.say("selectors-summary")) }
                @if shape.kind == BoardKind::Morris { (self.point_forms(shape)) } @else { (self.text_form()) }
            }
        }
    }

    fn text_form(&self) -> Markup {
        let language = self.language;
        html! {
            form.selectors data-ask="text" method="post" action="/move" hidden[self.you != self.snapshot.mover()] {
                (self.turn())
                label { (language.say("selectors-move"))
                    input name="move" autocomplete="off" placeholder=(self.example()); }
                button { (language.say("selectors-play")) }
            }
        }
    }

    fn point_forms(&self, shape: &Shape) -> Markup {
        let language = self.language;
        let my_turn = self.you == self.snapshot.mover();
        let asks = |what: &str| my_turn && self.asked().contains(&what);
        html! {
            form.selectors data-ask="place" method="post" action="/place" hidden[!asks("place")] {
                (self.turn())
                (self.point(shape, "selectors-point", "x", "y"))
                button { (language.say("selectors-place")) }
            }
            form.selectors data-ask="move" method="post" action="/move" hidden[!asks("move")] {
                (self.turn())
                (self.point(shape, "selectors-from", "from_x", "from_y"))
                (self.point(shape, "selectors-to", "to_x", "to_y"))
                button { (language.say("selectors-go")) }
            }
            form.selectors data-ask="capture" method="post" action="/capture" hidden[!asks("capture")] {
                (self.turn())
                (self.point(shape, "selectors-point", "x", "y"))
                button { (language.say("selectors-capture")) }
            }
        }
    }

    fn point(&self, shape: &Shape, label: &str, x: &str, y: &str) -> Markup {
        let legend = self.language.say(label);
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

    fn example(&self) -> &'static str {
        if self.game() == GameId::Nimble { "4-2" } else { "a4-f4" }
    }

    /// The fields of the three forms that are asked for now.
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
}
