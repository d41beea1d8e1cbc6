use core::cmp::Ordering;
use core::fmt;

use crate::Side;

/// A share of the point between 0 and 1, as an exact fraction.
#[derive(Copy, Clone, Debug)]
pub struct Payoff {
    numerator: u64,
    denominator: u64,
}

impl Payoff {
    /// Half of the point.
    pub const HALF: Payoff = Payoff { numerator: 1, denominator: 2 };

    /// The fraction of these numbers; `None` unless it lies between 0 and 1.
    pub const fn new(numerator: u64, denominator: u64) -> Option<Payoff> {
        if denominator == 0 || numerator > denominator {
            return None;
        }
        Some(Payoff { numerator, denominator })
    }

    /// The numerator as it was given.
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator as it was given.
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// The share that is left to the other side.
    #[must_use]
    pub const fn flipped(self) -> Payoff {
        Payoff { numerator: self.denominator - self.numerator, denominator: self.denominator }
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl Ord for Payoff {
    fn cmp(&self, other: &Payoff) -> Ordering {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
    }
}

impl PartialOrd for Payoff {
    fn partial_cmp(&self, other: &Payoff) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Payoff {
    fn eq(&self, other: &Payoff) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Payoff {}

/// Writes three digits after the point, such as `0.583`.
impl fmt::Display for Payoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.to_f64())
    }
}

/// The least payoff at which a side is said to press.
const PRESSES_FROM: Payoff = Payoff { numerator: 11, denominator: 20 };

/// The rank of a drawn position among all draws: the share of the point that its side to move can
/// secure by holding play where it likes. Payoffs are compared by their places in the sorted list
/// of all payoffs of the variant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DrawRank {
    /// The place in the list, from 0 for the worst.
    pub place: u16,
    /// The length of the list.
    pub places: u16,
    /// The payoff at that place.
    pub payoff: Payoff,
    /// The place of endless play with the present men, if such play is possible.
    pub own: Option<u16>,
    /// The plies until the men change, by a capture or a placement, when the side that presses
    /// hurries and the other delays; `None` if nobody can do better than to stay.
    pub plies: Option<u16>,
}

impl DrawRank {
    /// The same position seen by the other side.
    #[must_use]
    pub fn flipped(self) -> DrawRank {
        let mirrored = |place: u16| self.places - 1 - place;
        DrawRank {
            place: mirrored(self.place),
            payoff: self.payoff.flipped(),
            own: self.own.map(mirrored),
            ..self
        }
    }

    /// The side that presses, given the side to move; `None` if the draw is level.
    pub fn presses(self, to_move: Side) -> Option<Side> {
        if self.payoff >= PRESSES_FROM {
            Some(to_move)
        } else if self.payoff.flipped() >= PRESSES_FROM {
            Some(!to_move)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    fn payoff(numerator: u64, denominator: u64) -> Payoff {
        Payoff::new(numerator, denominator).expect("between 0 and 1")
    }

    #[test]
    fn payoffs_are_compared_exactly() {
        assert_eq!(payoff(2, 4), Payoff::HALF);
        assert!(payoff(u64::MAX - 1, u64::MAX) < payoff(1, 1));
        assert!(payoff(1, 3) < payoff(333_333_334, 1_000_000_000));
        assert_eq!(payoff(1, 3).flipped(), payoff(2, 3));
        assert_eq!((Payoff::new(1, 0), Payoff::new(3, 2)), (None, None));
        assert_eq!(payoff(7, 12).to_string(), "0.583");
    }

    #[test]
    fn a_side_presses_from_fifty_five_hundredths() {
        let rank = |payoff| DrawRank { place: 0, places: 1, payoff, own: None, plies: None };
        for (numerator, presses) in [
            (0, Some(Side::Black)),
            (450, Some(Side::Black)),
            (451, None),
            (500, None),
            (549, None),
            (550, Some(Side::White)),
            (1000, Some(Side::White)),
        ] {
            let rank = rank(payoff(numerator, 1000));
            assert_eq!(rank.presses(Side::White), presses, "{numerator}");
            assert_eq!(rank.flipped().presses(Side::Black), presses, "{numerator}");
        }
    }

    #[test]
    fn flipping_twice_changes_nothing() {
        let rank =
            DrawRank { place: 2, places: 7, payoff: payoff(2, 5), own: Some(4), plies: Some(3) };
        let flipped = rank.flipped();
        assert_eq!((flipped.place, flipped.own), (4, Some(2)));
        assert_eq!(flipped.flipped(), rank);
    }
}
