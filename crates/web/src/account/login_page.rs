//! The card to log in, and signing up.

use maud::{Markup, html};
use merels_model::StoredGame;
use merels_services::FormErrors;
use merels_services::accounts::SignUp;

use super::recovery_page::new_password;
use crate::edge::visitor::Visitor;
use crate::parts::field::{Field, email, email_field, next_field};
use crate::parts::layout::Page;

#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct LoginCard<'a> {
    /// Somebody wants to log in: then the card comes first, and the cursor stands in it.
    pub(crate) asked: bool,
    pub(crate) email: &'a str,
    pub(crate) error: Option<&'a str>,
    pub(crate) news: Option<&'a str>,
    /// The page that the visitor came from and is led back to.
    pub(crate) next: Option<&'a str>,
}

/// The way in, which Log in opens. Guests who ask for it learn what becomes of the games they have begun.
pub(super) fn login_card(visitor: &Visitor, card: LoginCard<'_>, begun: &[StoredGame]) -> Markup {
    let language = visitor.language;
    let to_password = card.error.is_some() || !card.email.is_empty();
    let email = Field { focus: card.asked && !to_password, ..email(language, card.email, None) };
    let password = Field {
        label: language.say("field-password"),
        focus: card.asked && to_password,
        ..Field::current_password(language, "password")
    };
    let has_games = card.asked && visitor.player().is_some() && !begun.is_empty();
    let form = html! {
        form method="post" action="/loginplayer" {
            h2 { (language.say("login-title")) }
            @if let Some(news) = card.news { p.success role="status" { (news) } }
            @if let Some(error) = card.error { p.error role="alert" { (error) } }
            @if has_games {
                p { (language.say_with("login-guest-games", &[("games", begun.len().into())])) " "
                    a href="/home" { (language.say("home-running")) } }
            }
            (next_field(card.next))
            (email.render())
            (password.render())
            button.wide { (language.say("login-button")) }
            hr;
            a href=(passkey_link(card.next)) { (language.say("passkey-login-title")) }
            a href="/forgot" { (language.say("login-forgot")) }
            a href="/signup" { (language.say("login-new")) " " (language.say("login-signup")) }
        }
    };
    html! {
        details.menu.login #login open[card.asked] {
            summary.button { (language.say("nav-login")) }
            div.popup { (form) }
        }
    }
}

/// The address of the login by passkey, which leads on to the same page.
fn passkey_link(next: Option<&str>) -> String {
    let query = next.map(|next| {
        url::form_urlencoded::Serializer::new("?".to_owned()).append_pair("next", next).finish()
    });
    format!("/login/passkey{}", query.unwrap_or_default())
}

pub(crate) fn signup(
    visitor: &Visitor,
    form: &SignUp<'_>,
    errors: &FormErrors,
    next: Option<&str>,
) -> Markup {
    let language = visitor.language;
    let title = language.say("signup-title");
    let page = Page::new(visitor, &title, "login");
    let [email, unfit] =
        ["email", "name"].map(|field| errors.of(field).map(|message| language.say(message)));
    let name = Field {
        hint: Some(language.say("hint-name")),
        value: &form.name,
        error: unfit.as_deref(),
        ..Field::new(language, "name", "text", "field-name", "nickname")
    };
    let main = html! {
        form.card method="post" action="/signup" novalidate {
            h1 { (title) }
            p { (language.say("signup-why")) }
            (next_field(next))
            (email_field(language, &form.email, email.as_deref()))
            (new_password(language, ("password", "field-password"), errors))
            (name.render())
            button.primary.wide { (language.say("signup-button")) }
            p { (language.say("signup-known")) " " a href="/login" { (language.say("nav-login")) } }
        }
    };
    page.render(&main, &html! {})
}
