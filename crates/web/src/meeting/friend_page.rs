//! Playing a friend: the form that makes a link or challenges somebody by name, and the fields of it that
//! the link's page has too.

use maud::{Markup, html};
use merels_messages::{Language, guest_number};
use merels_model::{Terms, TimeControl};
use strum::VariantArray;

use crate::edge::visitor::Visitor;
use crate::game_request::{ColourWish, GameRequest};
use crate::parts::choice::{Choice, segments};
use crate::parts::chooser::{boards, measures};
use crate::parts::field::Field;
use crate::parts::layout::Page;
use crate::parts::meta::Meta;
use crate::parts::places::Place;
use crate::parts::script::json;

/// The form to invite somebody.
pub(crate) struct FriendPage<'a> {
    pub(crate) choice: &'a GameRequest,
    pub(crate) terms: Terms,
    pub(crate) name: &'a str,
    /// The message that says what is wrong with the name.
    pub(crate) error: Option<&'static str>,
    /// The name of the player to be challenged; empty for a link.
    pub(crate) to: &'a str,
}

pub(crate) fn friend(visitor: &Visitor, friend: &FriendPage<'_>) -> Markup {
    let FriendPage { choice, terms, name, error, to } = *friend;
    let language = visitor.language;
    let title = language.say("friend-title");
    let meta = Some(Meta::listed("/friend", language.say("friend-intro")));
    let page = Page { meta, ..Page::new(visitor, &title, "friend").at(Place::Play, "/friend") };
    let opponent = Field {
        hint: Some(language.say("hint-to")),
        value: to,
        longest: Some(30),
        ..Field::new(language, "to", "text", "field-to", "off")
    };
    let main = html! {
        form.chooser.friend.card method="post" action="/invite" {
            header { h1 #friend-title { (title) } button.plain type="button" data-close hidden { (language.say("invitation-close")) } }
            p { (language.say("friend-intro")) }
            (boards(language, choice))
            (measures(language, choice))
            (colours(language, choice.colour))
            (clock(language, terms.time))
            @if visitor.has_account() { (rated(language, terms.rated)) } @else { (name_field(visitor, name, error)) }
            (opponent.render())
            button.primary.wide.big { (language.say("friend-make")) }
        }
    };
    let after =
        html! { script type="application/json" #words { (json(language.browser_words())) } };
    page.render(&main, &after)
}

/// The host's colour.
pub(crate) fn colours(language: Language, chosen: ColourWish) -> Markup {
    let choices = ColourWish::VARIANTS.iter().map(|wish| Choice {
        value: wish.name(),
        words: language.say(&format!("colour-{}", wish.name())),
        is_chosen: *wish == chosen,
    });
    segments(&language.say("field-colour"), "colour", choices)
}

pub(crate) fn rated(language: Language, chosen: bool) -> Markup {
    let choices = [("", "rated-no", !chosen), ("on", "rated-yes", chosen)];
    let choices = choices.into_iter().map(|(value, words, is_chosen)| Choice {
        value,
        words: language.say(words),
        is_chosen,
    });
    html! {
        (segments(&language.say("field-counts"), "rated", choices))
        p.hint { a href="/fairplay" { (language.say("fairplay-title")) } }
    }
}

pub(crate) fn clock(language: Language, chosen: Option<TimeControl>) -> Markup {
    html! {
        div.field {
            label for="clock" { (language.say("field-clock")) }
            select #clock name="clock" {
                option value="none" selected[chosen.is_none()] { (language.time_control(None)) }
                @for preset in TimeControl::PRESETS {
                    option value=(preset) selected[chosen == Some(preset)] {
                        (language.time_control(Some(preset)))
                    }
                }
            }
        }
    }
}

/// The name under which somebody without an account plays.
pub(crate) fn name_field(visitor: &Visitor, name: &str, error: Option<&'static str>) -> Markup {
    let language = visitor.language;
    // A guest who has a name of choice keeps it.
    let known = visitor.player().map(|player| player.name.as_str());
    let known = known.filter(|known| guest_number(known).is_none());
    let error = error.map(|error| language.say(error));
    let field = Field {
        hint: Some(language.say("hint-guest-name")),
        value: if name.is_empty() { known.unwrap_or_default() } else { name },
        error: error.as_deref(),
        focus: error.is_some(),
        longest: Some(30),
        ..Field::new(language, "name", "text", "field-guest-name", "nickname")
    };
    field.render()
}
