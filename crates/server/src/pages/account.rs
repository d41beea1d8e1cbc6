//! One's own account: what can be changed, where one is signed in, what can be taken along.

use maud::{Markup, html};
use merels_store::OpenSession;

use super::layout::Page;
use super::login::Field;
use crate::i18n::Language;
use crate::visitor::{SignedIn, Visitor};

/// What is wrong with what was asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct AccountErrors {
    pub(crate) password: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) email: Option<String>,
}

pub(crate) fn account(
    visitor: &SignedIn,
    sessions: &[OpenSession],
    news: Option<&str>,
    errors: &AccountErrors,
) -> Markup {
    let language = visitor.language;
    let title = language.say("account-title");
    let player = visitor.player();
    let visitor_or_none = Visitor::from(visitor);
    let page = Page::new(language, &title, "prose account", visitor_or_none.player());
    let email = player.email.as_deref().unwrap_or_default();
    let forms = [
        Form {
            part: "name",
            fields: vec![text_field(
                language,
                "name",
                "text",
                "field-name",
                &player.name,
                "nickname",
            )],
            error: errors.name.as_deref(),
        },
        Form {
            part: "email",
            fields: vec![text_field(language, "email", "email", "field-email", email, "email")],
            error: errors.email.as_deref(),
        },
        Form {
            part: "password",
            fields: vec![
                text_field(language, "new", "password", "account-new-password", "", "new-password"),
                text_field(language, "confirm", "password", "field-confirm", "", "new-password"),
            ],
            error: errors.password.as_deref(),
        },
    ];
    let main = html! {
        h1 { (title) }
        @if let Some(news) = news { p.success role="status" { (news) } }
        div.cards { @for form in &forms { (form.render(language, email)) } }
        (session_list(visitor, sessions))
        section {
            h2 { (language.say("programs-title")) }
            p { a href="/account/programs" { (language.say("programs-link")) } }
        }
        section {
            h2 { (language.say("account-data-title")) }
            p { (language.say("account-data")) }
            p { a href="/account/data" download="merels.json" { (language.say("account-data-link")) } }
            p { (language.say("account-no-mail")) }
        }
    };
    page.render(&main, &html! {})
}

/// A change that asks for the password.
struct Form<'a> {
    part: &'a str,
    fields: Vec<Markup>,
    error: Option<&'a str>,
}

impl Form<'_> {
    fn render(&self, language: Language, email: &str) -> Markup {
        let say = |what: &str| language.say(&format!("account-{}-{what}", self.part));
        let current = Field {
            id: &format!("{}-password", self.part),
            name: "password",
            kind: "password",
            label: language.say("account-current-password"),
            hint: None,
            value: "",
            complete: "current-password",
            error: self.error,
            focus: self.error.is_some(),
        };
        html! {
            form.card method="post" action={ "/account/" (self.part) } {
                h2 { (say("title")) }
                (account_of_password(email))
                @for field in &self.fields { (field) }
                (current.render())
                button { (say("button")) }
            }
        }
    }
}

/// Tells whoever keeps passwords for a visitor whose this is. It is not sent.
pub(super) fn account_of_password(email: &str) -> Markup {
    html! { input type="text" autocomplete="username" value=(email) hidden readonly; }
}

fn text_field(
    language: Language,
    name: &str,
    kind: &str,
    label: &str,
    value: &str,
    complete: &str,
) -> Markup {
    let label = language.say(label);
    let hint = None;
    Field { id: name, name, kind, label, hint, value, complete, error: None, focus: false }.render()
}

fn session_list(visitor: &SignedIn, sessions: &[OpenSession]) -> Markup {
    let language = visitor.language;
    html! {
        section {
            h2 { (language.say("account-sessions-title")) }
            ul.games {
                @for session in sessions {
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
                                button { (language.say("account-session-end")) }
                            }
                        }
                    }
                }
            }
            @if sessions.len() > 1 {
                form method="post" action="/account/sessions" {
                    button { (language.say("account-sessions-end")) }
                }
            }
        }
    }
}
