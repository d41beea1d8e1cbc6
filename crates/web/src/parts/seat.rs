//! A seat at the edge of a board: who sits there, what they have, and their clock. The two seats and the
//! board between them are the table of every page with a board.

use maud::{Markup, html};
use merels_messages::Language;
use merels_rules::{AnyPosition, Side};

use super::script::side_name;
use super::shell::initial;

/// The contents of a seat. [`SeatBar::new`] makes a plain one.
pub(crate) struct SeatBar {
    pub(crate) side: Side,
    pub(crate) name: String,
    /// The address of the player's page.
    pub(crate) page: Option<String>,
    /// A few quiet words behind the name: a rating, a level, the colour.
    pub(crate) about: Markup,
    pub(crate) men: Markup,
    /// The time that is left, where a clock runs.
    pub(crate) clock: Option<String>,
    pub(crate) is_to_move: bool,
    pub(crate) is_computer: bool,
    pub(crate) is_away: bool,
}

impl SeatBar {
    /// A seat of a position that nobody plays on, or not any more.
    pub(crate) fn new(
        language: Language,
        position: &AnyPosition,
        side: Side,
        name: String,
    ) -> SeatBar {
        SeatBar {
            side,
            name,
            page: None,
            about: html! {},
            men: men(language, position, side),
            clock: None,
            is_to_move: false,
            is_computer: false,
            is_away: false,
        }
    }

    pub(crate) fn render(&self) -> Markup {
        let side = side_name(self.side);
        html! {
            div.seat #{ "seat-" (side) } data-side=(side) data-computer=[self.is_computer.then_some("")]
                data-away=[self.is_away.then_some("")] aria-current=[self.is_to_move.then_some("true")] {
                span.avatar aria-hidden="true" { (initial(&self.name)) i class=(side) {} }
                span.who {
                    @match &self.page {
                        Some(page) => a.name href=(page) { (self.name) },
                        None => span.name { (self.name) },
                    }
                    " " (self.about)
                    span.thinking aria-hidden="true" { i {} i {} i {} }
                }
                span.said aria-hidden="true" data-kept {}
                span.counts { (self.men) }
                @match &self.clock {
                    Some(left) => span.clock role="timer" data-kept { (left) },
                    None => span.clock data-kept {},
                }
            }
        }
    }
}

/// The men of a side in hand and those it has taken, as small stones and in words; or its pawns.
fn men(language: Language, position: &AnyPosition, side: Side) -> Markup {
    match position {
        AnyPosition::Morris(position) => {
            let (hand, taken) = (position.hand(side), position.captured(!side));
            let words = [("hand", hand.into()), ("captured", taken.into())];
            html! {
                span.unseen { (language.say_with("seat-counts", &words)) }
                span.men aria-hidden="true" {
                    @for _ in 0..hand { i class=(side_name(side)) {} }
                    @for _ in 0..taken { i class={ (side_name(!side)) " taken" } {} }
                }
            }
        }
        AnyPosition::MingMang(position) => {
            let pawns = position.pawns(side).len();
            html! { (language.say_with("seat-pawns", &[("pawns", pawns.into())])) }
        }
        AnyPosition::Nimble(_) => html! {},
    }
}

/// A board between its seats. The near side's is below.
pub(crate) fn table(near: Side, seats: [&SeatBar; 2], is_shared: bool, board: &Markup) -> Markup {
    let [white, black] = seats;
    html! {
        div.table data-near=(side_name(near)) data-shared=[is_shared.then_some("")] {
            (black.render())
            (board)
            (white.render())
        }
    }
}
