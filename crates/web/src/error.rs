//! Failures of requests: their statuses, their words for programs, their sentences for people.

use axum::http::StatusCode;
use axum::response::Response;
use merels_live::{ActError, LiveError, Refusal};
use merels_messages::Language;
use merels_rules::GameId;
use merels_services::accounts::FACTOR_NEEDED;
use merels_services::{ServiceError, SubscribeError, Trouble};
use thiserror::Error;

use crate::wording;

/// The result of a request: an answer, if nothing else is named.
pub(crate) type Result<T = Response, E = Failure> = std::result::Result<T, E>;

/// A request that did not succeed.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("the token does not hold")]
    BadToken,
    /// The name of the scope that it would take.
    #[error("the token has not the scope {0}")]
    NeedsScope(&'static str),
    #[error("a bot plays by the interface alone")]
    BotsUseTokens,
    #[error("a request from another site")]
    CrossSite,
    #[error("the request is too long")]
    TooLong,
    #[error("the request came too slowly")]
    TooSlow,
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
    /// A field of the request is missing or wrong; the message of the catalogue and the field.
    #[error("{1}: {0}")]
    Field(&'static str, String),
    #[error("{0}")]
    BadRequest(String),
    #[error("the request brings something other than JSON")]
    NotJson,
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl From<SubscribeError> for Failure {
    fn from(error: SubscribeError) -> Failure {
        match error {
            SubscribeError::Endpoint => {
                Failure::Field("failure-push-endpoint", "endpoint".to_owned())
            }
            SubscribeError::Keys => Failure::Field("failure-push-keys", "p256dh".to_owned()),
            SubscribeError::Store(error) => ServiceError::from(error).into(),
        }
    }
}

impl From<LiveError> for Failure {
    fn from(error: LiveError) -> Failure {
        Failure::Service(error.into())
    }
}

impl Failure {
    /// The reason why a command did not come about in a game.
    pub(crate) fn of(game: GameId, error: ActError) -> Failure {
        Failure::Service(ServiceError::of(game, error))
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Failure::BadToken => StatusCode::UNAUTHORIZED,
            Failure::NeedsScope(_) | Failure::BotsUseTokens | Failure::CrossSite => {
                StatusCode::FORBIDDEN
            }
            Failure::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Failure::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Failure::Uncertain => StatusCode::SERVICE_UNAVAILABLE,
            Failure::NoPage => StatusCode::NOT_FOUND,
            Failure::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Failure::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Failure::Field(..) | Failure::BadRequest(_) | Failure::SecretInAddress(_) => {
                StatusCode::BAD_REQUEST
            }
            Failure::Service(error) => service_status(error),
        }
    }

    /// The seconds after which the same request may succeed, where that can be said.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match self {
            Failure::Service(ServiceError::TooMany) => Some(60),
            Failure::Service(ServiceError::TooManyQuestions(seconds)) => Some(*seconds),
            Failure::Service(ServiceError::Busy) => Some(5),
            failure if failure.is_without_store() => Some(5),
            _ => None,
        }
    }

    /// Returns `true` if the store cannot be asked just now.
    pub(crate) fn is_without_store(&self) -> bool {
        matches!(self, Failure::Service(error) if error.is_without_store())
    }

    /// The word for programs.
    pub(crate) fn code(&self) -> &'static str {
        self.code_and_message().0
    }

    /// The sentence for people.
    pub(crate) fn words(&self, language: Language) -> String {
        let message = self.code_and_message().1;
        let values = match self {
            Failure::Service(ServiceError::Refused(game, refusal)) => {
                return wording::refusal(language, *game, refusal);
            }
            Failure::NeedsScope(scope) => ("scope", (*scope).into()),
            Failure::SecretInAddress(field) => ("field", (*field).into()),
            Failure::Field(_, field) | Failure::Service(ServiceError::Field(_, field)) => {
                ("field", field.as_str().into())
            }
            Failure::BadRequest(reason) => ("reason", reason.as_str().into()),
            Failure::Service(ServiceError::TooManyQuestions(seconds)) => {
                ("seconds", (*seconds).into())
            }
            Failure::Service(ServiceError::PlaysNow(kind) | ServiceError::PlayedHere(kind)) => {
                ("game", language.title(*kind).into())
            }
            _ => return language.say(message),
        };
        language.say_with(message, &[values])
    }

    /// The word for programs, and the message of the catalogue for people.
    fn code_and_message(&self) -> (&'static str, &'static str) {
        match self {
            Failure::BadToken => ("bad-token", "failure-bad-token"),
            Failure::NeedsScope(_) => ("needs-scope", "failure-needs-scope"),
            Failure::BotsUseTokens => ("bot", "failure-bots-use-tokens"),
            Failure::CrossSite => ("cross-site", "failure-cross-site"),
            Failure::TooLong => ("too-long", "failure-too-long"),
            Failure::TooSlow => ("too-slow", "failure-too-slow"),
            Failure::Uncertain => ("uncertain", "failure-uncertain"),
            Failure::SecretInAddress(_) => ("secret-in-address", "failure-secret-in-address"),
            Failure::NoPage => ("no-page", "failure-no-page"),
            Failure::WrongMethod => ("wrong-method", "failure-wrong-method"),
            Failure::Field(message, _) => ("malformed", message),
            Failure::BadRequest(_) => ("malformed", "failure-bad-request"),
            Failure::NotJson => ("not-json", "failure-not-json"),
            Failure::Service(error) => service_code_and_message(error),
        }
    }

    /// Writes down what is our fault, not the client's.
    pub(crate) fn log(&self) {
        let is_set_so =
            matches!(self, Failure::Service(ServiceError::NoMail | ServiceError::NoPasskeys));
        if self.status().is_server_error() && !is_set_so {
            tracing::error!(error = %self, "a request failed");
        }
    }
}

