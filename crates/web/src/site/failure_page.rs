//! The page that says what went wrong.

use axum::http::StatusCode;
use maud::{Markup, html};
use merels_drawing::emblem;
use merels_model::StoredGame;
use merels_rules::{GameId, Side};

use super::rules_page::scene;
use crate::parts::game_line::game_link;
use crate::parts::layout::{Page, Viewer};

/// A page that says what went wrong, and which games of the player stand in the way.
pub(crate) fn failure(
    viewer: Viewer<'_>,
    status: StatusCode,
    words: &str,
    in_the_way: &[StoredGame],
) -> Markup {
    let Viewer { language, player, .. } = viewer;
    let title = language.say(match status {
        StatusCode::NOT_FOUND => "failure-title-nowhere",
        StatusCode::GONE => "failure-title-late",
        _ => "failure-title",
    });
    let page = Page::new(viewer, &title, "failure");
    let main = html! {
        section.card {
            div.beside {
                (emblem(&scene(GameId::NINE), Side::White))
                div { h1 { (title) } p { (words) } }
            }
            @if let Some(player) = player.filter(|_| !in_the_way.is_empty()) {
                p { (language.say("failure-plays-now-way")) }
                ul.games { @for game in in_the_way { li { (game_link(language, game, &player.id)) } } }
            }
            p.after {
                a.button.primary href="/" { (language.say("failure-back")) }
                a.button href="/puzzles" { (language.say("puzzles-title")) }
            }
        }
    };
    page.render(&main, &html! {})
}
