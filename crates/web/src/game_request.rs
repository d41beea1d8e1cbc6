//! A request for a game: the game and its start, the opponent, the level, the colour. Forms send it, and
//! a cookie remembers it for the next time.

use axum::http::HeaderMap;
use merels_engine::Level;
use merels_model::{Offered, Terms, TimeControl, Wish};
use merels_rules::mingmang::{MingMangPosition, USUAL_SIZE};
use merels_rules::nimble::{NimblePosition, Strip, USUAL_STRIP};
use merels_rules::{AnyPosition, GameId, Position, Side};
use merels_services::ServiceError;
use merels_services::meeting::{Proposal, random_side};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::edge::fields::Fields;
use crate::edge::visitor::{cookie, set_cookie};
use crate::error::{Failure, Result};
use crate::settings::Settings;

const COOKIE: &str = "merels-choice";

#[derive(Copy, Clone, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub(crate) enum Opponent {
    Computer,
    /// The next person who wants the same game.
    Anybody,
    /// Somebody who is sent a link.
    Friend,
    /// Somebody at the same screen.
    Here,
}

impl Opponent {
    /// The name in forms and messages.
    pub(crate) const fn name(self) -> &'static str {
        self.into_str()
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub(crate) enum ColourWish {
    White,
    Black,
    Random,
}

impl ColourWish {
    /// The name in forms and messages.
    pub(crate) const fn name(self) -> &'static str {
        self.into_str()
    }

    /// The side of the wish, by lot where none was made.
    pub(crate) fn side(self) -> Side {
        self.wished().unwrap_or_else(random_side)
    }

    /// The side of the wish, if one was made.
    pub(crate) const fn wished(self) -> Option<Side> {
        match self {
            ColourWish::White => Some(Side::White),
            ColourWish::Black => Some(Side::Black),
            ColourWish::Random => None,
        }
    }

