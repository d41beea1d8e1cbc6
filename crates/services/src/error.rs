use merels_live::{ActError, LiveError, Refusal, Refused};
use merels_rules::GameId;
use merels_store::StoreError;
use thiserror::Error;

/// So many seconds a network is asked to wait that has too many questions waiting.
const RETRY_SECONDS: u64 = 5;

/// Why a use case did not come about.
#[derive(Debug, Error)]
pub enum ServiceError {
    #[error("too many requests of this kind")]
    TooMany,
    /// The seconds after which there may be room again.
    #[error("too many questions to the engine and the tables")]
    TooManyQuestions(u64),
    #[error("the engine and the tables are busy")]
    Busy,
    #[error("too many running games")]
    TooManyGames,
    #[error("too many open seats of one client")]
    TooManySeats,
    #[error("the player has too many open challenges")]
    TooManyChallenges,
    #[error("there is no such invitation any more")]
    NoInvitation,
    #[error("nobody waits at this seat any more")]
    SeatGone,
    #[error("guests do not play rated games")]
    RatedNeedsAccount,
    #[error("games with bots are not rated")]
    BotsAreUnrated,
    #[error("there is no player {0}")]
    UnknownPlayer(String),
    #[error("{0} is the player's own name")]
    ChallengesSelf(String),
    #[error("{0} is not challenged by this player")]
    NotChallenged(String),
    #[error("there is no such game")]
    UnknownGame,
    #[error("the player has no running game")]
    NoGame,
    /// Nobody is told what a game that goes on is worth.
    #[error("the game goes on")]
    GoesOn,
    /// Whoever plays a person gets no help with this kind of game meanwhile.
    #[error("the visitor plays a person at {0} now")]
    PlaysNow(GameId),
    /// Nor does anybody without an account at the same address, where a clock runs.
    #[error("somebody at the visitor's address plays a person at {0} now")]
    PlayedHere(GameId),
    #[error("{1}")]
    Refused(GameId, #[source] Refusal),
    #[error(transparent)]
    Live(#[from] LiveError),
}

impl ServiceError {
    /// Why a command did not come about in a game.
    pub(crate) fn of(game: GameId, error: ActError) -> ServiceError {
        match error {
            ActError::Refused(refusal) => ServiceError::Refused(game, refusal),
            ActError::Failed(error) => ServiceError::Live(error),
        }
    }
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> ServiceError {
        ServiceError::Live(LiveError::Store(error))
    }
}

impl From<Refused> for ServiceError {
    fn from(refused: Refused) -> ServiceError {
        match refused {
            Refused::NetworkFull => ServiceError::TooManyQuestions(RETRY_SECONDS),
            Refused::Full => ServiceError::Busy,
        }
    }
}
