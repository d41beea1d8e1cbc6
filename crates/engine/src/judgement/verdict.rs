use std::fmt;

use merels_rules::{Value, Wdl};

use crate::Score;

/// The value of a position or move for the side to move, as exactly as it is known.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The result and its distance in plies.
    Exact(Value),
    /// The result.
    Known(Wdl),
    /// The engine's estimate.
    Estimate(Score),
}

/// An estimate that is better by this many hundredths of a man means odds of ten to one.
const TEN_TO_ONE: f64 = 400.0;

/// An estimate within this many hundredths of the best still keeps the value.
const SAME_OPINION: i32 = 30;

impl Verdict {
    /// The result, if it is certain.
    pub fn result(self) -> Option<Wdl> {
        match self {
            Verdict::Exact(value) => Some(value.into()),
            Verdict::Known(result) => Some(result),
            Verdict::Estimate(score) => match score.is_won() {
                Some(true) => Some(Wdl::Win),
                Some(false) => Some(Wdl::Loss),
                None => None,
            },
        }
    }

    /// The expected share of the point: 1 for a win, a half for a draw, 0 for a loss. Estimates lie
    /// between; a man is worth 400/100 = one fourth of ten to one.
    pub fn share(self) -> f64 {
        match (self.result(), self) {
            (Some(Wdl::Win), _) => 1.0,
            (Some(Wdl::Draw), _) => 0.5,
            (Some(Wdl::Loss), _) => 0.0,
            (None, Verdict::Estimate(score)) => {
                1.0 / (1.0 + 10f64.powf(-f64::from(score.hundredths()) / TEN_TO_ONE))
            }
            (None, _) => 0.5,
        }
    }

    /// Returns `true` if a move with this value keeps the value of its position.
    pub fn keeps(self, best: Verdict) -> bool {
        match (self, best) {
            (Verdict::Estimate(one), Verdict::Estimate(other)) => {
                one.is_won() == other.is_won()
                    && (one.is_won().is_some()
                        || one.hundredths() + SAME_OPINION >= other.hundredths())
            }
            _ => self.result() == best.result(),
        }
    }

    /// A number that grows with the preference of the side to move; comparable among verdicts of
    /// one kind.
    pub fn preference(self) -> i32 {
        match self {
            Verdict::Exact(value) => value.preference(),
            Verdict::Known(result) => result as i32,
            Verdict::Estimate(score) => score.hundredths(),
        }
    }

    /// The same verdict from the other side's point of view.
    #[must_use]
    pub fn flipped(self) -> Verdict {
        match self {
            Verdict::Exact(Value::Win(plies)) => Verdict::Exact(Value::Loss(plies)),
            Verdict::Exact(Value::Loss(plies)) => Verdict::Exact(Value::Win(plies)),
            Verdict::Exact(Value::Draw) => self,
            Verdict::Known(result) => Verdict::Known(result.flipped()),
            Verdict::Estimate(score) => Verdict::Estimate(score.flipped()),
        }
    }
}

/// Writes, for example, `win in 37`, `draw`, or `+1.25`. A win found by a search is certain, but
/// may not be the shortest: `win in at most 37`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Exact(value) => value.fmt(f),
            Verdict::Known(result) => f.write_str(result.word()),
            Verdict::Estimate(score) => match (score.win(), score.loss()) {
                (Some(plies), _) if plies > 1 => write!(f, "win in at most {plies}"),
                (_, Some(plies)) => write!(f, "loss in at most {plies}"),
                _ => score.fmt(f),
            },
        }
    }
}
