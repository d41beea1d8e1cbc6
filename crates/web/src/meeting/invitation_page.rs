//! An invitation: for its host the link with its picture and what is offered, for everybody else the board
//! and the seat.

use jiff::Timestamp;
use maud::{Markup, html};
use merels_drawing::{Shape, emblem, men, picture};
use merels_messages::{Language, guest_number};
use merels_model::Invitation;
use merels_rules::{AnyPosition, Side};
use merels_services::learning::Lesson;

use super::friend_page::{clock, colours, name_field, rated};
use crate::edge::visitor::Visitor;
use crate::game_request::ColourWish;
use crate::parts::layout::Page;
use crate::parts::meta::Meta;
use crate::parts::places::Place;
use crate::parts::qr_code::qr_code;
use crate::parts::script::json;

/// Without scripts the host's page looks again after so many seconds.
const REFRESH: u32 = 3;

pub(crate) struct InvitationPage<'a> {
    pub(crate) invitation: &'a Invitation,
    pub(crate) url: &'a str,
    pub(crate) now: Timestamp,
    /// A name that was refused: the message that says why, and the name.
    pub(crate) bad_name: Option<(&'static str, &'a str)>,
    /// The message about what came of the last form.
    pub(crate) news: Option<&'static str>,
}

impl InvitationPage<'_> {
    fn path(&self) -> String {
        format!("/invite/{}", self.invitation.id)
    }

    fn start(&self) -> AnyPosition {
        let Invitation { game, start, .. } = self.invitation;
        game.parse_position(start).unwrap_or_else(|_| game.start())
    }

    /// The proposal to the player of a side, in a few words each.
    fn terms(&self, language: Language, side: Option<Side>) -> Markup {
        let Invitation { game, terms, .. } = self.invitation;
        let side = match side {
            Some(side) => {
                let side = language.side(*game, side);
                language.say_with("invitation-side", &[("side", side.into())])
            }
            None => language.say("invitation-lot"),
        };
        let rated = language.say(if terms.rated { "rated-yes" } else { "rated-no" });
        html! {
            ul.facts-in-line {
                li { (side) }
                li { (language.time_control(terms.time)) }
                li { (rated) }
            }
        }
    }

    /// The proposal as a link to it is announced.
    fn meta(&self, language: Language) -> Meta {
        let Invitation { game, terms, .. } = self.invitation;
        let path = self.path();
        let picture = format!("{path}/picture.png");
        let clock = language.time_control(terms.time);
        let values = [("title", language.title(*game).into()), ("clock", clock.into())];
        Meta::unlisted(path, language.say_with("meta-invitation", &values)).picture(picture)
    }

    /// The hours for which the link still holds, the last one counted as a whole.
    fn hours_left(&self) -> u64 {
        (self.invitation.expires.duration_since(self.now).as_secs().max(1) as u64).div_ceil(3600)
    }

    /// The challenged player's name, if somebody was.
    fn challenged(&self, language: Language) -> Option<String> {
        let (_, name) = self.invitation.challenged.as_ref()?;
        Some(language.player_name(name))
    }
}

/// The host's page. Its script shows the same part over the board.
pub(crate) fn hosting(visitor: &Visitor, shown: &InvitationPage<'_>) -> Markup {
    let language = visitor.language;
    let challenge = shown.challenged(language);
    let title = match &challenge {
        Some(name) => language.say_with("challenge-title", &[("name", name.as_str().into())]),
        None => language.say("invitation-title"),
    };
    let page = Page {
        script: Some("invitation.js"),
        refresh: Some((REFRESH, shown.path())),
        ..Page::new(visitor, &title, "invitation hosting").at(Place::Play, "")
    };
    let hours = shown.hours_left();
    let main = html! {
        section.card.invite #invite data-invitation=(shown.invitation.id) {
            header { h1 #invite-title { (title) } button.plain type="button" data-close hidden { (language.say("invitation-close")) } }
            p role="status" { (language.say(if challenge.is_some() { "challenge-asked" } else { "invitation-send" })) }
            @if challenge.is_none() { (link(language, shown)) }
            div.beside #proposal {
                (emblem(&shown.start(), shown.invitation.side.unwrap_or(Side::White)))
                div {
                    h2 { (language.title(shown.invitation.game)) }
                    (shown.terms(language, shown.invitation.side))
                }
            }
            @if challenge.is_none() { (offer(visitor, shown)) }
            footer {
                p.hint { (language.say_with("invitation-holds", &[("hours", hours.into())])) }
                form method="post" action={ (shown.path()) "/withdraw" } {
                    button.plain { (language.say("invitation-withdraw")) }
                }
            }
        }
    };
    let after =
        html! { script type="application/json" #words { (json(language.browser_words())) } };
    page.render(&main, &after)
}

