//! Tunes the weights of the morris evaluation by self-play.
//!
//! The engine plays itself from random openings. Every position on the way is a training example:
//! the features that the evaluation sees, and how well the game went from there, partly by the
//! result and partly by the search's score. Gradient descent then finds the weights whose
//! evaluation predicts that best, and the program prints them as the text of
//! `src/morris/weights.rs`.
//!
//! ```text
//! cargo run --release -p merels-engine --example tune -- nine 5000 2000 1 > weights.rs
//! ```
//!
//! The arguments are the game, the number of games, the positions searched per move, and the seed
//! of the openings.

use std::sync::atomic::AtomicBool;

use merels_engine::morris::{CONTEXTS, FEATURES, side_features};
use merels_engine::{Engine, EngineOptions, Limits};
use merels_rules::{AnyPosition, Game, GameId, SplitMix};

const WEIGHTS: usize = 2 * CONTEXTS * FEATURES;

/// The weight of the game's result in the target; the rest is the score of the search.
const RESULT_SHARE: f64 = 0.6;

/// An advantage of this many hundredths of a man wins about three games out of four.
const SCALE: f64 = 150.0;

/// Openings are random for up to this many plies; later moves are random now and then.
const OPENING: usize = 12;
const SURPRISES: usize = 30;

const EPOCHS: usize = 400;
const STEP: f64 = 1.0;
/// The weight decay, which pulls weights without evidence towards 0.
const DECAY: f64 = 1e-7;

/// Indices of the weights that matter, and the features they multiply.
type Terms = Vec<(u16, f32)>;

/// The features of a position and its value to the side to move.
struct Sample {
    terms: Terms,
    target: f64,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, games, nodes, seed] = arguments.as_slice() else {
        eprintln!("tune GAME GAMES NODES SEED");
        std::process::exit(2);
    };
    let read = |text: &String| text.parse::<u64>().expect("a number is wanted");
    let game: GameId = game.parse().expect("a game is wanted");
    let mut random = SplitMix::new(read(seed));
    let mut samples = Vec::new();
    let mut engine = Engine::new(EngineOptions { hash_mib: 2, ..EngineOptions::default() });
    for number in 0..read(games) {
        engine.new_game();
        add_samples_of_game(game, read(nodes), &mut engine, &mut random, &mut samples);
        if (number + 1) % 500 == 0 {
            eprintln!("{} games, {} samples", number + 1, samples.len());
        }
    }
    let weights = fit(&samples);
    print_weights(&weights);
}

/// Plays one game and adds its training examples.
fn add_samples_of_game(
    game: GameId,
    nodes: u64,
    engine: &mut Engine,
    random: &mut SplitMix,
    samples: &mut Vec<Sample>,
) {
    let mut played = Game::new(game.start());
    let opening = random.below(OPENING + 1);
    let mut met = Vec::new();
    let stop = AtomicBool::new(false);
    while played.outcome().is_none() {
        let moves = played.legal_moves();
        let mv = if played.ply() < opening || random.below(SURPRISES) == 0 {
            moves[random.below(moves.len())]
        } else {
            let report = engine.search(&played, &Limits::nodes(nodes), &stop, &mut |_| {});
            let report = report.expect("the game is not over");
            if let AnyPosition::Morris(position) = played.position()
                && let Some(terms) = terms(position)
            {
                met.push((played.side(), terms, f64::from(report.info.score.hundredths())));
            }
            report.best
        };
        played.play(mv).expect("chosen moves are legal");
    }
    let winner = played.outcome().and_then(|outcome| outcome.winner());
    for (side, terms, score) in met {
        let result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
        let target = RESULT_SHARE * result + (1.0 - RESULT_SHARE) * chance(score);
        samples.push(Sample { terms, target });
    }
}

/// The features that the evaluation sees, as indices into the list of weights and factors.
fn terms(position: &merels_rules::morris::MorrisPosition) -> Option<Terms> {
    let sides = side_features(position)?;
    let mut terms = Vec::new();
    for (waits, side) in sides.iter().enumerate() {
        let sign = if waits == 0 { 1.0 } else { -1.0 };
        let base = (waits * CONTEXTS + side.context as usize) * FEATURES;
        for (i, feature) in side.features.iter().enumerate().filter(|(_, f)| **f != 0) {
            terms.push(((base + i) as u16, sign * *feature as f32));
        }
    }
    Some(terms)
}

/// The expected result of a game at this score.
fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

/// The weights that predict the targets best, by gradient descent with adaptive steps (Adam).
fn fit(samples: &[Sample]) -> Vec<f64> {
    let mut weights = vec![0.0; WEIGHTS];
    let (mut mean, mut square) = (vec![0.0; WEIGHTS], vec![0.0; WEIGHTS]);
    for epoch in 1..=EPOCHS {
        let mut gradient = vec![0.0; WEIGHTS];
        let mut error = 0.0;
        for sample in samples {
            let score: f64 =
                sample.terms.iter().map(|(i, f)| weights[*i as usize] * f64::from(*f)).sum();
            let miss = chance(score) - sample.target;
            error += miss * miss;
            for (i, factor) in &sample.terms {
                gradient[*i as usize] += miss * f64::from(*factor);
            }
        }
        for i in 0..WEIGHTS {
            let slope = gradient[i] / samples.len() as f64 + DECAY * weights[i];
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.999 * square[i] + 0.001 * slope * slope;
            let mean = mean[i] / (1.0 - 0.9_f64.powi(epoch as i32));
            let square = square[i] / (1.0 - 0.999_f64.powi(epoch as i32));
            weights[i] -= STEP * mean / (square.sqrt() + 1e-9);
        }
        if epoch % 50 == 0 {
            eprintln!("epoch {epoch}: error {:.6}", error / samples.len() as f64);
        }
    }
    weights
}

fn print_weights(weights: &[f64]) {
    println!("//! The weights of a side's features. Made by the tuning program.\n");
    println!("use super::features::{{CONTEXTS, FEATURES}};\n");
    println!("/// The weights of a side: those of the side to move, then those of the other side.");
    println!("pub(super) type Weights = [[[i32; FEATURES]; CONTEXTS]; 2];\n");
    println!("pub(super) static WEIGHTS: Weights = [");
    for half in weights.chunks(CONTEXTS * FEATURES) {
        println!("    [");
        for row in half.chunks(FEATURES) {
            let numbers: Vec<String> = row.iter().map(|weight| format!("{weight:.0}")).collect();
            println!("        [{}],", numbers.join(", ").replace("-0,", "0,"));
        }
        println!("    ],");
    }
    println!("];");
}
