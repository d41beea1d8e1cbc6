//! Whole variants solved and compared: with the rules, with known counts, with plain search.

mod common;

use std::path::Path;

use common::solve_into;
use merels_rules::morris::{MorrisPosition, Variant, parse_position};
use merels_rules::{Position, SplitMix, Value};
use merels_solver::{Cpu, InMemory, SolveError, SolveOptions, solve, verify};
use merels_tables::{Sector, Tables};

/// Solves a variant, verifies every position, and returns the value of the start.
fn solve_and_verify(folder: &Path, variant: Variant) -> Value {
    let counts = solve_into(folder, variant, None).expect("solved");
    assert_eq!(counts.len(), Sector::all(variant).len());
    let tables = Tables::new(folder, variant);
    let found = verify(&tables, None, &()).expect("readable");
    assert_eq!(found.disagreement, None);
    assert_eq!(found.skipped, []);
    tables.value(&MorrisPosition::start(variant)).expect("readable").expect("solved")
}

#[test]
fn three_is_solved_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(solve_and_verify(folder.path(), Variant::THREE), Value::Win(9));
    probe_agrees_with_search(folder.path(), MorrisPosition::start(Variant::THREE), 6, 300);
}

#[test]
fn five_is_solved_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(solve_and_verify(folder.path(), Variant::FIVE), Value::Draw);
    probe_agrees_with_search(folder.path(), MorrisPosition::start(Variant::FIVE), 4, 200);
}

#[test]
fn six_is_solved_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(solve_and_verify(folder.path(), Variant::SIX), Value::Draw);
    probe_agrees_with_search(folder.path(), MorrisPosition::start(Variant::SIX), 4, 200);
}

#[test]
fn six_without_flying_is_solved_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(solve_and_verify(folder.path(), Variant::SIX_NO_FLY), Value::Draw);
    probe_agrees_with_search(folder.path(), MorrisPosition::start(Variant::SIX_NO_FLY), 4, 200);
}

/// Wins and losses within `depth` plies must be those of a plain search, on positions of random
/// games from `start`.
fn probe_agrees_with_search(folder: &Path, start: MorrisPosition, depth: u16, games: u64) {
    let tables = Tables::new(folder, start.variant());
    let mut decided = 0;
    for seed in 0..games {
        let mut random = SplitMix::new(seed);
        let mut position = start.with_automatic_draws(false);
        for _ in 0..random.below(60) {
            let Some(mv) = position.random_move(&mut random) else { break };
            position.play_unchecked(mv);
        }
        let exact = tables.value(&position).expect("readable").expect("solved");
        let found = search(&position, depth);
        let near = exact.plies().is_some_and(|plies| plies <= depth);
        assert_eq!(found, if near { exact } else { Value::Draw }, "{position}");
        decided += u64::from(near);
        let moves = tables.moves(&position).expect("readable").expect("solved");
        assert_eq!(moves.len(), position.legal_moves().len());
        if let Some((_, best)) = moves.first() {
            assert_eq!(*best, exact, "{position}");
        }
    }
    assert!(decided > games / 10, "only {decided} of {games} positions were decided");
}

/// Searches exactly `depth` plies; undecided positions count as draws.
fn search(position: &MorrisPosition, depth: u16) -> Value {
    if let Some(outcome) = position.outcome() {
        return Value::of_outcome(outcome, position.side());
    }
    if depth == 0 {
        return Value::Draw;
    }
    let values = position.legal_moves().into_iter().map(|mv| {
        let next = position.after_unchecked(mv);
        search(&next, depth - 1).before_move()
    });
    values.max_by_key(|value| value.preference()).expect("a game that goes on has moves")
}

