//! Cards: things that one can do or look at, each with a heading, at most one picture and one action.

use maud::{Markup, html};

/// A card: its heading, a few quiet words at the end of that line, and what it holds.
pub(crate) fn card(heading: &str, aside: &Markup, content: &Markup) -> Markup {
    html! {
        article.card {
            header { h2 { (heading) } @if !aside.0.is_empty() { span { (aside) } } }
            (content)
        }
    }
}

/// Cards beside one another: four on a wide desk, one on a phone.
pub(crate) fn cards(content: &Markup) -> Markup {
    html! { div.cards { (content) } }
}

/// A list without an entry: what it is for, and the way to the first one.
pub(crate) fn empty(words: &str, action: Option<(&str, &str)>) -> Markup {
    html! {
        div.empty {
            p { (words) }
            @if let Some((address, name)) = action { a.button href=(address) { (name) } }
        }
    }
}