/// The link to send, and as a picture. The script shows the buttons, which it does.
fn link(language: Language, shown: &InvitationPage<'_>) -> Markup {
    html! {
        div.link {
            (qr_code(shown.url, &language.say("invitation-qr")))
            div {
                p.address { a #link href=(shown.path()) { (shown.url) } }
                div.after {
                    button.primary #copy type="button" hidden { (language.say("invitation-copy")) }
                    button #share type="button" hidden { (language.say("invitation-share")) }
                }
                p #invited role="status" {}
            }
        }
    }
}

/// The parts of the offer that the host may change until somebody has sat down. The script saves it
/// at once.
fn offer(visitor: &Visitor, shown: &InvitationPage<'_>) -> Markup {
    let (language, Invitation { side, terms, .. }) = (visitor.language, shown.invitation);
    let (error, given) = shown.bad_name.unzip();
    html! {
        form.offer #offer method="post" action=(shown.path()) {
            (colours(language, ColourWish::of(*side)))
            (clock(language, terms.time))
            @if visitor.has_account() {
                (rated(language, terms.rated))
            } @else {
                div #host-name { (name_field(visitor, given.unwrap_or_default(), error)) }
            }
            p.success #saved role="status" hidden[shown.news.is_none()] {
                @if let Some(news) = shown.news { (language.say(news)) }
            }
            button data-without-script { (language.say("invitation-change")) }
        }
    }
}

/// The page of one who has the link: the board, the host, and the seat.
pub(crate) fn invited(visitor: &Visitor, shown: &InvitationPage<'_>) -> Markup {
    let language = visitor.language;
    let Invitation { game, side, .. } = shown.invitation;
    let title = title_for_friend(language, shown.invitation);
    let page = Page {
        meta: Some(shown.meta(language)),
        ..Page::new(visitor, &title, "game invitation").at(Place::Play, "")
    };
    let own = side.map(|side| !side);
    let start = shown.start();
    let board = picture(
        &Shape::of(&start),
        &men(&start),
        own.unwrap_or(Side::White),
        &language.title(*game),
    );
    let main = html! {
        div.table { div #board { (board) } }
        section.panel aria-label=(title) {
            h1 { (title) }
            div.card {
                h2 { (language.title(*game)) }
                p { (language.about(*game)) }
                (shown.terms(language, own))
                @if let Some(news) = shown.news { p.error role="alert" { (language.say(news)) } }
                (seat_form(visitor, shown))
            }
            p.after {
                @if Lesson::of(*game).is_some() {
                    a.button href={ "/learn/" (game) } { (language.say("lesson-invitation")) }
                }
                a.button href={ "/rules/" (game) } { (language.say_with("panel-rules", &[
                    ("title", language.title(*game).into()),
                ])) }
            }
        }
    };
    page.render(&main, &html! {})
}

fn title_for_friend(language: Language, invitation: &Invitation) -> String {
    if guest_number(&invitation.host_name).is_some() {
        return language.say("invitation-from-friend");
    }
    let name = language.player_name(&invitation.host_name);
    language.say_with("invitation-from", &[("name", name.into())])
}

/// Sitting down. The form says what it was that the friend agreed to.
fn seat_form(visitor: &Visitor, shown: &InvitationPage<'_>) -> Markup {
    let (language, Invitation { side, terms, .. }) = (visitor.language, shown.invitation);
    let (error, given) = shown.bad_name.unzip();
    let clock = terms.time.map_or("none".to_owned(), |time| time.to_string());
    html! {
        form method="post" action={ (shown.path()) "/accept" } {
            input type="hidden" name="colour" value=(ColourWish::of(*side).name());
            input type="hidden" name="clock" value=(clock);
            @if terms.rated { input type="hidden" name="rated" value="on"; }
            @if !visitor.has_account() {
                @if terms.rated { p.hint { (language.say("invitation-unrated")) } }
                (name_field(visitor, given.unwrap_or_default(), error))
            }
            button.primary.wide.big { (language.say("invitation-sit")) }
            @if shown.invitation.challenged.is_some() {
                button.wide formaction={ (shown.path()) "/decline" } { (language.say("challenge-decline")) }
            }
        }
    }
}
