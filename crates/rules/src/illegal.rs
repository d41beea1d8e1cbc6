use alloc::string::String;

use thiserror::Error;

use crate::Outcome;

/// The reason why a move is not legal. Points are given by the names that players know.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over: {0}")]
    GameOver(Outcome),
    /// The move belongs to another game.
    #[error("that is no move of this game")]
    OtherGame,
    /// A point or square that the board does not have.
    #[error("{0} is not on this board")]
    OffBoard(String),
    /// The side has no man in hand to place.
    #[error("no man is left in hand to place")]
    EmptyHand,
    /// The side still has men in hand and may not move yet.
    #[error("men in hand ({0}) are placed before any man moves")]
    MustPlace(usize),
    /// The point to move from is empty.
    #[error("there is nothing on {0}")]
    NothingThere(String),
    /// The piece belongs to the opponent.
    #[error("{0} is not yours")]
    NotYours(String),
    /// The piece has nowhere to go.
    #[error("{0} cannot move")]
    CannotMove(String),
    /// The destination is taken.
    #[error("{0} is occupied")]
    Occupied(String),
    /// The man does not fly and the points are not neighbours.
    #[error("{to} is no neighbour of {from}")]
    NotAdjacent {
        /// The point the man stands on.
        from: String,
        /// The point it was sent to.
        to: String,
    },
    /// The turn closes a mill and must name the man it takes.
    #[error("{0} closes a mill: choose a man to take")]
    RemovalOwed(String),
    /// The turn takes a man without closing a mill.
    #[error("no mill is closed, so no man is taken")]
    NoMill,
    /// The man to be taken is protected.
    #[error("{0} stands in a mill and others do not, so it may not be taken")]
    ProtectedByMill(String),
    /// Every enemy man stands in a mill, and the variant protects them even then.
    #[error("every enemy man stands in a mill, and so none is taken")]
    AllProtected,
    /// There is no enemy man on the point, or it may not be taken.
    #[error("there is no man to take on {0}")]
    NotEnemy(String),
    /// A slide that leaves its row and column, or goes nowhere.
    #[error("a pawn slides along its row or its column")]
    NotStraight,
    /// A slide over other pawns.
    #[error("{0} is in the way")]
    InTheWay(String),
    /// The arrangement occurred before, and the game forbids that.
    #[error("the board would look as it did before, which this game forbids")]
    Repeats,
    /// In Nimble, a move that is not to the left.
    #[error("a pawn moves to the left")]
    NotLeft,
}
