//! Setting a position up by hand: every spot is a link that puts the next man there.

use maud::{Markup, html};
use merels_drawing::{Man, Shape, linked_picture};
use merels_rules::{GameId, Side};

use super::set_up::SetUp;
use crate::edge::visitor::Visitor;
use crate::parts::choice::{Choice, segments};
use crate::parts::layout::Page;
use crate::parts::places::Place;

pub(crate) fn set_up(visitor: &Visitor, set_up: &SetUp) -> Markup {
    let language = visitor.language;
    let title = language.say_with("setup-title", &[("title", language.title(set_up.game).into())]);
    let shape = Shape::of(&set_up.board());
    let men = set_up.men();
    let label = |name: &str| {
        let stands = match men.get(name) {
            None => language.say("board-empty"),
            Some(Man::Of(Side::White)) => language.side(set_up.game, Side::White),
            Some(Man::Of(Side::Black)) => language.side(set_up.game, Side::Black),
            Some(Man::Pawns(pawns)) => pawns.to_string(),
        };
        format!("{name}: {stands}")
    };
    let link = |spot: usize| (set_up.with_next_at(spot).address(), label(&shape.spots[spot].name));
    let page = Page {
        style: Some("values.css"),
        ..Page::new(visitor, &title, "game analysis").at(Place::Analysis, "")
    };
    let wrong = set_up.position().err();
    let sides = Side::ALL.map(|side| side.letter().to_string());
    let main = html! {
        h1.unseen { (title) }
        div.table { div #board { (linked_picture(&shape, &men, link)) } }
        section.panel aria-label=(title) { div.card {
            h2 { (title) }
            p { (language.say("setup-how")) }
            @if let Some(reason) = &wrong { p.error role="alert" { (reason) } }
            form method="get" action="/analysis/setup" {
                input type="hidden" name="game" value=(set_up.game.id());
                input type="hidden" name="cells" value=(set_up.cells());
                (segments(&language.say("setup-side"), "side", sides.iter().zip(Side::ALL).map(|(value, side)| Choice {
                    value,
                    words: language.side(set_up.game, side),
                    is_chosen: set_up.side == side,
                })))
                @if let GameId::Morris(variant) = set_up.game {
                    div.pair { @for (name, side) in [("white", Side::White), ("black", Side::Black)] {
                        @let id = format!("hand-{name}");
                        div.field {
                            label for=(id) { (language.say_with("setup-hand", &[("side", language.side(set_up.game, side).into())])) }
                            input #(id) type="number" name=(name) min="0" max=(variant.rules().men) value=(set_up.hands[side.index()]);
                        }
                    } }
                }
                div.after {
                    button.primary name="go" value="1" { (language.say("setup-go")) }
                    a.button href=(set_up.emptied().address()) { (language.say("setup-empty")) }
                    a.button href={ "/analysis/setup?game=" (set_up.game.id().replace('+', "%2B")) } { (language.say("setup-start")) }
                }
            }
        } }
    };
    page.render(&main, &html! {})
}