#[test]
fn nine_up_to_four_men_has_the_known_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let counts = solve_into(folder.path(), Variant::NINE, Some(4)).expect("solved");
    let known = include_str!("data/nine-sectors.csv").lines().skip(1);
    let mut compared = 0;
    for line in known {
        let numbers: Vec<u64> = line.split(',').map(|n| n.parse().expect("a number")).collect();
        let [mover, opponent, win, loss, draw, longest_win, longest_loss] = numbers[..] else {
            panic!("seven numbers a line");
        };
        let sector = Sector::moving(mover as u8, opponent as u8);
        let (_, found) = counts.iter().find(|(other, _)| *other == sector).expect("solved");
        assert_eq!([found.win, found.loss, found.draw], [win, loss, draw], "{sector}");
        assert_eq!(u64::from(found.longest_win), longest_win, "{sector}");
        assert_eq!(u64::from(found.longest_loss), longest_loss, "{sector}");
        compared += 1;
    }
    assert_eq!(compared, 4);
    let tables = Tables::new(folder.path(), Variant::NINE);
    let found = verify(&tables, Some(20_000), &()).expect("readable");
    assert_eq!(found.disagreement, None);
}

#[test]
fn twelve_up_to_three_men_verifies() {
    let folder = tempfile::tempdir().expect("a folder");
    solve_into(folder.path(), Variant::TWELVE, Some(3)).expect("solved");
    let found = verify(&Tables::new(folder.path(), Variant::TWELVE), Some(20_000), &());
    assert_eq!(found.expect("readable").disagreement, None);
}

/// With men in hand a turn may place or move, so every sector of `lasker` is solved by levels.
#[test]
fn lasker_up_to_three_men_is_solved_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let counts = solve_into(folder.path(), Variant::LASKER, Some(3)).expect("solved");
    assert_eq!(counts.len(), 16);
    let found = verify(&Tables::new(folder.path(), Variant::LASKER), None, &()).expect("readable");
    assert_eq!(found.disagreement, None);
    assert_eq!(found.checked, 311_133);
    let start = parse_position(Variant::LASKER, "xxxxxxxxxxxxxxxxxxxxxxxx w 3 3");
    probe_agrees_with_search(folder.path(), start.expect("a position"), 3, 60);
}

#[test]
fn lasker_up_to_four_men_verifies() {
    let folder = tempfile::tempdir().expect("a folder");
    let counts = solve_into(folder.path(), Variant::LASKER, Some(4)).expect("solved");
    assert_eq!(counts.len(), 81);
    let found = verify(&Tables::new(folder.path(), Variant::LASKER), Some(40_000), &());
    assert_eq!(found.expect("readable").disagreement, None);
}

/// The run is the same for both sinks, files and memory.
#[test]
fn files_and_memory_give_the_same_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    for (variant, men) in
        [(Variant::THREE, None), (Variant::FIVE, None), (Variant::LASKER, Some(3))]
    {
        let kept = solve_into(folder.path(), variant, men).expect("solved");
        let options = SolveOptions { men, memory: u64::MAX, checks: 2000 };
        let mut memory = InMemory::new(variant);
        let forgotten = solve(&mut Cpu::new(variant), options, &mut memory, &()).expect("solved");
        assert_eq!(kept, forgotten.counts);
    }
}

#[test]
fn without_files_too_little_memory_is_said_before_any_work() {
    let options = SolveOptions { men: None, memory: 16 << 30, checks: 0 };
    let mut memory = InMemory::new(Variant::LASKER);
    let error = solve(&mut Cpu::new(Variant::LASKER), options, &mut memory, &());
    let error = error.expect_err("refused");
    assert!(matches!(error, SolveError::Unsaved { .. }), "{error}");
}

/// Many threads sum up many counts at once, and each waits on the stack of the others.
#[test]
fn many_threads_do_not_overflow_their_stacks() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(32).stack_size(256 << 10).build();
    let folder = tempfile::tempdir().expect("a folder");
    let counts = pool
        .expect("threads")
        .install(|| solve_into(folder.path(), Variant::NINE, Some(4)))
        .expect("solved");
    assert!(!counts.is_empty());
}
