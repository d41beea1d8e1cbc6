//! An arena: standings, pairings, and the boards of the games that go on. The script is `web/app/arena.js`.

use maud::{Markup, html};
use merels_drawing::emblem;
use merels_messages::Language;
use merels_model::{Arena, ArenaStanding, Player, PlayerId, Seat};
use merels_rules::Side;
use merels_services::arenas::ArenaState;
use serde_json::json;

use super::page::{rule, standing_in_time, terms};
use crate::edge::visitor::Visitor;
use crate::game::watch_page::board;
use crate::parts::layout::{Page, Viewer};
use crate::parts::links::picture_of;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

/// Without scripts the page looks again after so many seconds.
const REFRESH: u32 = 5;

pub(crate) fn arena(visitor: &Visitor, state: &ArenaState) -> Markup {
    let arena = &state.arena;
    let language = visitor.language;
    let title = language.say_with("arena-title", &[("title", language.title(arena.game).into())]);
    let page = Page {
        script: Some("arena.js"),
        style: Some("places.css"),
        meta: Some(meta(language, arena)),
        refresh: Some((REFRESH, format!("/arena/{}", arena.id))),
        ..Page::new(visitor, &title, "arena ratings").at(Place::Play, "/arenas")
    };
    let main = html! {
        (now(visitor, state))
        p.hint { (rule(language)) }
    };
    let after = html! {
        script type="application/json" #words { (crate::parts::script::json(language.browser_words())) }
    };
    page.render(&main, &after)
}

/// The arena as an event with its time and place.
fn meta(language: Language, arena: &Arena) -> Meta {
    let path = format!("/arena/{}", arena.id);
    let about = json!({
        "@type": "Event", "startDate": arena.begins.to_string(), "endDate": arena.ends.to_string(),
        "eventAttendanceMode": "https://schema.org/OnlineEventAttendanceMode",
    });
    Meta::listed(path, terms(language, arena)).picture(picture_of(arena.game)).about(about)
}

/// The part that changes while an arena's page is open, at an address of its own.
pub(crate) fn now(visitor: &Visitor, state: &ArenaState) -> Markup {
    let ArenaState { arena, standings, now, .. } = state;
    let language = visitor.language;
    let signed_in = visitor.player().is_some();
    let own = visitor.player().and_then(|player| state.game_of(&player.id)).map(|game| &game.key);
    html! {
        div #arena data-at={ "/arena/" (arena.id) "/now" } data-signed-in=[signed_in.then_some("")]
            data-go=[own.map(|own| format!("/game/{own}"))] {
            section.card.greeting {
                span.mini { (emblem(&arena.game.start(), Side::White)) }
                div {
                    h1 { (language.say_with("arena-title", &[("title", language.title(arena.game).into())])) }
                    p { (terms(language, arena)) }
                    p role="status" { (standing_in_time(language, arena, *now)) }
                    @if plays(visitor, state) { p.quiet { (language.say(if now < &arena.begins { "arena-told" } else { "arena-stay" })) } }
                }
                (own_part(visitor, state, own.is_none()))
                @if own.is_none() && plays(visitor, state) && now < &arena.begins {
                    a.button.primary.big href="/play" { (language.say("arena-meanwhile")) }
                }
                @if let Some(own) = own {
                    a.button.primary.big href={ "/game/" (own) } { (language.say("arena-own-game")) }
                }
            }
            div.halves {
                section.card {
                    header { h2 { (language.say("arena-standings")) } }
                    (table(visitor, standings))
                }
                section.card {
                    header { h2 { (language.say("arena-pairings")) } }
                    (pairings(visitor, state))
                }
            }
            (boards(visitor, state))
        }
    }
}

/// The games that go on: the top game first.
fn boards(visitor: &Visitor, state: &ArenaState) -> Markup {
    let language = visitor.language;
    let running = state.running().count();
    html! {
        @if running > 0 {
            h2 { (language.say_with("arena-running", &[("games", running.into())])) }
            ul.tables {
                @for (place, game) in state.boards.iter().enumerate() {
                    li {
                        @if place == 0 && running > 1 { p.hint { (language.say("arena-top-game")) } }
                        (board(visitor, &game.snapshot(), 0))
                    }
                }
            }
        }
    }
}

/// The pairings that are listed.
const PAIRINGS: usize = 12;

/// The games that ended last.
fn pairings(visitor: &Visitor, state: &ArenaState) -> Markup {
    let language = visitor.language;
    let finished = state.finished();
    let viewer = Viewer::from(visitor);
    let name = |player: &Option<PlayerId>| {
        let named = player.as_ref().and_then(|player| Some((player, state.name_of(player)?)));
        named.map_or_else(
            || language.seat(&Seat::Gone),
            |(player, name)| viewer.called(player, name),
        )
    };
    html! {
        @if finished.is_empty() { p.quiet { (language.say("arena-no-pairings")) } }
        ul.games {
            @for game in finished.into_iter().take(PAIRINGS) {
                @let [white, black] = &game.players;
                li {
                    a href={ "/game/" (game.key) "/replay" } { (name(white)) " – " (name(black)) }
                    @if let Some((score, _)) = game.end { span.turn { (score) } }
                }
            }
        }
    }
}

/// Returns `true` if the visitor has come in and does not pause, while the arena is not over.
fn plays(visitor: &Visitor, state: &ArenaState) -> bool {
    let plays = |player: &Player| state.standings.iter().any(|s| s.player == player.id && s.plays);
    state.now < state.arena.ends && visitor.player().is_some_and(plays)
}

/// Coming in, or pausing; `leads` if there is nothing more important to do.
fn own_part(visitor: &Visitor, state: &ArenaState, leads: bool) -> Markup {
    let language = visitor.language;
    if visitor.player().is_none() {
        return html! { a.button.primary.big href="/login" { (language.say("arena-log-in")) } };
    }
    if state.now >= state.arena.ends {
        return html! {};
    }
    let plays = plays(visitor, state);
    let words = match plays {
        true => "arena-pause",
        false if state.now < state.arena.begins => "arena-be-there",
        false => "arena-enter",
    };
    html! {
        form method="post" action={ "/arena/" (state.arena.id) (if plays { "/pause" } else { "/enter" }) } {
            button.big.primary[leads && !plays] { (language.say(words)) }
        }
    }
}

fn table(visitor: &Visitor, standings: &[ArenaStanding]) -> Markup {
    let language = visitor.language;
    let me = visitor.player().map(|player| &player.id);
    if standings.is_empty() {
        return html! { p.empty { (language.say("arena-nobody")) } };
    }
    html! {
        table {
            thead { tr {
                th scope="col" { (language.say("ratings-place")) }
                th scope="col" { (language.say("ratings-name")) }
                th.figure scope="col" { (language.say("arena-points")) }
                th.figure scope="col" { (language.say("ratings-games")) }
            } }
            tbody {
                @for (place, standing) in (1..).zip(standings) {
                    tr aria-current=[(me == Some(&standing.player)).then_some("true")] {
                        td { (place) }
                        td { (Viewer::from(visitor).called(&standing.player, &standing.name)) @if !standing.plays { " (" (language.say("arena-pauses")) ")" } }
                        td.figure { (standing.points) }
                        td.figure { (standing.games) }
                    }
                }
            }
        }
    }
}
