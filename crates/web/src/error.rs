//! Failures of requests: their statuses, their words for programs, their sentences for people.

use axum::http::StatusCode as Status;
use axum::response::Response;
use merels_messages::Language;
use merels_services::accounts::FACTOR_NEEDED;
use merels_services::live::{LiveError, Refusal};
use merels_services::{ServiceError, SubscribeError, Trouble};
use thiserror::Error;

use crate::wording;

/// The result of a request: an answer, if nothing else is named.
pub(crate) type Result<T = Response, E = Failure> = std::result::Result<T, E>;

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
    pub(crate) fn status(&self) -> Status {
        self.told().0
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
        self.told().1
    }

    pub(crate) fn words(&self, language: Language) -> String {
        let (_, _, message) = self.told();
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

    /// The status, the word for programs, and the message of the catalogue for people.
    fn told(&self) -> Told {
        match self {
            Failure::BadToken => (Status::UNAUTHORIZED, "bad-token", "failure-bad-token"),
            Failure::NeedsScope(_) => (Status::FORBIDDEN, "needs-scope", "failure-needs-scope"),
            Failure::BotsUseTokens => (Status::FORBIDDEN, "bot", "failure-bots-use-tokens"),
            Failure::CrossSite => (Status::FORBIDDEN, "cross-site", "failure-cross-site"),
            Failure::TooLong => (Status::PAYLOAD_TOO_LARGE, "too-long", "failure-too-long"),
            Failure::TooSlow => (Status::REQUEST_TIMEOUT, "too-slow", "failure-too-slow"),
            Failure::Uncertain => (Status::SERVICE_UNAVAILABLE, "uncertain", "failure-uncertain"),
            Failure::SecretInAddress(_) => {
                (Status::BAD_REQUEST, "secret-in-address", "failure-secret-in-address")
            }
            Failure::NoPage => (Status::NOT_FOUND, "no-page", "failure-no-page"),
            Failure::WrongMethod => {
                (Status::METHOD_NOT_ALLOWED, "wrong-method", "failure-wrong-method")
            }
            Failure::Field(message, _) => (Status::BAD_REQUEST, "malformed", message),
            Failure::BadRequest(_) => (Status::BAD_REQUEST, "malformed", "failure-bad-request"),
            Failure::NotJson => (Status::UNSUPPORTED_MEDIA_TYPE, "not-json", "failure-not-json"),
            Failure::Service(error) => told_of_service(error),
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

/// A status, a word for programs, and a message of the catalogue.
type Told = (Status, &'static str, &'static str);

fn told_of_service(error: &ServiceError) -> Told {
    match error {
        ServiceError::SignedOut => (Status::UNAUTHORIZED, "signed-out", "failure-signed-out"),
        ServiceError::StepOver => (Status::UNAUTHORIZED, "step-over", "second-factor-over"),
        ServiceError::WrongLogin(message) => (Status::UNAUTHORIZED, "wrong-login", message),
        ServiceError::Unproven(FACTOR_NEEDED) => {
            (Status::FORBIDDEN, "second-factor", FACTOR_NEEDED)
        }
        ServiceError::Unproven(message) => (Status::FORBIDDEN, "wrong-password", message),
        ServiceError::BotsAreUnrated => {
            (Status::FORBIDDEN, "bot-unrated", "failure-bots-are-unrated")
        }
        ServiceError::Closed => (Status::FORBIDDEN, "closed", "failure-closed"),
        ServiceError::NotOverOperators => (Status::FORBIDDEN, "operator", "failure-operator"),
        ServiceError::RatedNeedsAccount => (Status::FORBIDDEN, "guest", "failure-guest"),
        ServiceError::ArenaNeedsAccount => (Status::FORBIDDEN, "guest", "failure-arena-account"),
        ServiceError::PlaysNow(_) => (Status::FORBIDDEN, "plays-now", "failure-plays-now"),
        ServiceError::PlayedHere(_) => (Status::FORBIDDEN, "played-here", "failure-played-here"),
        ServiceError::GoesOn => (Status::CONFLICT, "goes-on", "failure-goes-on"),
        ServiceError::OneArenaEach => (Status::CONFLICT, "one-arena-each", "failure-one-arena"),
        ServiceError::ArenaOver => (Status::CONFLICT, "arena-over", "failure-arena-over"),
        ServiceError::NoInvitation => (Status::GONE, "invitation-gone", "invitation-gone"),
        ServiceError::OfferChanged => (Status::CONFLICT, "offer-changed", "invitation-changed"),
        ServiceError::SeatGone => (Status::GONE, "seat-gone", "lobby-seat-gone"),
        ServiceError::LinkOver => (Status::GONE, "link-over", "failure-link-over"),
        ServiceError::NoMail => (Status::NOT_IMPLEMENTED, "no-mail", "forgot-no-mail"),
        ServiceError::NoPasskeys => (Status::NOT_IMPLEMENTED, "no-passkeys", "passkey-no-host"),
        ServiceError::TooMany => (Status::TOO_MANY_REQUESTS, "too-many", "failure-too-many"),
        ServiceError::TooManyQuestions(_) => {
            (Status::TOO_MANY_REQUESTS, "too-many-questions", "failure-too-many-questions")
        }
        ServiceError::TooManyGames => {
            (Status::TOO_MANY_REQUESTS, "too-many-games", "failure-too-many-games")
        }
        ServiceError::TooManyChallenges => {
            (Status::TOO_MANY_REQUESTS, "too-many-challenges", "failure-too-many-challenges")
        }
        ServiceError::TooManySeats => {
            (Status::TOO_MANY_REQUESTS, "too-many-seats", "failure-too-many-seats")
        }
        ServiceError::NotFound => (Status::NOT_FOUND, "no-page", "failure-no-page"),
        ServiceError::NoTables => (Status::NOT_FOUND, "no-tables", "failure-no-tables"),
        ServiceError::NotInTables => (Status::NOT_FOUND, "not-known", "failure-not-in-tables"),
        ServiceError::NoGame => (Status::NOT_FOUND, "no-game", "failure-no-game"),
        ServiceError::UnknownGame => (Status::NOT_FOUND, "unknown-game", "refusal-unknown-game"),
        ServiceError::NoPlayer => (Status::NOT_FOUND, "unknown-player", "failure-no-player"),
        ServiceError::Field(message, _) => (Status::BAD_REQUEST, "malformed", message),
        ServiceError::Busy => (Status::SERVICE_UNAVAILABLE, "busy", "failure-busy"),
        ServiceError::Form(errors) => {
            let (field, message) = errors.first();
            (Status::UNPROCESSABLE_ENTITY, field, message)
        }
        ServiceError::Refused(_, refusal) => (refusal_status(refusal), refusal.code(), ""),
        ServiceError::Live(_) => match error.trouble() {
            Trouble::Uncertain => (Status::SERVICE_UNAVAILABLE, "uncertain", "failure-uncertain"),
            Trouble::Busy => (Status::SERVICE_UNAVAILABLE, "busy", "failure-busy"),
            Trouble::Away => (Status::SERVICE_UNAVAILABLE, "busy", "failure-away"),
            Trouble::Broken => (Status::INTERNAL_SERVER_ERROR, "trouble", "failure-trouble"),
        },
    }
}

fn refusal_status(refusal: &Refusal) -> Status {
    match refusal {
        Refusal::NotYours => Status::FORBIDDEN,
        Refusal::Malformed(_) => Status::BAD_REQUEST,
        Refusal::Illegal(_) | Refusal::NothingOwed => Status::UNPROCESSABLE_ENTITY,
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
        | Refusal::TooEarlyToClaim => Status::CONFLICT,
    }
}
