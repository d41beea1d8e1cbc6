//! Compares the search with plain minimax, which is too simple to be wrong.

use std::sync::atomic::AtomicBool;

use merels_rules::mingmang::MingMangPosition;
use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{Position, SplitMix};

use super::node::outcome_value;
use super::{RepetitionStack, SearchOptions, SearchSetup, Searcher};
use crate::deadline::Deadline;
use crate::evaluate::Evaluate;
use crate::limits::Limits;
use crate::score::{WIN, WIN_BOUND};
use crate::stopwatch::{Stopwatch, system_clock};
use crate::transposition::TranspositionTable;

const PLAIN: SearchOptions = SearchOptions { table: false, selective: false, contempt: 0 };
const WITH_TABLE: SearchOptions = SearchOptions { table: true, ..PLAIN };

fn minimax<P: Evaluate>(position: &P, depth: u32, ply: usize, stack: &mut RepetitionStack) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome_value(outcome, position.side(), ply, 0);
    }
    if ply > 0 && stack.is_drawn(position.reversible_plies()) {
        return 0;
    }
    if depth == 0 {
        return position.evaluate();
    }
    let mut best = ply as i32 - WIN;
    for mv in position.legal_moves() {
        let next = position.after_unchecked(mv);
        stack.push(&next);
        if !stack.is_forbidden() {
            best = best.max(-minimax(&next, depth - 1, ply + 1, stack));
        }
        stack.pop();
    }
    best
}

fn searched<P: Evaluate>(
    position: &P,
    depth: u32,
    search: SearchOptions,
    table: &TranspositionTable,
) -> i32 {
    let stop = AtomicBool::new(false);
    let deadline = Deadline::start(Stopwatch::start(system_clock), &Limits::depth(depth), &stop);
    let stack = RepetitionStack::of(std::slice::from_ref(position));
    let setup = SearchSetup {
        options: search,
        oracle: None,
        converts: false,
        attention: None,
        network: None,
        margin: 0,
    };
    let mut searcher = Searcher::new(&deadline, table, &setup, stack);
    searcher.deepen(position, &position.legal_moves(), depth, 0, &mut |_| {}).best.value
}

/// A position after some random moves from the start, with the game not over.
fn random_position<P: Position>(start: &P, random: &mut SplitMix, plies: usize) -> P {
    let mut position = start.clone();
    for _ in 0..random.below(plies) {
        let moves = position.legal_moves();
        let next = position.after_unchecked(moves[random.below(moves.len())]);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

fn assert_same_as_minimax<P: Evaluate>(start: &P, count: usize, plies: usize, depth: u32) {
    let mut random = SplitMix::new(3);
    for _ in 0..count {
        let position = random_position(start, &mut random, plies);
        let stack = &mut RepetitionStack::of(std::slice::from_ref(&position));
        let expected = minimax(&position, depth, 0, stack);
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(searched(&position, depth, PLAIN, &table), expected, "plain: {position}");
        assert_eq!(searched(&position, depth, WITH_TABLE, &table), expected, "table: {position}");
    }
}

#[test]
fn search_is_minimax_in_the_morris_family() {
    for variant in Variant::LISTED {
        let start = MorrisPosition::start(variant);
        assert_same_as_minimax(&start, 300, 60, 2);
        assert_same_as_minimax(&start, 60, 80, 3);
    }
}

#[test]
fn search_is_minimax_in_ming_mang() {
    for no_repeat in [false, true] {
        for (size, count) in [(3, 300), (4, 100), (6, 20)] {
            let start = MingMangPosition::start(size, no_repeat).unwrap();
            assert_same_as_minimax(&start, count, 40, 2);
            assert_same_as_minimax(&start, count / 5, 40, 3);
        }
    }
}

#[test]
fn candidates_are_the_moves_within_the_margin() {
    let mut random = SplitMix::new(5);
    let start = MorrisPosition::start(Variant::NINE);
    let mut several = 0;
    for _ in 0..100 {
        let position = random_position(&start, &mut random, 60);
        let stack = &mut RepetitionStack::of(&[position]);
        let values: Vec<i32> = position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let next = position.play(mv).unwrap();
                stack.push(&next);
                let value = -minimax(&next, 1, 1, stack);
                stack.pop();
                value
            })
            .collect();
        let best = *values.iter().max().unwrap();
        let expected = values.iter().filter(|value| **value > best - 20).count();
        let stop = AtomicBool::new(false);
        let deadline = Deadline::start(Stopwatch::start(system_clock), &Limits::depth(2), &stop);
        let setup = SearchSetup {
            options: PLAIN,
            oracle: None,
            converts: false,
            attention: None,
            network: None,
            margin: 20,
        };
        let table = TranspositionTable::new(0).unwrap();
        let stack = RepetitionStack::of(&[position]);
        let mut searcher = Searcher::new(&deadline, &table, &setup, stack);
        let found = searcher.deepen(&position, &position.legal_moves(), 2, 0, &mut |_| {});
        assert_eq!((found.best.value, found.candidates.len()), (best, expected), "{position}");
        several += u32::from(expected > 1);
    }
    assert!(several > 20, "{several}");
}

/// The full search sees every win or loss that minimax sees, at the same distance.
#[test]
fn distances_are_exact() {
    let mut random = SplitMix::new(9);
    let mut decided = 0;
    for variant in [Variant::NINE, Variant::SIX, Variant::THREE] {
        let start = MorrisPosition::start(variant);
        for _ in 0..400 {
            let position = random_position(&start, &mut random, 90);
            let stack = &mut RepetitionStack::of(&[position]);
            let expected = minimax(&position, 3, 0, stack);
            if expected.abs() < WIN_BOUND {
                continue;
            }
            decided += 1;
            let found = searched(
                &position,
                8,
                SearchOptions::default(),
                &TranspositionTable::new(1).unwrap(),
            );
            assert_eq!(found, expected, "{position}");
        }
    }
    assert!(decided > 100, "only {decided} positions were decided");
}
