//! Checks that requests come from pages of this site.

use axum::http::{HeaderMap, header};
use url::{Position, Url};

use crate::settings::Settings;

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Returns `true` if a request that changes something may be obeyed.
///
/// Browsers name the origin of a request by `Sec-Fetch-Site` or at least by `Origin`. A client that sends
/// neither is no browser: nobody else can use its cookies, and it need not be protected.
pub(crate) fn may_change(headers: &HeaderMap, settings: &Settings) -> bool {
    match text(headers, "sec-fetch-site") {
        Some("same-origin" | "none") => true,
        Some(_) => false,
        None => has_own_origin(headers, settings),
    }
}

/// The page from which somebody comes: only its path and query, so that nobody is led elsewhere.
pub(crate) fn page_before(headers: &HeaderMap) -> Option<String> {
    let url = Url::parse(text(headers, header::REFERER.as_str())?).ok()?;
    let page = &url[Position::BeforePath..Position::AfterQuery];
    (page.starts_with('/') && !page.starts_with("//")).then(|| page.to_owned())
}

/// The path of a page to which somebody is led back who came from there to log in or to sign up: a game,
/// say, or an invitation. Everybody else goes Home.
pub(crate) fn way_back(path: &str) -> Option<&str> {
    const PLACES: [&str; 7] =
        ["/game/", "/invite/", "/arena/", "/player/", "/puzzles/", "/learn/", "/analysis"];
    let leads_on = PLACES.iter().any(|place| path.starts_with(place));
    let is_plain = path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    (leads_on && is_plain && !path.contains("..")).then_some(path)
}

/// Like [`may_change`], for links: those carry no `Origin`, but older browsers say the page.
pub(crate) fn may_follow(headers: &HeaderMap, settings: &Settings) -> bool {
    let referer = text(headers, header::REFERER.as_str());
    may_change(headers, settings) && referer.is_none_or(|url| is_own(url, headers, settings))
}

/// Returns `true` if there is no `Origin` or it is this site. Sockets are always asked this.
pub(crate) fn has_own_origin(headers: &HeaderMap, settings: &Settings) -> bool {
    match headers.get(header::ORIGIN) {
        None => true,
        Some(origin) => origin.to_str().is_ok_and(|origin| is_own(origin, headers, settings)),
    }
}

fn is_own(url: &str, headers: &HeaderMap, settings: &Settings) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    if let Some(public) = &settings.public_url {
        return url.origin() == public.origin();
    }
    // Without a public address the site is where the browser says it asked.
    let Some(host) = text(headers, header::HOST.as_str()) else { return false };
    Url::parse(&format!("{}://{host}", url.scheme())).is_ok_and(|own| own.origin() == url.origin())
}

/// The site's address without a slash at the end, for links that are sent to others.
pub(crate) fn base(headers: &HeaderMap, settings: &Settings) -> String {
    if let Some(public) = &settings.public_url {
        return public.as_str().trim_end_matches('/').to_owned();
    }
    let host = text(headers, header::HOST.as_str()).unwrap_or("localhost");
    format!("http://{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn nobody_is_led_back_to_another_site() {
        for path in ["/game/abc", "/invite/abc?news=saved", "/analysis?game=six"] {
            assert_eq!(way_back(path), Some(path));
        }
        for path in [
            "",
            "/",
            "/home",
            "//game/abc",
            "https://x/game/",
            "/game/../logout",
            "/game/\r\n",
            "/game/\\x",
        ] {
            assert_eq!(way_back(path), None, "{path}");
        }
    }

    #[test]
    fn only_this_site_and_programs_without_a_browser_may_change_anything() {
        let here = Settings::new(([127, 0, 0, 1], 8080).into(), "");
        let public = Settings {
            public_url: Some("https://merels.example/".parse().unwrap()),
            ..here.clone()
        };
        for (settings, pairs, expected) in [
            (&here, &[][..], true),
            (&here, &[("sec-fetch-site", "same-origin")], true),
            (&here, &[("sec-fetch-site", "cross-site")], false),
            (&here, &[("sec-fetch-site", "same-site")], false),
            (&here, &[("host", "localhost:8080"), ("origin", "http://localhost:8080")], true),
            (&here, &[("host", "localhost:8080"), ("origin", "http://localhost:9090")], false),
            (&here, &[("host", "localhost:8080"), ("origin", "http://evil.example")], false),
            (&here, &[("host", "localhost:8080"), ("origin", "null")], false),
            (&public, &[("host", "inner:1"), ("origin", "https://merels.example")], true),
            (&public, &[("host", "inner:1"), ("origin", "http://merels.example")], false),
        ] {
            assert_eq!(may_change(&headers(pairs), settings), expected, "{pairs:?}");
        }
        let link = headers(&[("host", "localhost:8080"), ("referer", "http://evil.example/a")]);
        assert!(!may_follow(&link, &here));
    }
}
