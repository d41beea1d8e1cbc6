//! Data for the page's scripts.

use maud::PreEscaped;
use merels_rules::Side;
use serde::Serialize;

/// Data for the scripts. Inside a script element only `<` could end it too early.
pub(crate) fn json(value: &impl Serialize) -> PreEscaped<String> {
    let text = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    PreEscaped(text.replace('<', "\\u003c"))
}

/// A side as the page's data attributes name it.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
