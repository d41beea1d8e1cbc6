//! A game as it stands, with its history.

use merels_rules::{AnyMove, AnyPosition, Coordinates, Game, Position, Side, Spot, perft};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::{IllegalMoveError, actions, game_named, observation, wrong};

/// OpenSpiel's name for the player of a finished game.
const TERMINAL_PLAYER: i32 = -4;

/// A game as it stands: position, history, draws by repetition. Moves are texts such as `d6`,
/// `d6-d5` and `d6-d5xa1`; colours are True for White and False for Black.
#[pyclass(module = "merels", skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) game: Game<AnyPosition>,
}

/// How a game ended.
#[pyclass(module = "merels", frozen, skip_from_py_object, get_all, eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// True for White, False for Black, None for a draw.
    winner: Option<bool>,
    /// Why, as in records: `reduced`, `blocked`, `repetition` and so on.
    termination: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    result: String,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("<Outcome {} by {}>", self.result, self.termination)
    }
}

impl Board {
    fn parse(&self, mv: &str) -> PyResult<AnyMove> {
        self.game.position().parse_move_as(mv, Coordinates::NamesOrNumbers).map_err(wrong)
    }

    fn play(&mut self, mv: AnyMove) -> PyResult<()> {
        self.game.play(mv).map_err(|illegal| IllegalMoveError::new_err(illegal.to_string()))
    }

    fn text(&self, ply: usize, mv: AnyMove) -> String {
        self.game.positions()[ply].move_text(mv)
    }
}

