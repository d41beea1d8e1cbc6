//! Ranks of draws: against a plain computation from their definition, by their moves, resumed.

#[path = "common/mod.rs"]
mod common;
#[path = "common/plain_ranks.rs"]
mod plain_ranks;

use std::path::Path;

use common::solve_into;
use merels_rules::morris::Variant;
use merels_solver::{RankOptions, RankSolution, SolveError, solve_ranks, verify_ranks};
use merels_tables::{Folder, RankPreface, Sector, Tables};
use plain_ranks::PlainRanks;

/// Solves a variant with ranks.
fn rank_into(tables: &Path, variant: Variant, men: Option<u8>) -> RankSolution {
    solve_into(tables, variant, men).expect("solved");
    rank(tables, variant, men).expect("ranked")
}

fn rank(tables: &Path, variant: Variant, men: Option<u8>) -> Result<RankSolution, SolveError> {
    let options = RankOptions { men, memory: u64::MAX };
    solve_ranks(&Folder::new(tables, variant), options, &())
}

/// Compares the files of ranks with the plain computation; returns the number of positions.
fn compare(folder: &Path, variant: Variant, men: Option<u8>) -> u64 {
    let tables = Tables::new(folder, variant);
    let men = men.unwrap_or(variant.rules().men);
    let plain = PlainRanks::of(&tables, men);
    let mut compared = 0;
    for sector in Sector::all(variant).into_iter().filter(|sector| sector.men_a_side() <= men) {
        let file = tables.rank_file(sector).expect("readable").expect("ranked");
        assert_eq!(file.preface().ranking.payoffs(), plain.payoffs());
        for (index, place, plies) in plain.draws_of(sector) {
            let rank = tables.stored_rank(file, sector, index).expect("readable");
            let plies = (plies > 0).then_some(plies);
            assert_eq!((rank.place, rank.plies), (place, plies), "{sector} {}", index.0);
            compared += 1;
        }
    }
    compared
}

/// Ranks a variant, and compares and verifies every drawn position; returns their number.
fn rank_and_compare(variant: Variant, men: Option<u8>) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    rank_into(folder.path(), variant, men);
    let compared = compare(folder.path(), variant, men);
    let found = verify_ranks(&Tables::new(folder.path(), variant), None, &()).expect("readable");
    assert_eq!((found.checked, found.wrong), (compared, None));
    compared
}

#[test]
fn three_equals_the_definition() {
    assert_eq!(rank_and_compare(Variant::THREE, None), 206);
}

#[test]
fn five_equals_the_definition() {
    assert_eq!(rank_and_compare(Variant::FIVE, None), 108_245);
}

/// With men in hand a turn may move, so play can stay in every sector.
#[test]
fn lasker_up_to_three_men_equals_the_definition() {
    assert_eq!(rank_and_compare(Variant::LASKER, Some(3)), 820);
}

/// A second run writes nothing; a list of other payoffs makes all ranks again.
#[test]
fn ranks_of_another_list_are_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = rank_into(folder.path(), Variant::SIX, Some(4));
    assert_eq!(rank(folder.path(), Variant::SIX, Some(4)).expect("ranked"), first);
    let more = rank_into(folder.path(), Variant::SIX, Some(5));
    assert!(more.ranking.places() > first.ranking.places());
    let files = Folder::new(folder.path(), Variant::SIX);
    let file = files.open_ranks(Sector::moving(3, 4)).expect("readable").expect("ranked");
    let RankPreface { ranking, own, .. } = file.preface();
    assert_eq!(*ranking, more.ranking);
    let sector = more.sectors.iter().find(|ranked| ranked.sector == Sector::moving(3, 4));
    assert_eq!(*own, sector.map(|ranked| ranked.own));
    let tables = Tables::new(folder.path(), Variant::SIX);
    assert_eq!(verify_ranks(&tables, Some(20_000), &()).expect("readable").wrong, None);
}

#[test]
fn ranks_need_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = rank(folder.path(), Variant::THREE, None).expect_err("refused");
    assert!(matches!(error, SolveError::Missing(_)), "{error}");
}

#[test]
fn six_equals_the_definition() {
    assert_eq!(rank_and_compare(Variant::SIX, None), 2_152_648);
}

#[test]
#[ignore = "takes an hour and 8 GB of memory"]
fn nine_up_to_five_men_equals_the_definition() {
    assert!(rank_and_compare(Variant::NINE, Some(5)) > 0);
}
