//! One's own account: what can be changed, where one is signed in, what can be taken along.

use maud::{Markup, html};
use merels_messages::Language;
use merels_services::accounts::AccountState;

use super::factors_page::{Means, delete_form, locked, proof_card, proven_after, ways_in};
use crate::edge::visitor::SignedIn;
use crate::parts::field::Field;
use crate::parts::layout::Page;
use crate::parts::places::Place;
use crate::parts::push_switch::push_switch;

/// A part of the page, which tells why a change of it did not come about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Proof,
    Password,
    Name,
    Email,
    /// Passkeys, the second factor, recovery codes.
    SignIn,
    Sessions,
}

/// The reason why a change did not come about: the field that does not fit, or none if it is the proof
/// that is missing, and the message.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) field: Option<&'static str>,
    pub(crate) message: &'static str,
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct AccountPage<'a> {
    pub(crate) visitor: &'a SignedIn,
    pub(crate) state: &'a AccountState,
    /// The key by which push services know the site.
    pub(crate) push_key: &'a str,
}

pub(crate) fn account(
    shown: &AccountPage<'_>,
    news: Option<&str>,
    refused: Option<(Part, Refused)>,
) -> Markup {
    let visitor = shown.visitor;
    let language = visitor.language;
    let title = language.say("account-title");
    let player = visitor.player();
    let script = Some("account.js");
    let page =
        Page { script, ..Page::new(visitor, &title, "prose account").at(Place::You, "/account") };
    let refused = |part| refused.filter(|(refused, _)| *refused == part).map(|(_, why)| why);
    let error = |part| refused(part).map(|why| language.say(why.message));
    let of_field = |part, field: &str| {
        let why = refused(part).filter(|why| why.field == Some(field))?;
        Some(language.say(why.message))
    };
    let means = Means::of(&shown.state.facts);
    let field = |part, [name, kind, label, complete]: [&str; 4], value| {
        let (error, field) =
            (of_field(part, name), Field::new(language, name, kind, label, complete));
        Field { value, error: error.as_deref(), focus: error.is_some(), ..field }.render()
    };
    let name = field(Part::Name, ["name", "text", "field-name", "nickname"], player.name.as_str());
    let email = field(Part::Email, ["email", "email", "field-email", "email"], means.email);
    let new = ["new", "password", "account-new-password", "new-password"];
    let confirm = ["confirm", "password", "field-confirm", "new-password"];
    let password = html! { (field(Part::Password, new, "")) (field(Part::Password, confirm, "")) };
    let unproven = |part| {
        let why = refused(part).filter(|why| why.field.is_none())?;
        Some(language.say(why.message))
    };
    let form = |part, name, fields| changed_by_owner(shown, name, fields, unproven(part));
    let main = html! {
        h1 { (title) }
        @if let Some(news) = news { p.success role="status" { (news) } }
        @if shown.state.facts.is_operator {
            p { a href="/operator" { (language.say("operator-title")) } }
        }
        (proof_card(language, shown.state, "/account", error(Part::Proof).as_deref()))
        (section(language, "account-name-title", &form(Part::Name, "name", &name)))
        (section(language, "account-email-title", &html! {
            (address_state(shown))
            (form(Part::Email, "email", &email))
        }))
        (section(language, "account-password-title", &password_form(language, means, &password, unproven(Part::Password).as_deref())))
        (ways_in(shown, error(Part::SignIn).as_deref()))
        (session_list(shown, error(Part::Sessions).as_deref()))
        (notices(shown))
        (guests(shown))
        (section(language, "menu-language", &languages(language)))
        (section(language, "programs-title", &html! {
            p { (language.say("programs-what-short")) }
            p { a.button href="/account/programs" { (language.say("programs-link")) } }
        }))
        (section(language, "account-data-title", &html! {
            p { (language.say("account-data")) }
            p { a.button href="/account/data" download="merels.json" { (language.say("account-data-link")) } }
        }))
        section #delete { h2 { (language.say("delete-title")) } (delete_form(language, means)) }
    };
    page.render(&main, &html! {})
}

/// A part of the page under its heading.
fn section(language: Language, heading: &str, content: &Markup) -> Markup {
    html! { section { h2 { (language.say(heading)) } (content) } }
}

/// The languages of the site; the one that is spoken is marked.
fn languages(language: Language) -> Markup {
    html! {
        form.segments method="post" action="/language" {
            div {
                @for other in Language::ALL {
                    button name="language" value=(other.code()) lang=(other.code())
                        aria-pressed=(if other == language { "true" } else { "false" }) { (other.own_name()) }
                }
            }
        }
    }
}

