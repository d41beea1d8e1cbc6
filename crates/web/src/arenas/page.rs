//! Arenas: the list of them, and one with its standings. The script is `web/app/arena.js`.

use jiff::{SignedDuration, Timestamp};
use maud::{Markup, html};
use merels_messages::Language;
use merels_model::arena::{ANYBODY_AFTER, AVOIDS_REMATCH, NEAR_POINTS};
use merels_model::{Arena, ArenaStanding, TimeControl};
use merels_services::arenas::ArenaState;
use serde_json::json;

use crate::edge::visitor::Visitor;
use crate::game_request::GameRequest;
use crate::parts::chooser::{boards, measures};
use crate::parts::layout::Page;
use crate::parts::links::picture_of;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

/// Without scripts the page looks again after so many seconds.
const REFRESH: u32 = 5;

/// In so many minutes one may have an arena begin.
const AHEAD: [i64; 4] = [0, 5, 15, 60];

/// The game of an arena and its terms, in words.
fn terms(language: Language, arena: &Arena) -> String {
    let rated = language.say(if arena.rated { "rated-yes" } else { "rated-no" });
    let clock = language.time_control(Some(arena.clock));
    format!("{}, {clock}, {rated}", language.title(arena.game))
}

/// The time until it begins or ends, or that it is over.
fn standing_in_time(language: Language, arena: &Arena, now: Timestamp) -> String {
    let minutes = |until: Timestamp| {
        let left = until.duration_since(now).max(SignedDuration::ZERO);
        (left.as_secs() + 59) / 60
    };
    if now < arena.begins {
        language.say_with("arena-begins", &[("minutes", minutes(arena.begins).into())])
    } else if now < arena.ends {
        language.say_with("arena-runs", &[("minutes", minutes(arena.ends).into())])
    } else {
        language.say("arena-over")
    }
}

pub(crate) fn arenas(
    visitor: &Visitor,
    choice: &GameRequest,
    arenas: &[Arena],
    now: Timestamp,
) -> Markup {
    let language = visitor.language;
    let title = language.say("arenas-title");
    let meta = Some(Meta::listed("/arenas", language.say("arenas-about")));
    let page =
        Page { meta, ..Page::new(visitor, &title, "prose arenas").at(Place::Play, "/arenas") };
    let main = html! {
        h1 { (title) }
        p { (language.say("arenas-about")) " " (rule(language)) }
        @if arenas.is_empty() { p.empty { (language.say("arenas-none")) } }
        ul.games {
            @for arena in arenas {
                li {
                    a href={ "/arena/" (arena.id) } { (terms(language, arena)) }
                    span.turn.yours[arena.runs(now)] { (standing_in_time(language, arena, now)) }
                }
            }
        }
        h2 { (language.say("arena-open")) }
        @if visitor.has_account() { (open_form(language, choice)) } @else {
            p { (language.say("arena-needs-account")) " " a href="/signup" { (language.say("nav-signup")) } }
        }
        p { a href="/lobby" { (language.say("lobby-title")) } }
    };
    page.render(&main, &html! {})
}

/// The rule of pairing, in a sentence.
fn rule(language: Language) -> String {
    language.say_with(
        "arena-rule",
        &[
            ("near", NEAR_POINTS.into()),
            ("anybody", ANYBODY_AFTER.as_secs().into()),
            ("again", AVOIDS_REMATCH.as_secs().into()),
        ],
    )
}

fn open_form(language: Language, choice: &GameRequest) -> Markup {
    let live =
        TimeControl::PRESETS.into_iter().filter(|clock| matches!(clock, TimeControl::Live { .. }));
    html! {
        form.chooser.card method="post" action="/arenas" {
            (boards(language, choice))
            (measures(language, choice))
            div.pair {
                div.field {
                    label for="clock" { (language.say("field-clock")) }
                    select #clock name="clock" {
                        @for clock in live { option value=(clock) { (language.time_control(Some(clock))) } }
                    }
                }
                div.field {
                    label for="ahead" { (language.say("arena-ahead")) }
                    select #ahead name="ahead" {
                        @for minutes in AHEAD {
                            option value=(minutes) { (language.say_with("arena-ahead-minutes", &[("minutes", minutes.into())])) }
                        }
                    }
                }
            }
            div.choices { label { input type="checkbox" name="rated"; (language.say("field-rated")) } }
            div.after { button.primary { (language.say("arena-open")) } }
        }
    }
}

pub(crate) fn arena(visitor: &Visitor, state: &ArenaState) -> Markup {
    let ArenaState { arena, standings, now, .. } = state;
    let language = visitor.language;
    let title = language.say_with("arena-title", &[("title", language.title(arena.game).into())]);
    let page = Page {
        script: Some("arena.js"),
        meta: Some(meta(language, arena)),
        refresh: Some((REFRESH, format!("/arena/{}", arena.id))),
        ..Page::new(visitor, &title, "prose arena").at(Place::Play, "/arenas")
    };
    let signed_in = visitor.player().is_some();
    let own = visitor.player().and_then(|player| state.game_of(&player.id)).map(|game| &game.key);
    let running: Vec<_> = state.running().map(|game| &game.key).collect();
    let main = html! {
        h1 { (title) }
        div #arena data-signed-in=[signed_in.then_some("")] data-go=[own.map(|own| format!("/game/{own}"))] {
            p { (terms(language, arena)) }
            p role="status" { (standing_in_time(language, arena, *now)) }
            (own_part(visitor, state))
            @if let Some(own) = own {
                p { a.button.primary href={ "/game/" (own) } { (language.say("arena-own-game")) } }
            }
            h2 { (language.say("arena-standings")) }
            (table(visitor, standings))
            @if !running.is_empty() {
                h2 { (language.say_with("arena-running", &[("games", running.len().into())])) }
                p { @for key in &running { a href={ "/game/" (key) } { (key) } " " } }
            }
        }
        p.hint { (rule(language)) }
        p { a href="/arenas" { (language.say("arenas-title")) } }
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

/// Coming in, or pausing.
fn own_part(visitor: &Visitor, state: &ArenaState) -> Markup {
    let language = visitor.language;
    let Some(player) = visitor.player() else {
        return html! { p { a href="/login" { (language.say("arena-log-in")) } } };
    };
    if state.now >= state.arena.ends {
        return html! {};
    }
    let plays = state.standings.iter().any(|s| s.player == player.id && s.plays);
    html! {
        @if plays { p { (language.say("arena-stay")) } }
        form method="post" action={ "/arena/" (state.arena.id) (if plays { "/pause" } else { "/enter" }) } {
            button.primary[!plays] { (language.say(if plays { "arena-pause" } else { "arena-enter" })) }
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
                        td { (standing.name) @if !standing.plays { " (" (language.say("arena-pauses")) ")" } }
                        td.figure { (standing.points) }
                        td.figure { (standing.games) }
                    }
                }
            }
        }
    }
}
