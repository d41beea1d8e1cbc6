//! Ways in beside the password: passkeys, the second factor, recovery codes.

use maud::{Markup, html};
use merels_messages::Language;
use merels_services::FormErrors;
use merels_services::accounts::{AccountFacts, AccountState, Passkey};

use super::page::{AccountPage, account_of_password};
use super::recovery_page::{NEW, new_password};
use crate::edge::visitor::{SignedIn, Visitor};
use crate::parts::field::{Field, email_field, next_field};
use crate::parts::layout::{Page, Viewer};

/// The script that talks to authenticators.
pub(crate) const SCRIPT: &str = "passkey.js";

/// The part of the account page about passkeys, the second factor and recovery codes.
pub(crate) fn ways_in(shown: &AccountPage<'_>, error: Option<&str>) -> Markup {
    let language = shown.visitor.language;
    let AccountState { facts, passkeys, proven, .. } = shown.state;
    let means = Means::of(facts);
    let factor = FactorForm { state: shown.state, asks_factor: asks_factor(shown.state), means };
    html! {
        section #sign-in {
            h2 { (language.say("sign-in-title")) }
            p { (language.say("sign-in-intro")) }
            @if let Some(error) = error { p.error role="alert" { (error) } }
            @if factor.asks_factor && proven.identity && means.passkeys { (factor_form(language)) }
            @if !passkeys.is_empty() {
                ul.games { @for passkey in passkeys { (passkey_line(language, factor, passkey)) } }
            }
            div.cards {
                @if shown.visitor.party.is_some() { (add_form(language, factor)) } @else {
                    p { (language.say("passkey-no-host")) }
                }
                @if means.passkeys && means.password && !facts.is_operator { (second_factor_form(shown, factor)) }
                (codes_form(shown, factor))
                @if means.passkeys { (no_password_card(shown)) }
            }
        }
    }
}

/// Returns `true` if a change of factors takes more than the password that was given.
fn asks_factor(state: &AccountState) -> bool {
    state.facts.guards_factors() && !state.gave_factor_lately && !state.proven.factor
}

/// The form that asks once for what the changes of a page take, and leads back to it.
pub(super) fn proof_card(
    language: Language,
    state: &AccountState,
    back: &str,
    error: Option<&str>,
) -> Markup {
    if state.proven.identity {
        return html! { p.quiet { (language.say("proof-stands")) } };
    }
    let means = Means::of(&state.facts);
    let code = Field::new(language, "code", "text", "codes-field", "one-time-code");
    let code = Field { id: "proof-code", hint: Some(language.say("proof-code-hint")), ..code };
    let code = html! { @if asks_factor(state) && means.password { (code.render()) } };
    html! {
        section #proof {
            h2 { (language.say("proof-title")) }
            form method="post" action="/account/proof" {
                p { (language.say("proof-why")) }
                input type="hidden" name="back" value=(back);
                (proven_after(language, means, &code, "proof-password", error, ("proof-button", "primary")))
            }
        }
    }
}

/// The fields of a change, closed until its author has proved to be the owner.
pub(super) fn locked(state: &AccountState, fields: &Markup) -> Markup {
    html! { fieldset disabled[!state.proven.identity] { (fields) } }
}

/// A passkey for one who gave the password only.
fn factor_form(language: Language) -> Markup {
    html! {
        form method="post" action="/account/proof" {
            p { (language.say("factor-needed")) }
            input type="hidden" name="back" value="/account";
            (passkey_button(language, "reauthenticate", "passkey-use", ""))
        }
    }
}

/// The means by which the owner of an account can prove to be the owner.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Means<'a> {
    pub(crate) email: &'a str,
    pub(crate) password: bool,
    pub(crate) passkeys: bool,
}

impl Means<'_> {
    pub(crate) fn of(facts: &AccountFacts) -> Means<'_> {
        let email = facts.player.email.as_deref().unwrap_or_default();
        Means { email, password: facts.has_password, passkeys: facts.passkeys > 0 }
    }
}

/// The fields of a form that asks only for a proof: see [`proven_after`].
pub(crate) fn proven(
    language: Language,
    means: Means<'_>,
    id: &str,
    error: Option<&str>,
    button: &str,
) -> Markup {
    proven_after(language, means, &html! {}, id, error, (button, ""))
}

