//! The lobby. Its script, `web/app/lobby.js`, looks again now and then.

use maud::{Markup, html};
use merels_drawing::emblem;
use merels_messages::Language;
use merels_model::{ANYBODY_AFTER, Invitation, NEAR, NEARER_EACH_SECOND, OpenSeat, Person, Wish};
use merels_rules::Side;
use merels_services::meeting::Lobby;

use super::friend_page::clock;
use crate::edge::visitor::Visitor;
use crate::game_request::GameRequest;
use crate::parts::chooser::{boards, measures, sample};
use crate::parts::layout::{Page, Viewer};
use crate::parts::links::to_query;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

/// Without scripts the page looks again after so many seconds.
const REFRESH: u32 = 15;

pub(crate) fn lobby(visitor: &Visitor, choice: &GameRequest, lobby: &Lobby) -> Markup {
    let language = visitor.language;
    let title = language.say("lobby-title");
    let page = Page {
        script: Some("lobby.js"),
        style: Some("places.css"),
        meta: Some(Meta::listed("/lobby", language.say("meta-lobby"))),
        refresh: Some((REFRESH, "/lobby".to_owned())),
        ..Page::new(visitor, &title, "lobby").at(Place::Play, "/lobby")
    };
    let main = html! {
        h1 { (title) }
        div.split {
            (now(visitor, lobby))
            section {
                h2 { (language.say("lobby-seek")) }
                (seek_form(visitor, choice))
            }
        }
    };
    let after = html! {
        script type="application/json" #words { (crate::parts::script::json(language.browser_words())) }
    };
    page.render(&main, &after)
}

/// The part that changes while the page is open, at an address of its own.
pub(crate) fn now(visitor: &Visitor, lobby: &Lobby) -> Markup {
    let language = visitor.language;
    let signed_in = visitor.player().is_some();
    html! {
        div #meeting data-at="/lobby/now" data-signed-in=[signed_in.then_some("")] {
            p.quiet role="status" { (language.say_with("lobby-here", &[("here", lobby.here.into()), ("waiting", lobby.waiting.into())])) }
            (challenges(visitor, &lobby.challenges))
            h2 { (language.say("lobby-seats")) }
            (seats(visitor, &lobby.seats))
            (followed(language, &lobby.followed))
        }
    }
}

/// A wish in words: the game, the clock, rated or not.
pub(crate) fn wish_in_words(language: Language, wish: &Wish) -> String {
    let rated = language.say(if wish.terms.rated { "rated-yes" } else { "rated-no" });
    let measure = match wish.measure.split_once(' ') {
        Some((squares, pawns)) => {
            language.say_with("wish-strip", &[("squares", squares.into()), ("pawns", pawns.into())])
        }
        None if wish.measure.is_empty() => String::new(),
        None => language.say_with("wish-size", &[("size", wish.measure.as_str().into())]),
    };
    let parts = [language.title(wish.game), measure, language.time_control(wish.terms.time), rated];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The reach of ratings, in a sentence.
pub(crate) fn nearness(language: Language) -> String {
    language.say_with(
        "lobby-near",
        &[
            ("near", NEAR.into()),
            ("each", NEARER_EACH_SECOND.into()),
            ("anybody", ANYBODY_AFTER.as_secs().into()),
        ],
    )
}

fn seats(visitor: &Visitor, seats: &[OpenSeat]) -> Markup {
    let language = visitor.language;
    if seats.is_empty() {
        return html! { p.empty { (language.say("lobby-no-seats")) } };
    }
    html! { ul.cards { @for seat in seats { li.card { (open_seat(visitor, seat)) } } } }
}

/// An open seat, one tap away.
pub(crate) fn open_seat(visitor: &Visitor, seat: &OpenSeat) -> Markup {
    let language = visitor.language;
    let own = visitor.player().is_some_and(|player| player.id == seat.player);
    let name = Viewer::from(visitor).called(&seat.player, &seat.name);
    html! {
        div.beside {
            span.mini { (emblem(&sample(seat.wish.game), Side::White)) }
            div {
                p { strong { (name) } @if visitor.has_account() || seat.wish.terms.rated { " (" (seat.rating) ")" } }
                p { (wish_in_words(language, &seat.wish)) }
                @if own {
                    form method="post" action="/cancelmatch" { button { (language.say("waiting-cancel")) } }
                } @else if seat.wish.terms.rated && !visitor.has_account() {
                    p.quiet { (language.say("lobby-needs-account")) }
                } @else {
                    form method="post" action="/seat" {
                        input type="hidden" name="seat" value=(seat.seat);
                        button aria-label=(language.say_with("lobby-take-with", &[("name", name.into())])) {
                            (language.say("lobby-take"))
                        }
                    }
                }
            }
        }
    }
}

/// Challenges to answer, and those that wait for an answer.
pub(crate) fn challenges(visitor: &Visitor, challenges: &[Invitation]) -> Markup {
    let language = visitor.language;
    let me = visitor.player().map(|player| &player.id);
    if challenges.is_empty() {
        return html! {};
    }
    html! {
        h2 { (language.say("challenges-title")) }
        ul.games {
            @for challenge in challenges {
                @let words = wish_in_words(language, &wish_of(challenge));
                @if me == Some(&challenge.host) {
                    li {
                        a href={ "/invite/" (challenge.id) } { (language.say_with("challenge-title", &[
                            ("name", challenge.challenged.as_ref().map_or_else(String::new, |(_, name)| language.player_name(name)).into()),
                        ])) }
                        span { (words) }
                        form method="post" action={ "/invite/" (challenge.id) "/withdraw" } {
                            button { (language.say("invitation-withdraw")) }
                        }
                    }
                } @else {
                    li {
                        a href={ "/invite/" (challenge.id) } { (language.say_with("invitation-from", &[
                            ("name", language.player_name(&challenge.host_name).into()),
                        ])) }
                        span { (words) }
                        form method="post" action={ "/invite/" (challenge.id) "/accept" } {
                            button.primary { (language.say("challenge-accept")) }
                            button formaction={ "/invite/" (challenge.id) "/decline" } { (language.say("challenge-decline")) }
                        }
                    }
                }
            }
        }
    }
}

fn wish_of(invitation: &Invitation) -> Wish {
    let measure = String::new();
    let Invitation { game, start, mover, terms, .. } = invitation;
    Wish { game: *game, measure, start: start.clone(), mover: *mover, terms: *terms }
}

fn followed(language: Language, people: &[Person]) -> Markup {
    html! {
        @if people.iter().any(|person| person.is_here) {
            h2 { (language.say("lobby-followed")) }
            ul.games {
                @for person in people.iter().filter(|person| person.is_here) {
                    li {
                        span { (language.player_name(&person.name)) }
                        a href={ "/friend?" (to_query(&person.name)) } { (language.say("people-challenge")) }
                    }
                }
            }
        }
    }
}

fn seek_form(visitor: &Visitor, choice: &GameRequest) -> Markup {
    let language = visitor.language;
    html! {
        form.chooser.card method="post" action="/play" {
            input type="hidden" name="opponent" value="anybody";
            (boards(language, choice))
            (measures(language, choice))
            div.pair {
                (clock(language, None))
                @if visitor.has_account() {
                    div.choices {
                        label { input type="checkbox" name="rated"; (language.say("field-rated")) }
                    }
                }
            }
            p.hint { (nearness(language)) }
            button.primary.wide { (language.say("lobby-find")) }
        }
    }
}