    /// The wish for a side, or for none.
    pub(crate) const fn of(side: Option<Side>) -> ColourWish {
        match side {
            Some(Side::White) => ColourWish::White,
            Some(Side::Black) => ColourWish::Black,
            None => ColourWish::Random,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct GameRequest {
    pub(crate) game: GameId,
    pub(crate) start: AnyPosition,
    pub(crate) opponent: Opponent,
    /// It may be one that the game does not have: `levels` says which it has.
    pub(crate) level: Level,
    pub(crate) colour: ColourWish,
    pub(crate) size: usize,
    pub(crate) strip: Strip,
}

impl GameRequest {
    pub(crate) fn proposal(&self, terms: Terms) -> Proposal<'_> {
        Proposal { start: &self.start, side: self.colour.wished(), terms }
    }

    /// Reads the fields of a form, with the usual for missing ones.
    ///
    /// # Errors
    ///
    /// The field that is not understood.
    pub(crate) fn read(fields: &Fields) -> Result<GameRequest> {
        let game = game(fields)?;
        let size = fields.number("size")?.unwrap_or(USUAL_SIZE);
        let strip = Strip {
            squares: fields.number("squares")?.unwrap_or(USUAL_STRIP.squares),
            pawns: fields.number("pawns")?.unwrap_or(USUAL_STRIP.pawns),
        };
        let opponent =
            fields.word_or("opponent", "failure-unknown-opponent", Opponent::Computer)?;
        let colour = fields.word_or("colour", "failure-unknown-colour", ColourWish::Random)?;
        let level = fields.word_or("level", "failure-unknown-level", Level::USUAL)?;
        let start = start(game, size, strip, strip_by_hand(fields, strip))?;
        Ok(GameRequest { game, start, opponent, level, colour, size, strip })
    }

    /// Reads the fields of an address, with the last choice of the browser for missing ones.
    ///
    /// # Errors
    ///
    /// The field that is not understood.
    pub(crate) fn wished(fields: &Fields, headers: &HeaderMap) -> Result<GameRequest> {
        if fields.get("game").is_none() {
            return Ok(GameRequest::remembered(headers));
        }
        let GameRequest { opponent, level, colour, size, strip, .. } =
            GameRequest::remembered(headers);
        // Another game may have no tables.
        let level = if level == Level::Perfect { Level::USUAL } else { level };
        let (opponent, colour) = (opponent.name(), colour.name());
        let (squares, pawns) = (strip.squares, strip.pawns);
        let known = Fields::of_query(&format!(
            "opponent={opponent}&level={level}&colour={colour}&size={size}&squares={squares}&pawns={pawns}"
        ))?;
        GameRequest::read(&fields.over(known))
    }

    /// The last choice of the browser, else Nine with White against the gentle computer.
    pub(crate) fn remembered(headers: &HeaderMap) -> GameRequest {
        let text = cookie(headers, COOKIE).unwrap_or_default().replace('+', "&");
        let remembered = Fields::of_query(&text).and_then(|fields| GameRequest::read(&fields));
        match remembered {
            Ok(choice) if !text.is_empty() => choice,
            _ => GameRequest {
                game: GameId::NINE,
                start: GameId::NINE.start(),
                opponent: Opponent::Computer,
                level: Level::USUAL,
                colour: ColourWish::White,
                size: USUAL_SIZE,
                strip: USUAL_STRIP,
            },
        }
    }

    /// The measures of boards that a browser chose last, for a form that does not say them all.
    pub(crate) fn remembered_measures(headers: &HeaderMap) -> Result<Fields> {
        let GameRequest { size, strip: Strip { squares, pawns }, .. } =
            GameRequest::remembered(headers);
        Fields::of_query(&format!("size={size}&squares={squares}&pawns={pawns}"))
    }

    /// The same as a wish that others may have too.
    pub(crate) fn wish(&self, terms: Terms) -> Wish {
        Wish::new(&self.start, self.strip.pawns, terms)
    }

    pub(crate) fn cookie(&self, settings: &Settings) -> String {
        let GameRequest { game, opponent, level, colour, size, strip, .. } = self;
        let (opponent, colour) = (opponent.name(), colour.name());
        let (squares, pawns) = (strip.squares, strip.pawns);
        // A plus sign stands between the fields.
        let game = game.id().replace('+', "%2B");
        let year = 365 * 24 * 60 * 60;
        let value = format!(
            "game={game}+opponent={opponent}+level={level}+colour={colour}+size={size}\
             +squares={squares}+pawns={pawns}"
        );
        set_cookie(settings, COOKIE, &value, year)
    }
}

/// The terms that a form proposes.
///
/// # Errors
///
/// If there is no such clock, or a guest would play rated.
pub(crate) fn terms(fields: &Fields, has_account: bool) -> Result<Terms> {
    let time = match fields.get("clock") {
        None | Some("none") => None,
        Some(_) => Some(fields.word::<TimeControl>("clock", "failure-unknown-clock")?),
    };
    let rated = matches!(fields.get("rated"), Some("on" | "true" | "1"));
    if rated && !has_account {
        return Err(ServiceError::RatedNeedsAccount.into());
    }
    Ok(Terms { time, rated })
}

/// The side and the terms of a form about an invitation.
///
/// # Errors
///
/// As for [`terms`], or if there is no such colour.
pub(crate) fn offered(fields: &Fields, has_account: bool) -> Result<Offered> {
    let wish = fields.word_or("colour", "failure-unknown-colour", ColourWish::Random)?;
    Ok(Offered { side: wish.wished(), terms: terms(fields, has_account)? })
}

/// The game, in which Ming Mang's two are told apart by a field of their own as well.
fn game(fields: &Fields) -> Result<GameId> {
    let game = fields.word_or("game", "failure-unknown-game", GameId::NINE)?;
    Ok(match (game, fields.get("norepeat")) {
        (GameId::MingMang, Some(_)) => GameId::MingMangNoRepeat,
        (game, _) => game,
    })
}

/// The strip that was laid by hand. A page's form sends the strip on show with it, which gives way when
/// other measures are chosen: without scripts nobody else empties its field.
fn strip_by_hand(fields: &Fields, chosen: Strip) -> Option<&str> {
    let strip = fields.get("strip")?;
    let shown = fields.get("laid").and_then(|laid| laid.rsplit_once(' '));
    let gives_way = shown.is_some_and(|(measures, shown)| {
        shown == strip && measures != format!("{} {}", chosen.squares, chosen.pawns)
    });
    (!gives_way).then_some(strip)
}

/// The start of the game, undecided. A strip is laid by hand, or by chance.
fn start(game: GameId, size: usize, strip: Strip, by_hand: Option<&str>) -> Result<AnyPosition> {
    let start = match game {
        GameId::MingMang | GameId::MingMangNoRepeat => {
            let start = MingMangPosition::start(size, game == GameId::MingMangNoRepeat);
            start
                .map(AnyPosition::MingMang)
                .map_err(|_| Failure::Field("failure-size", size.to_string()))
        }
        GameId::Nimble => match by_hand {
            Some(text) => game
                .parse_position(&format!("{} 1", text.replace(' ', "")))
                .map_err(|_| Failure::Field("failure-strip", text.to_owned())),
            None => {
                let seed = getrandom::u64().unwrap_or_default();
                NimblePosition::random(strip, seed).map(AnyPosition::Nimble).map_err(|_| {
                    Failure::Field("failure-strip-measures", strip.squares.to_string())
                })
            }
        },
        GameId::Morris(_) => Ok(game.start()),
    }?;
    match start.outcome() {
        None => Ok(start),
        Some(_) => Err(Failure::Field("failure-strip-decided", start.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn read(query: &str) -> Result<GameRequest> {
        GameRequest::read(&Fields::of_query(query).unwrap())
    }

    #[test]
    fn a_board_and_a_strip_are_of_the_size_that_was_chosen() {
        let choice = read("game=mingmang&size=5&norepeat=on").unwrap();
        assert_eq!(choice.game, GameId::MingMangNoRepeat);
        assert!(matches!(&choice.start, AnyPosition::MingMang(start) if start.size() == 5));
        let choice = read("game=nimble&squares=7&pawns=1").unwrap();
        assert!(matches!(&choice.start, AnyPosition::Nimble(start) if start.squares() == 7));
        let choice = read("game=nimble&strip=0,1, 2").unwrap();
        assert_eq!(choice.start.to_string(), "0,1,2 1");
    }

    #[test]
    fn what_no_game_has_is_refused() {
        for query in [
            "game=mingmang&size=2",
            "game=mingmang&size=20",
            "game=nimble&squares=0",
            "game=nimble&squares=65",
            "game=nimble&squares=1",
            "game=nimble&pawns=0",
            "game=nimble&strip=5,0",
            "game=nimble&strip=7",
            "game=nimble&strip=0,x",
            "game=chess",
            "colour=red",
            "opponent=nobody",
            "size=many",
        ] {
            assert!(read(query).is_err(), "{query}");
        }
    }

    #[test]
    fn the_strip_on_show_gives_way_to_other_measures_and_one_by_hand_does_not() {
        let start = |query: &str| read(&format!("game=nimble&{query}")).unwrap().start.to_string();
        let shown = "laid=4%203%200,1,2,1&pawns=3";
        assert_eq!(start(&format!("{shown}&squares=4&strip=0,1,2,1")), "0,1,2,1 1");
        let longer = start(&format!("{shown}&squares=7&strip=0,1,2,1"));
        assert_eq!(longer.split(',').count(), 7);
        assert_eq!(start(&format!("{shown}&squares=7&strip=0,2")), "0,2 1");
        assert_eq!(start("squares=7&strip=0,1,2,1"), "0,1,2,1 1", "a program's");
    }

    #[test]
    fn a_choice_with_options_is_remembered_whatever_became_of_its_plus_signs() {
        let settings = Settings::new(([127, 0, 0, 1], 0).into(), "sqlite://");
        for query in ["game=nine+misere", "game=nine%2Bmisere", "game=nine%20misere"] {
            let chosen = read(query).unwrap();
            assert_eq!(chosen.game.id(), "nine+misere", "{query}");
            let cookie = chosen.cookie(&settings);
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.split(';').next().unwrap().parse().unwrap());
            assert_eq!(GameRequest::remembered(&headers).game, chosen.game);
        }
    }

    #[test]
    fn a_choice_is_remembered() {
        let settings = Settings::new(([127, 0, 0, 1], 0).into(), "sqlite://");
        let chosen = read("game=six&level=4&colour=black&opponent=here").unwrap();
        let cookie = chosen.cookie(&settings);
        let mut headers = HeaderMap::new();
        let pair = cookie.split(';').next().unwrap();
        headers.insert(header::COOKIE, pair.parse().unwrap());
        let again = GameRequest::remembered(&headers);
        assert_eq!(again.game, chosen.game);
        assert_eq!((again.level, again.colour), (chosen.level, ColourWish::Black));
        assert_eq!(again.opponent, Opponent::Here);
        // An address that names a game alone leaves the rest as it was.
        let wished = |query: &str, headers: &HeaderMap| {
            GameRequest::wished(&Fields::of_query(query).unwrap(), headers).unwrap()
        };
        let named = wished("game=lasker", &headers);
        assert_eq!((named.game.id(), named.level), ("lasker", chosen.level));
        assert_eq!(named.colour, ColourWish::Black);
        assert_eq!(wished("game=six", &HeaderMap::new()).colour, ColourWish::White);
        let nothing = GameRequest::remembered(&HeaderMap::new());
        assert_eq!((nothing.game, nothing.colour), (GameId::NINE, ColourWish::White));
    }
}