/// A change that is open to one who has proved to be the owner.
fn changed_by_owner(
    shown: &AccountPage<'_>,
    part: &str,
    fields: &Markup,
    error: Option<String>,
) -> Markup {
    let button = shown.visitor.language.say(&format!("account-{part}-button"));
    let fields = html! {
        (fields)
        @if let Some(error) = error { p.error role="alert" { (error) } }
        button { (button) }
    };
    html! {
        form method="post" action={ "/account/" (part) } { (locked(shown.state, &fields)) }
    }
}

/// Another password takes the one that is there, or a passkey, however lately it was given.
fn password_form(
    language: Language,
    means: Means<'_>,
    fields: &Markup,
    error: Option<&str>,
) -> Markup {
    let button = "account-password-button";
    html! {
        form method="post" action="/account/password" {
            (proven_after(language, means, fields, "password-password", error, (button, "")))
        }
    }
}

/// The state of the address: confirmed or not yet, or that the site sends no mail.
fn address_state(shown: &AccountPage<'_>) -> Markup {
    let language = shown.visitor.language;
    let AccountState { facts, sends_mail, .. } = shown.state;
    html! {
        @if !sends_mail {
            @let keep = if facts.has_password { "account-no-mail" } else { "account-no-mail-passkeys" };
            p { (language.say(keep)) }
        } @else if facts.confirmed.is_none() {
            form method="post" action="/account/confirm" {
                p { (language.say("account-unconfirmed")) }
                button { (language.say("account-confirm-again")) }
            }
        }
    }
}

/// The switch for players without an account, who may challenge and be paired or not.
fn guests(shown: &AccountPage<'_>) -> Markup {
    let language = shown.visitor.language;
    let (state, button, refuse) = if shown.state.facts.refuses_guests {
        ("guests-refused", "guests-welcome-button", "no")
    } else {
        ("guests-welcome", "guests-refuse-button", "yes")
    };
    html! {
        section {
            h2 { (language.say("guests-title")) }
            form method="post" action="/account/guests" {
                p { (language.say(state)) }
                input type="hidden" name="refuse" value=(refuse);
                button { (language.say(button)) }
            }
        }
    }
}

/// The switches for news of one's turn: by mail to a confirmed address, by this browser.
fn notices(shown: &AccountPage<'_>) -> Markup {
    let language = shown.visitor.language;
    let AccountState { facts, sends_mail, .. } = shown.state;
    let (state, button, wanted) = if facts.turn_mails {
        ("turn-mails-on", "turn-mails-end", "no")
    } else {
        ("turn-mails-off", "turn-mails-begin", "yes")
    };
    html! {
        section {
            h2 { (language.say("notices-title")) }
            p { (language.say("notices")) }
            @if *sends_mail && facts.confirmed.is_some() {
                form method="post" action="/account/turn-mails" {
                    p { (language.say(state)) }
                    input type="hidden" name="wanted" value=(wanted);
                    button { (language.say(button)) }
                }
            }
            (push_switch(language, shown.push_key))
        }
    }
}

/// Tells whoever keeps passwords for a visitor whose this is. It is not sent.
pub(crate) fn account_of_password(email: &str) -> Markup {
    html! { input type="text" autocomplete="username" value=(email) hidden readonly; }
}

fn session_list(shown: &AccountPage<'_>, error: Option<&str>) -> Markup {
    let AccountPage { visitor, state, .. } = *shown;
    let language = visitor.language;
    let button = |label: &str| {
        let button = html! { button { (language.say(label)) } };
        if state.came_in_lately { button } else { locked(state, &button) }
    };
    html! {
        section {
            h2 { (language.say("account-sessions-title")) }
            @if let Some(error) = error { p.error role="alert" { (error) } }
            ul.games {
                @for session in &state.sessions {
                    @let here = session.id == visitor.session.id;
                    li {
                        span { (session.device.clone().unwrap_or_else(|| language.say("account-device-unknown"))) }
                        @if let Some(used) = session.used {
                            span { (language.say_with("account-session-used", &[
                                ("when", used.strftime("%Y-%m-%d %H:%M UTC").to_string().into()),
                            ])) }
                        }
                        @if here {
                            span { (language.say("account-session-here")) }
                        } @else {
                            form method="post" action="/account/sessions" {
                                input type="hidden" name="session" value=(session.id.as_str());
                                (button("account-session-end"))
                            }
                        }
                    }
                }
            }
            @if state.sessions.len() > 1 {
                form method="post" action="/account/sessions" {
                    (button("account-sessions-end"))
                }
            }
        }
    }
}
