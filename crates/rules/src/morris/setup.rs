use alloc::vec::Vec;
use core::fmt;

use thiserror::Error;

use super::points::Points;
use super::position::MorrisPosition;
use super::variant::Variant;
use crate::Side;

/// A free arrangement of men, not yet checked. [`Setup::position`] checks it.
///
/// ```
/// use merels_rules::Side;
/// use merels_rules::morris::{Points, Setup, Variant};
///
/// let mut setup = Setup::start(Variant::NINE);
/// assert!(setup.position().is_ok());
/// setup.hand = [10, 9];
/// let error = setup.position().unwrap_err();
/// assert_eq!(error.to_string(), "White has 10 men (0 on the board, 10 in hand); 9 are allowed");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The variant that is played.
    pub variant: Variant,
    /// The men on the board, White's and Black's.
    pub men: [Points; 2],
    /// The men in hand, White's and Black's.
    pub hand: [u8; 2],
    /// The side to move.
    pub side: Side,
    /// Plies since the last placement or removal.
    pub quiet: u16,
}

impl Setup {
    /// The start of a variant: an empty board, all men in hand, White to move.
    pub fn start(variant: Variant) -> Setup {
        let men = variant.rules().men;
        Setup { variant, men: [Points::EMPTY; 2], hand: [men; 2], side: Side::White, quiet: 0 }
    }

    /// The position, if the counts are legal; otherwise every reason why not.
    ///
    /// # Errors
    ///
    /// [`SetupError`] lists all faults of the arrangement.
    pub fn position(&self) -> Result<MorrisPosition, SetupError> {
        let mut faults = Vec::new();
        let board = self.variant.board();
        if !board.points().includes(self.men[0] | self.men[1]) {
            faults.push(SetupFault::OffBoard);
        }
        if self.men[0].meets(self.men[1]) {
            faults.push(SetupFault::SharedPoint);
        }
        let allowed = self.variant.rules().men as usize;
        for side in Side::ALL {
            let on_board = self.men[side.index()].len();
            let in_hand = self.hand[side.index()] as usize;
            if on_board + in_hand > allowed {
                faults.push(SetupFault::TooManyMen { side, on_board, in_hand, allowed });
            }
        }
        if faults.is_empty() {
            Ok(MorrisPosition::from_checked(self))
        } else {
            Err(SetupError { faults })
        }
    }
}

/// All reasons why a [`Setup`] is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct SetupError {
    /// The reasons, at least one.
    pub faults: Vec<SetupFault>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

/// One fault of a [`Setup`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupFault {
    /// A man stands on a point that the board does not have.
    #[error("a man stands off the board")]
    OffBoard,
    /// Two men stand on one point.
    #[error("two men stand on one point")]
    SharedPoint,
    /// A side has more men than the variant gives it.
    #[error(
        "{side} has {} men ({on_board} on the board, {in_hand} in hand); {allowed} are allowed",
        .on_board + .in_hand
    )]
    TooManyMen {
        /// The owner of the men.
        side: Side,
        /// The number of men on the board.
        on_board: usize,
        /// The number of men in hand.
        in_hand: usize,
        /// The number of men that the variant gives each side.
        allowed: usize,
    },
}
