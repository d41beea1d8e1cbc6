//! The shell of every page: the bar with the places and the visitor, the tabs of a place, and the bar at
//! the foot of a phone. All of it works without scripts.

use maud::{Markup, html};
use merels_messages::Language;
use merels_model::Player;

use super::icon::Icon;
use super::layout::Viewer;
use super::links::address_of;
use super::places::Place;

/// The bar at the top. `log_in` is the card that Log in opens in place; elsewhere it leads to it.
pub(super) fn bar(viewer: Viewer<'_>, place: Option<Place>, log_in: Option<&Markup>) -> Markup {
    let language = viewer.language;
    html! {
        header.bar {
            a.brand href=(Place::Play.address(viewer.has_account())) { "Merels" }
            nav #nav aria-label=(language.say("nav-label")) { (links(viewer, &Place::BAR, place, false)) }
            div.me #me {
                @if !viewer.has_account() {
                    @match log_in {
                        Some(card) => (card),
                        None => a.button href="/login" { (language.say("nav-login")) },
                    }
                }
                (menu(viewer))
            }
        }
    }
}

/// The bar at the foot, which a phone shows instead of the places at the top.
pub(super) fn foot(viewer: Viewer<'_>, place: Option<Place>) -> Markup {
    html! {
        nav.places aria-label=(viewer.language.say("nav-places")) {
            (links(viewer, &Place::FOOT, place, true))
        }
    }
}

fn links(viewer: Viewer<'_>, places: &[Place], here: Option<Place>, icons: bool) -> Markup {
    html! {
        @for place in places {
            a href=(place.address(viewer.has_account())) aria-current=[(here == Some(*place)).then_some("page")] {
                @if icons { (place.icon().draw()) }
                (place.name(viewer.language))
            }
        }
    }
}

/// The other pages of the place that a page belongs to.
pub(super) fn tabs(viewer: Viewer<'_>, place: Option<Place>, tab: Option<&str>) -> Markup {
    let (Some(place), Some(tab)) = (place, tab) else { return html! {} };
    let language = viewer.language;
    html! {
        nav.tabs aria-label=(place.name(language)) {
            @for (address, name) in place.tabs(viewer.has_account()) {
                a href=(address) aria-current=[(*address == tab).then_some("page")] { (language.say(name)) }
            }
        }
    }
}

/// The visitor's menu: one's own pages, and how the site looks, speaks and sounds.
fn menu(viewer: Viewer<'_>) -> Markup {
    let language = viewer.language;
    let label = language.say("nav-menu");
    html! {
        details.menu #menu {
            summary aria-label=(label) {
                @match viewer.player.filter(|player| !player.is_guest()) {
                    Some(player) => span.avatar { (initial(&player.name)) },
                    None => (Icon::SETTINGS.draw()),
                }
            }
            div.popup {
                div #own { @if let Some(player) = viewer.player { (own_pages(viewer, player)) } }
                div #settings data-kept {
                    button.switch #theme type="button" role="switch" aria-checked="false" hidden { (language.say("menu-dark")) }
                    button.switch #sound type="button" role="switch" aria-checked="false" hidden { (language.say("menu-sound")) }
                }
                (languages(language))
                @let links = viewer.own_pages.links(language);
                @if !links.is_empty() {
                    hr;
                    @for (address, title) in links { a href=(address) { (title) } }
                }
            }
        }
    }
}

fn own_pages(viewer: Viewer<'_>, player: &Player) -> Markup {
    let language = viewer.language;
    let link = |address: &str, name: &str| html! { a href=(address) { (language.say(name)) } };
    html! {
        p {
            strong { (viewer.called(&player.id, &player.name)) }
            @if let Some(email) = &player.email { br; span.quiet { (email) } }
        }
        (link("/home", "nav-home"))
        (link(&address_of(&player.name), "profile-yours"))
        @if player.is_guest() {
            (link("/signup", "nav-signup"))
        } @else {
            (link("/account", "account-title"))
            (link("/account#delete", "delete-summary"))
            (link("/logout", "nav-logout"))
        }
        hr;
    }
}

fn languages(language: Language) -> Markup {
    html! {
        form method="post" action="/language" aria-label=(language.say("menu-language")) {
            @for other in Language::ALL {
                @if other != language {
                    button.plain name="language" value=(other.code()) lang=(other.code()) { (other.own_name()) }
                }
            }
        }
    }
}

/// The letter that stands for somebody.
pub(crate) fn initial(name: &str) -> String {
    name.chars()
        .find(|c| c.is_alphanumeric())
        .map_or_else(|| "?".to_owned(), |c| c.to_uppercase().collect())
}
