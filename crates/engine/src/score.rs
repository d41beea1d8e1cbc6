use std::fmt;

/// What a position is worth to the side to move: hundredths of a man, or a known distance to the
/// end of the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// A won game would be worth this if it ended now; each ply to the end costs one.
pub(crate) const WIN: i32 = 30_000;

/// Longer wins are not told apart from good positions.
pub(crate) const MAX_PLY: usize = 1_000;

/// At least this much is a proven win.
pub(crate) const WIN_BOUND: i32 = WIN - MAX_PLY as i32;

/// Larger than every score.
pub(crate) const INFINITY: i32 = WIN + 1;

impl Score {
    /// Nobody is better.
    pub const DRAW: Score = Score(0);

    pub(crate) const fn new(value: i32) -> Score {
        Score(value)
    }

    pub(crate) const fn value(self) -> i32 {
        self.0
    }

    /// The side to move wins, the last ply being the `plies`-th from now.
    pub const fn win_in(plies: u32) -> Score {
        Score(WIN - plies as i32)
    }

    /// The side to move loses, the last ply being the `plies`-th from now.
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - WIN)
    }

    /// In how many plies the side to move wins, if that is proven.
    pub const fn win(self) -> Option<u32> {
        if self.0 >= WIN_BOUND { Some((WIN - self.0) as u32) } else { None }
    }

    /// In how many plies the side to move loses, if that is proven.
    pub const fn loss(self) -> Option<u32> {
        if self.0 <= -WIN_BOUND { Some((WIN + self.0) as u32) } else { None }
    }

    /// Hundredths of a man; huge for proven wins and losses.
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// The same score as the other side sees it.
    #[must_use]
    pub const fn flipped(self) -> Score {
        Score(-self.0)
    }
}

/// `win in 7`, `loss in 4`, or men with two decimals and a sign: `+1.25`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(plies) = self.win() {
            return write!(f, "win in {plies}");
        }
        if let Some(plies) = self.loss() {
            return write!(f, "loss in {plies}");
        }
        let sign = if self.0 < 0 { '-' } else { '+' };
        write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
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
    }
}
