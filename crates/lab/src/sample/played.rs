//! Positions that games lead to, and some beside the way: what a search meets.

use std::sync::atomic::AtomicBool;

use merels_engine::{Engine, EngineOptions, Evaluation, Limits, OpeningsChoice};
use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Position, SplitMix};
use rayon::prelude::*;

/// Games go on for at most this many plies: most of what comes later is the same again.
const PLIES: usize = 60;

/// Random plies that a game may begin with.
const OPENING: usize = 9;

/// The positions beside the way that are taken for each on it.
const BESIDE: usize = 3;

/// Of how many visited positions each move is thought out, and how many of a hundred moves are random.
const STRENGTHS: [(u64, usize); 6] =
    [(30, 40), (100, 15), (300, 10), (1_000, 10), (1_000, 3), (3_000, 5)];

/// The games of a batch; each batch has a seed of its own, so that the number of threads does not
/// matter.
const GAMES: u64 = 32;

/// At least `count` positions, unless a game has hardly any.
pub(crate) fn positions(variant: Variant, count: u64, seed: u64) -> Vec<MorrisPosition> {
    let mut found = Vec::new();
    let mut batch = 0;
    while (found.len() as u64) < count {
        // As many batches at once as are surely needed, so that the result is the same everywhere.
        let missing = count - found.len() as u64;
        let batches = missing.div_ceil(GAMES * PLIES as u64 * (1 + BESIDE as u64));
        found.par_extend(
            (batch..batch + batches)
                .into_par_iter()
                .flat_map_iter(|batch| games(variant, seed, batch)),
        );
        batch += batches;
    }
    found
}

fn games(variant: Variant, seed: u64, batch: u64) -> Vec<MorrisPosition> {
    let mut random = SplitMix::new(seed.rotate_left(32) ^ batch);
    // By hand-made rules alone, so that lessons do not depend on what was taught with earlier ones.
    let options = EngineOptions {
        hash_mib: 1,
        seed: Some(batch),
        evaluation: Evaluation::Handcrafted,
        openings: OpeningsChoice::None,
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(options);
    let mut found = Vec::new();
    for _ in 0..GAMES {
        engine.new_game();
        play(variant, &mut engine, &mut random, &mut found);
    }
    found
}

/// Plays one game and adds what it passes.
fn play(
    variant: Variant,
    engine: &mut Engine,
    random: &mut SplitMix,
    found: &mut Vec<MorrisPosition>,
) {
    let mut game = Game::new(GameId::Morris(variant).start());
    let opening = random.below(OPENING);
    let strengths = [0, 1].map(|_| STRENGTHS[random.below(STRENGTHS.len())]);
    while game.outcome().is_none() && game.ply() < PLIES {
        let moves = game.legal_moves();
        let any = |random: &mut SplitMix| moves[random.below(moves.len())];
        if game.ply() >= opening {
            add(&game, found);
            for _ in 0..BESIDE {
                add_after(&game, any(random), found);
            }
        }
        let (nodes, careless) = strengths[game.side().index()];
        let mv = if game.ply() < opening || random.below(100) < careless {
            any(random)
        } else {
            let stop = AtomicBool::new(false);
            match engine.search(&game, &Limits::nodes(nodes), &stop, &mut |_| {}) {
                Some(report) => report.best,
                None => return,
            }
        };
        if game.play(mv).is_err() {
            return;
        }
    }
}

fn add(game: &Game<AnyPosition>, found: &mut Vec<MorrisPosition>) {
    if let AnyPosition::Morris(position) = game.position() {
        found.push(*position);
    }
}

fn add_after(game: &Game<AnyPosition>, mv: AnyMove, found: &mut Vec<MorrisPosition>) {
    if let (AnyPosition::Morris(position), AnyMove::Morris(mv)) = (game.position(), mv) {
        found.push(position.after_unchecked(mv));
    }
}
