//! The frame of all pages.

use maud::{DOCTYPE, Markup, html};
use merels_messages::Language;
use merels_model::Player;
use merels_rules::GameId;
use url::Url;

use super::meta::{Meta, no_index};
use crate::edge::assets::{STYLE, address, modules_of};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::own_pages::OwnPages;

/// For whom a page is made.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Viewer<'a> {
    pub(crate) language: Language,
    pub(crate) player: Option<&'a Player>,
    /// Every page's foot leads to them.
    pub(crate) own_pages: &'a OwnPages,
    /// The address of the site, if it knows its own.
    pub(crate) public_url: Option<&'a Url>,
}

impl<'a> From<&'a Visitor> for Viewer<'a> {
    fn from(visitor: &'a Visitor) -> Viewer<'a> {
        let (player, public_url) = (visitor.player(), visitor.settings.public_url.as_ref());
        Viewer { language: visitor.language, player, own_pages: &visitor.own_pages, public_url }
    }
}

impl<'a> From<&'a SignedIn> for Viewer<'a> {
    fn from(visitor: &'a SignedIn) -> Viewer<'a> {
        let (player, public_url) = (Some(visitor.player()), visitor.settings.public_url.as_ref());
        Viewer { language: visitor.language, player, own_pages: &visitor.own_pages, public_url }
    }
}

pub(crate) struct Page<'a> {
    pub(crate) viewer: Viewer<'a>,
    pub(crate) title: &'a str,
    /// The class of `main`, and its game if it has one.
    pub(crate) class: &'a str,
    pub(crate) game: Option<&'a str>,
    /// The game whose rules are one tap away.
    pub(crate) rules: Option<GameId>,
    /// The style that only such pages need, under `styles/`.
    pub(crate) style: Option<&'a str>,
    /// The script module of the page, under `app/`.
    pub(crate) script: Option<&'a str>,
    /// Another one, for pages that have more to show.
    pub(crate) more_script: Option<&'a str>,
    /// The description of the page elsewhere; a page without one is private.
    pub(crate) meta: Option<Meta>,
    /// Without scripts this address is looked at again after so many seconds.
    pub(crate) refresh: Option<(u32, String)>,
}

impl<'a> Page<'a> {
    /// A page without a game and without scripts.
    pub(crate) fn new(viewer: impl Into<Viewer<'a>>, title: &'a str, class: &'a str) -> Page<'a> {
        Page {
            viewer: viewer.into(),
            title,
            class,
            game: None,
            rules: None,
            style: None,
            script: None,
            more_script: None,
            meta: None,
            refresh: None,
        }
    }

    /// The whole page around its main part and what comes after it.
    pub(crate) fn render(&self, main: &Markup, after: &Markup) -> Markup {
        let language = self.viewer.language;
        let title = format!("{} – Merels", self.title);
        html! {
            (DOCTYPE)
            html lang=(language.code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) }
                    link rel="stylesheet" href=(address(STYLE));
                    @if let Some(style) = self.style {
                        link rel="stylesheet" href=(address(&format!("styles/{style}")));
                    }
                    link rel="icon" type="image/svg+xml" href=(address("icons/merels.svg"));
                    link rel="manifest" href="/manifest.webmanifest";
                    link rel="apple-touch-icon" href="/icon/180.png";
                    link rel="preload" href=(address("fonts/sail.woff2")) as="font" type="font/woff2" crossorigin;
                    script src=(address("app/theme.js")) {}
                    @match &self.meta {
                        Some(meta) => (meta.render(self.viewer.public_url, &title)),
                        None => (no_index()),
                    }
                    (self.refresh())
                    (self.script())
                }
                body {
                    a.skip href="#main" { (language.say("skip-to-main")) }
                    (self.header())
                    p #connection role="status" {}
                    main #main class=(self.class) data-game=[self.game] { (main) }
                    (footer(self.viewer))
                    (after)
                }
            }
        }
    }

    fn refresh(&self) -> Markup {
        let Some((seconds, path)) = &self.refresh else { return html! {} };
        let content = format!("{seconds}; url={path}");
        html! { noscript { meta http-equiv="refresh" content=(content); } }
    }

    /// The script and, so that the browser fetches them all at once, the modules it imports.
    fn script(&self) -> Markup {
        let Some(script) = self.script else { return html! {} };
        let script = format!("app/{script}");
        html! {
            @for module in modules_of(&script) { link rel="modulepreload" href=(address(module)); }
            script type="module" src=(address(&script)) {}
            @if let Some(more) = self.more_script {
                script type="module" src=(address(&format!("app/{more}"))) {}
            }
        }
    }

    fn header(&self) -> Markup {
        let language = self.viewer.language;
        let rules = self.rules.map_or("/rules".to_owned(), |game| format!("/rules/{game}"));
        html! {
            header {
                a.brand href="/" { "Merels" }
                nav #nav aria-label=(language.say("nav-label")) {
                    a href=(rules) { (language.say("nav-rules")) }
                    // On a phone there is room for one more link beside the way in, and for none
                    // beside one's own.
                    a.roomy[self.viewer.player.is_some()] href="/puzzles" { (language.say("puzzles-title")) }
                    a.roomy href="/analysis" { (language.say("nav-analysis")) }
                    @match self.viewer.player {
                        Some(player) if !player.is_guest() => {
                            a href="/home" { (language.say("nav-home")) }
                            a href="/logout" { (language.say("nav-logout")) }
                        }
                        // Where one logs in one may sign up, too.
                        Some(_) => {
                            a href="/home" { (language.say("nav-home")) }
                            a href="/login" { (language.say("nav-login")) }
                        }
                        None => a href="/login" { (language.say("nav-login")) }
                    }
                }
            }
        }
    }
}

fn footer(viewer: Viewer<'_>) -> Markup {
    let language = viewer.language;
    html! {
        footer {
            button.switch #theme type="button" role="switch" aria-checked="false" hidden {
                (language.say("footer-dark"))
            }
            a href="/puzzles" { (language.say("puzzles-title")) }
            a href="/analysis" { (language.say("nav-analysis")) }
            a href="/watch" { (language.say("footer-watch")) }
            @for (address, title) in viewer.own_pages.links(language) { a href=(address) { (title) } }
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
