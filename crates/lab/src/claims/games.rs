//! Moves out of games between levels 1 to 6, with what the coach says of them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use merels_engine::{Claim, Engine, EngineOptions, Judge, Level, Limits, Oracle};
use merels_rules::morris::{MorrisPosition, Move, Variant};
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Position, SplitMix, Value, Wdl};
use rayon::prelude::*;

use super::report::{Report, Told};

/// Games go on for at most this many plies, before a draw by quiet plies can be near.
const PLIES: usize = 80;

/// The strongest level that plays.
const LEVELS: usize = 6;

/// The games of a batch; each batch has a seed of its own, so the number of threads does not matter.
const GAMES: u64 = 4;

/// The batches between two looks at how much there is.
const BATCHES: u64 = 64;

/// The numbers of mistakes, and of moves that keep the value, to check.
#[derive(Copy, Clone, Debug)]
pub struct Asked {
    pub mistakes: usize,
    pub good: usize,
    pub seed: u64,
}

/// Plays games and checks every claim about their moves against exact values.
pub fn check_games(
    variant: Variant,
    oracle: &Arc<dyn Oracle>,
    asked: Asked,
    note: &dyn Fn(&str),
) -> Report {
    let mut report = Report::new(asked);
    let mut batch = 0;
    while !report.is_full() {
        let batches = (batch..batch + BATCHES).into_par_iter();
        let told: Vec<Told> =
            batches.flat_map_iter(|batch| games(variant, oracle, asked.seed, batch)).collect();
        told.into_iter().for_each(|told| report.add(told));
        batch += BATCHES;
        note(&report.progress());
    }
    report
}

fn games(variant: Variant, oracle: &Arc<dyn Oracle>, seed: u64, batch: u64) -> Vec<Told> {
    let mut random = SplitMix::new(seed.rotate_left(32) ^ batch);
    let mut judge = Judge::for_review(Some(Arc::clone(oracle)));
    (0..GAMES)
        .flat_map(|_| {
            let game = play(variant, &mut random);
            told(&game, &mut judge, &**oracle, &mut random)
        })
        .collect()
}

/// A game between two levels.
fn play(variant: Variant, random: &mut SplitMix) -> Game<AnyPosition> {
    let mut game = Game::new(GameId::Morris(variant).start());
    let mut engines = [0, 1].map(|_| {
        let level = Level::numbered(1 + random.below(LEVELS) as u8).unwrap_or(Level::USUAL);
        let seed = Some(random.next_u64());
        Engine::new(EngineOptions { hash_mib: 1, level, seed, ..EngineOptions::default() })
    });
    while game.outcome().is_none() && game.ply() < PLIES {
        let engine = &mut engines[game.side().index()];
        let stop = AtomicBool::new(false);
        let report = engine.search(&game, &Limits::default(), &stop, &mut |_| {});
        let Some(report) = report.filter(|report| game.play(report.best).is_ok()) else { break };
        drop(report);
    }
    game
}

/// The coach's words on all mistakes of a game, and on as many other moves.
fn told(
    game: &Game<AnyPosition>,
    judge: &mut Judge,
    oracle: &dyn Oracle,
    random: &mut SplitMix,
) -> Vec<Told> {
    let mut plies: Vec<usize> = (0..game.ply()).collect();
    random.shuffle(&mut plies);
    let (mistakes, others): (Vec<usize>, Vec<usize>) =
        plies.into_iter().partition(|ply| is_mistake(game, *ply, oracle));
    let others = others.into_iter().take(mistakes.len().max(1));
    let mistakes = mistakes.iter().map(|ply| (*ply, true));
    let chosen: Vec<(usize, bool)> =
        mistakes.clone().chain(others.map(|ply| (ply, false))).collect();
    chosen
        .into_iter()
        .filter_map(|(ply, mistake)| of_move(game, ply, mistake, judge, oracle))
        .collect()
}

fn of_move(
    game: &Game<AnyPosition>,
    ply: usize,
    is_mistake: bool,
    judge: &mut Judge,
    oracle: &dyn Oracle,
) -> Option<Told> {
    let (before, mv) = turn(game, ply)?;
    let mut then = Game::new(game.start().clone());
    game.moves()[..ply].iter().for_each(|mv| then.play_unchecked(*mv));
    let judgement = judge.judge(&then);
    let claims = judge.claims(&then, AnyMove::Morris(mv), &judgement);
    let loses_in = match worth(&before.after_unchecked(mv), oracle)?.before_move() {
        Value::Loss(plies) => Some(plies),
        _ => None,
    };
    let text = format!("{before} {}", before.move_text(mv));
    let faults = claims.iter().filter_map(|claim| {
        let fault = super::check(oracle, &before, mv, claim).err()?;
        Some(format!("{text}: {claim:?}: {fault}"))
    });
    let faults = faults.collect();
    let kinds = claims.iter().map(Claim::kind).collect();
    Some(Told { text, is_mistake, loses_in, kinds, faults })
}

fn turn(game: &Game<AnyPosition>, ply: usize) -> Option<(MorrisPosition, Move)> {
    match (&game.positions()[ply], game.moves()[ply]) {
        (AnyPosition::Morris(before), AnyMove::Morris(mv)) => Some((*before, mv)),
        _ => None,
    }
}

fn is_mistake(game: &Game<AnyPosition>, ply: usize, oracle: &dyn Oracle) -> bool {
    let values = turn(game, ply).and_then(|(before, mv)| {
        let played = worth(&before.after_unchecked(mv), oracle)?.before_move();
        Some((worth(&before, oracle)?, played))
    });
    values.is_some_and(|(best, played)| Wdl::from(played) < Wdl::from(best))
}

/// The value for the side to move.
fn worth(position: &MorrisPosition, oracle: &dyn Oracle) -> Option<Value> {
    let position = position.with_automatic_draws(false);
    match position.outcome() {
        Some(outcome) => Some(Value::of_outcome(outcome, position.side())),
        None => oracle.value(&position),
    }
}
