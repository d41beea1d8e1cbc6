//! The rules, the engine and the tables for Python, in the manner of python-chess.
//!
//! This crate translates and nothing more: texts and numbers come in, the libraries decide, their
//! reasons go out as exceptions.

mod actions;
mod batch;
mod board;
mod engine;
mod observation;
mod record;
mod tables;

use merels_rules::GameId;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(merels, IllegalMoveError, PyValueError, "A move that the rules forbid.");

/// What the libraries say is wrong, as Python hears it.
fn wrong(reason: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

fn game_named(name: &str) -> PyResult<GameId> {
    name.parse().map_err(wrong)
}

/// The names of the games.
#[pyfunction]
fn games() -> Vec<String> {
    GameId::ALL.iter().map(ToString::to_string).collect()
}

#[pymodule]
mod _merels {
    #[pymodule_export]
    use super::IllegalMoveError;
    #[pymodule_export]
    use super::batch::{RandomGames, random_games};
    #[pymodule_export]
    use super::board::{Board, Outcome};
    #[pymodule_export]
    use super::engine::{Engine, PlayResult};
    #[pymodule_export]
    use super::games;
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::tables::{Tables, Value};
}
