//! Lookups in the tables.

use axum::Json;
use merels_engine::{Judgement, Verdict};
use merels_rules::{AnyPosition, Position, Value, Wdl};
use merels_services::ServiceError;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::extract::{Asked, game_in_field};
use crate::app::App;
use crate::edge::fair_play::ValueSeeker;
use crate::error::{Failure, Result};
use crate::json::names::{GameName, ResultName};

calls!(Questions: probe);

/// A position to be looked up.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Question {
    /// The game, such as `six`.
    #[param(inline, value_type = GameName)]
    game: String,
    /// The position; the usual start if it is left out.
    position: Option<String>,
}

/// The value of a position or a move to the side to move.
#[derive(Copy, Clone, Serialize, ToSchema)]
pub(super) struct Worth {
    #[schema(value_type = ResultName)]
    value: Wdl,
    /// In how many plies, where that is known.
    plies: Option<u16>,
    /// It may take more plies than that: the tables count no further.
    at_least: bool,
}

impl Worth {
    fn of(verdict: Verdict) -> Option<Worth> {
        match verdict {
            Verdict::Exact(value) => Some(value.into()),
            Verdict::Known(value) => Some(Worth { value, plies: None, at_least: false }),
            Verdict::Estimate(_) => None,
        }
    }
}

impl From<Value> for Worth {
    fn from(value: Value) -> Worth {
        Worth { value: value.into(), plies: value.plies(), at_least: value.is_at_least() }
    }
}

/// A move with what it is worth.
#[derive(Serialize, ToSchema)]
pub(super) struct MoveWorth {
    #[serde(rename = "move")]
    mv: String,
    /// To the side that makes it.
    #[serde(flatten)]
    worth: Worth,
}

/// A position with its moves.
#[derive(Serialize, ToSchema)]
pub(super) struct Probe {
    #[schema(value_type = GameName)]
    game: &'static str,
    position: String,
    /// The source: `tables`, `openings` or `theory`.
    source: &'static str,
    #[serde(flatten)]
    worth: Worth,
    /// Best first.
    moves: Vec<MoveWorth>,
}

impl Probe {
    fn of(position: &AnyPosition, judgement: &Judgement) -> Option<Probe> {
        let moves = judgement.moves.iter().map(|judged| {
            let mv = position.move_text(judged.mv);
            Some(MoveWorth { mv, worth: Worth::of(judged.verdict)? })
        });
        Some(Probe {
            game: position.game().id(),
            position: position.to_string(),
            source: judgement.source.name(),
            worth: Worth::of(judgement.verdict)?,
            moves: moves.collect::<Option<_>>()?,
        })
    }
}

/// The values of a position and its moves, if they are known exactly
///
/// With a limit of its own. Whoever plays a person at the same kind of game, rated or with a live clock, is
/// told nothing.
#[utoipa::path(
    get,
    path = "/api/v1/tables/probe",
    tag = "knowledge",
    operation_id = "probe",
    params(Question),
    security((), ("token" = ["read"])),
    responses((status = OK, body = Probe))
)]
pub(super) async fn probe(
    app: App,
    seeker: ValueSeeker,
    Asked(question): Asked<Question>,
) -> Result<Json<Probe>> {
    let game = game_in_field(&question.game)?;
    let visitor = seeker.about(&app, game).await?;
    let position = match &question.position {
        None => game.start(),
        Some(text) => game
            .parse_position(text)
            .map_err(|error| Failure::BadRequest(format!("position: {error}")))?,
    };
    let known = app.services.analysis.known(visitor.fair(), &position).await?;
    Ok(Json(Probe::of(&position, &known).ok_or(ServiceError::NotInTables)?))
}
