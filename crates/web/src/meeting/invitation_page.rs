//! Playing a friend: the form that makes a link, the link with its picture, and the seat it offers.

use jiff::Timestamp;
use maud::{Markup, html};
use merels_drawing::emblem;
use merels_messages::{Language, guest_number};
use merels_model::{Invitation, Terms, TimeControl};
use merels_rules::Side;
use qrcodegen::{QrCode, QrCodeEcc};

use crate::edge::visitor::Visitor;
use crate::game_request::GameRequest;
use crate::parts::chooser::{boards, colour, measures};
use crate::parts::layout::Page;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

/// Without scripts the host's page looks again after so many seconds.
const REFRESH: u32 = 3;

/// The white edge that readers of QR codes want, in modules.
const QUIET_ZONE: i32 = 4;

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
    let main = html! {
        h1 { (title) }
        p { (language.say("friend-intro")) }
        form.chooser.card method="post" action="/invite" {
            (boards(language, choice))
            (measures(language, choice))
            div.pair { (clock(language, terms.time)) (colour(language, choice)) }
            @if visitor.has_account() {
                div.choices {
                    label { input type="checkbox" name="rated" checked[terms.rated]; (language.say("field-rated")) }
                    a href="/fairplay" { (language.say("fairplay-title")) }
                }
            } @else {
                (name_field(visitor, name, error))
            }
            div.field {
                label for="to" { (language.say("field-to")) }
                input #to name="to" value=(to) maxlength="30" autocomplete="off" aria-describedby="to-hint";
                p.hint #to-hint { (language.say("hint-to")) }
            }
            div.after { button.primary { (language.say("friend-make")) } }
        }
    };
    page.render(&main, &html! {})
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
fn name_field(visitor: &Visitor, name: &str, error: Option<&'static str>) -> Markup {
    let language = visitor.language;
    // A guest who has a name of choice keeps it.
    let known = visitor.player().map(|player| player.name.as_str());
    let known = known.filter(|known| guest_number(known).is_none());
    let value = if name.is_empty() { known.unwrap_or_default() } else { name };
    html! {
        div.field {
            label for="name" { (language.say("field-guest-name")) }
            input #name name="name" value=(value) maxlength="30" autocomplete="nickname"
                aria-describedby="name-hint name-error" aria-invalid=[error.map(|_| "true")];
            p.hint #name-hint { (language.say("hint-guest-name")) }
            p #name-error role="alert" class=[error.map(|_| "error")] {
                @if let Some(error) = error { (language.say(error)) }
            }
        }
    }
}

pub(crate) struct InvitationPage<'a> {
    pub(crate) invitation: &'a Invitation,
    pub(crate) url: &'a str,
    pub(crate) now: Timestamp,
    /// A name that was refused: the message that says why, and the name.
    pub(crate) bad_name: Option<(&'static str, &'a str)>,
}

impl InvitationPage<'_> {
    /// The game with a small picture of its board, and what is proposed.
    fn proposal(&self, language: Language, near: Option<Side>) -> Markup {
        let Invitation { game, start, terms, .. } = self.invitation;
        let position = game.parse_position(start).unwrap_or_else(|_| game.start());
        let side = match near {
            Some(side) => {
                let side = language.side(*game, side);
                language.say_with("invitation-side", &[("side", side.into())])
            }
            None => language.say("invitation-lot"),
        };
        let rated = language.say(if terms.rated { "rated-yes" } else { "rated-no" });
        html! {
            div.proposal {
                (emblem(&position, near.unwrap_or(Side::White)))
                ul {
                    li { strong { (language.title(*game)) } }
                    li { (side) }
                    li { (language.time_control(terms.time)) }
                    li { (rated) }
                }
            }
        }
    }

    /// The proposal as a link to it is announced.
    fn meta(&self, language: Language) -> Meta {
        let Invitation { id, game, terms, .. } = self.invitation;
        let path = format!("/invite/{id}");
        let picture = format!("{path}/picture.png");
        let clock = language.time_control(terms.time);
        let values = [("title", language.title(*game).into()), ("clock", clock.into())];
        Meta::unlisted(path, language.say_with("meta-invitation", &values)).picture(picture)
    }

    /// The hours for which the link still holds, the last one counted as a whole.
    fn hours_left(&self) -> u64 {
        (self.invitation.expires.duration_since(self.now).as_secs().max(1) as u64).div_ceil(3600)
    }
}

