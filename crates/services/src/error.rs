use merels_live::{ActError, LiveError, Refusal, Refused};
use merels_rules::GameId;
use merels_store::StoreError;
use thiserror::Error;

use crate::form::FormErrors;

/// The seconds that a network is asked to wait that has too many questions waiting.
const RETRY_SECONDS: u64 = 5;

pub type Result<T, E = ServiceError> = std::result::Result<T, E>;

/// A use case that did not come about.
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
    #[error("the offer has changed meanwhile")]
    OfferChanged,
    #[error("nobody waits at this seat any more")]
    SeatGone,
    #[error("not signed in")]
    SignedOut,
    /// The message about the password, passkey or code that is wrong or missing.
    #[error("not proven who it is: {0}")]
    Unproven(&'static str),
    /// The message that says so.
    #[error("not the login of anybody: {0}")]
    WrongLogin(&'static str),
    #[error("the form does not fit: {0:?}")]
    Form(FormErrors),
    #[error("there are no passkeys for a host without a name")]
    NoPasskeys,
    #[error("the second step of a login came too late")]
    StepOver,
    #[error("the account was closed")]
    Closed,
    #[error("operators are made and unmade by the command line alone")]
    NotOverOperators,
    #[error("the site sends no mail")]
    NoMail,
    #[error("the link does not hold any more")]
    LinkOver,
    #[error("only those with an account open an arena")]
    ArenaNeedsAccount,
    #[error("the player has an arena that is not over")]
    OneArenaEach,
    #[error("the site has no tables of this game")]
    NoTables,
    #[error("the value of the position is not known exactly")]
    NotInTables,
    #[error("there is no such thing")]
    NotFound,
    #[error("the arena is over")]
    ArenaOver,
    #[error("guests do not play rated games")]
    RatedNeedsAccount,
    #[error("games with bots are not rated")]
    BotsAreUnrated,
    #[error("there is no player of this name")]
    NoPlayer,
    /// A field that does not fit: the message of the catalogue that says why, and its text.
    #[error("{1}: {0}")]
    Field(&'static str, String),
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

/// Turns the answer of a rate limit into an error.
pub(crate) fn check_allowed(is_allowed: bool) -> Result<()> {
    if is_allowed { Ok(()) } else { Err(ServiceError::TooMany) }
}

/// The kinds of trouble that keep a request from its end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Something may have been written or not.
    Uncertain,
    /// The store has too much to do.
    Busy,
    Away,
    Broken,
}

impl ServiceError {
    pub(crate) fn unfit(field: &'static str, message: &'static str) -> ServiceError {
        let mut errors = FormErrors::default();
        errors.add(field, Some(message));
        ServiceError::Form(errors)
    }

    pub(crate) fn unknown_player(name: String) -> ServiceError {
        ServiceError::Field("failure-unknown-player", name)
    }

    /// The reason why a command did not come about in a game.
    pub(crate) fn of(game: GameId, error: ActError) -> ServiceError {
        match error {
            ActError::Refused(refusal) => ServiceError::Refused(game, refusal),
            ActError::Failed(error) => ServiceError::Live(error),
        }
    }

    /// The kind of trouble behind an error that is nobody's fault.
    pub fn trouble(&self) -> Trouble {
        match self {
            ServiceError::Live(LiveError::Store(StoreError::Uncertain)) => Trouble::Uncertain,
            ServiceError::Live(LiveError::Store(StoreError::Busy)) => Trouble::Busy,
            ServiceError::Live(LiveError::Store(error)) if error.is_unavailable() => Trouble::Away,
            _ => Trouble::Broken,
        }
    }

    /// Returns `true` if the store cannot be asked just now.
    pub fn is_without_store(&self) -> bool {
        self.trouble() != Trouble::Broken
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
