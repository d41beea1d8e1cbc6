//! Logging in and signing up.

use maud::{Markup, html};
use serde::Serialize;

use super::home::computer_form;
use super::layout::Page;
use crate::app::App;
use crate::i18n::Language;
use crate::visitor::Visitor;

/// What a visitor wrote into the sign-up form, passwords aside.
#[derive(Clone, Debug, Default)]
pub(crate) struct SignupForm {
    pub(crate) email: String,
    pub(crate) name: String,
}

/// What is wrong with each field of the sign-up form.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct SignupErrors {
    pub(crate) email: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) password: Option<String>,
    pub(crate) confirm: Option<String>,
}

impl SignupErrors {
    pub(crate) fn is_empty(&self) -> bool {
        let fields = [&self.email, &self.name, &self.password, &self.confirm];
        fields.into_iter().all(Option::is_none)
    }
}

/// A labelled field with its hint and what is wrong with it.
struct Field<'a> {
    name: &'a str,
    kind: &'a str,
    label: String,
    hint: Option<String>,
    value: &'a str,
    complete: &'a str,
    error: Option<&'a str>,
}

impl Field<'_> {
    fn render(&self) -> Markup {
        let (hint, error) = (format!("{}-hint", self.name), format!("{}-error", self.name));
        let described = match (&self.hint, self.error) {
            (Some(_), Some(_)) => Some(format!("{hint} {error}")),
            (Some(_), None) => Some(hint.clone()),
            (None, Some(_)) => Some(error.clone()),
            (None, None) => None,
        };
        html! {
            div.field {
                label for=(self.name) { (self.label) }
                input #(self.name) name=(self.name) type=(self.kind) value=(self.value)
                    autocomplete=(self.complete) aria-describedby=[described]
                    aria-invalid=[self.error.map(|_| "true")];
                @if let Some(text) = &self.hint { p.hint #(hint) { (text) } }
                @if let Some(text) = self.error { p.error #(error) { (text) } }
            }
        }
    }
}

fn email_field<'a>(language: Language, value: &'a str, error: Option<&'a str>) -> Markup {
    let label = language.say("field-email");
    let (name, kind, complete) = ("email", "email", "username");
    Field { name, kind, label, hint: None, value, complete, error }.render()
}

pub(crate) fn login(
    app: &App,
    visitor: &Visitor,
    email: &str,
    error: Option<&str>,
    news: Option<&str>,
) -> Markup {
    let language = visitor.language;
    let title = language.say("login-title");
    let page = Page::new(language, &title, "login first", visitor.player());
    let password = Field {
        name: "password",
        kind: "password",
        label: language.say("field-password"),
        hint: None,
        value: "",
        complete: "current-password",
        error: None,
    };
    let main = html! {
        p.tagline { (language.say("login-tagline")) }
        @if let Some(news) = news { p.success role="status" { (news) } }
        form.card method="post" action="/loginplayer" {
            h1 { (title) }
            @if let Some(error) = error { p.error role="alert" { (error) } }
            (email_field(language, email, None))
            (password.render())
            button.primary.wide { (language.say("login-button")) }
            p { (language.say("login-new")) " " a href="/signup" { (language.say("nav-signup")) } }
        }
        section.card {
            h2 { (language.say("guest-title")) }
            p { (language.say("guest-text")) }
            (computer_form(app, language))
        }
    };
    page.render(&main, &html! {})
}

pub(crate) fn signup(visitor: &Visitor, form: &SignupForm, errors: &SignupErrors) -> Markup {
    let language = visitor.language;
    let title = language.say("signup-title");
    let page = Page::new(language, &title, "login", visitor.player());
    let password = |name, label: &str, hint: Option<&str>, error| Field {
        name,
        kind: "password",
        label: language.say(label),
        hint: hint.map(|hint| language.say(hint)),
        value: "",
        complete: "new-password",
        error,
    };
    let name = Field {
        name: "name",
        kind: "text",
        label: language.say("field-name"),
        hint: Some(language.say("hint-name")),
        value: &form.name,
        complete: "nickname",
        error: errors.name.as_deref(),
    };
    let main = html! {
        form.card method="post" action="/signup" novalidate {
            h1 { (title) }
            (email_field(language, &form.email, errors.email.as_deref()))
            (password("password", "field-password", Some("hint-password"), errors.password.as_deref()).render())
            (password("confirm", "field-confirm", None, errors.confirm.as_deref()).render())
            (name.render())
            button.primary.wide { (language.say("signup-button")) }
            p { (language.say("signup-known")) " " a href="/login" { (language.say("nav-login")) } }
        }
    };
    page.render(&main, &html! {})
}
