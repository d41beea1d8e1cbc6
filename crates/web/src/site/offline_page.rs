//! What a browser shows while it cannot reach the site. It is kept by the browser for everybody who uses
//! it, and so it speaks all languages and knows nobody.

use maud::{Markup, html};

use crate::i18n::Language;
use crate::parts::layout::Page;

pub(crate) fn offline() -> Markup {
    let page = Page {
        script: Some("offline.js"),
        ..Page::new(Language::English, "Offline", "failure", None)
    };
    let main = html! {
        h1 { "Offline" }
        @for language in Language::ALL {
            p lang=(language.code()) { (language.say("offline-words")) }
        }
        button.primary #again type="button" { "↻" span.unseen { (Language::English.say("offline-again")) } }
    };
    page.render(&main, &html! {})
}
