//! The reasons of the turn that led to a position of an analysis. The script shows those of a move under
//! the pointer too, from the page that the move leads to.

use maud::{Markup, html};
use merels_messages::{ByColour, Language, Naming, Worth};
use merels_services::analysis::Reasons;

pub(super) fn told(language: Language, reasons: &Reasons) -> Markup {
    let names = ByColour(language, &reasons.position);
    let worths = [reasons.best, reasons.played].map(Worth::from);
    let effect = language.effect(&names.move_text(reasons.mv), worths, reasons.is_mistake);
    html! {
        div #reasons {
            p { strong { (effect) } @for claim in &reasons.claims { " " (language.claim(&names, claim)) } }
        }
    }
}
