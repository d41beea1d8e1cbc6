//! The operator's page: reported names, accounts, the security log.

use maud::{Markup, html};
use merels_messages::Language;
use merels_model::PlayerId;
use merels_services::moderation::{ListedAccount, Overview, SecurityEvent};

use crate::edge::visitor::SignedIn;
use crate::parts::layout::Page;
use crate::parts::links::address_of;

pub(super) fn operator(
    visitor: &SignedIn,
    Overview { accounts, reports, log }: &Overview,
    search: &str,
    error: Option<&str>,
) -> Markup {
    let language = visitor.language;
    let title = language.say("operator-title");
    let page = Page::new(visitor, &title, "prose account ratings");
    let main = html! {
        h1 { (title) }
        @if let Some(error) = error { p.error role="alert" { (error) } }
        section {
            h2 { (language.say("operator-reports")) }
            @if reports.is_empty() { p.empty { (language.say("operator-no-reports")) } }
            ul.games {
                @for report in reports { li {
                    a href=(address_of(&report.player.name)) { (report.player.name) }
                    span { (language.say_with("operator-reporters", &[("count", report.reporters.into())])) }
                    (rename_form(language, &report.player.id, "report"))
                    (button(language, &report.player.id, "dismiss"))
                } }
            }
        }
        section {
            h2 { (language.say("operator-accounts")) }
            form method="get" action="/operator" {
                div.field {
                    label for="search" { (language.say("operator-search")) }
                    input #search name="search" value=(search);
                }
                button { (language.say("operator-search-button")) }
            }
            ul.games { @for account in accounts { (account_line(language, account)) } }
        }
        section {
            h2 { (language.say("operator-log")) }
            (log_table(language, log))
        }
    };
    page.render(&main, &html! {})
}

fn account_line(language: Language, account: &ListedAccount) -> Markup {
    let player = &account.player;
    html! {
        li {
            a href=(address_of(&player.name)) { (player.name) }
            @if let Some(email) = &player.email { span { (email) } }
            @if account.is_operator { span { (language.say("operator-is-operator")) } }
            @if account.closed.is_some() { span { (language.say("operator-is-closed")) } }
            span { (language.say_with("operator-sessions", &[("count", account.sessions.into())])) }
            a href={ "/operator?player=" (player.id) } { (language.say("operator-its-log")) }
            @if !account.is_operator {
                details {
                    summary { (language.say("operator-change")) }
                    (rename_form(language, &player.id, "account"))
                    (button(language, &player.id, "end-sessions"))
                    @if account.closed.is_some() {
                        (button(language, &player.id, "reopen"))
                    } @else {
                        (button(language, &player.id, "close"))
                    }
                }
            }
        }
    }
}

fn rename_form(language: Language, player: &PlayerId, place: &str) -> Markup {
    let id = format!("name-{place}-{player}");
    html! {
        form method="post" action="/operator" {
            input type="hidden" name="act" value="rename";
            input type="hidden" name="player" value=(player);
            div.field {
                label for=(id) { (language.say("account-name-title")) }
                input #(id) name="name" autocomplete="off";
            }
            button { (language.say("account-name-button")) }
        }
    }
}

fn button(language: Language, player: &PlayerId, act: &str) -> Markup {
    html! {
        form method="post" action="/operator" {
            input type="hidden" name="player" value=(player);
            button name="act" value=(act) { (language.say(&format!("operator-{act}"))) }
        }
    }
}

fn log_table(language: Language, log: &[SecurityEvent]) -> Markup {
    let columns = ["operator-when", "operator-what", "operator-whom", "operator-from"];
    html! {
        div.wide-table tabindex="0" role="region" aria-label=(language.say("operator-log")) {
            table {
                thead { tr { @for column in columns { th scope="col" { (language.say(column)) } } } }
                tbody {
                    @for line in log { tr {
                        td { (line.at.strftime("%Y-%m-%d %H:%M:%S").to_string()) }
                        td { (line.kind.name()) }
                        td { @if let Some(player) = &line.player {
                            a href={ "/operator?player=" (player) } { (player) }
                        } }
                        td { (line.client) @if let Some(actor) = &line.actor { " (" (actor) ")" } }
                    } }
                }
            }
        }
    }
}
