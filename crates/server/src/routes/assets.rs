//! Scripts, styles, the font and the icon, which are part of the program.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::Failure;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "app/*.js"]
#[include = "board/*.js"]
#[include = "styles/*.css"]
#[include = "fonts/*"]
#[include = "icons/*.svg"]
struct Files;

/// Names all files together: it changes when any of them does, so that browsers may keep them as
/// long as they like and scripts can still name one another by plain relative paths.
pub(crate) static EDITION: LazyLock<String> = LazyLock::new(|| {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    for path in Files::iter() {
        let hash = Files::get(&path).map(|file| file.metadata.sha256_hash()).unwrap_or_default();
        for byte in path.bytes().chain(hash) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{sum:016x}")
});

/// The address of a file.
pub(crate) fn address(path: &str) -> String {
    format!("/assets/{}/{path}", *EDITION)
}

pub(crate) async fn serve(Path(path): Path<String>) -> Result<Response, Failure> {
    let (edition, path) = path.split_once('/').ok_or(Failure::NoPage)?;
    let lasting = edition == *EDITION;
    file(path, lasting)
}

pub(crate) async fn icon() -> Result<Response, Failure> {
    file("icons/merels.svg", false)
}

fn file(path: &str, lasting: bool) -> Result<Response, Failure> {
    let file = Files::get(path).ok_or(Failure::NoPage)?;
    let kind = match path.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        Some((_, "woff2")) => "font/woff2",
        _ => "text/plain; charset=utf-8",
    };
    let keep = if lasting { "public, max-age=31536000, immutable" } else { "public, max-age=300" };
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    Ok((StatusCode::OK, headers, file.data).into_response())
}
