//! Wishes for a game, and who suits whom.

use jiff::{SignedDuration, Timestamp};
use merels_rules::{AnyPosition, GameId, Position, Side};

use crate::{PlayerId, SeatId, Terms};

/// Players whose ratings differ by no more than this are near each other from the start.
pub const NEAR: i64 = 100;

/// Points by which nearness widens with every second of waiting.
pub const NEARER_EACH_SECOND: i64 = 10;

/// After so long anybody is near.
pub const ANYBODY_AFTER: SignedDuration = SignedDuration::from_mins(1);

/// A game that somebody would like to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    pub game: GameId,
    /// The measures of its board, where it can have several: only the same suit each other.
    pub measure: String,
    /// The position at the start, as text.
    pub start: String,
    pub mover: Side,
    /// The clock, and whether the game is rated.
    pub terms: Terms,
}

impl Wish {
    /// The wish for a game with this start; `pawns` is the most on a square, where it is a strip.
    pub fn new(start: &AnyPosition, pawns: u16, terms: Terms) -> Wish {
        let measure = match start {
            AnyPosition::MingMang(board) => board.size().to_string(),
            AnyPosition::Nimble(strip) => format!("{} {pawns}", strip.squares()),
            AnyPosition::Morris(_) => String::new(),
        };
        let (game, mover) = (start.game(), start.side());
        Wish { game, measure, start: start.to_string(), mover, terms }
    }

    /// Returns `true` if two wishes are for the same game, wherever a strip of pawns was laid at random.
    pub fn suits(&self, other: &Wish) -> bool {
        (self.game, &self.measure, self.terms) == (other.game, &other.measure, other.terms)
    }

    /// Returns `true` if ratings count: without a clock and unrated the first who comes is welcome.
    pub const fn is_choosy(&self) -> bool {
        self.terms.time.is_some() || self.terms.rated
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSeat {
    pub seat: SeatId,
    pub player: PlayerId,
    pub name: String,
    pub wish: Wish,
    /// The rating that counts there.
    pub rating: i64,
    pub since: Timestamp,
}

impl OpenSeat {
    /// Returns `true` if two who wait suit each other now: they want the same, and each is near enough for how
    /// long the other has waited.
    pub fn suits(&self, other: &OpenSeat, now: Timestamp) -> bool {
        let apart = (self.rating - other.rating).abs();
        let near =
            |seat: &OpenSeat| reach(now.duration_since(seat.since)).is_none_or(|r| apart <= r);
        let near = !self.wish.is_choosy() || (near(self) && near(other));
        self.player != other.player && self.wish.suits(&other.wish) && near
    }
}

/// The reach of ratings for one who has waited so long; `None` means that anybody will do.
pub fn reach(waited: SignedDuration) -> Option<i64> {
    (waited < ANYBODY_AFTER).then(|| NEAR + NEARER_EACH_SECOND * waited.as_secs().max(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(name: &str, rating: i64, since: i64, rated: bool) -> OpenSeat {
        OpenSeat {
            seat: SeatId::new(name),
            player: PlayerId::new(name),
            name: name.to_owned(),
            wish: Wish {
                game: GameId::NINE,
                measure: String::new(),
                start: GameId::NINE.start().to_string(),
                mover: Side::White,
                terms: Terms { time: None, rated },
            },
            rating,
            since: Timestamp::from_second(since).unwrap(),
        }
    }

    #[test]
    fn nearness_widens_with_the_time_that_both_have_waited() {
        let (ada, bo) = (seat("Ada", 1500, 0, true), seat("Bo", 1700, 5, true));
        let suit = |second| ada.suits(&bo, Timestamp::from_second(second).unwrap());
        assert!(!suit(10), "Bo has waited for five seconds: 150");
        assert!(!suit(14) && suit(15), "Bo has waited for ten seconds: 200");
        let far = seat("Cy", 2700, 0, true);
        assert!(!ada.suits(&far, Timestamp::from_second(59).unwrap()));
        assert!(ada.suits(&far, Timestamp::from_second(60).unwrap()), "anybody");
        assert!(!ada.suits(&ada, Timestamp::from_second(60).unwrap()), "not oneself");
    }

    #[test]
    fn without_clock_and_rating_anybody_suits_at_once() {
        let (ada, bo) = (seat("Ada", 1000, 0, false), seat("Bo", 2000, 0, false));
        assert!(ada.suits(&bo, Timestamp::UNIX_EPOCH));
        assert!(!ada.suits(&seat("Cy", 1000, 0, true), Timestamp::UNIX_EPOCH), "rated");
        let mut small = seat("Di", 1000, 0, false);
        small.wish.measure = "5".to_owned();
        assert!(!ada.suits(&small, Timestamp::UNIX_EPOCH), "another board");
    }
}
