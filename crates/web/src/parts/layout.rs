//! The frame of all pages.

use maud::{DOCTYPE, Markup, html};
use merels_messages::{Language, guest_number};
use merels_model::{Player, PlayerId};
use url::Url;

use super::meta::{Meta, no_index};
use super::places::Place;
use super::shell;
use crate::edge::assets::{STYLE, address};
use crate::edge::bundle;
use crate::edge::visitor::{SignedIn, Visitor};
use crate::own_pages::OwnPages;

/// The visitor for whom a page is made.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Viewer<'a> {
    pub(crate) language: Language,
    pub(crate) player: Option<&'a Player>,
    /// Every page's menu leads to them.
    pub(crate) own_pages: &'a OwnPages,
    /// The address of the site, if it knows its own.
    pub(crate) public_url: Option<&'a Url>,
}

impl Viewer<'_> {
    /// Returns `true` if the visitor has more than a guest's session.
    pub(crate) fn has_account(&self) -> bool {
        self.player.is_some_and(|player| !player.is_guest())
    }

    /// A player's name as the visitor reads it: a guest without a name is "You" for oneself.
    pub(crate) fn called(&self, player: &PlayerId, name: &str) -> String {
        if guest_number(name).is_some() && self.player.is_some_and(|own| own.id == *player) {
            return self.language.say("seat-you");
        }
        self.language.player_name(name)
    }
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
    /// The place that the page belongs to, and which of its tabs it is.
    pub(crate) place: Option<Place>,
    pub(crate) tab: Option<&'a str>,
    /// The card that Log in opens in place.
    pub(crate) log_in: Option<Markup>,
    /// A live game with a clock: the bar at the foot steps aside.
    pub(crate) has_clock: bool,
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
            place: None,
            tab: None,
            log_in: None,
            has_clock: false,
            style: None,
            script: None,
            more_script: None,
            meta: None,
            refresh: None,
        }
    }

    /// The page at a place of the site: the address of its tab, or nothing if it is none.
    pub(crate) fn at(self, place: Place, tab: &'a str) -> Page<'a> {
        Page { place: Some(place), tab: Some(tab).filter(|tab| !tab.is_empty()), ..self }
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
                    script src=(address("app/settings.js")) {}
                    @match &self.meta {
                        Some(meta) => (meta.render(self.viewer.public_url, &title)),
                        None => (no_index()),
                    }
                    (self.refresh())
                    (self.script())
                }
                body {
                    a.skip href="#main" { (language.say("skip-to-main")) }
                    (shell::bar(self.viewer, self.place, self.log_in.as_ref()))
                    p #connection role="status" {}
                    (shell::tabs(self.viewer, self.place, self.tab))
                    main #main class=(self.class) data-game=[self.game] data-clock=[self.has_clock.then_some("")] { (main) }
                    (shell::foot(self.viewer, self.place))
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

    /// The script and, so that the browser fetches both at once, the board if it needs one.
    fn script(&self) -> Markup {
        let Some(script) = self.script else { return html! {} };
        let script = format!("app/{script}");
        html! {
            @if bundle::has_board(&script) { link rel="modulepreload" href=(address(bundle::BOARD)); }
            script type="module" src=(address(&script)) {}
            @if let Some(more) = self.more_script {
                script type="module" src=(address(&format!("app/{more}"))) {}
            }
        }
    }
}