fn service_status(error: &ServiceError) -> StatusCode {
    match error {
        ServiceError::SignedOut | ServiceError::StepOver | ServiceError::WrongLogin(_) => {
            StatusCode::UNAUTHORIZED
        }
        ServiceError::Form(_) => StatusCode::UNPROCESSABLE_ENTITY,
        ServiceError::BotsAreUnrated
        | ServiceError::Unproven(_)
        | ServiceError::Closed
        | ServiceError::NotOverOperators
        | ServiceError::RatedNeedsAccount
        | ServiceError::ArenaNeedsAccount
        | ServiceError::PlaysNow(_)
        | ServiceError::PlayedHere(_) => StatusCode::FORBIDDEN,
        ServiceError::GoesOn | ServiceError::OneArenaEach | ServiceError::ArenaOver => {
            StatusCode::CONFLICT
        }
        ServiceError::NoInvitation | ServiceError::SeatGone | ServiceError::LinkOver => {
            StatusCode::GONE
        }
        ServiceError::NoMail | ServiceError::NoPasskeys => StatusCode::NOT_IMPLEMENTED,
        ServiceError::TooMany
        | ServiceError::TooManyQuestions(_)
        | ServiceError::TooManyGames
        | ServiceError::TooManySeats
        | ServiceError::TooManyChallenges => StatusCode::TOO_MANY_REQUESTS,
        ServiceError::NotFound
        | ServiceError::NoTables
        | ServiceError::NotInTables
        | ServiceError::NoGame
        | ServiceError::UnknownGame
        | ServiceError::NoPlayer => StatusCode::NOT_FOUND,
        ServiceError::Field(..) => StatusCode::BAD_REQUEST,
        ServiceError::Refused(_, refusal) => refusal_status(refusal),
        ServiceError::Busy => StatusCode::SERVICE_UNAVAILABLE,
        ServiceError::Live(_) if error.is_without_store() => StatusCode::SERVICE_UNAVAILABLE,
        ServiceError::Live(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

fn service_code_and_message(error: &ServiceError) -> (&'static str, &'static str) {
    match error {
        ServiceError::SignedOut => ("signed-out", "failure-signed-out"),
        ServiceError::BotsAreUnrated => ("bot-unrated", "failure-bots-are-unrated"),
        ServiceError::Unproven(FACTOR_NEEDED) => ("second-factor", FACTOR_NEEDED),
        ServiceError::Unproven(message) => ("wrong-password", message),
        ServiceError::WrongLogin(message) => ("wrong-login", message),
        ServiceError::Form(errors) => errors.first(),
        ServiceError::NoMail => ("no-mail", "forgot-no-mail"),
        ServiceError::Closed => ("closed", "failure-closed"),
        ServiceError::NotOverOperators => ("operator", "failure-operator"),
        ServiceError::NoPasskeys => ("no-passkeys", "passkey-no-host"),
        ServiceError::StepOver => ("step-over", "second-factor-over"),
        ServiceError::LinkOver => ("link-over", "failure-link-over"),
        ServiceError::RatedNeedsAccount => ("guest", "failure-guest"),
        ServiceError::NoInvitation => ("invitation-gone", "invitation-gone"),
        ServiceError::SeatGone => ("seat-gone", "lobby-seat-gone"),
        ServiceError::ArenaNeedsAccount => ("guest", "failure-arena-account"),
        ServiceError::OneArenaEach => ("one-arena-each", "failure-one-arena"),
        ServiceError::ArenaOver => ("arena-over", "failure-arena-over"),
        ServiceError::TooMany => ("too-many", "failure-too-many"),
        ServiceError::TooManyQuestions(_) => ("too-many-questions", "failure-too-many-questions"),
        ServiceError::TooManyGames => ("too-many-games", "failure-too-many-games"),
        ServiceError::TooManyChallenges => ("too-many-challenges", "failure-too-many-challenges"),
        ServiceError::TooManySeats => ("too-many-seats", "failure-too-many-seats"),
        ServiceError::Busy => ("busy", "failure-busy"),
        ServiceError::NoTables => ("no-tables", "failure-no-tables"),
        ServiceError::NotInTables => ("not-known", "failure-not-in-tables"),
        ServiceError::NotFound => ("no-page", "failure-no-page"),
        ServiceError::NoGame => ("no-game", "failure-no-game"),
        ServiceError::UnknownGame => ("unknown-game", "refusal-unknown-game"),
        ServiceError::GoesOn => ("goes-on", "failure-goes-on"),
        ServiceError::PlaysNow(_) => ("plays-now", "failure-plays-now"),
        ServiceError::PlayedHere(_) => ("played-here", "failure-played-here"),
        ServiceError::NoPlayer => ("unknown-player", "failure-no-player"),
        ServiceError::Field(message, _) => ("malformed", message),
        ServiceError::Refused(_, refusal) => (refusal.code(), ""),
        ServiceError::Live(_) => match error.trouble() {
            Trouble::Uncertain => ("uncertain", "failure-uncertain"),
            Trouble::Busy => ("busy", "failure-busy"),
            Trouble::Away => ("busy", "failure-away"),
            Trouble::Broken => ("trouble", "failure-trouble"),
        },
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
