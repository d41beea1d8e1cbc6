use std::fmt;

/// The value of a position for the side to move: hundredths of a man, a known distance to the end
/// of the game, or a value of the classic player on its own scale.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score {
    value: i32,
    scale: Scale,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Scale {
    /// The classic player's scale: a man is 1000, a decided game 10000.
    Classic,
    Hundredths,
}

/// The value of a game that is won now; each ply to the end costs one.
pub(crate) const WIN: i32 = 30_000;

/// The longest distance of a win; longer wins look like good positions.
pub(crate) const MAX_PLY: usize = 1_000;

/// The least value of a proven win.
pub(crate) const WIN_BOUND: i32 = WIN - MAX_PLY as i32;

/// The value of a win whose distance is not known: below all that are.
pub(crate) const SURE_WIN: i32 = WIN_BOUND - 1;

/// The least value of a win whose distance is not known.
const SURE_BOUND: i32 = SURE_WIN - MAX_PLY as i32;

/// The classic player's value of a decided game.
pub(crate) const CLASSIC_DECIDED: i32 = 10_000;

/// A bound larger than every score.
pub(crate) const INFINITY: i32 = WIN + 1;

impl Score {
    /// The score of a draw.
    pub const DRAW: Score = Score::new(0);

    pub(crate) const fn new(value: i32) -> Score {
        Score { value, scale: Scale::Hundredths }
    }

    pub(crate) const fn of_classic(value: i32) -> Score {
        Score { value, scale: Scale::Classic }
    }

    /// An opinion in hundredths of a man.
    pub const fn of_hundredths(hundredths: i32) -> Score {
        Score::new(hundredths)
    }

    /// A win of the side to move whose last ply is the `plies`-th from now.
    pub const fn win_in(plies: u32) -> Score {
        Score::new(WIN - plies as i32)
    }

    /// A loss of the side to move whose last ply is the `plies`-th from now.
    pub const fn loss_in(plies: u32) -> Score {
        Score::new(plies as i32 - WIN)
    }

    /// The number of plies to a proven win of the side to move.
    pub const fn win(self) -> Option<u32> {
        if self.value >= WIN_BOUND { Some((WIN - self.value) as u32) } else { None }
    }

    /// The number of plies to a proven loss of the side to move.
    pub const fn loss(self) -> Option<u32> {
        if self.value <= -WIN_BOUND { Some((WIN + self.value) as u32) } else { None }
    }

    /// Hundredths of a man; huge for proven wins and losses.
    pub const fn hundredths(self) -> i32 {
        match self.scale {
            Scale::Classic => self.value / 10,
            Scale::Hundredths => self.value,
        }
    }

    /// The value on the classic player's own scale, if it is one.
    pub const fn classic(self) -> Option<i32> {
        match self.scale {
            Scale::Classic => Some(self.value),
            Scale::Hundredths => None,
        }
    }

    /// A win of the side to move whose distance is not known.
    pub(crate) const SURE_WIN: Score = Score::new(SURE_WIN);

    /// `true` for a proven win of the side to move, `false` for a proven loss.
    pub const fn is_won(self) -> Option<bool> {
        let bound = match self.scale {
            Scale::Classic => CLASSIC_DECIDED,
            Scale::Hundredths => SURE_BOUND,
        };
        if self.value >= bound {
            Some(true)
        } else if self.value <= -bound {
            Some(false)
        } else {
            None
        }
    }

    /// The score of a move that leads to this score, for the side that makes the move: a known end
    /// is one ply further away.
    #[must_use]
    pub const fn before_move(self) -> Score {
        match (self.win(), self.loss()) {
            (Some(plies), _) => Score::loss_in(plies + 1),
            (_, Some(plies)) => Score::win_in(plies + 1),
            (None, None) => self.flipped(),
        }
    }

    /// The same score from the other side's point of view.
    #[must_use]
    pub const fn flipped(self) -> Score {
        Score { value: -self.value, ..self }
    }
}

/// Writes `win in 7`, `loss in 4`, `win` if its distance is not known, men with two decimals and a sign: `+1.25`, or the classic
/// player's plain number: `1000`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(value) = self.classic() {
            return write!(f, "{value}");
        }
        if let Some(plies) = self.win() {
            return write!(f, "win in {plies}");
        }
        if let Some(plies) = self.loss() {
            return write!(f, "loss in {plies}");
        }
        if let Some(won) = self.is_won() {
            return f.write_str(if won { "win" } else { "loss" });
        }
        let sign = if self.value < 0 { '-' } else { '+' };
        write!(f, "{sign}{}.{:02}", self.value.abs() / 100, self.value.abs() % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_say_their_distance() {
        assert_eq!(Score::win_in(7).win(), Some(7));
        assert_eq!(Score::win_in(7).flipped().loss(), Some(7));
        assert_eq!(Score::loss_in(0).to_string(), "loss in 0");
        assert_eq!(Score::new(-5).to_string(), "-0.05");
        assert_eq!(Score::new(125).to_string(), "+1.25");
        assert_eq!(Score::new(125).win(), None);
        assert_eq!(Score::SURE_WIN.to_string(), "win");
        assert_eq!(Score::SURE_WIN.flipped().to_string(), "loss");
        assert_eq!((Score::SURE_WIN.win(), Score::SURE_WIN.is_won()), (None, Some(true)));
        assert!(Score::SURE_WIN < Score::win_in(500));
    }

    #[test]
    fn classic_scores_are_shown_on_their_own_scale() {
        assert_eq!(Score::of_classic(10_000).to_string(), "10000");
        assert_eq!(Score::of_classic(-1_017).to_string(), "-1017");
        assert_eq!(Score::of_classic(2_000).hundredths(), 200);
        assert_eq!(Score::of_classic(2_000).flipped().classic(), Some(-2_000));
        assert!(Score::of_classic(0) <= Score::DRAW);
    }
}
