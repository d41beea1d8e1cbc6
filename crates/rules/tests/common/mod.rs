//! Helpers shared by the test files.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs;
use std::path::PathBuf;

use merels_rules::{AnyPosition, Game, GameId, SplitMix};

pub(crate) fn data_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The lines of a data file without comments and empty lines.
pub(crate) fn data_lines(name: &str) -> Vec<String> {
    let text = fs::read_to_string(data_path(name)).expect(name);
    let wanted = |line: &&str| !line.is_empty() && !line.starts_with('#');
    text.lines().filter(wanted).map(String::from).collect()
}

pub(crate) fn game(id: &str) -> GameId {
    id.parse().expect("data files name games that exist")
}

/// A random game of at most `plies` plies.
pub(crate) fn random_game(start: AnyPosition, seed: u64, plies: usize) -> Game<AnyPosition> {
    let mut random = SplitMix::new(seed);
    let mut game = Game::new(start);
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]).expect("listed moves are legal");
    }
    game
}