/// The fields of a form that asks for a proof after its own fields: the password, or a passkey in its
/// place where there is one, and the button. Keepers of passwords want to know first whose they are.
pub(crate) fn proven_after(
    language: Language,
    means: Means<'_>,
    fields: &Markup,
    id: &str,
    error: Option<&str>,
    (button, class): (&str, &str),
) -> Markup {
    let password = Field { error, focus: error.is_some(), ..Field::current_password(language, id) };
    html! {
        (account_of_password(means.email))
        (fields)
        @if means.password {
            (password.render())
            @if means.passkeys {
                (passkey_button(language, "reauthenticate", "passkey-instead", "plain"))
            }
            button class=(class) { (language.say(button)) }
        } @else {
            @if let Some(error) = error { p.error role="alert" { (error) } }
            (passkey_button(language, "reauthenticate", button, class))
            noscript { p { (language.say("passkey-needs-script")) } }
        }
    }
}

/// A form that changes factors: after the password it may ask for a recovery code.
#[derive(Copy, Clone, Debug)]
struct FactorForm<'a> {
    state: &'a AccountState,
    means: Means<'a>,
    asks_factor: bool,
}

impl FactorForm<'_> {
    /// The field that proves a factor, and the button.
    fn proven(self, language: Language, id: &str, button: &str) -> Markup {
        let fields = html! {
            (self.code(language, &format!("{id}-code")))
            button { (language.say(button)) }
        };
        locked(self.state, &fields)
    }

    fn code(self, language: Language, id: &str) -> Markup {
        let code = Field::new(language, "code", "text", "codes-field", "one-time-code");
        let code = Field { id, hint: Some(language.say("factor-hint")), ..code };
        html! { @if self.asks_factor && self.means.password { (code.render()) } }
    }
}

/// A button of this class that asks for a passkey and sends its form with it. Without scripts, or where
/// the browser knows no passkeys, it stays hidden.
fn passkey_button(language: Language, purpose: &str, label: &str, class: &str) -> Markup {
    html! {
        input type="hidden" name="passkey" value="";
        button class=(class) type="button" data-passkey=(purpose) hidden { (language.say(label)) }
        p.error data-passkey-failed=(language.say("passkey-failed")) role="alert" hidden {}
    }
}

fn passkey_line(language: Language, form: FactorForm<'_>, passkey: &Passkey) -> Markup {
    let short: String = passkey.id.chars().take(12).collect();
    let when = |at: jiff::Timestamp| at.strftime("%Y-%m-%d").to_string();
    html! {
        li {
            span { (passkey.name) }
            span { (language.say_with("passkey-since", &[("when", when(passkey.created).into())])) }
            @if let Some(used) = passkey.used {
                span { (language.say_with("account-session-used", &[("when", when(used).into())])) }
            }
            details {
                summary { (language.say("passkey-remove")) }
                form method="post" action="/account/passkeys/remove" {
                    input type="hidden" name="id" value=(passkey.id);
                    (form.proven(language, &format!("remove-{short}"), "passkey-remove"))
                }
            }
        }
    }
}

/// The form to add a passkey. Where that takes a factor and no code is given, the script asks for a passkey
/// that is there already before it makes another.
fn add_form(language: Language, form: FactorForm<'_>) -> Markup {
    let name = Field::new(language, "name", "text", "passkey-name", "off");
    let name = Field { id: "passkey-name", ..name };
    let fields = html! {
        (name.render())
        (form.code(language, "passkey-code"))
        (passkey_button(language, "register", "passkey-add", ""))
    };
    html! {
        form.card method="post" action="/account/passkeys" data-asks-passkey[form.asks_factor && form.means.passkeys] {
            h3 { (language.say("passkey-add-title")) }
            (locked(form.state, &fields))
            noscript { p { (language.say("passkey-needs-script")) } }
        }
    }
}

fn second_factor_form(shown: &AccountPage<'_>, form: FactorForm<'_>) -> Markup {
    let language = shown.visitor.language;
    let on = shown.state.facts.second_factor;
    let (state, button) = if on {
        ("second-factor-is-on", "second-factor-turn-off")
    } else {
        ("second-factor-is-off", "second-factor-turn-on")
    };
    html! {
        form.card method="post" action="/account/second-factor" {
            h3 { (language.say("second-factor-title")) }
            p { (language.say(state)) }
            input type="hidden" name="on" value=(if on { "no" } else { "yes" });
            (form.proven(language, "factor-password", button))
        }
    }
}

