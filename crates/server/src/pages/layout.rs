//! What all pages have in common.

use maud::{DOCTYPE, Markup, html};
use merels_store::Player;

use crate::routes::assets::address;
use crate::words::Language;

/// A page.
pub(crate) struct Page<'a> {
    pub(crate) language: Language,
    pub(crate) title: &'a str,
    /// The class of `main`, and its game if it has one.
    pub(crate) class: &'a str,
    pub(crate) game: Option<&'a str>,
    pub(crate) player: Option<&'a Player>,
    /// The script module of the page, under `app/`.
    pub(crate) script: Option<&'a str>,
    /// Without scripts the page is loaded again after so many seconds.
    pub(crate) refresh: Option<u32>,
}

impl Page<'_> {
    /// The whole page around its main part and what comes after it.
    pub(crate) fn render(&self, main: &Markup, after: &Markup) -> Markup {
        let language = self.language;
        html! {
            (DOCTYPE)
            html lang=(language.code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) " – Merels" }
                    link rel="stylesheet" href=(address("styles/merels.css"));
                    link rel="icon" type="image/svg+xml" href=(address("icons/merels.svg"));
                    link rel="preload" href=(address("fonts/sail.woff2")) as="font" type="font/woff2" crossorigin;
                    @if let Some(refresh) = self.refresh() {
                        noscript { meta http-equiv="refresh" content=(refresh); }
                    }
                    @if let Some(script) = self.script {
                        script type="module" src=(address(&format!("app/{script}"))) {}
                    }
                }
                body {
                    a.skip href="#main" { (language.say("skip-to-main")) }
                    (self.header())
                    main #main class=(self.class) data-game=[self.game] { (main) }
                    (footer(language))
                    (after)
                }
            }
        }
    }

    /// When to look again, and where: what a form was answered with has the address of the form.
    fn refresh(&self) -> Option<String> {
        let seconds = self.refresh?;
        Some(match self.game {
            Some(game) => format!("{seconds};url=/game/{game}"),
            None => seconds.to_string(),
        })
    }

    fn header(&self) -> Markup {
        let language = self.language;
        html! {
            header {
                a.brand href="/" { "Merels" }
                nav aria-label=(language.say("nav-label")) {
                    a href="/rules" { (language.say("nav-rules")) }
                    @match self.player {
                        Some(player) if !player.is_guest() => {
                            a href="/home" { (language.say("nav-home")) }
                            a href="/logout" { (language.say("nav-logout")) }
                        }
                        Some(_) => {
                            a href="/home" { (language.say("nav-home")) }
                            a href="/signup" { (language.say("nav-signup")) }
                        }
                        None => a href="/login" { (language.say("nav-login")) }
                    }
                }
            }
        }
    }
}

fn footer(language: Language) -> Markup {
    html! {
        footer {
            form method="post" action="/language" aria-label=(language.say("footer-language")) {
                @for other in Language::ALL {
                    @if other != language {
                        button.plain name="language" value=(other.code()) lang=(other.code()) {
                            (other.own_name())
                        }
                    }
                }
            }
        }
    }
}

/// A page that says what went wrong.
pub(crate) fn failure(language: Language, words: &str) -> Markup {
    let title = language.say("failure-title");
    let page = Page {
        language,
        title: &title,
        class: "door",
        game: None,
        player: None,
        script: None,
        refresh: None,
    };
    let main = html! {
        h1 { (title) }
        p { (words) }
        p { a.button href="/" { (language.say("failure-back")) } }
    };
    page.render(&main, &html! {})
}
