use core::fmt;
use core::str::FromStr;

use crate::{Side, Wdl};

/// The score of a finished game. Its text in game records is `1-0`, `0-1`, `1/2-1/2` or `*`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameScore {
    /// One side won.
    Win(Side),
    /// Nobody won.
    Draw,
    /// The game was aborted and counts for nobody.
    Void,
}

/// The text is no score.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a score is 1-0, 0-1, 1/2-1/2 or *")]
pub struct UnknownScore;

impl GameScore {
    /// All scores.
    pub const ALL: [GameScore; 4] = [
        GameScore::Win(Side::White),
        GameScore::Win(Side::Black),
        GameScore::Draw,
        GameScore::Void,
    ];

    /// The text in game records.
    pub const fn text(self) -> &'static str {
        match self {
            GameScore::Win(Side::White) => "1-0",
            GameScore::Win(Side::Black) => "0-1",
            GameScore::Draw => "1/2-1/2",
            GameScore::Void => "*",
        }
    }

    /// The result for one side, or `None` if the game counts for nobody.
    pub fn for_side(self, side: Side) -> Option<Wdl> {
        match self {
            GameScore::Win(winner) if winner == side => Some(Wdl::Win),
            GameScore::Win(_) => Some(Wdl::Loss),
            GameScore::Draw => Some(Wdl::Draw),
            GameScore::Void => None,
        }
    }
}

impl fmt::Display for GameScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FromStr for GameScore {
    type Err = UnknownScore;

    fn from_str(text: &str) -> Result<GameScore, UnknownScore> {
        GameScore::ALL.into_iter().find(|score| score.text() == text).ok_or(UnknownScore)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for GameScore {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}
