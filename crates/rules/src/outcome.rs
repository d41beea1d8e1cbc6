use core::fmt;

use crate::{GameScore, Side};

/// The number of consecutive plies without a placement or capture after which a game is drawn.
pub const QUIET_LIMIT: u16 = 100;

/// The number of plies after which a game that forbids repetition is drawn. Without the limit such
/// a game could outlast its players.
pub const PLY_LIMIT: usize = 1000;

/// The outcome of a finished game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win {
        /// The side that won.
        winner: Side,
        /// The reason why the other side lost.
        reason: WinReason,
    },
    /// Nobody won.
    Draw(DrawReason),
    /// The game was aborted before it had really begun: it counts for nobody.
    Aborted,
}

/// The reason for a win.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The loser had fewer than three men left, on the board and in hand together.
    Reduced,
    /// The loser was to move and had no legal move.
    Blocked,
    /// The winner completed a line where the first line wins.
    FirstLine,
    /// Misère: the winner has fewer than three men left.
    MisereReduced,
    /// Misère: the winner was to move and had no legal move.
    MisereBlocked,
    /// Misère: the loser completed a line.
    MisereLine,
    /// The loser had no pawn left (Ming Mang).
    NoPawns,
    /// The loser resigned.
    Resignation,
    /// The loser's time was up.
    Time,
}

/// The reason for a draw.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The players agreed.
    Agreement,
    /// A position occurred for the third time with the same side to move.
    Repetition,
    /// [`QUIET_LIMIT`] consecutive plies changed no material.
    Quiet,
    /// Every point is occupied and nothing was captured.
    FullBoard,
    /// [`PLY_LIMIT`] plies were played in a game that forbids repetition.
    PlyLimit,
}

impl WinReason {
    /// The misère counterpart of the reason.
    #[must_use]
    pub const fn in_misere(self) -> WinReason {
        match self {
            WinReason::Reduced => WinReason::MisereReduced,
            WinReason::Blocked => WinReason::MisereBlocked,
            WinReason::FirstLine => WinReason::MisereLine,
            other => other,
        }
    }
}

impl Outcome {
    /// A win of `winner` for `reason`.
    pub const fn win(winner: Side, reason: WinReason) -> Outcome {
        Outcome::Win { winner, reason }
    }

    /// The winner, or `None` for a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw(_) | Outcome::Aborted => None,
        }
    }

    /// The score, without the reason.
    pub const fn score(self) -> GameScore {
        match self {
            Outcome::Win { winner, .. } => GameScore::Win(winner),
            Outcome::Draw(_) => GameScore::Draw,
            Outcome::Aborted => GameScore::Void,
        }
    }

    /// The result in game records: `1-0`, `0-1`, `1/2-1/2`, or `*` if the game was aborted.
    pub const fn result(self) -> &'static str {
        self.score().text()
    }

    /// The word for the reason in the `Termination` tag of game records.
    pub const fn termination(self) -> &'static str {
        match self {
            Outcome::Win { reason, .. } => match reason {
                WinReason::Reduced | WinReason::MisereReduced => "reduced",
                WinReason::Blocked | WinReason::MisereBlocked => "blocked",
                WinReason::FirstLine | WinReason::MisereLine => "first line",
                WinReason::NoPawns => "no pawns",
                WinReason::Resignation => "resignation",
                WinReason::Time => "time forfeit",
            },
            Outcome::Draw(reason) => match reason {
                DrawReason::Agreement => "agreement",
                DrawReason::Repetition => "repetition",
                DrawReason::Quiet => "quiet plies",
                DrawReason::FullBoard => "full board",
                DrawReason::PlyLimit => "ply limit",
            },
            Outcome::Aborted => "aborted",
        }
    }

    /// Returns `true` if the players or their clock ended the game, rather than the rules.
    pub const fn is_by_players(self) -> bool {
        matches!(
            self,
            Outcome::Win { reason: WinReason::Resignation | WinReason::Time, .. }
                | Outcome::Draw(DrawReason::Agreement)
                | Outcome::Aborted
        )
    }
}

/// The winner, and the word for the reason.
#[cfg(feature = "serde")]
impl serde::Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let mut fields = serializer.serialize_struct("Outcome", 2)?;
        fields.serialize_field("winner", &self.winner())?;
        fields.serialize_field("reason", self.termination())?;
        fields.end()
    }
}

/// The whole outcome as part of a sentence, for example `White wins: Black has fewer than three
/// men`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Outcome::Win { winner, reason } => {
                let loser = !winner;
                write!(f, "{winner} wins: ")?;
                match reason {
                    WinReason::Reduced => write!(f, "{loser} has fewer than three men"),
                    WinReason::Blocked => write!(f, "{loser} cannot move"),
                    WinReason::FirstLine => write!(f, "{winner} has completed a line"),
                    WinReason::MisereReduced => write!(f, "{winner} has fewer than three men"),
                    WinReason::MisereBlocked => write!(f, "{winner} cannot move"),
                    WinReason::MisereLine => write!(f, "{loser} has completed a line"),
                    WinReason::NoPawns => write!(f, "{loser} has no pawn left"),
                    WinReason::Resignation => write!(f, "{loser} resigned"),
                    WinReason::Time => write!(f, "{loser}'s time is up"),
                }
            }
            Outcome::Draw(reason) => f.write_str(match reason {
                DrawReason::Agreement => "Draw by agreement",
                DrawReason::Repetition => "Draw: the position occurred for the third time",
                DrawReason::Quiet => "Draw: 100 plies without a placement or a capture",
                DrawReason::FullBoard => "Draw: the board is full and nothing was captured",
                DrawReason::PlyLimit => "Draw: 1000 plies were played",
            }),
            Outcome::Aborted => f.write_str("The game was broken off"),
        }
    }
}
