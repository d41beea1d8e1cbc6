//! The time zone of a visitor, as the browser names it in a cookie.

use axum::http::HeaderMap;
use jiff::tz::TimeZone;

use super::visitor::cookie;

/// The cookie that the scripts set, with a name such as `Europe/Berlin`.
const COOKIE: &str = "merels-zone";

/// The visitor's time zone, if the browser has told it and it is known here.
pub(crate) fn time_zone(headers: &HeaderMap) -> Option<TimeZone> {
    TimeZone::get(cookie(headers, COOKIE)?).ok()
}

/// The time zone by whose days a visitor counts: the visitor's, else UTC.
pub(crate) fn days_of(headers: &HeaderMap) -> TimeZone {
    time_zone(headers).unwrap_or(TimeZone::UTC)
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    #[test]
    fn a_zone_is_known_by_its_name_and_nothing_else() {
        let zone = |value: &str| {
            let cookies = format!("merels=x; merels-zone={value}");
            time_zone(&HeaderMap::from_iter([(header::COOKIE, cookies.parse().unwrap())]))
        };
        assert_eq!(zone("UTC"), Some(TimeZone::UTC));
        for nonsense in ["", "Nowhere/City", "../../etc/passwd", "%00"] {
            assert_eq!(zone(nonsense), None, "{nonsense}");
        }
        assert_eq!(time_zone(&HeaderMap::new()), None);
    }
}
