//! Tables without distances: win, draw or loss of every position.

mod common;

use std::fs;
use std::path::Path;

use common::solve_into;
use merels_rules::morris::{MorrisPosition, Variant, parse_position};
use merels_rules::{Value, Wdl};
use merels_solver::{Cpu, InFiles, SolveError, SolveOptions, solve, verify};
use merels_tables::{Fault, Folder, Holds, Index, Sector, SectorWriter, Tables};
use rayon::prelude::*;

/// Solves a variant into a folder without distances, or takes them out of the tables there.
fn results_into(tables: &Path, variant: Variant) {
    let mut files = InFiles::without_distances(Folder::new(tables, variant));
    let options = SolveOptions { men: None, memory: u64::MAX, checks: 0 };
    solve(&mut Cpu::new(variant), options, &mut files, &()).expect("solved");
}

fn bytes_of(tables: &Path, variant: Variant) -> Vec<Vec<u8>> {
    let folder = Folder::new(tables, variant);
    let files = Sector::all(variant).into_iter().map(|sector| folder.file(sector));
    files.map(|file| fs::read(file).expect("there")).collect()
}

/// Compares every position with the tables with distances; returns the bytes of all files.
fn check_every_position(variant: Variant) -> u64 {
    let (with, without) = (tempfile::tempdir().expect("a"), tempfile::tempdir().expect("b"));
    solve_into(with.path(), variant, None).expect("solved");
    results_into(without.path(), variant);
    let exact = Tables::new(with.path(), variant);
    let results = Tables::new(without.path(), variant);
    let check = |sector: &Sector| {
        let file = results.file(*sector).expect("readable").expect("there");
        let wanted = if sector.is_behind() { Holds::Counts } else { Holds::Results };
        assert_eq!(file.holds(), wanted, "{sector}");
        assert_eq!(file.counts(), exact.file(*sector).expect("readable").expect("there").counts());
        for index in (0..file.cells()).map(Index) {
            let position = exact.indexer().position(*sector, index).expect("an index");
            let value = exact.value(&position).expect("readable").expect("covered");
            let result = results.value(&position).expect("readable").expect("covered");
            assert!(result.covers(value), "{position}: {result}, not {value}");
        }
        file.bytes()
    };
    Sector::all(variant).par_iter().map(check).sum()
}

#[test]
fn every_position_of_three_and_five_has_its_result() {
    check_every_position(Variant::THREE);
    check_every_position(Variant::FIVE);
}

#[test]
fn every_position_of_six_has_its_result_in_300_kilobytes() {
    let bytes = check_every_position(Variant::SIX);
    assert!(bytes < 300_000, "{bytes} bytes");
}

#[test]
fn games_with_the_rules_reversed_have_their_results() {
    for id in ["three+misere", "five+misere"] {
        check_every_position(id.parse().expect("a variant"));
    }
}

#[test]
fn shrinking_gives_the_same_files_as_solving_without_distances() {
    let variant = Variant::FIVE;
    let (shrunk, solved) = (tempfile::tempdir().expect("a"), tempfile::tempdir().expect("b"));
    solve_into(shrunk.path(), variant, None).expect("solved");
    results_into(shrunk.path(), variant);
    results_into(solved.path(), variant);
    assert!(bytes_of(shrunk.path(), variant) == bytes_of(solved.path(), variant));
    // A second run changes nothing, and a lost file comes back as it was.
    let before = bytes_of(solved.path(), variant);
    fs::remove_file(Folder::new(solved.path(), variant).file(Sector::moving(4, 3))).expect("there");
    results_into(solved.path(), variant);
    assert!(bytes_of(solved.path(), variant) == before);
    // With distances, everything is solved again.
    let counts = solve_into(solved.path(), variant, None).expect("solved");
    let file = Folder::new(solved.path(), variant).open(Sector::moving(4, 3));
    assert_eq!(file.expect("readable").expect("there").holds(), Holds::Distances);
    assert_eq!(counts.len(), before.len());
}

#[test]
fn a_file_whose_check_fails_does_not_take_the_place_of_another() {
    let folder = tempfile::tempdir().expect("a folder");
    solve_into(folder.path(), Variant::THREE, None).expect("solved");
    let table = Folder::new(folder.path(), Variant::THREE);
    let sector = Sector::moving(3, 3);
    let (path, good) = (table.file(sector), fs::read(table.file(sector)).expect("there"));
    let counts = table.open(sector).expect("readable").expect("there").counts();
    let writer = SectorWriter::create(&path, Variant::THREE, sector, 1, counts).expect("begun");
    let refused = writer.finish_checked(|written| {
        assert_eq!((written.counts(), written.holds()), (counts, Holds::Counts));
        Err(SolveError::Unfaithful(sector))
    });
    assert!(matches!(refused, Err(SolveError::Unfaithful(_))));
    assert!(fs::read(&path).expect("there") == good);
    let files = fs::read_dir(table.path()).expect("a folder").count();
    assert_eq!(files, Sector::all(Variant::THREE).len(), "nothing unfinished is left");
}

#[test]
fn tables_without_distances_agree_with_their_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    results_into(folder.path(), Variant::FIVE);
    let tables = Tables::new(folder.path(), Variant::FIVE);
    let found = verify(&tables, Some(20_000), &()).expect("readable");
    assert_eq!((found.checked > 0, found.disagreement), (true, None));
}

#[test]
fn every_flipped_byte_of_a_file_without_distances_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    results_into(folder.path(), Variant::THREE);
    let sector = Sector::moving(3, 3);
    let table = Folder::new(folder.path(), Variant::THREE);
    let good = fs::read(table.file(sector)).expect("there");
    let faults = |bytes: &[u8]| {
        fs::write(table.file(sector), bytes).expect("written");
        let tables = Tables::new(folder.path(), Variant::THREE);
        let position = parse_position(Variant::THREE, "WWxBBxxWB w 0 0").expect("a position");
        tables.value(&position).err().map(|error| error.fault)
    };
    assert!(faults(&good).is_none());
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1;
        let fault = faults(&bad).expect("refused");
        assert!(!matches!(fault, Fault::Io(_)), "byte {at}: {fault}");
    }
    for length in 0..good.len() {
        assert!(faults(&good[..length]).is_some(), "{length} bytes");
    }
}

#[test]
fn values_without_distances_are_told_by_their_word() {
    let folder = tempfile::tempdir().expect("a folder");
    results_into(folder.path(), Variant::THREE);
    let tables = Tables::new(folder.path(), Variant::THREE);
    let start = MorrisPosition::start(Variant::THREE);
    let value = tables.value(&start).expect("readable").expect("covered");
    assert_eq!((value, value.to_string().as_str()), (Value::from(Wdl::Win), "win"));
}