pub(crate) const fn side_of(color: bool) -> Side {
    if color { Side::White } else { Side::Black }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (game = "nine", fen = None, *, automatic_draws = true))]
    fn new(game: &str, fen: Option<&str>, automatic_draws: bool) -> PyResult<Board> {
        let game = game_named(game)?;
        let start = match fen {
            Some(text) => game.parse_position(text).map_err(wrong)?,
            None => game.start(),
        };
        Ok(Board { game: Game::new(start.with_automatic_draws(automatic_draws)) })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> String {
        self.game.position().game().to_string()
    }

    /// Who is to move: True for White.
    #[getter]
    fn turn(&self) -> bool {
        self.game.side() == Side::White
    }

    /// The position as text.
    fn fen(&self) -> String {
        self.game.position().to_string()
    }

    /// How many plies were played.
    fn ply(&self) -> usize {
        self.game.ply()
    }

    /// All legal moves in canonical order; none when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        let position = self.game.position();
        self.game.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect()
    }

    /// The moves played so far.
    #[getter]
    fn move_stack(&self) -> Vec<String> {
        let moves = self.game.moves().iter().enumerate();
        moves.map(|(ply, mv)| self.text(ply, *mv)).collect()
    }

    /// Whether a move is legal; a text that is no move at all is a ValueError.
    fn is_legal(&self, mv: &str) -> PyResult<bool> {
        Ok(self.game.check(self.parse(mv)?).is_ok())
    }

    /// Plays a move.
    fn push(&mut self, mv: &str) -> PyResult<()> {
        let mv = self.parse(mv)?;
        self.play(mv)
    }

    /// Takes the last move back and gives it.
    fn pop(&mut self) -> PyResult<String> {
        let last = self.game.undo();
        let mv = last.ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        Ok(self.game.position().move_text(mv))
    }

    /// The last move.
    fn peek(&self) -> PyResult<String> {
        let last = self.game.moves().last();
        let mv = last.ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        Ok(self.text(self.game.ply() - 1, *mv))
    }

    /// How the game ended, or None.
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().map(|outcome| Outcome {
            winner: outcome.winner().map(|side| side == Side::White),
            termination: outcome.termination().to_string(),
            result: outcome.result().to_string(),
        })
    }

    fn is_game_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    fn result(&self) -> String {
        self.game.outcome().map_or("*", merels_rules::Outcome::result).to_string()
    }

    /// A side gives up: by default the one to move.
    #[pyo3(signature = (color = None))]
    fn resign(&mut self, color: Option<bool>) {
        self.game.resign(color.map_or(self.game.side(), side_of));
    }

    /// The sides agree to a draw.
    fn agree_draw(&mut self) {
        self.game.agree_draw();
    }

    /// A board of its own in the same state.
    fn copy(&self) -> Board {
        self.clone()
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    /// The names of all points or squares.
    #[getter]
    fn spots(&self) -> Vec<String> {
        let position = self.game.position();
        (0..position.spot_count() as u16).map(|spot| position.spot_name(Spot(spot))).collect()
    }

    /// Whose man stands where. In Nimble every pawn is the mover's.
    fn piece_map(&self) -> std::collections::BTreeMap<String, bool> {
        let position = self.game.position();
        let spots = (0..position.spot_count() as u16).map(Spot);
        let owned = spots.filter_map(|spot| Some((spot, position.owner_at(spot)?)));
        owned.map(|(spot, side)| (position.spot_name(spot), side == Side::White)).collect()
    }

    /// The men in a side's hand.
    fn hand(&self, color: bool) -> usize {
        match self.game.position() {
            AnyPosition::Morris(position) => position.hand(side_of(color)),
            _ => 0,
        }
    }

    /// The number of move sequences of this many plies.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| match self.game.position() {
            AnyPosition::Morris(position) => perft(position, depth),
            AnyPosition::MingMang(position) => perft(position, depth),
            AnyPosition::Nimble(position) => perft(position, depth),
        })
    }

    /// How many action numbers the game has.
    #[getter]
    fn num_actions(&self) -> usize {
        actions::count(self.game.position())
    }

    /// The numbers of the legal moves, ascending.
    fn legal_actions(&self) -> Vec<usize> {
        let position = self.game.position();
        let moves = self.game.legal_moves().into_iter();
        let mut numbers: Vec<usize> = moves.map(|mv| actions::number(position, mv)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// A byte for each action number: 1 for legal moves.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut mask = vec![0; self.num_actions()];
        for number in self.legal_actions() {
            mask[number] = 1;
        }
        PyBytes::new(py, &mask)
    }

    /// The text of a move from its number.
    fn action_to_move(&self, action: usize) -> PyResult<String> {
        let position = self.game.position();
        let mv = actions::numbered(position, action);
        let mv = mv.ok_or_else(|| wrong(format!("there is no action {action}")))?;
        Ok(position.move_text(mv))
    }

    /// The number of a move.
    fn move_to_action(&self, mv: &str) -> PyResult<usize> {
        Ok(actions::number(self.game.position(), self.parse(mv)?))
    }

    /// Plays the move of a number.
    fn push_action(&mut self, action: usize) -> PyResult<()> {
        let mv = actions::numbered(self.game.position(), action);
        let mv = mv.ok_or_else(|| wrong(format!("there is no action {action}")))?;
        self.play(mv)
    }

    /// 0 for White, 1 for Black, -4 when the game is over.
    fn current_player(&self) -> i32 {
        match self.game.outcome() {
            Some(_) => TERMINAL_PLAYER,
            None => self.game.side().index() as i32,
        }
    }

    /// 1 for the winner, -1 for the loser, else 0: White's, then Black's.
    fn returns(&self) -> [f64; 2] {
        match self.game.outcome().and_then(|outcome| outcome.winner()) {
            Some(Side::White) => [1.0, -1.0],
            Some(Side::Black) => [-1.0, 1.0],
            None => [0.0, 0.0],
        }
    }

    /// The position as numbers from 0 to 1, seen by a side: by default the one to move.
    #[pyo3(signature = (color = None))]
    fn observation(&self, color: Option<bool>) -> Vec<f32> {
        let side = color.map_or(self.game.side(), side_of);
        observation::observe(self.game.position(), side)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Board>().is_ok_and(|other| other.borrow().game == self.game)
    }

    fn __str__(&self) -> String {
        self.fen()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.game(), self.fen())
    }

    /// Boards travel between processes as their records.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        let text = merels_rules::Record::new(self.game.clone()).to_string();
        let class: Bound<'_, PyType> = py.get_type::<Board>();
        Ok((class.getattr("_of_record")?.unbind(), (text,)))
    }

    #[staticmethod]
    fn _of_record(text: &str) -> PyResult<Board> {
        let record = merels_rules::Record::parse(text).map_err(wrong)?;
        Ok(Board { game: record.game })
    }
}
