//! Commands to a game, and the reasons to refuse them.

use merels_model::Phrase;
use merels_rules::{AnyMove, Illegal, Outcome, Spot, TextError};
use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A turn. One that still owes its removal is kept as a draft.
    Play {
        /// The number of the turn, if the player said it: it makes a repeat harmless.
        ply: Option<u32>,
        mv: AnyMove,
    },
    /// A turn made step by step. While another one owes its removal it is refused.
    Step {
        ply: Option<u32>,
        mv: AnyMove,
    },
    /// A turn that still owes its removal, to be kept as a draft and nothing more.
    Draft {
        ply: u32,
        mv: AnyMove,
    },
    /// Completes the draft by taking the man on this spot.
    Capture {
        ply: Option<u32>,
        spot: Spot,
    },
    ClearDraft,
    /// Takes the last own turn back, and the answer to it. Another person is asked first.
    TakeBack {
        ply: Option<u32>,
    },
    AnswerTakeBack {
        accept: bool,
    },
    /// Help was asked for: the game counts as practice from now on.
    Hint,
    Resign,
    /// Breaks the game off before both have moved.
    Abort,
    OfferDraw,
    AnswerDraw {
        accept: bool,
    },
    /// Says something friendly to the other player.
    Say {
        phrase: Phrase,
        /// The version that the player saw, if it is known: it makes a repeat harmless.
        seen: Option<u32>,
    },
}

impl Command {
    pub fn is_turn(&self) -> bool {
        matches!(self, Command::Play { .. } | Command::Step { .. } | Command::Capture { .. })
    }
}

/// The reason to refuse a command. The game has not changed then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("only its two players may do that")]
    NotYours,
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("the game has gone on: its next ply is {0}")]
    Stale(u32),
    #[error(transparent)]
    Malformed(#[from] TextError),
    #[error(transparent)]
    Illegal(Illegal),
    #[error("the game is over: {0}")]
    Over(Outcome),
    #[error("nothing is to be captured now")]
    NothingOwed,
    #[error("a capture is owed: take a man, or take the turn back")]
    CaptureOwed,
    #[error("only a game against the computer has that")]
    OnlyAgainstComputer,
    #[error("there is no turn to take back")]
    NothingToTakeBack,
    #[error("in this game enough turns were taken back")]
    EnoughTakenBack,
    #[error("in a rated game no turn is taken back")]
    Rated,
    #[error("the other player was asked already: make a move first")]
    AskedAlready,
    #[error("nothing can be claimed yet")]
    TooEarlyToClaim,
    #[error("both have moved, or nobody else plays: the game cannot be broken off")]
    TooLateToAbort,
    #[error("nobody plays opposite")]
    OnlyAmongPeople,
    #[error("that was enough for now")]
    SaidEnough,
    #[error("the other player does not hear quick words")]
    NotHeard,
    #[error("a rematch is for two players whose game is over")]
    NoRematch,
    #[error("there is no proposal to answer")]
    NoOffer,
    #[error("a draw was proposed already: make a move first")]
    OfferedAlready,
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        match illegal {
            Illegal::GameOver(outcome) => Refusal::Over(outcome),
            illegal => Refusal::Illegal(illegal),
        }
    }
}

impl Refusal {
    /// The word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NotYours => "not-yours",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::Stale(_) => "stale",
            Refusal::Malformed(_) => "malformed",
            Refusal::Illegal(_) | Refusal::NothingOwed => "illegal",
            Refusal::Over(_) => "over",
            Refusal::CaptureOwed => "capture-owed",
            Refusal::OnlyAgainstComputer => "only-computer",
            Refusal::NothingToTakeBack => "no-turn",
            Refusal::EnoughTakenBack => "enough-taken-back",
            Refusal::Rated => "rated",
            Refusal::AskedAlready => "asked-already",
            Refusal::TooEarlyToClaim => "too-early",
            Refusal::TooLateToAbort => "too-late-to-abort",
            Refusal::OnlyAmongPeople => "only-people",
            Refusal::SaidEnough => "said-enough",
            Refusal::NotHeard => "not-heard",
            Refusal::NoRematch => "no-rematch",
            Refusal::NoOffer => "no-offer",
            Refusal::OfferedAlready => "offered-already",
        }
    }
}
