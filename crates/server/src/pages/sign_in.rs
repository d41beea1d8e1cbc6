//! Ways in beside the password: passkeys, the second factor, recovery codes.

use maud::{Markup, html};
use merels_store::Passkey;

use super::account::{AccountPage, account_of_password};
use super::layout::Page;
use super::login::Field;
use super::recovery::{ResetErrors, email_field, new_password};
use crate::i18n::Language;
use crate::visitor::{SignedIn, Visitor};

/// The script that talks to authenticators.
pub(super) const SCRIPT: &str = "passkey.js";

/// The part of the account page about passkeys, the second factor and recovery codes.
pub(super) fn ways_in(shown: &AccountPage<'_>, error: Option<&str>) -> Markup {
    let language = shown.visitor.language;
    let email = shown.visitor.player().email.as_deref().unwrap_or_default();
    html! {
        section #sign-in {
            h2 { (language.say("sign-in-title")) }
            p { (language.say("sign-in-intro")) }
            @if let Some(error) = error { p.error role="alert" { (error) } }
            @if !shown.passkeys.is_empty() {
                ul.games { @for passkey in shown.passkeys { (passkey_line(language, email, passkey)) } }
            }
            div.cards {
                @if shown.visitor.party.is_some() { (add_form(language, email)) } @else {
                    p { (language.say("passkey-no-host")) }
                }
                @if !shown.passkeys.is_empty() { (second_factor_form(shown, email)) }
                (codes_form(shown, email))
            }
        }
    }
}

/// The password, or a passkey in its place where there is one.
pub(super) fn proof(language: Language, id: &str, email: &str, has_passkeys: bool) -> Markup {
    let password = Field {
        id,
        name: "password",
        kind: "password",
        label: language.say("account-current-password"),
        hint: None,
        value: "",
        complete: "current-password",
        error: None,
        focus: false,
    };
    html! {
        (account_of_password(email))
        (password.render())
        @if has_passkeys { (passkey_button(language, "reauthenticate", "passkey-instead")) }
    }
}

/// A button that asks for a passkey and sends its form with it. Without scripts, or where the browser
/// knows no passkeys, it stays hidden.
pub(super) fn passkey_button(language: Language, purpose: &str, label: &str) -> Markup {
    html! {
        input type="hidden" name="passkey" value="";
        button.plain type="button" data-passkey=(purpose) hidden { (language.say(label)) }
        p.error data-passkey-failed=(language.say("passkey-failed")) role="alert" hidden {}
    }
}

fn passkey_line(language: Language, email: &str, passkey: &Passkey) -> Markup {
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
                    (proof(language, &format!("remove-{short}"), email, true))
                    button { (language.say("passkey-remove")) }
                }
            }
        }
    }
}

fn add_form(language: Language, email: &str) -> Markup {
    let name = Field {
        id: "passkey-name",
        name: "name",
        kind: "text",
        label: language.say("passkey-name"),
        hint: None,
        value: "",
        complete: "off",
        error: None,
        focus: false,
    };
    html! {
        form.card method="post" action="/account/passkeys" {
            h3 { (language.say("passkey-add-title")) }
            (name.render())
            (proof(language, "passkey-password", email, false))
            (passkey_button(language, "register", "passkey-add"))
            noscript { p { (language.say("passkey-needs-script")) } }
        }
    }
}

fn second_factor_form(shown: &AccountPage<'_>, email: &str) -> Markup {
    let language = shown.visitor.language;
    let on = shown.facts.second_factor;
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
            (proof(language, "factor-password", email, true))
            button { (language.say(button)) }
        }
    }
}

fn codes_form(shown: &AccountPage<'_>, email: &str) -> Markup {
    let language = shown.visitor.language;
    let left = shown.facts.recovery_codes;
    html! {
        form.card method="post" action="/account/codes" {
            h3 { (language.say("codes-title")) }
            p { (language.say_with("codes-left", &[("count", left.into())])) }
            (proof(language, "codes-password", email, !shown.passkeys.is_empty()))
            button { (language.say("codes-make")) }
        }
    }
}

/// New recovery codes, this once.
pub(crate) fn codes(visitor: &SignedIn, codes: &[String]) -> Markup {
    let language = visitor.language;
    let title = language.say("codes-title");
    let page = Page::new(language, &title, "prose account", Some(visitor.player()));
    let main = html! {
        h1 { (title) }
        p role="status" { (language.say("codes-once")) }
        ol.codes { @for code in codes { li { code { (code) } } } }
        p { a href="/account" { (language.say("account-title")) } }
    };
    page.render(&main, &html! {})
}

/// The page to come in with a passkey.
pub(crate) fn passkey_login(visitor: &Visitor, error: Option<&str>) -> Markup {
    let language = visitor.language;
    let title = language.say("passkey-login-title");
    let script = Some(SCRIPT);
    let page = Page { script, ..Page::new(language, &title, "login", visitor.player()) };
    let main = html! {
        form.card method="post" action="/login/passkey" {
            h1 { (title) }
            @if let Some(error) = error { p.error role="alert" { (error) } }
            @if visitor.party.is_some() {
                (passkey_button(language, "login", "passkey-use"))
                p.hint data-no-passkeys="" { (language.say("passkey-needs-script")) }
            } @else {
                p { (language.say("passkey-no-host")) }
            }
            p { a href="/login" { (language.say("passkey-use-password")) } }
        }
    };
    page.render(&main, &html! {})
}

/// The second step of a login.
pub(crate) fn second_factor(visitor: &Visitor, step: &str, error: Option<&str>) -> Markup {
    let language = visitor.language;
    let title = language.say("second-factor-title");
    let script = Some(SCRIPT);
    let page = Page { script, ..Page::new(language, &title, "login", visitor.player()) };
    let code = Field {
        id: "code",
        name: "code",
        kind: "text",
        label: language.say("codes-field"),
        hint: None,
        value: "",
        complete: "one-time-code",
        error,
        focus: error.is_some(),
    };
    let main = html! {
        form.card method="post" action="/login/second" {
            h1 { (title) }
            p { (language.say("second-factor-asked")) }
            input type="hidden" name="step" value=(step);
            (passkey_button(language, "second-factor", "passkey-use"))
            (code.render())
            button.primary.wide { (language.say("codes-use")) }
        }
    };
    page.render(&main, &html! {})
}

/// What a visitor wrote into the form for a recovery code, secrets aside.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecoverForm {
    pub(crate) email: String,
    pub(crate) wrong: Option<String>,
    pub(crate) errors: ResetErrors,
}

/// A new password for one who has a recovery code.
pub(crate) fn recover(visitor: &Visitor, form: &RecoverForm) -> Markup {
    let language = visitor.language;
    let title = language.say("recover-title");
    let page = Page::new(language, &title, "login", visitor.player());
    let code = Field {
        id: "code",
        name: "code",
        kind: "text",
        label: language.say("codes-field"),
        hint: None,
        value: "",
        complete: "off",
        error: form.wrong.as_deref(),
        focus: form.wrong.is_some(),
    };
    let main = html! {
        form.card method="post" action="/recover" novalidate {
            h1 { (title) }
            p { (language.say("recover-intro")) }
            (email_field(language, &form.email, None))
            (code.render())
            (new_password(language, &form.errors))
            button.primary.wide { (language.say("account-password-button")) }
        }
    };
    page.render(&main, &html! {})
}
