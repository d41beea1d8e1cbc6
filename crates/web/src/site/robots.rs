//! The words for search engines: the addresses to leave alone, and the pages to read.

use axum::http::header;
use axum::response::IntoResponse;
use maud::{PreEscaped, html};
use merels_messages::Language;
use merels_rules::GameId;
use merels_services::learning::Lesson;

use crate::app::App;
use crate::error::{Failure, Result};

/// Pages of the site itself that anybody may read.
const PAGES: [&str; 12] = [
    "/",
    "/rules",
    "/variants",
    "/atlas",
    "/puzzles",
    "/watch",
    "/lobby",
    "/arenas",
    "/ratings",
    "/fairplay",
    "/analysis",
    "/api",
];

/// Answers that cost work, and those that are no pages.
const LEFT_ALONE: [&str; 9] = [
    "/analysis?",
    "/analysis/",
    "/api/v1/",
    "/gamesman",
    "/socket",
    "/game/*/review",
    "/game/*/live",
    "/import?",
    "/openings/*?",
];

/// `/robots.txt`. Pages that are private say so themselves.
pub(crate) async fn robots(app: App) -> Result {
    let mut text = "User-agent: *\n".to_owned();
    for path in LEFT_ALONE {
        text += &format!("Disallow: {path}\n");
    }
    if let Some(sitemap) = address(&app, "/sitemap.xml") {
        text += &format!("Sitemap: {sitemap}\n");
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// `/sitemap.xml`: as many pages as there are games and pages of the operator's, and no players.
pub(crate) async fn sitemap(app: App) -> Result {
    // Addresses of a sitemap are whole ones.
    let addresses = pages(&app).into_iter().map(|path| address(&app, &path));
    let addresses: Vec<String> = addresses.collect::<Option<_>>().ok_or(Failure::NoPage)?;
    let sitemap = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" {
            @for address in addresses { url { loc { (address) } } }
        }
    };
    let kind = [(header::CONTENT_TYPE, "application/xml; charset=utf-8")];
    Ok((kind, sitemap.into_string()).into_response())
}

fn pages(app: &App) -> Vec<String> {
    let mut pages: Vec<String> = PAGES.map(str::to_owned).into();
    for game in GameId::ALL {
        let id = game.id().replace('+', "%2B");
        pages.push(format!("/rules/{id}"));
        if Lesson::of(game).is_some() {
            pages.push(format!("/learn/{id}"));
        }
        if matches!(game, GameId::Morris(_)) {
            pages.push(format!("/openings/{id}"));
        }
    }
    pages.extend(app.own_pages.links(Language::ENGLISH).into_iter().map(|(address, _)| address));
    pages
}

/// The whole address of a path, if the site knows its own.
fn address(app: &App, path: &str) -> Option<String> {
    app.settings.public_url.as_ref()?.join(path).ok().map(String::from)
}
