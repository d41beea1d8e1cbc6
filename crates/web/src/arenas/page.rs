//! The list of arenas.

use jiff::{SignedDuration, Timestamp};
use maud::{Markup, html};
use merels_drawing::emblem;
use merels_messages::Language;
use merels_model::arena::{ANYBODY_AFTER, AVOIDS_REMATCH, NEAR_POINTS};
use merels_model::{Arena, TimeControl};
use merels_rules::Side;
use merels_services::arenas::NearArena;

use crate::edge::visitor::Visitor;
use crate::game_request::GameRequest;
use crate::parts::card::empty;
use crate::parts::choice::{Choice, segments};
use crate::parts::chooser::{self, measures};
use crate::parts::layout::Page;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

/// In so many minutes one may have an arena begin.
const AHEAD: [i64; 4] = [0, 5, 15, 60];

/// The game of an arena and its terms, in words.
pub(super) fn terms(language: Language, arena: &Arena) -> String {
    let rated = language.say(if arena.rated { "rated-yes" } else { "rated-no" });
    let clock = language.time_control(Some(arena.clock));
    format!("{}, {clock}, {rated}", language.title(arena.game))
}

/// The time until it begins or ends, or that it is over.
pub(super) fn standing_in_time(language: Language, arena: &Arena, now: Timestamp) -> String {
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
    let page = Page {
        meta,
        style: Some("places.css"),
        ..Page::new(visitor, &title, "arenas").at(Place::Play, "/arenas")
    };
    let main = html! {
        h1 { (title) }
        p.quiet { (language.say("arenas-about")) " " (rule(language)) }
        div.split {
            div {
                @if arenas.is_empty() { p.empty { (language.say("arenas-none")) } }
                ul.cards { @for arena in arenas { (listed(language, arena, now)) } }
            }
            section {
                h2 { (language.say("arena-open")) }
                @if visitor.has_account() { (open_form(language, choice)) } @else {
                    (empty(&language.say("arena-needs-account"), Some(("/signup", &language.say("nav-signup")))))
                }
            }
        }
    };
    page.render(&main, &html! {})
}

/// An arena in the list: what is played, and when.
fn listed(language: Language, arena: &Arena, now: Timestamp) -> Markup {
    let over = arena.ends <= now;
    html! {
        li.card {
            header {
                h2 { (language.title(arena.game)) }
                @if arena.runs(now) { span.live { (language.say("arena-live")) } }
            }
            div.beside {
                span.mini { (emblem(&arena.game.start(), Side::White)) }
                div {
                    p { (terms(language, arena)) }
                    p.turn.yours[arena.runs(now)] { (standing_in_time(language, arena, now)) }
                }
            }
            p.after { a.button.wide href={ "/arena/" (arena.id) } { (language.say(if over { "arena-standings" } else { "arena-to" })) } }
        }
    }
}

/// An arena that runs or comes, with the way in, as the content of a card elsewhere.
pub(crate) fn near_arena(language: Language, now: Timestamp, near: &NearArena) -> Markup {
    let NearArena { arena, players, plays } = near;
    let runs = arena.runs(now);
    let address = format!("/arena/{}", arena.id);
    let title = language.say_with("arena-title", &[("title", language.title(arena.game).into())]);
    html! {
        header {
            h2 { a href=(address) { (title) } }
            @if runs { span.live { (language.say("arena-live")) } }
        }
        p {
            (standing_in_time(language, arena, now)) br;
            span.quiet { (terms(language, arena)) " · " (language.say_with("arena-players", &[("players", (*players).into())])) }
        }
        @if *plays && runs {
            a.button.wide href=(address) { (language.say("arena-to")) }
        } @else if *plays {
            p.good { "✓ " (language.say("arena-will-be-there")) }
        } @else {
            form method="post" action={ (address) "/enter" } {
                button.wide { (language.say(if runs { "arena-enter" } else { "arena-be-there" })) }
            }
        }
    }
}

/// The rule of pairing, in a sentence.
pub(super) fn rule(language: Language) -> String {
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
    let clocks: Vec<(String, String)> =
        live.map(|clock| (clock.to_string(), language.time_control(Some(clock)))).collect();
    let begin = |minutes: i64| {
        let values = [("minutes", minutes.into())];
        (minutes.to_string(), language.say_with("arena-ahead-minutes", &values))
    };
    let begins = AHEAD.map(begin);
    html! {
        form.chooser.card method="post" action="/arenas" {
            (chooser::boards(language, choice))
            (measures(language, choice))
            (segments(&language.say("field-clock"), "clock", first_of(&clocks)))
            (segments(&language.say("arena-ahead"), "ahead", first_of(&begins)))
            div.choices { label { input type="checkbox" name="rated"; (language.say("field-rated")) } }
            button.primary.wide { (language.say("arena-open")) }
        }
    }
}

/// These values and their words as choices, of which the first is made.
fn first_of(choices: &[(String, String)]) -> impl Iterator<Item = Choice<'_>> {
    choices.iter().enumerate().map(|(number, (value, words))| Choice {
        value,
        words: words.clone(),
        is_chosen: number == 0,
    })
}