fn codes_form(shown: &AccountPage<'_>, form: FactorForm<'_>) -> Markup {
    let language = shown.visitor.language;
    let left = shown.state.facts.recovery_codes;
    html! {
        form.card method="post" action="/account/codes" {
            h3 { (language.say("codes-title")) }
            p { (language.say_with("codes-left", &[("count", left.into())])) }
            (form.proven(language, "codes-password", "codes-make"))
        }
    }
}

/// Doing without the password, or what is missing for that.
fn no_password_card(shown: &AccountPage<'_>) -> Markup {
    let language = shown.visitor.language;
    let facts = &shown.state.facts;
    html! {
        form.card method="post" action="/account/password/drop" {
            h3 { (language.say("no-password-title")) }
            @if !facts.has_password {
                p { (language.say("no-password-is")) }
            } @else if facts.can_do_without_password() {
                p { (language.say("no-password-what")) }
                (passkey_button(language, "reauthenticate", "no-password-button", ""))
                noscript { p { (language.say("passkey-needs-script")) } }
            } @else {
                p { (language.say("no-password-needs")) }
            }
        }
    }
}

/// New recovery codes, this once.
pub(crate) fn codes(visitor: &SignedIn, codes: &[String]) -> Markup {
    let language = visitor.language;
    let title = language.say("codes-title");
    let page = Page::new(visitor, &title, "prose account");
    let main = html! {
        h1 { (title) }
        p role="status" { (language.say("codes-once")) }
        ol.codes { @for code in codes { li { code { (code) } } } }
        p { a href="/account" { (language.say("account-title")) } }
    };
    page.render(&main, &html! {})
}

/// The page to come in with a passkey.
pub(crate) fn passkey_login(visitor: &Visitor, error: Option<&str>, next: Option<&str>) -> Markup {
    let language = visitor.language;
    let title = language.say("passkey-login-title");
    let script = Some(SCRIPT);
    let page = Page { script, ..Page::new(visitor, &title, "login") };
    let main = html! {
        form.card method="post" action="/login/passkey" {
            h1 { (title) }
            @if let Some(error) = error { p.error role="alert" { (error) } }
            (next_field(next))
            @if visitor.party.is_some() {
                (passkey_button(language, "login", "passkey-use", "primary wide"))
                p.hint data-no-passkeys="" { (language.say("passkey-needs-script")) }
            } @else {
                p { (language.say("passkey-no-host")) }
            }
            p { a href="/login" { (language.say("passkey-use-password")) } }
        }
    };
    page.render(&main, &html! {})
}

pub(crate) fn second_factor(
    viewer: Viewer<'_>,
    step: &str,
    error: Option<&str>,
    next: Option<&str>,
) -> Markup {
    let language = viewer.language;
    let title = language.say("second-factor-title");
    let script = Some(SCRIPT);
    let page = Page { script, ..Page::new(viewer, &title, "login") };
    let code = Field::new(language, "code", "text", "codes-field", "one-time-code");
    let error = error.map(|message| language.say(message));
    let code = Field { error: error.as_deref(), focus: error.is_some(), ..code };
    let main = html! {
        form.card method="post" action="/login/second" {
            h1 { (title) }
            p { (language.say("second-factor-asked")) }
            input type="hidden" name="step" value=(step);
            (next_field(next))
            (passkey_button(language, "second-factor", "passkey-use", "plain"))
            (code.render())
            button.primary.wide { (language.say("codes-use")) }
        }
    };
    page.render(&main, &html! {})
}

/// A new password for one who has a recovery code.
pub(crate) fn recover(visitor: &Visitor, email: &str, errors: &FormErrors) -> Markup {
    let language = visitor.language;
    let title = language.say("recover-title");
    let page = Page::new(visitor, &title, "login");
    let code = Field::new(language, "code", "text", "codes-field", "off");
    let wrong = errors.of("code").map(|message| language.say(message));
    let code = Field { error: wrong.as_deref(), focus: wrong.is_some(), ..code };
    let main = html! {
        form.card method="post" action="/recover" novalidate {
            h1 { (title) }
            p { (language.say("recover-intro")) }
            (email_field(language, email, None))
            (code.render())
            (new_password(language, NEW, errors))
            button.primary.wide { (language.say("account-password-button")) }
        }
    };
    page.render(&main, &html! {})
}

pub(crate) fn delete_form(language: Language, means: Means<'_>) -> Markup {
    html! {
        details.danger {
            summary { (language.say("delete-summary")) }
            form method="post" action="/delete" {
                p { (language.say("delete-question")) }
                (proven(language, means, "delete-password", None, "delete-button"))
            }
        }
    }
}
