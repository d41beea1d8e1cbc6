//! Events of a game: everything that happens in it, one after the other.

use merels_rules::Side;

use crate::Phrase;

/// An event of a game. `M` is its kind of move: text where events are kept, a checked move where they
/// are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent<M> {
    /// The game began. Always version 1, and nothing else is.
    Start,
    /// A whole turn was played.
    Move {
        /// Its number, counted from 0.
        ply: u32,
        mv: M,
    },
    /// A turn that was taken back later.
    Undone {
        /// Its canonical text. The position before it is gone, so that it is nothing but text.
        text: String,
    },
    /// A side took its last turn back, and the answer to it.
    TakenBack {
        side: Side,
        /// The number of the turn that is played anew.
        to: u32,
    },
    /// A side would like to take its last turn back, and the other is asked.
    TakeBackAsked(Side),
    /// A side does not let the other take its turn back.
    TakeBackDeclined(Side),
    /// A side asked for a hint, for the first time.
    Hinted(Side),
    DrawOffered(Side),
    /// A side declined the other's proposal.
    DrawDeclined(Side),
    /// A side took the other's proposal: the game is drawn.
    DrawAgreed(Side),
    /// A side claimed a draw because the other was away.
    DrawClaimed(Side),
    /// A side gave the game up.
    Forfeit {
        side: Side,
        cause: ForfeitCause,
    },
    /// The game was broken off before both had moved: it counts for nobody.
    Aborted(Side),
    /// A side said something friendly. It changes nothing in the game, and may come after its end.
    Said {
        side: Side,
        phrase: Phrase,
    },
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ForfeitCause {
    /// The player said so.
    Resigned,
    /// The player did not move for too long.
    Idle,
    /// The player deleted the account.
    Left,
    /// The player's time was up.
    Time,
    /// The player was away, and the other one claimed the win.
    Away,
}

/// The kind of a [`GameEvent`]. Its name stands in the database and on pages.
#[derive(Copy, Clone, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum EventKind {
    Start,
    Move,
    Undone,
    #[strum(serialize = "undo")]
    TakenBack,
    #[strum(serialize = "undo-asked")]
    TakeBackAsked,
    #[strum(serialize = "undo-declined")]
    TakeBackDeclined,
    #[strum(serialize = "hint")]
    Hinted,
    DrawOffered,
    DrawDeclined,
    DrawAgreed,
    DrawClaimed,
    Resigned,
    Idle,
    Left,
    Time,
    Away,
    Aborted,
    Said,
}

impl EventKind {
    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

impl<M> GameEvent<M> {
    pub const fn kind(&self) -> EventKind {
        match self {
            GameEvent::Start => EventKind::Start,
            GameEvent::Move { .. } => EventKind::Move,
            GameEvent::Undone { .. } => EventKind::Undone,
            GameEvent::TakenBack { .. } => EventKind::TakenBack,
            GameEvent::TakeBackAsked(_) => EventKind::TakeBackAsked,
            GameEvent::TakeBackDeclined(_) => EventKind::TakeBackDeclined,
            GameEvent::Hinted(_) => EventKind::Hinted,
            GameEvent::DrawOffered(_) => EventKind::DrawOffered,
            GameEvent::DrawDeclined(_) => EventKind::DrawDeclined,
            GameEvent::DrawAgreed(_) => EventKind::DrawAgreed,
            GameEvent::DrawClaimed(_) => EventKind::DrawClaimed,
            GameEvent::Forfeit { cause: ForfeitCause::Resigned, .. } => EventKind::Resigned,
            GameEvent::Forfeit { cause: ForfeitCause::Idle, .. } => EventKind::Idle,
            GameEvent::Forfeit { cause: ForfeitCause::Left, .. } => EventKind::Left,
            GameEvent::Forfeit { cause: ForfeitCause::Time, .. } => EventKind::Time,
            GameEvent::Forfeit { cause: ForfeitCause::Away, .. } => EventKind::Away,
            GameEvent::Aborted(_) => EventKind::Aborted,
            GameEvent::Said { .. } => EventKind::Said,
        }
    }

    /// The actor, where it does not follow from the turn.
    pub fn side(&self) -> Option<Side> {
        match self {
            GameEvent::Start | GameEvent::Move { .. } | GameEvent::Undone { .. } => None,
            GameEvent::TakenBack { side, .. }
            | GameEvent::TakeBackAsked(side)
            | GameEvent::TakeBackDeclined(side)
            | GameEvent::Hinted(side)
            | GameEvent::DrawOffered(side)
            | GameEvent::DrawDeclined(side)
            | GameEvent::DrawAgreed(side)
            | GameEvent::DrawClaimed(side)
            | GameEvent::Aborted(side)
            | GameEvent::Said { side, .. }
            | GameEvent::Forfeit { side, .. } => Some(*side),
        }
    }

    pub fn ply(&self) -> Option<u32> {
        match self {
            GameEvent::Move { ply, .. } => Some(*ply),
            _ => None,
        }
    }

    /// The same event with another kind of move.
    pub fn with_move<N, E>(self, read: impl FnOnce(M) -> Result<N, E>) -> Result<GameEvent<N>, E> {
        Ok(match self {
            GameEvent::Start => GameEvent::Start,
            GameEvent::Move { ply, mv } => GameEvent::Move { ply, mv: read(mv)? },
            GameEvent::Undone { text } => GameEvent::Undone { text },
            GameEvent::TakenBack { side, to } => GameEvent::TakenBack { side, to },
            GameEvent::TakeBackAsked(side) => GameEvent::TakeBackAsked(side),
            GameEvent::TakeBackDeclined(side) => GameEvent::TakeBackDeclined(side),
            GameEvent::Hinted(side) => GameEvent::Hinted(side),
            GameEvent::DrawOffered(side) => GameEvent::DrawOffered(side),
            GameEvent::DrawDeclined(side) => GameEvent::DrawDeclined(side),
            GameEvent::DrawAgreed(side) => GameEvent::DrawAgreed(side),
            GameEvent::DrawClaimed(side) => GameEvent::DrawClaimed(side),
            GameEvent::Forfeit { side, cause } => GameEvent::Forfeit { side, cause },
            GameEvent::Aborted(side) => GameEvent::Aborted(side),
            GameEvent::Said { side, phrase } => GameEvent::Said { side, phrase },
        })
    }
}
