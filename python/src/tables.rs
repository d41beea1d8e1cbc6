//! The perfect tables.

use std::path::{Path, PathBuf};

use merels_engine::Oracle;
use merels_rules::morris::MorrisPosition;
use merels_rules::{AnyMove, AnyPosition, GameId, Position};
use pyo3::prelude::*;

use crate::board::Board;
use crate::{game_named, wrong};

/// What a position is worth to the side to move under best play.
#[pyclass(module = "merels", frozen, skip_from_py_object, eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Value(merels_rules::Value);

#[pymethods]
impl Value {
    /// `win`, `draw` or `loss`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.word()
    }

    /// Plies to the end; None for a draw.
    #[getter]
    fn plies(&self) -> Option<u16> {
        self.0.plies()
    }

    /// Whether it may take more plies: the tables count no further.
    #[getter]
    fn at_least(&self) -> bool {
        self.0.is_at_least()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Value {}>", self.0)
    }
}

/// The perfect tables of one morris game.
#[pyclass(module = "merels", frozen)]
pub(crate) struct Tables(pub(crate) merels_tables::Tables);

/// Opens the tables of a game in the folder of all tables.
pub(crate) fn open(folder: &Path, game: GameId) -> PyResult<merels_tables::Tables> {
    let GameId::Morris(variant) = game else {
        return Err(wrong(format!("there are no tables of {game}")));
    };
    let tables = merels_tables::Tables::new(folder, variant);
    let complete = tables.value(&MorrisPosition::start(variant)).map_err(wrong)?.is_some();
    if !complete {
        let folder = folder.display();
        return Err(wrong(format!("the tables of {game} in {folder} are not complete")));
    }
    Ok(tables)
}

impl Tables {
    fn position(&self, board: &Board) -> PyResult<MorrisPosition> {
        match board.game.position() {
            AnyPosition::Morris(position) if position.variant() == self.0.variant() => {
                Ok((*position).with_automatic_draws(false))
            }
            other => Err(wrong(format!("these are not the tables of {}", other.game()))),
        }
    }
}

#[pymethods]
impl Tables {
    #[new]
    fn new(folder: PathBuf, game: &str) -> PyResult<Tables> {
        Ok(Tables(open(&folder, game_named(game)?)?))
    }

    /// The value of a position for the side to move; None if the tables do not reach it.
    fn probe(&self, board: &Board) -> PyResult<Option<Value>> {
        let position = self.position(board)?;
        Ok(self.0.value(&position).map_err(wrong)?.map(Value))
    }

    /// All moves with what each is worth to the side that makes it, best first; None if the tables
    /// do not reach them all.
    fn probe_moves(&self, board: &Board) -> PyResult<Option<Vec<(String, Value)>>> {
        let position = self.position(board)?;
        let moves = self.0.moves(&position).map_err(wrong)?;
        let text = |mv| board.game.position().move_text(AnyMove::Morris(mv));
        let named =
            |moves: Vec<_>| moves.into_iter().map(|(mv, value)| (text(mv), Value(value))).collect();
        Ok(moves.map(named))
    }
}

/// The tables as the engine asks them; a damaged file counts as unknown.
impl Oracle for Tables {
    fn value(&self, position: &MorrisPosition) -> Option<merels_rules::Value> {
        (position.variant() == self.0.variant()).then(|| self.0.value(position).ok()?)?
    }
}
