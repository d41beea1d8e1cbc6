//! Forgotten passwords and addresses to be confirmed.

use maud::{Markup, html};
use merels_messages::Language;
use serde::Serialize;

use crate::edge::visitor::Visitor;
use crate::parts::field::{Field, email_field};
use crate::parts::layout::Page;

/// What is wrong with a new password.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ResetErrors {
    pub(crate) new: Option<String>,
    pub(crate) confirm: Option<String>,
}

/// The two fields for a new password.
pub(crate) fn new_password(language: Language, errors: &ResetErrors) -> Markup {
    let field = |id, label: &str, hint: Option<&str>, error| Field {
        hint: hint.map(|hint| language.say(hint)),
        error,
        ..Field::new(language, id, "password", label, "new-password")
    };
    html! {
        (field("new", "account-new-password", Some("hint-password"), errors.new.as_deref()).render())
        (field("confirm", "field-confirm", None, errors.confirm.as_deref()).render())
    }
}

/// A page that says one thing.
pub(crate) fn said(visitor: &Visitor, title: &str, words: &str) -> Markup {
    let title = visitor.language.say(title);
    let page = Page::new(visitor, &title, "login");
    let main = html! {
        div.card {
            h1 { (title) }
            p role="status" { (words) }
        }
    };
    page.render(&main, &html! {})
}

pub(crate) fn forgot(visitor: &Visitor, sends_mail: bool, error: Option<&str>) -> Markup {
    let language = visitor.language;
    let title = language.say("forgot-title");
    let page = Page::new(visitor, &title, "login");
    let main = html! {
        p { a href="/recover" { (language.say("forgot-has-code")) } }
        @if sends_mail {
            form.card method="post" action="/forgot" novalidate {
                h1 { (title) }
                p { (language.say("forgot-intro")) }
                (email_field(language, "", error))
                button.primary.wide { (language.say("forgot-button")) }
            }
        } @else {
            div.card {
                h1 { (title) }
                p { (language.say("forgot-no-mail")) }
            }
        }
    };
    page.render(&main, &html! {})
}

pub(crate) fn reset(visitor: &Visitor, link: &str, errors: &ResetErrors) -> Markup {
    let language = visitor.language;
    let title = language.say("reset-title");
    let page = Page::new(visitor, &title, "login");
    let main = html! {
        form.card method="post" action="/reset" novalidate {
            h1 { (title) }
            input type="hidden" name="link" value=(link);
            (new_password(language, errors))
            button.primary.wide { (language.say("account-password-button")) }
        }
    };
    page.render(&main, &html! {})
}

pub(crate) fn confirm(visitor: &Visitor, link: &str) -> Markup {
    let language = visitor.language;
    let title = language.say("confirm-title");
    let page = Page::new(visitor, &title, "login");
    let main = html! {
        form.card method="post" action="/confirm" {
            h1 { (title) }
            p { (language.say("confirm-intro")) }
            input type="hidden" name="link" value=(link);
            button.primary.wide { (language.say("confirm-button")) }
        }
    };
    page.render(&main, &html! {})
}
