//! Many random games at once.

use merels_rules::morris::MorrisPosition;
use merels_rules::{AnyMove, AnyPosition, Game, Outcome, Position, Repetition, Side, SplitMix};
use pyo3::prelude::*;

use crate::{actions, game_named, wrong};

/// The games of a batch, one entry each.
#[pyclass(module = "merels", frozen, get_all)]
pub(crate) struct RandomGames {
    /// 1 where White won, -1 where Black won, 0 for a draw.
    results: Vec<i8>,
    /// How long each game was.
    plies: Vec<u32>,
    /// The action numbers of each game, if they were asked for.
    actions: Option<Vec<Vec<usize>>>,
}

/// A random game without end is drawn here: only games without automatic draws come so far.
const MOST_PLIES: usize = 10_000;

/// Plays uniformly random games to their end, the same for the same seed.
#[pyfunction]
#[pyo3(signature = (game, count, *, seed = 0, fen = None, actions = false))]
pub(crate) fn random_games(
    py: Python<'_>,
    game: &str,
    count: usize,
    seed: u64,
    fen: Option<&str>,
    actions: bool,
) -> PyResult<RandomGames> {
    let game = game_named(game)?;
    let start = match fen {
        Some(text) => game.parse_position(text).map_err(wrong)?,
        None => game.start(),
    };
    Ok(py.detach(|| {
        let mut batch = Batch::new(count, seed, actions);
        for _ in 0..count {
            batch.play(&start);
        }
        batch.games
    }))
}

struct Batch {
    random: SplitMix,
    games: RandomGames,
    /// Of the game being played.
    hashes: Vec<u64>,
    moves: Vec<AnyMove>,
}

impl Batch {
    fn new(count: usize, seed: u64, actions: bool) -> Batch {
        let games = RandomGames {
            results: Vec::with_capacity(count),
            plies: Vec::with_capacity(count),
            actions: actions.then(|| Vec::with_capacity(count)),
        };
        let (hashes, moves) = (Vec::new(), Vec::new());
        Batch { random: SplitMix::new(seed), games, hashes, moves }
    }

    fn play(&mut self, start: &AnyPosition) {
        self.moves.clear();
        let (outcome, plies) = match start {
            AnyPosition::Morris(start) => self.play_morris(*start),
            start => self.play_any(start),
        };
        let result = match outcome.and_then(Outcome::winner) {
            Some(Side::White) => 1,
            Some(Side::Black) => -1,
            None => 0,
        };
        self.games.results.push(result);
        self.games.plies.push(plies as u32);
        if let Some(actions) = &mut self.games.actions {
            actions.push(self.moves.iter().map(|mv| actions::number(start, *mv)).collect());
        }
    }

    /// The quick way: no list of moves, and no history but hashes.
    fn play_morris(&mut self, start: MorrisPosition) -> (Option<Outcome>, usize) {
        let mut position = start;
        let keeps_moves = self.games.actions.is_some();
        self.hashes.clear();
        self.hashes.push(Position::hash(&position));
        let mut plies = 0;
        while plies < MOST_PLIES && !self.came_thrice(&position) {
            let Some(mv) = position.random_move(&mut self.random) else { break };
            if keeps_moves {
                self.moves.push(AnyMove::Morris(mv));
            }
            position.play_unchecked(mv);
            self.hashes.push(Position::hash(&position));
            plies += 1;
        }
        (position.outcome(), plies)
    }

    fn came_thrice(&self, position: &MorrisPosition) -> bool {
        let back = position.reversible_plies();
        // The third time lies at least eight plies after the first.
        if back < 8 || position.repetition() != Repetition::ThirdDraws {
            return false;
        }
        let (last, earlier) = (self.hashes[self.hashes.len() - 1], &self.hashes);
        let since = earlier.len().saturating_sub(back + 1);
        earlier[since..earlier.len() - 1].iter().filter(|hash| **hash == last).count() >= 2
    }

    fn play_any(&mut self, start: &AnyPosition) -> (Option<Outcome>, usize) {
        let mut game = Game::new(start.clone());
        while game.ply() < MOST_PLIES {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[self.random.below(moves.len())];
            if self.games.actions.is_some() {
                self.moves.push(mv);
            }
            game.play(mv).expect("listed moves are legal");
        }
        (game.outcome(), game.ply())
    }
}
