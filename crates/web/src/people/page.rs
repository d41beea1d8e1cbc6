//! The people one follows, and those one wants nothing to do with.

use maud::{Markup, html};
use merels_messages::Language;
use merels_model::{GameKey, Person};
use merels_rules::GameId;
use merels_services::people::Lists;

use crate::edge::visitor::SignedIn;
use crate::parts::card::empty;
use crate::parts::layout::Page;
use crate::parts::links::{name_link, to_query};
use crate::parts::places::Place;

pub(crate) fn people(visitor: &SignedIn, Lists { followed, blocked }: &Lists) -> Markup {
    let language = visitor.language;
    let title = language.say("people-title");
    let page = Page {
        style: Some("places.css"),
        ..Page::new(visitor, &title, "people").at(Place::You, "/people")
    };
    let main = html! {
        h1 { (title) }
        div.halves {
            section.card {
                header { h2 { (language.say("people-followed")) } }
                @if followed.is_empty() {
                    (empty(&language.say("people-none"), Some(("/lobby", &language.say("lobby-title")))))
                } @else {
                    (follows(language, followed))
                }
                (by_name(language, "follow", "people-follow"))
            }
            section.card {
                header { h2 { (language.say("people-blocked")) } }
                p { (language.say("people-blocked-about")) }
                ul.games {
                    @for person in blocked {
                        li { (name_link(language, &person.name)) (relate(language, &person.name, "none", "people-unblock")) }
                    }
                }
                (by_name(language, "block", "people-block"))
            }
        }
    };
    page.render(&main, &html! {})
}

fn follows(language: Language, people: &[(Person, Option<(GameKey, GameId)>)]) -> Markup {
    html! {
        ul.games {
            @for (person, plays) in people {
                li {
                    strong { (name_link(language, &person.name)) }
                    span.turn.yours[person.is_here] {
                        (language.say(if person.is_here { "people-here" } else { "people-away" }))
                    }
                    @if let Some((key, game)) = plays {
                        a href={ "/game/" (key) } { (language.say_with("profile-plays", &[("title", language.title(*game).into())])) }
                    }
                    a.button href={ "/friend?" (to_query(&person.name)) } { (language.say("people-challenge")) }
                    (relate(language, &person.name, "none", "people-unfollow"))
                }
            }
        }
    }
}

/// A button that changes what somebody is to one.
fn relate(language: Language, name: &str, relation: &str, words: &str) -> Markup {
    html! {
        form method="post" action="/relate" {
            input type="hidden" name="name" value=(name);
            button name="relation" value=(relation) { (language.say(words)) }
        }
    }
}

/// The same for somebody who is named.
fn by_name(language: Language, relation: &str, words: &str) -> Markup {
    let id = format!("{relation}-name");
    html! {
        form.row method="post" action="/relate" {
            div.field {
                label for=(id) { (language.say("people-name")) }
                input id=(id) name="name" maxlength="30" autocomplete="off" required;
            }
            button name="relation" value=(relation) { (language.say(words)) }
        }
    }
}
