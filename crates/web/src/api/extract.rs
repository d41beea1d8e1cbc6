//! The caller and the contents of a call. Whatever is wrong with it is a [`Failure`] like any other.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use merels_model::PlayerId;
use merels_rules::GameId;
use merels_services::accounts::{Scope, TokenId};
use merels_services::live::ClientAddress;
use merels_services::{self as services, ServiceError};
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::edge::bearer::bearer;
use crate::edge::fields::{field_failure, json_failure};
use crate::edge::visitor::{Preferences, SignedIn, Visitor};
use crate::error::{Failure, Result};

/// A program that calls, with a token or without.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    pub(super) visitor: Visitor,
    pub(super) token: Option<(TokenId, Scope)>,
}

impl Caller {
    /// The caller of a request. A token that does not hold is refused, also where none is needed.
    pub(super) async fn of(app: &App, parts: &Parts, client: ClientAddress) -> Result<Caller> {
        let Preferences { language, .. } = Preferences::of(&parts.method, &parts.headers);
        let (session, token) = match bearer(&parts.headers)? {
            Some(secret) => {
                let program = app.services.accounts.program(secret, client).await?;
                let program = program.ok_or(Failure::BadToken)?;
                (Some(program.session), Some((program.token, program.scope)))
            }
            None => (None, None),
        };
        let author = services::Visitor { session, client, language, party: None, proven: None };
        let visitor = Visitor::new(author, true, app);
        Ok(Caller { visitor, token })
    }

    /// The player, if the token is good for this.
    pub(super) fn with_scope(self, needed: Scope) -> Result<SignedIn> {
        match self.token {
            None => Err(ServiceError::SignedOut.into()),
            Some((_, scope)) if scope < needed => Err(Failure::NeedsScope(needed.name())),
            Some(_) => SignedIn::try_from(self.visitor),
        }
    }

    pub(super) fn player(&self) -> Option<&PlayerId> {
        self.visitor.player().map(|player| &player.id)
    }
}

/// [`admit`](super::limits::admit) has looked who it is.
impl FromRequestParts<App> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Caller> {
        Ok(parts.extensions.get::<Caller>().cloned().ok_or(ServiceError::SignedOut)?)
    }
}

/// A caller whose token is good for reading.
pub(super) struct Reader(pub(super) SignedIn);

/// A caller whose token is good for playing.
pub(super) struct Playing(pub(super) SignedIn);

impl FromRequestParts<App> for Reader {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Reader> {
        Caller::from_request_parts(parts, app).await?.with_scope(Scope::Read).map(Reader)
    }
}

impl FromRequestParts<App> for Playing {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Playing> {
        Caller::from_request_parts(parts, app).await?.with_scope(Scope::Play).map(Playing)
    }
}

/// The character that is none, as JSON writes it.
const NOTHING: &[u8] = b"\\u0000";

/// The object that a request sends.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            return Err(Failure::NotJson);
        }
        let text = Bytes::from_request(request, app).await;
        let text = text.map_err(|error| Failure::BadRequest(error.body_text()))?;
        // No text of a person holds this, and PostgreSQL refuses to.
        if let Some(at) = text.windows(NOTHING.len()).position(|window| window == NOTHING) {
            let lines = text[..at].iter().filter(|byte| **byte == b'\n').count();
            let line = text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            let place = format!("{}:{}", lines + 1, at - line + 1);
            return Err(Failure::Field("failure-json-value", place));
        }
        serde_json::from_slice(&text).map(Body).map_err(|error| json_failure(&error))
    }
}

/// The query of the address.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Asked<T>> {
        let read = Query::<T>::from_request_parts(parts, app).await;
        let Query(asked) = read.map_err(|error| query_failure(&error.body_text()))?;
        Ok(Asked(asked))
    }
}

/// The failure of a query that is not understood; its reason ends with `FIELD: why`, or quotes the field.
fn query_failure(reason: &str) -> Failure {
    let field = || {
        let (rest, _) = reason.rsplit_once(": ")?;
        let name = rest.rsplit_once(": ").map_or(rest, |(_, name)| name);
        Some(Failure::Field("failure-field-value", name.to_owned()))
    };
    field_failure(reason).or_else(field).unwrap_or_else(|| Failure::BadRequest(reason.to_owned()))
}

/// The name in the address.
pub(super) struct Named<T>(pub(super) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Named<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Named<T>> {
        let read = Path::<T>::from_request_parts(parts, app).await;
        // Nothing has a name that is none: the number of a puzzle that is no number, say.
        let Path(named) = read.map_err(|_| Failure::NoPage)?;
        Ok(Named(named))
    }
}

/// The game that a path names.
pub(super) fn game_in_path(id: &str) -> Result<GameId> {
    id.parse().map_err(|_| ServiceError::UnknownGame.into())
}

/// The game that a field names.
pub(super) fn game_in_field(id: &str) -> Result<GameId> {
    id.parse().map_err(|_| Failure::Field("failure-unknown-game", id.to_owned()))
}
