//! The site as an app: its manifest, its icons, and what answers when there is no line.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use merels_drawing::{PAPER, icon_png};
use serde_json::json;

use super::offline_page;
use crate::app::App;
use crate::edge::assets::{EDITION, STYLE, address};
use crate::edge::bundle;
use crate::edge::reply::html;
use crate::edge::visitor::Client;
use crate::error::{Failure, Result};
use crate::pictures::LASTING;

/// The address of the page that a browser keeps for the time without a connection.
const OFFLINE: &str = "/offline";

/// The icons that systems ask for, in pixels.
const ICONS: [u32; 3] = [180, 192, 512];

/// The files that belong to this page.
const SHELL: [&str; 5] =
    [STYLE, "icons/merels.svg", "fonts/sail.woff2", "app/settings.js", "app/offline.js"];

pub(crate) async fn manifest() -> Response {
    let mut icons: Vec<_> = ICONS
        .iter()
        .map(|size| {
            let sizes = format!("{size}x{size}");
            json!({"src": format!("/icon/{size}.png"), "sizes": sizes, "type": "image/png"})
        })
        .collect();
    let drawn = address("icons/merels.svg");
    icons.push(json!({"src": drawn, "sizes": "any", "type": "image/svg+xml"}));
    let paper = PAPER.light.to_string();
    let manifest = json!({
        "id": "/", "name": "Merels", "short_name": "Merels", "start_url": "/", "scope": "/",
        "display": "standalone", "background_color": paper, "theme_color": paper,
        "icons": icons,
    });
    let kind = [(header::CONTENT_TYPE, "application/manifest+json")];
    (StatusCode::OK, kind, manifest.to_string()).into_response()
}

/// An icon such as `192.png`.
pub(crate) async fn icon(app: App, Client(client): Client, Path(file): Path<String>) -> Result {
    let size = ICONS.into_iter().find(|size| file == format!("{size}.png"));
    let size = size.ok_or(Failure::NoPage)?;
    let picture = app.pictures.of(format!("icon {size}"), client, move || icon_png(size)).await?;
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, LASTING)];
    Ok((StatusCode::OK, headers, picture).into_response())
}

pub(crate) async fn offline(app: App) -> Response {
    html(StatusCode::OK, offline_page::offline(&app.own_pages))
}

/// The script that a browser runs beside the pages. Browsers look for another edition by themselves.
pub(crate) async fn worker() -> Result {
    let shell = SHELL.map(address);
    let known = json!({"edition": *EDITION, "page": OFFLINE, "shell": shell});
    let text = format!(
        "self.merels = {known};\n{}",
        bundle::script("app/worker.js").ok_or(Failure::NoPage)?
    );
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((StatusCode::OK, headers, text).into_response())
}
