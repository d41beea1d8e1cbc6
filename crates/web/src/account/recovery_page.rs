//! Forgotten passwords and addresses to be confirmed.

use maud::{Markup, html};
use merels_messages::Language;
use merels_services::FormErrors;

use crate::edge::visitor::Visitor;
use crate::parts::field::{Field, email_field};
use crate::parts::layout::{Page, Viewer};

/// The two fields for a new password; `id` is the first one's.
pub(crate) fn new_password(
    language: Language,
    (id, label): (&str, &str),
    errors: &FormErrors,
) -> Markup {
    let field = |id, label: &str, hint: Option<&str>| {
        let error = errors.of(id).map(|message| language.say(message));
        let hint = hint.map(|hint| language.say(hint));
        let field = Field::new(language, id, "password", label, "new-password");
        Field { hint, error: error.as_deref(), ..field }.render()
    };
    html! {
        (field(id, label, Some("hint-password")))
        (field("confirm", "field-confirm", None))
    }
}

/// The fields for a password in place of a forgotten one.
pub(crate) const NEW: (&str, &str) = ("new", "account-new-password");

/// A page that says one thing.
pub(crate) fn said(viewer: Viewer<'_>, title: &str, words: &str) -> Markup {
    let title = viewer.language.say(title);
    let page = Page::new(viewer, &title, "login");
    let main = html! {
        div.card {
            h1 { (title) }
            p role="status" { (words) }
            p { a.button href="/" { (viewer.language.say("failure-back")) } }
        }
    };
    page.render(&main, &html! {})
}

pub(crate) fn forgot(visitor: &Visitor, sends_mail: bool, error: Option<&str>) -> Markup {
    let language = visitor.language;
    let error = error.map(|error| language.say(error));
    let title = language.say("forgot-title");
    let page = Page::new(visitor, &title, "login");
    let main = html! {
        @if sends_mail {
            form.card method="post" action="/forgot" novalidate {
                h1 { (title) }
                p { (language.say("forgot-intro")) }
                (email_field(language, "", error.as_deref()))
                button.primary.wide { (language.say("forgot-button")) }
                p { a href="/recover" { (language.say("forgot-has-code")) } }
            }
        } @else {
            div.card {
                h1 { (title) }
                p { (language.say("forgot-no-mail")) }
                p { a href="/recover" { (language.say("forgot-has-code")) } }
            }
        }
    };
    page.render(&main, &html! {})
}

pub(crate) fn reset(visitor: &Visitor, link: &str, errors: &FormErrors) -> Markup {
    let language = visitor.language;
    let title = language.say("reset-title");
    let page = Page::new(visitor, &title, "login");
    let main = html! {
        form.card method="post" action="/reset" novalidate {
            h1 { (title) }
            input type="hidden" name="link" value=(link);
            (new_password(language, NEW, errors))
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
