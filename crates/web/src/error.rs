//! The one place where what went wrong becomes a status and a sentence.

use axum::http::StatusCode;
use merels_live::{ActError, LiveError, Refusal};
use merels_messages::Language;
use merels_rules::GameId;
use merels_services::{ServiceError, SubscribeError};
use merels_store::StoreError;
use thiserror::Error;

use crate::wording;

/// The message for one who gave the password and needs a second factor.
pub(crate) const FACTOR_NEEDED: &str = "factor-needed";

/// Why a request did not succeed.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("not signed in")]
    SignedOut,
    #[error("the token does not hold")]
    BadToken,
    /// The name of the scope that it would take.
    #[error("the token has not the scope {0}")]
    NeedsScope(&'static str),
    #[error("a bot plays by the interface alone")]
    BotsUseTokens,
    #[error("games with bots are not rated")]
    BotsAreUnrated,
    /// The message that says what of password, passkey and code is wrong or missing.
    #[error("not proven who it is: {0}")]
    Unproven(&'static str),
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
    #[error("a request from another site")]
    CrossSite,
    #[error("too many requests of this kind")]
    TooMany,
    /// The seconds after which there may be room again.
    #[error("too many questions to the engine and the tables")]
    TooManyQuestions(u64),
    #[error("the request is too long")]
    TooLong,
    #[error("the request came too slowly")]
    TooSlow,
    /// It took too long; a request that only reads changed nothing.
    #[error("the request took too long")]
    Busy,
    /// It took too long, and goes on.
    #[error("the request took too long; it may have been carried out")]
    Uncertain,
    /// Addresses are kept in logs and histories.
    #[error("a secret stands in the address")]
    SecretInAddress(&'static str),
    #[error("there is no such page")]
    NoPage,
    #[error("the page does not know this method")]
    WrongMethod,
    #[error("the player has no running game")]
    NoGame,
    #[error("too many running games")]
    TooManyGames,
    #[error("the player has too many open challenges")]
    TooManyChallenges,
    #[error("too many open seats of one client")]
    TooManySeats,
    #[error("guests do not play rated games")]
    RatedNeedsAccount,
    #[error("there is no such invitation any more")]
    NoInvitation,
    #[error("nobody waits at this seat any more")]
    SeatGone,
    #[error("only those with an account open an arena")]
    ArenaNeedsAccount,
    #[error("the player has an arena that is not over")]
    OneArenaEach,
    #[error("the arena is over")]
    ArenaOver,
    /// A field of the request is missing or wrong; the message of the catalogue and the field.
    #[error("{1}: {0}")]
    Field(&'static str, String),
    #[error("{0}")]
    BadRequest(String),
    #[error("the request brings something other than JSON")]
    NotJson,
    #[error("there is no such game")]
    UnknownGame,
    /// Nobody is told what a game that goes on is worth.
    #[error("the game goes on")]
    GoesOn,
    /// Whoever plays a person gets no help with this kind of game meanwhile.
    #[error("the visitor plays a person at {0} now")]
    PlaysNow(GameId),
    /// Nor does anybody without an account at the same address, where a clock runs.
    #[error("somebody at the visitor's address plays a person at {0} now")]
    PlayedHere(GameId),
    #[error("the site has no tables of this game")]
    NoTables,
    #[error("the value of the position is not known exactly")]
    NotInTables,
    #[error("there is no player of this name")]
    NoPlayer,
    /// Something was refused in a game, whose words are used.
    #[error("{1}")]
    Refused(GameId, #[source] Refusal),
    #[error(transparent)]
    Live(#[from] LiveError),
}

impl From<ServiceError> for Failure {
    fn from(error: ServiceError) -> Failure {
        match error {
            ServiceError::TooMany => Failure::TooMany,
            ServiceError::TooManyQuestions(seconds) => Failure::TooManyQuestions(seconds),
            ServiceError::Busy => Failure::Busy,
            ServiceError::TooManyGames => Failure::TooManyGames,
            ServiceError::TooManySeats => Failure::TooManySeats,
            ServiceError::TooManyChallenges => Failure::TooManyChallenges,
            ServiceError::NoInvitation => Failure::NoInvitation,
            ServiceError::SeatGone => Failure::SeatGone,
            ServiceError::RatedNeedsAccount => Failure::RatedNeedsAccount,
            ServiceError::BotsAreUnrated => Failure::BotsAreUnrated,
            ServiceError::UnknownPlayer(name) => Failure::Field("failure-unknown-player", name),
            ServiceError::ChallengesSelf(name) => Failure::Field("failure-challenge-self", name),
            ServiceError::NotChallenged(name) => Failure::Field("failure-not-challenged", name),
            ServiceError::UnknownGame => Failure::UnknownGame,
            ServiceError::NoGame => Failure::NoGame,
            ServiceError::GoesOn => Failure::GoesOn,
            ServiceError::PlaysNow(kind) => Failure::PlaysNow(kind),
            ServiceError::PlayedHere(kind) => Failure::PlayedHere(kind),
            ServiceError::Refused(game, refusal) => Failure::Refused(game, refusal),
            ServiceError::Live(error) => Failure::Live(error),
        }
    }
}

impl From<SubscribeError> for Failure {
    fn from(error: SubscribeError) -> Failure {
        match error {
            SubscribeError::Endpoint => {
                Failure::Field("failure-push-endpoint", "endpoint".to_owned())
            }
            SubscribeError::Keys => Failure::Field("failure-push-keys", "p256dh".to_owned()),
            SubscribeError::Store(error) => error.into(),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Live(LiveError::Store(error))
    }
}

impl Failure {
    /// Why a command did not come about in a game.
    pub(crate) fn of(game: GameId, error: ActError) -> Failure {
        match error {
            ActError::Refused(refusal) => Failure::Refused(game, refusal),
            ActError::Failed(error) => Failure::Live(error),
        }
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Failure::SignedOut | Failure::BadToken => StatusCode::UNAUTHORIZED,
            Failure::NeedsScope(_)
            | Failure::BotsUseTokens
            | Failure::BotsAreUnrated
            | Failure::Unproven(_)
            | Failure::CrossSite
            | Failure::Closed
            | Failure::NotOverOperators
            | Failure::RatedNeedsAccount
            | Failure::PlaysNow(_)
            | Failure::PlayedHere(_) => StatusCode::FORBIDDEN,
            Failure::ArenaNeedsAccount => StatusCode::FORBIDDEN,
            Failure::GoesOn | Failure::OneArenaEach | Failure::ArenaOver => StatusCode::CONFLICT,
            Failure::NoInvitation | Failure::SeatGone | Failure::LinkOver => StatusCode::GONE,
            Failure::NoMail | Failure::NoPasskeys => StatusCode::NOT_IMPLEMENTED,
            Failure::StepOver => StatusCode::UNAUTHORIZED,
            Failure::TooMany
            | Failure::TooManyQuestions(_)
            | Failure::TooManyGames
            | Failure::TooManySeats
            | Failure::TooManyChallenges => StatusCode::TOO_MANY_REQUESTS,
            Failure::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Failure::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Failure::NoPage
            | Failure::NoGame
            | Failure::UnknownGame
            | Failure::NoPlayer
            | Failure::NoTables
            | Failure::NotInTables => StatusCode::NOT_FOUND,
            Failure::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Failure::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Failure::Field(..) | Failure::BadRequest(_) | Failure::SecretInAddress(_) => {
                StatusCode::BAD_REQUEST
            }
            Failure::Refused(_, refusal) => refusal_status(refusal),
            Failure::Busy | Failure::Uncertain => StatusCode::SERVICE_UNAVAILABLE,
            Failure::Live(LiveError::Store(error)) if error.is_unavailable() => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Failure::Live(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The seconds after which the same request may succeed, where that can be said.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match self {
            Failure::TooMany => Some(60),
            Failure::TooManyQuestions(seconds) => Some(*seconds),
            Failure::Busy => Some(5),
            failure if failure.is_without_store() => Some(5),
            _ => None,
        }
    }

    /// Whether the store cannot be asked just now.
    pub(crate) fn is_without_store(&self) -> bool {
        matches!(self, Failure::Live(LiveError::Store(error)) if error.is_unavailable())
    }

    /// The word for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Failure::SignedOut => "signed-out",
            Failure::BadToken => "bad-token",
            Failure::NeedsScope(_) => "needs-scope",
            Failure::BotsUseTokens => "bot",
            Failure::BotsAreUnrated => "bot-unrated",
            Failure::Unproven(FACTOR_NEEDED) => "second-factor",
            Failure::Unproven(_) => "wrong-password",
            Failure::CrossSite => "cross-site",
            Failure::NoMail => "no-mail",
            Failure::Closed => "closed",
            Failure::NotOverOperators => "operator",
            Failure::NoPasskeys => "no-passkeys",
            Failure::StepOver => "step-over",
            Failure::LinkOver => "link-over",
            Failure::RatedNeedsAccount => "guest",
            Failure::NoInvitation => "invitation-gone",
            Failure::SeatGone => "seat-gone",
            Failure::ArenaNeedsAccount => "guest",
            Failure::OneArenaEach => "one-arena-each",
            Failure::ArenaOver => "arena-over",
            Failure::TooMany => "too-many",
            Failure::TooManyQuestions(_) => "too-many-questions",
            Failure::TooManyGames => "too-many-games",
            Failure::TooManyChallenges => "too-many-challenges",
            Failure::TooManySeats => "too-many-seats",
            Failure::TooLong => "too-long",
            Failure::TooSlow => "too-slow",
            Failure::Uncertain | Failure::Live(LiveError::Store(StoreError::Uncertain)) => {
                "uncertain"
            }
            Failure::Busy => "busy",
            Failure::Live(LiveError::Store(error)) if error.is_unavailable() => "busy",
            Failure::SecretInAddress(_) => "secret-in-address",
            Failure::NoPage => "no-page",
            Failure::WrongMethod => "wrong-method",
            Failure::NoGame => "no-game",
            Failure::Field(..) | Failure::BadRequest(_) => "malformed",
            Failure::NotJson => "not-json",
            Failure::UnknownGame => "unknown-game",
            Failure::GoesOn => "goes-on",
            Failure::PlaysNow(_) => "plays-now",
            Failure::PlayedHere(_) => "played-here",
            Failure::NoPlayer => "unknown-player",
            Failure::NoTables => "no-tables",
            Failure::NotInTables => "not-known",
            Failure::Refused(_, refusal) => refusal.code(),
            Failure::Live(_) => "trouble",
        }
    }

    /// The sentence for people.
    pub(crate) fn words(&self, language: Language) -> String {
        match self {
            Failure::SignedOut => language.say("failure-signed-out"),
            Failure::BadToken => language.say("failure-bad-token"),
            Failure::NeedsScope(scope) => {
                language.say_with("failure-needs-scope", &[("scope", (*scope).into())])
            }
            Failure::BotsUseTokens => language.say("failure-bots-use-tokens"),
            Failure::BotsAreUnrated => language.say("failure-bots-are-unrated"),
            Failure::Unproven(message) => language.say(message),
            Failure::CrossSite => language.say("failure-cross-site"),
            Failure::NoMail => language.say("forgot-no-mail"),
            Failure::Closed => language.say("failure-closed"),
            Failure::NotOverOperators => language.say("failure-operator"),
            Failure::NoPasskeys => language.say("passkey-no-host"),
            Failure::StepOver => language.say("second-factor-over"),
            Failure::LinkOver => language.say("failure-link-over"),
            Failure::RatedNeedsAccount => language.say("failure-guest"),
            Failure::NoInvitation => language.say("invitation-gone"),
            Failure::SeatGone => language.say("lobby-seat-gone"),
            Failure::ArenaNeedsAccount => language.say("failure-arena-account"),
            Failure::OneArenaEach => language.say("failure-one-arena"),
            Failure::ArenaOver => language.say("failure-arena-over"),
            Failure::TooMany => language.say("failure-too-many"),
            Failure::TooManyQuestions(seconds) => {
                language.say_with("failure-too-many-questions", &[("seconds", (*seconds).into())])
            }
            Failure::TooManyGames => language.say("failure-too-many-games"),
            Failure::TooManyChallenges => language.say("failure-too-many-challenges"),
            Failure::TooManySeats => language.say("failure-too-many-seats"),
            Failure::TooLong => language.say("failure-too-long"),
            Failure::TooSlow => language.say("failure-too-slow"),
            Failure::Uncertain | Failure::Live(LiveError::Store(StoreError::Uncertain)) => {
                language.say("failure-uncertain")
            }
            Failure::Busy => language.say("failure-busy"),
            Failure::Live(LiveError::Store(StoreError::Busy)) => language.say("failure-busy"),
            Failure::Live(LiveError::Store(error)) if error.is_unavailable() => {
                language.say("failure-away")
            }
            Failure::SecretInAddress(field) => {
                language.say_with("failure-secret-in-address", &[("field", (*field).into())])
            }
            Failure::NoPage => language.say("failure-no-page"),
            Failure::WrongMethod => language.say("failure-wrong-method"),
            Failure::NoGame => language.say("failure-no-game"),
            Failure::Field(message, field) => {
                language.say_with(message, &[("field", field.as_str().into())])
            }
            Failure::BadRequest(reason) => {
                language.say_with("failure-bad-request", &[("reason", reason.as_str().into())])
            }
            Failure::NotJson => language.say("failure-not-json"),
            Failure::UnknownGame => language.say("refusal-unknown-game"),
            Failure::GoesOn => language.say("failure-goes-on"),
            Failure::PlaysNow(kind) => {
                language.say_with("failure-plays-now", &[("game", language.title(*kind).into())])
            }
            Failure::PlayedHere(kind) => {
                language.say_with("failure-played-here", &[("game", language.title(*kind).into())])
            }
            Failure::NoPlayer => language.say("failure-no-player"),
            Failure::NoTables => language.say("failure-no-tables"),
            Failure::NotInTables => language.say("failure-not-in-tables"),
            Failure::Refused(game, refusal) => wording::refusal(language, *game, refusal),
            Failure::Live(_) => language.say("failure-trouble"),
        }
    }

    /// Writes down what is our fault, not the client's.
    pub(crate) fn log(&self) {
        if self.status().is_server_error() && !matches!(self, Failure::NoMail | Failure::NoPasskeys)
        {
            tracing::error!(error = %self, "a request failed");
        }
    }
}

fn refusal_status(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::NotYours => StatusCode::FORBIDDEN,
        Refusal::Malformed(_) => StatusCode::BAD_REQUEST,
        Refusal::Illegal(_) | Refusal::NothingOwed => StatusCode::UNPROCESSABLE_ENTITY,
        Refusal::NotYourTurn
        | Refusal::Stale(_)
        | Refusal::Over(_)
        | Refusal::CaptureOwed
        | Refusal::NothingToTakeBack
        | Refusal::EnoughTakenBack
        | Refusal::OnlyAgainstComputer
        | Refusal::TooLateToAbort
        | Refusal::OnlyAmongPeople
        | Refusal::SaidEnough
        | Refusal::NoRematch
        | Refusal::NoOffer
        | Refusal::OfferedAlready
        | Refusal::Rated
        | Refusal::NotHeard
        | Refusal::AskedAlready
        | Refusal::TooEarlyToClaim => StatusCode::CONFLICT,
    }
}
