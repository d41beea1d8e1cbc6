//! The running games as small boards, and the best of them on the first page.

use maud::{Markup, html};
use merels_drawing::emblem;
use merels_messages::Language;
use merels_rules::Side;
use merels_services::Watchable;

use crate::edge::visitor::Visitor;
use crate::parts::card::empty;
use crate::parts::layout::Page;
use crate::parts::meta::Meta;
use crate::parts::places::Place;
use crate::wording;

/// Without scripts the page looks again after so many seconds.
const REFRESH: u32 = 10;

pub(crate) fn watch(visitor: &Visitor, games: &[Watchable]) -> Markup {
    let language = visitor.language;
    let title = language.say("watch-title");
    let page = Page {
        script: Some("tables.js"),
        meta: Some(Meta::listed("/watch", language.say("watch-intro"))),
        refresh: Some((REFRESH, "/watch".to_owned())),
        ..Page::new(visitor, &title, "home").at(Place::Watch, "/watch")
    };
    let main = html! {
        h1 { (title) }
        p { (language.say("watch-intro")) }
        section #running aria-label=(title) {
            @if games.is_empty() {
                (empty(&language.say("watch-none"), Some(("/lobby", &language.say("lobby-title")))))
            } @else {
                ul.tables { @for game in games { li { (table(language, game)) } } }
            }
        }
    };
    page.render(&main, &html! {})
}

/// A game as a small board: who plays, who is to move, how many watch.
pub(crate) fn table(language: Language, game: &Watchable) -> Markup {
    let snapshot = game.live.snapshot();
    let name = |side: Side| wording::seated(language, &snapshot, side);
    let turn = wording::status(language, &snapshot, None);
    html! {
        a href={ "/game/" (snapshot.key) } {
            (emblem(&snapshot.position, Side::White))
            span.title { (language.title(snapshot.kind)) }
            span { (name(Side::White)) " – " (name(Side::Black)) }
            span.turn { (turn) }
            @if game.watchers > 0 { span.turn { (language.watchers(game.watchers)) } }
        }
    }
}
