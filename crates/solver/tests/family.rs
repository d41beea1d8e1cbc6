//! Boards with options, solved and compared: with the rules on every position, and with GAMESMAN's
//! counts of reachable positions.

mod common;

use common::solve_into;
use merels_rules::morris::{MorrisPosition, Variant};
use merels_solver::{Reachable, count_reachable, verify};
use merels_tables::{Sector, Tables};
use rayon::prelude::*;

fn variant(id: &str) -> Variant {
    id.parse().expect("a variant")
}

/// Solves the sectors with up to this many men a side and verifies every position.
fn solve_and_verify(id: &str, men: u8) {
    let folder = tempfile::tempdir().expect("a folder");
    let variant = variant(id);
    let counts = solve_into(folder.path(), variant, Some(men)).expect("solved");
    let found = verify(&Tables::new(folder.path(), variant), None, &()).expect("readable");
    assert_eq!(found.disagreement, None, "{id}");
    assert_eq!(Sector::all(variant).len() - found.skipped.len(), counts.len(), "{id}");
    assert!(found.checked > 500, "{id}: {}", found.checked);
}

#[test]
fn misere_is_solved_and_verified() {
    solve_and_verify("three+misere", 3);
    solve_and_verify("five+misere", 4);
    solve_and_verify("five+flyalways+lasker+misere", 3);
}

#[test]
fn strict_and_lenient_removal_are_solved_and_verified() {
    solve_and_verify("six+strict", 4);
    solve_and_verify("six+lenient", 4);
    solve_and_verify("seven+strict+misere", 3);
}

#[test]
fn other_flying_is_solved_and_verified() {
    solve_and_verify("six+fly4", 4);
    solve_and_verify("five+flyalways", 4);
    solve_and_verify("seven+fly3", 4);
}

#[test]
fn boards_with_a_centre_are_solved_and_verified() {
    solve_and_verify("seven", 4);
    solve_and_verify("seven+lasker", 3);
    let folder = tempfile::tempdir().expect("a folder");
    let sesotho = variant("sesotho");
    solve_into(folder.path(), sesotho, Some(3)).expect("solved");
    let found = verify(&Tables::new(folder.path(), sesotho), Some(20_000), &()).expect("readable");
    assert_eq!((found.disagreement, found.checked), (None, 20_000));
}

/// A row of the file, as `merels tables --reachable` prints it.
fn reachable_row(id: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let variant = variant(id);
    solve_into(folder.path(), variant, None).expect("solved");
    let tables = Tables::new(folder.path(), variant);
    let start = tables.value(&MorrisPosition::start(variant)).expect("readable").expect("solved");
    let Reachable { orientations, counts } = count_reachable(&tables, &()).expect("readable");
    let longest = |count: u64, plies: u16| if count > 0 { plies.to_string() } else { "".into() };
    format!(
        "{id},{},{orientations},{},{},{},{},{},{}",
        start.word(),
        counts.total(),
        counts.win,
        counts.loss,
        counts.draw,
        longest(counts.win, counts.longest_win),
        longest(counts.loss, counts.longest_loss)
    )
}

/// Every combination of rules of which GAMESMAN's counts are known.
#[test]
fn reachable_positions_of_five_are_those_of_gamesman_under_all_options() {
    let rows = include_str!("data/gamesman-five.csv").lines();
    let rows: Vec<&str> = rows.filter(|row| row.starts_with("five")).collect();
    assert_eq!(rows.len(), 21);
    // The counting runs on one thread: two rows at once keep both processors busy.
    rows.par_iter().for_each(|row| {
        assert_eq!(reachable_row(row.split(',').next().expect("a name")), *row);
    });
}
