//! Waiting for an opponent.

use maud::{Markup, html};
use merels_engine::Level;
use merels_model::{TimeControl, Wish};

use super::lobby_page::{nearness, wish_in_words};
use crate::edge::visitor::SignedIn;
use crate::parts::layout::Page;
use crate::parts::places::Place;

/// Without scripts the page looks again after so many seconds.
const REFRESH: u32 = 3;

pub(crate) fn waiting(visitor: &SignedIn, wish: &Wish, here: u32) -> Markup {
    let game = wish.game;
    let language = visitor.language;
    let title = language.say("waiting-title");
    let page = Page {
        script: Some("waiting.js"),
        refresh: Some((REFRESH, "/findmatch".to_owned())),
        ..Page::new(visitor, &title, "waiting").at(Place::Play, "")
    };
    let by_days = matches!(wish.terms.time, Some(TimeControl::Days(_)));
    let main = html! {
        svg.dots viewBox="0 0 100 100" aria-hidden="true" {
            path d="M10 10H90V90H10Z" {}
            circle cx="10" cy="10" r="7" {}
            circle cx="50" cy="10" r="7" {}
            circle cx="90" cy="10" r="7" {}
        }
        h1 { (title) }
        p role="status" { (language.say_with(if by_days { "waiting-for-days" } else { "waiting-for" }, &[("title", wish_in_words(language, wish).into())])) }
        @if wish.is_choosy() { p.hint { (nearness(language)) } }
        p.hint { (language.say_with("waiting-here", &[("here", here.into())])) " "
            a href="/lobby" { (language.say("lobby-title")) } }
        form method="post" action="/cancelmatch" { button { (language.say("waiting-cancel")) } }
        section.card {
            p { (language.say("waiting-meanwhile")) }
            div.after {
                form method="post" action="/playcomputer" {
                    input type="hidden" name="game" value=(game.id());
                    input type="hidden" name="level" value=(Level::USUAL);
                    button { (language.say("waiting-computer")) }
                }
                form method="post" action="/invite" {
                    input type="hidden" name="game" value=(game.id());
                    button #invite { (language.say("waiting-invite")) }
                }
            }
        }
    };
    let after = html! {
        script type="application/json" #words { (crate::parts::script::json(language.browser_words())) }
    };
    page.render(&main, &after)
}
