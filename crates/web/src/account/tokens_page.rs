//! Programs that come in one's name: their tokens, and the account that is a bot's.

use maud::{Markup, html};
use merels_messages::Language;
use merels_services::accounts::{AccountState, Scope, StoredToken};

use super::factors_page::{Means, SCRIPT, locked, proof_card, proven};
use super::tokens::PAGE;
use crate::edge::visitor::SignedIn;
use crate::parts::choice::{Choice, segments};
use crate::parts::field::Field;
use crate::parts::layout::Page;
use crate::parts::places::Place;

#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct ProgramsPage<'a> {
    pub(crate) tokens: &'a [StoredToken],
    /// The secret of a token that was just made: it is shown this once.
    pub(crate) secret: Option<&'a str>,
    pub(crate) news: Option<&'a str>,
    /// The errors of the forms to make a token and to become a bot.
    pub(crate) token_error: Option<&'a str>,
    pub(crate) bot_error: Option<&'a str>,
}

pub(crate) fn programs(
    visitor: &SignedIn,
    state: &AccountState,
    shown: &ProgramsPage<'_>,
) -> Markup {
    let means = Means::of(&state.facts);
    let language = visitor.language;
    let title = language.say("programs-title");
    let page = Page {
        script: Some(SCRIPT),
        ..Page::new(visitor, &title, "prose account").at(Place::You, "/account")
    };
    let main = html! {
        h1 { (title) }
        p { (language.say("programs-what")) " " a href="/api" { (language.say("programs-try")) } }
        @if let Some(news) = shown.news { p.success role="status" { (news) } }
        @if let Some(secret) = shown.secret {
            section {
                h2 { (language.say("token-made-title")) }
                p role="status" { (language.say("token-made")) }
                p { input.secret type="text" readonly value=(secret) aria-label=(language.say("token-made-title")); }
            }
        }
        (proof_card(language, state, PAGE, None))
        (token_list(language, shown.tokens))
        section {
            h2 { (language.say("token-new-title")) }
            (token_form(language, state, shown.token_error))
        }
        section {
            h2 { (language.say("bot-title")) }
            @if visitor.player().is_bot {
                p { (language.say("bot-is-one")) }
            } @else {
                (bot_form(language, means, shown.bot_error))
            }
        }
        p { a href="/account" { (language.say("account-title")) } }
    };
    page.render(&main, &html! {})
}

fn token_list(language: Language, tokens: &[StoredToken]) -> Markup {
    let when = |name: &str, at: jiff::Timestamp| {
        let at = at.strftime("%Y-%m-%d %H:%M UTC").to_string();
        language.say_with(name, &[("when", at.into())])
    };
    html! {
        section {
            h2 { (language.say("tokens-title")) }
            @if tokens.is_empty() { p { (language.say("tokens-none")) } }
            ul.games {
                @for token in tokens {
                    li {
                        span { strong { (token.label) } }
                        span { (language.say(&format!("scope-{}", token.scope.name()))) }
                        span { (when("token-created", token.created)) }
                        span { (match token.used {
                            Some(used) => when("token-used", used),
                            None => language.say("token-unused"),
                        }) }
                        form method="post" action="/account/tokens/revoke" {
                            input type="hidden" name="token" value=(token.id.as_str());
                            button { (language.say("token-revoke")) }
                        }
                    }
                }
            }
        }
    }
}

fn token_form(language: Language, state: &AccountState, error: Option<&str>) -> Markup {
    let label = Field::new(language, "label", "text", "token-label", "off");
    let scopes = Scope::ALL.into_iter().map(|scope| Choice {
        value: scope.name(),
        words: language.say(&format!("scope-{}", scope.name())),
        is_chosen: scope == Scope::Read,
    });
    let fields = html! {
        (label.render())
        (segments(&language.say("token-scope"), "scope", scopes))
        @if let Some(error) = error { p.error role="alert" { (error) } }
        button { (language.say("token-new-button")) }
    };
    html! {
        form method="post" action="/account/tokens" { (locked(state, &fields)) }
    }
}

fn bot_form(language: Language, means: Means<'_>, error: Option<&str>) -> Markup {
    html! {
        form method="post" action="/account/bot" {
            p { (language.say("bot-what")) }
            (proven(language, means, "bot-password", error, "bot-button"))
        }
    }
}
