//! Visitors who ask for values: the rule of fair play is [`FairPlay`](merels_services::FairPlay)'s.

use std::ops::Deref;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use merels_model::PlayerId;
use merels_rules::GameId;
use merels_services::{FairAsker, FinishedGame, Seeker};

use super::value_limit;
use crate::app::App;
use crate::edge::bearer::bearer;
use crate::edge::visitor::{Visitor, client_of};
use crate::error::{Failure, Result};

/// A visitor who asks for values. The session of the cookie and the token of a program both count: what
/// the one may not be told the other must not ask for.
#[derive(Clone, Debug)]
pub(crate) struct ValueSeeker {
    visitor: Visitor,
    owner: Option<PlayerId>,
}

/// A visitor who may be told the values that he asks for.
#[derive(Clone, Debug)]
pub(crate) struct FairVisitor {
    visitor: Visitor,
    fair: FairAsker,
}

impl FairVisitor {
    pub(crate) fn fair(&self) -> &FairAsker {
        &self.fair
    }
}

impl Deref for ValueSeeker {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.visitor
    }
}

impl Deref for FairVisitor {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.visitor
    }
}

impl From<Visitor> for ValueSeeker {
    fn from(visitor: Visitor) -> ValueSeeker {
        ValueSeeker { visitor, owner: None }
    }
}

/// Every question counts towards the limit of all doors to values, before any work.
impl FromRequestParts<App> for ValueSeeker {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<ValueSeeker> {
        let client = client_of(parts, app).await;
        value_limit::count(parts, client, app).await?;
        ValueSeeker::of_request(parts, app).await
    }
}

/// A visitor who asks for a puzzle. Its values were found beforehand, so it counts towards no limit.
pub(crate) struct PuzzleSeeker(pub(crate) ValueSeeker);

impl FromRequestParts<App> for PuzzleSeeker {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<PuzzleSeeker> {
        ValueSeeker::of_request(parts, app).await.map(PuzzleSeeker)
    }
}

impl ValueSeeker {
    async fn of_request(parts: &mut Parts, app: &App) -> Result<ValueSeeker> {
        let visitor = <Visitor>::from_request_parts(parts, app).await?;
        // A token that does not hold says nothing about anybody; what else is sent may be a proxy's.
        let token = match bearer(&parts.headers) {
            Ok(Some(secret)) => app.services.accounts.token(secret).await?,
            _ => None,
        };
        Ok(ValueSeeker { visitor, owner: token.map(|token| token.player.id) })
    }

    fn seeker(&self) -> Seeker {
        Seeker { owner: self.owner.clone(), ..self.visitor.seeker() }
    }

    /// The visitor, if values of a kind may be told.
    pub(crate) async fn about(self, app: &App, kind: GameId) -> Result<FairVisitor> {
        let fair = app.services.fair_play.about(self.seeker(), kind).await?;
        Ok(FairVisitor { visitor: self.visitor, fair })
    }

    /// The visitor, who may be told the values of a game that is over.
    pub(crate) fn about_finished(self, finished: &FinishedGame) -> FairVisitor {
        let fair = self.seeker().about_finished(finished);
        FairVisitor { visitor: self.visitor, fair }
    }
}
