//! Sends those who come without https to the same page with it.

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use url::Url;

/// Answers every request with the way to the site. Where that is stands in the settings: what a client
/// says it asked is not believed.
pub(crate) fn router(site: Option<&Url>) -> Router {
    let site = site.cloned();
    Router::new().fallback(move |uri: Uri| async move { redirect(site.as_ref(), &uri) })
}

fn redirect(site: Option<&Url>, uri: &Uri) -> Response {
    let Some(mut target) = site.cloned() else { return StatusCode::NOT_FOUND.into_response() };
    target.set_path(uri.path());
    target.set_query(uri.query());
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, target.to_string())]).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_sent_to_the_same_page_of_the_site_itself() {
        let site = Url::parse("https://merels.example/").unwrap();
        for (asked, leads_to) in [
            ("/", "https://merels.example/"),
            ("/game/abc?ply=3", "https://merels.example/game/abc?ply=3"),
            ("//evil.example/", "https://merels.example//evil.example/"),
            ("http://evil.example/x", "https://merels.example/x"),
        ] {
            let answer = redirect(Some(&site), &asked.parse().unwrap());
            assert_eq!(answer.status(), StatusCode::PERMANENT_REDIRECT);
            assert_eq!(answer.headers()[header::LOCATION], leads_to, "{asked}");
        }
    }
}
