//! Mistakes: moves that gave value away in a player's reviewed games.

use merels_rules::morris::Phase;
use merels_rules::{GameId, Wdl};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::{GameKey, Spacing};

/// The milliseconds below which a move is quick, and from which it is slow.
const QUICK: i64 = 5_000;
const SLOW: i64 = 30_000;

/// A move with which a player gave value away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub game: GameKey,
    /// The number of the move, from 0.
    pub ply: u32,
    pub kind: GameId,
    /// The position before it, as text.
    pub position: String,
    /// The one move that keeps the value, as text; none where several do.
    pub keeping: Option<String>,
    /// The result that would have been kept, if it is certain.
    pub keeps: Option<Wdl>,
    /// The kind of claim that a review tells first of it, such as `allows closes`.
    pub reason: Option<String>,
    pub phase: Phase,
    /// The milliseconds that were spent on it, if they are known.
    pub spent: Option<i64>,
    pub spacing: Spacing,
}

impl Mistake {
    pub fn pace(&self) -> Option<Pace> {
        self.spent.map(Pace::of)
    }
}

/// The time spent on a move, as a player feels it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Pace {
    /// Under five seconds.
    Quick,
    Steady,
    /// Half a minute or more.
    Slow,
}

impl Pace {
    pub const fn of(milliseconds: i64) -> Pace {
        match milliseconds {
            ..QUICK => Pace::Quick,
            SLOW.. => Pace::Slow,
            _ => Pace::Steady,
        }
    }

    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}
