//! The page that a browser shows while it cannot reach the site. The browser keeps it for everybody who
//! uses it, so it speaks all languages and knows nobody.

use maud::{Markup, html};
use merels_messages::Language;

use crate::own_pages::OwnPages;
use crate::parts::layout::{Page, Viewer};

pub(crate) fn offline(own_pages: &OwnPages) -> Markup {
    let viewer = Viewer { language: Language::ENGLISH, player: None, own_pages, public_url: None };
    let page = Page { script: Some("offline.js"), ..Page::new(viewer, "Offline", "failure") };
    let main = html! {
        h1 { "Offline" }
        @for language in Language::ALL {
            p lang=(language.code()) { (language.say("offline-words")) }
        }
        button.primary #again type="button" { "↻" span.unseen { (Language::ENGLISH.say("offline-again")) } }
    };
    page.render(&main, &html! {})
}
