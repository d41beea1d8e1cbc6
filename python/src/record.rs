//! Games as text, in the manner of PGN.

use pyo3::prelude::*;

use crate::board::Board;
use crate::wrong;

/// A game with its players and its date.
#[pyclass(module = "merels", skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct Record(merels_rules::Record);

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (board, *, white = None, black = None, date = None))]
    fn new(
        board: &Board,
        white: Option<String>,
        black: Option<String>,
        date: Option<String>,
    ) -> PyResult<Record> {
        let mut record = merels_rules::Record::new(board.game.clone());
        record.white = white.unwrap_or(record.white);
        record.black = black.unwrap_or(record.black);
        record.date = date.unwrap_or(record.date);
        // A date that could not be read again is refused here.
        merels_rules::Record::parse(&record.to_string()).map_err(wrong)?;
        Ok(Record(record))
    }

    /// Reads the one game of a text.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Record> {
        merels_rules::Record::parse(text).map(Record).map_err(wrong)
    }

    /// Reads all games of a text.
    #[staticmethod]
    fn parse_all(text: &str) -> PyResult<Vec<Record>> {
        let records = merels_rules::Record::parse_all(text).map_err(wrong)?;
        Ok(records.into_iter().map(Record).collect())
    }

    #[getter]
    fn white(&self) -> &str {
        &self.0.white
    }

    #[getter]
    fn black(&self) -> &str {
        &self.0.black
    }

    #[getter]
    fn date(&self) -> &str {
        &self.0.date
    }

    /// The board at the end of the game, with all its moves.
    fn board(&self) -> Board {
        Board { game: self.0.game.clone() }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Record {} - {}, {} plies>", self.0.white, self.0.black, self.0.game.ply())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Record>().is_ok_and(|other| other.borrow().0 == self.0)
    }
}
