//! The moves of a game as a score sheet in two columns, with the way to each, and the four steps through
//! them: first, back, on, last.

use maud::{Markup, html};
use merels_messages::Language;
use merels_rules::Side;

/// The way to a step without scripts.
pub(crate) enum Way {
    Address(String),
    /// A button of the form with this id, which carries a record along.
    Form(&'static str),
}

/// The moves of a game.
pub(crate) struct Sheet<'a> {
    pub(crate) turns: &'a [String],
    /// The side that moves first.
    pub(crate) first: Side,
    /// The ply on show: so many turns are made.
    pub(crate) shown: usize,
}

impl Sheet<'_> {
    pub(crate) fn render(&self, language: Language, way: &impl Fn(usize) -> Way) -> Markup {
        let before = usize::from(self.first == Side::Black);
        let rows = (self.turns.len() + before).div_ceil(2);
        html! {
            div.moves #moves role="region" aria-label=(language.say("sheet-label")) data-before=(before) {
                ol {
                    @for row in 0..rows {
                        li {
                            @for column in 1..=2 { (self.turn((2 * row + column).saturating_sub(before), way)) }
                        }
                    }
                }
            }
        }
    }

    /// The turn that leads to a ply.
    fn turn(&self, ply: usize, way: &impl Fn(usize) -> Way) -> Markup {
        let Some(at) = ply.checked_sub(1) else { return html! { span { "…" } } };
        let Some(text) = self.turns.get(at) else { return html! {} };
        let current = (ply == self.shown).then_some("step");
        html! {
            @match way(ply) {
                Way::Address(address) => a href=(address) data-ply=(ply) aria-current=[current] { (text) },
                Way::Form(form) => button form=(form) name="ply" value=(ply) data-ply=(ply) aria-current=[current] { (text) },
            }
        }
    }
}

/// The four steps from a ply of a game that has so many.
pub(crate) fn steps(
    language: Language,
    ply: usize,
    last: usize,
    way: &impl Fn(usize) -> Way,
) -> Markup {
    let ways = [
        ("first", 0, "|◀"),
        ("back", ply.saturating_sub(1), "◀"),
        ("forward", (ply + 1).min(last), "▶"),
        ("last", last, "▶|"),
    ];
    html! {
        nav.steps aria-label=(language.say("replay-steps")) {
            @for (name, to, sign) in ways {
                @let label = language.say(&format!("replay-{name}"));
                @match way(to) {
                    Way::Address(address) => a.button data-step=(name) href=(address) aria-label=(label) { (sign) },
                    Way::Form(form) => button form=(form) name="ply" value=(to) data-step=(name) aria-label=(label) { (sign) },
                }
            }
        }
    }
}
