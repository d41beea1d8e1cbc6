//! The running games as small boards, and the best of them on the first page.

use maud::{Markup, html};
use merels_drawing::emblem;
use merels_messages::Language;
use merels_rules::Side;
use merels_services::Watchable;
use merels_services::live::Snapshot;

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
        style: Some("places.css"),
        meta: Some(Meta::listed("/watch", language.say("watch-intro"))),
        refresh: Some((REFRESH, "/watch".to_owned())),
        ..Page::new(visitor, &title, "home").at(Place::Watch, "/watch")
    };
    let main = html! {
        h1 { (title) }
        p.quiet { (language.say("watch-intro")) }
        (now(visitor, games))
    };
    page.render(&main, &html! {})
}

/// The part that changes while the page is open, at an address of its own.
pub(crate) fn now(visitor: &Visitor, games: &[Watchable]) -> Markup {
    let language = visitor.language;
    html! {
        section #running data-at="/watch/now" aria-label=(language.say("watch-title")) {
            @if games.is_empty() {
                (empty(&language.say("watch-none"), Some(("/lobby", &language.say("lobby-find")))))
            } @else {
                ul.tables { @for game in games { li { (table(visitor, game)) } } }
            }
        }
    }
}

/// A game as a small board: who plays, the clocks, who is to move, how many watch.
pub(crate) fn table(visitor: &Visitor, game: &Watchable) -> Markup {
    board(visitor, &game.live.snapshot(), game.watchers)
}

pub(crate) fn board(visitor: &Visitor, snapshot: &Snapshot, watchers: u32) -> Markup {
    let language = visitor.language;
    let own = visitor.player().and_then(|player| snapshot.side_of(&player.id));
    let name = |side: Side| wording::seated(language, snapshot, side, own);
    let turn = wording::status(language, snapshot, None);
    html! {
        a href={ "/game/" (snapshot.key) } {
            (emblem(&snapshot.position, Side::White))
            span.title { (language.title(snapshot.kind)) }
            span { (name(Side::White)) " – " (name(Side::Black)) }
            (clocks(language, snapshot))
            span.turn { (turn) }
            @if watchers > 0 { span.turn { (language.watchers(watchers)) } }
        }
    }
}

/// The time that both had when the last turn was made.
fn clocks(language: Language, snapshot: &Snapshot) -> Markup {
    let Some(clock) = &snapshot.clock else { return html! {} };
    let left = clock.left.map(|left| language.time_left(left));
    html! { span.number.quiet { (left[0]) " – " (left[1]) } }
}