/// The host's page: the link to send.
pub(crate) fn hosting(visitor: &Visitor, shown: &InvitationPage<'_>) -> Markup {
    let language = visitor.language;
    let challenge =
        shown.invitation.challenged.as_ref().map(|(_, name)| language.player_name(name));
    let title = match &challenge {
        Some(name) => language.say_with("challenge-title", &[("name", name.as_str().into())]),
        None => language.say("invitation-title"),
    };
    let path = format!("/invite/{}", shown.invitation.id);
    let page = Page {
        script: Some("invitation.js"),
        refresh: Some((REFRESH, path.clone())),
        ..Page::new(visitor, &title, "waiting invitation").at(Place::Play, "")
    };
    let hours = shown.hours_left();
    let main = html! {
        h1 { (title) }
        p role="status" { (language.say(if challenge.is_some() { "challenge-asked" } else { "invitation-send" })) }
        section.card data-invitation=(shown.invitation.id) {
            @if challenge.is_none() { (link(language, &path, shown.url)) }
            (shown.proposal(language, shown.invitation.side))
            p.hint { (language.say_with("invitation-holds", &[("hours", hours.into())])) }
        }
        form method="post" action={ (path) "/withdraw" } {
            button { (language.say("invitation-withdraw")) }
        }
    };
    let after = html! {
        script type="application/json" #words { (crate::parts::script::json(language.browser_words())) }
    };
    page.render(&main, &after)
}

/// The link to send, and as a picture.
fn link(language: Language, path: &str, url: &str) -> Markup {
    html! {
        p.link { a #link href=(path) { (url) } }
        // Shown by the script, which does it.
        div.after {
            button.primary #copy type="button" hidden { (language.say("invitation-copy")) }
            button #share type="button" hidden { (language.say("invitation-share")) }
        }
        p #invited role="status" {}
        (qr_code(url, &language.say("invitation-qr")))
    }
}

/// The page of one who has the link: the seat.
pub(crate) fn invited(visitor: &Visitor, shown: &InvitationPage<'_>) -> Markup {
    let language = visitor.language;
    let invitation = shown.invitation;
    let name = language.player_name(&invitation.host_name);
    let title = language.say_with("invitation-from", &[("name", name.into())]);
    let page = Page {
        meta: Some(shown.meta(language)),
        ..Page::new(visitor, &title, "waiting invitation").at(Place::Play, "")
    };
    let (error, given) = shown.bad_name.unzip();
    let main = html! {
        h1 { (title) }
        form.card method="post" action={ "/invite/" (shown.invitation.id) "/accept" } {
            (shown.proposal(language, invitation.side.map(|side| !side)))
            @if !visitor.has_account() {
                @if invitation.terms.rated { p.hint { (language.say("invitation-unrated")) } }
                (name_field(visitor, given.unwrap_or_default(), error))
            }
            div.after {
                button.primary { (language.say("invitation-sit")) }
                @if invitation.challenged.is_some() {
                    button formaction={ "/invite/" (shown.invitation.id) "/decline" } { (language.say("challenge-decline")) }
                }
            }
        }
    };
    page.render(&main, &html! {})
}

/// A link as a picture for the camera of a phone; nothing if it is too long for one.
fn qr_code(text: &str, label: &str) -> Markup {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return html! {} };
    let side = code.size() + 2 * QUIET_ZONE;
    let mut dark = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            dark += &format!("M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE);
        }
    }
    html! {
        svg.qr viewBox={ "0 0 " (side) " " (side) } role="img" aria-label=(label) shape-rendering="crispEdges" {
            rect width=(side) height=(side) {}
            path d=(dark) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_drawn_as_a_qr_code_with_its_white_edge() {
        let markup = qr_code("http://127.0.0.1:8080/invite/abcdefghijkm", "QR").into_string();
        // Version 3 has 29 modules a side; its first finder pattern begins after the edge.
        assert!(markup.contains("viewBox=\"0 0 37 37\""), "{markup}");
        assert!(markup.contains("M4 4h1v1h-1z") && !markup.contains("M3 "), "{markup}");
        assert!(qr_code(&"x".repeat(5000), "QR").into_string().is_empty());
    }
}
