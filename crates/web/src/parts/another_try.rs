//! The way back from another try to the review that it came from: a cookie remembers the last one.

use axum::http::HeaderMap;
use merels_model::GameKey;

use crate::edge::fields::Fields;
use crate::edge::visitor::{cookie, set_cookie};
use crate::settings::Settings;

const COOKIE: &str = "merels-try";

/// A day in seconds.
const LASTS: i64 = 24 * 60 * 60;

/// The cookie of a game that tries something again, if the request says from which game: `from` is its
/// key and `ply` the number of the move that is made anew.
pub(crate) fn remember(settings: &Settings, fields: &Fields, game: &GameKey) -> Option<String> {
    let from = GameKey::new(fields.get("from")?);
    let ply: u32 = fields.get("ply")?.parse().ok()?;
    let step = ply.checked_add(1)?;
    let value = format!("{game}.{from}.{step}");
    from.is_well_formed().then(|| set_cookie(settings, COOKIE, &value, LASTS))
}

/// The address of the review that a game came from, if it was the last try.
pub(crate) fn review_of(headers: &HeaderMap, game: &GameKey) -> Option<String> {
    read(cookie(headers, COOKIE)?, game)
}

fn read(value: &str, game: &GameKey) -> Option<String> {
    let (tried, from) = value.split_once('.')?;
    let (from, ply) = from.split_once('.')?;
    let (from, ply): (GameKey, u32) = (GameKey::new(from), ply.parse().ok()?);
    let holds = tried == game.as_str() && from.is_well_formed();
    holds.then(|| format!("/game/{from}/review?ply={ply}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_try_leads_back() {
        let game = GameKey::new("abc");
        assert_eq!(read("abc.def.17", &game), Some("/game/def/review?ply=17".to_owned()));
        for other in ["xyz.def.17", "abc.def", "abc.def.x", "abc.d/f.1", ""] {
            assert_eq!(read(other, &game), None, "{other}");
        }
    }
}
