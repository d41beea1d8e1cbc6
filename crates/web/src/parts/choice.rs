//! Choices of which exactly one is made. A few stand side by side in one groove, more of them are chips;
//! without scripts and styles both are radio buttons.

use maud::{Markup, html};

/// One of the things to choose from.
pub(crate) struct Choice<'a> {
    pub(crate) value: &'a str,
    pub(crate) words: String,
    pub(crate) is_chosen: bool,
}

/// Up to five choices that fill a line.
pub(crate) fn segments<'a>(
    legend: &str,
    name: &str,
    choices: impl Iterator<Item = Choice<'a>>,
) -> Markup {
    group("segments", legend, name, choices)
}

/// Choices of any number.
pub(crate) fn chips<'a>(
    legend: &str,
    name: &str,
    choices: impl Iterator<Item = Choice<'a>>,
) -> Markup {
    group("chips", legend, name, choices)
}

fn group<'a>(
    class: &str,
    legend: &str,
    name: &str,
    choices: impl Iterator<Item = Choice<'a>>,
) -> Markup {
    html! {
        fieldset class=(class) {
            legend { (legend) }
            div {
                @for Choice { value, words, is_chosen } in choices {
                    label { input type="radio" name=(name) value=(value) checked[is_chosen]; span { (words) } }
                }
            }
        }
    }
}
