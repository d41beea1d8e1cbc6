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
    /// The signs at the turns, as far as there are any.
    pub(crate) signs: &'a [Option<Sign>],
}

/// A sign at a turn, with its words.
#[derive(Clone, Debug)]
pub(crate) struct Sign {
    /// `good`, `even` or `bad`.
    pub(crate) look: &'static str,
    pub(crate) sign: &'static str,
    pub(crate) words: String,
    /// Holds if the steps from mistake to mistake stop here.
    pub(crate) is_stop: bool,
}

/// The number of a turn in front of it: `17.`, or `17…` in the second column.
pub(crate) fn turn_number(first: Side, at: usize) -> String {
    let cell = at + usize::from(first == Side::Black);
    let sign = if cell.is_multiple_of(2) { "." } else { "…" };
    format!("{}{sign}", cell / 2 + 1)
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
        let sign = self.signs.get(at).and_then(Option::as_ref);
        let stop = sign.filter(|sign| sign.is_stop).map(|_| "");
        html! {
            @match way(ply) {
                Way::Address(address) => a href=(address) data-ply=(ply) data-stop=[stop] aria-current=[current] {
                    (text) @if let Some(sign) = sign { " " (sign.render()) }
                },
                Way::Form(form) => button form=(form) name="ply" value=(ply) data-ply=(ply) aria-current=[current] { (text) },
            }
        }
    }
}

impl Sign {
    fn render(&self) -> Markup {
        html! { b data-look=(self.look) aria-hidden="true" { (self.sign) } span.unseen { (self.words) } }
    }
}

/// The steps from a ply of a game that has so many, and those to the stops before and after it if there
/// are any.
pub(crate) fn steps(
    language: Language,
    ply: usize,
    last: usize,
    stops: &[usize],
    way: &impl Fn(usize) -> Way,
) -> Markup {
    let before = stops.iter().rev().find(|stop| **stop < ply);
    let after = stops.iter().find(|stop| **stop > ply);
    let mut ways = vec![
        ("first", 0, "|◀"),
        ("mistake-back", *before.unwrap_or(&ply), "◀ ✗"),
        ("back", ply.saturating_sub(1), "◀"),
        ("forward", (ply + 1).min(last), "▶"),
        ("mistake-on", *after.unwrap_or(&ply), "✗ ▶"),
        ("last", last, "▶|"),
    ];
    ways.retain(|(name, ..)| !stops.is_empty() || !name.starts_with("mistake"));
    html! {
        nav.steps data-count=(ways.len()) aria-label=(language.say("replay-steps")) {
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
