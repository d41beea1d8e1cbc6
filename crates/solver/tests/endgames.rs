//! The endgames that come with the program, compared with freshly solved tables.

mod common;

use common::solve_into;
use merels_rules::Wdl;
use merels_rules::morris::{MorrisPosition, Variant};
use merels_tables::{Endgames, Index, Sector, Tables};
use rayon::prelude::*;

/// The number of indices that one thread compares in a row.
const BATCH: usize = 1 << 15;

/// Compares the endgames with the tables at every index of these sectors; returns their number.
fn compare(tables: &Tables, sectors: impl IntoIterator<Item = Sector>) -> u64 {
    let endgames = Endgames::built_in().expect("the program has endgames");
    let check = |sector, index| {
        let position = tables.indexer().position(sector, Index(index)).expect("an index");
        if position.outcome().is_some() {
            return;
        }
        let wanted = tables.value(&position).expect("readable").map(Wdl::from);
        assert!(wanted.is_some() && endgames.result(&position) == wanted, "{position}");
    };
    let mut compared = 0;
    for sector in sectors {
        let cells = tables.indexer().len(sector);
        let indices = (0..cells as usize).into_par_iter().with_min_len(BATCH);
        indices.for_each(|index| check(sector, index as u64));
        compared += cells;
    }
    compared
}

#[test]
fn all_of_six_is_known() {
    let folder = tempfile::tempdir().expect("a folder");
    solve_into(folder.path(), Variant::SIX, None).expect("solved");
    let tables = Tables::new(folder.path(), Variant::SIX);
    let compared = compare(&tables, Sector::all(Variant::SIX));
    assert!(compared > 3_000_000, "{compared}");
}

#[test]
fn nine_is_known_with_few_men() {
    let folder = tempfile::tempdir().expect("a folder");
    solve_into(folder.path(), Variant::NINE, Some(4)).expect("solved");
    let tables = Tables::new(folder.path(), Variant::NINE);
    let pairs = [(3, 3), (3, 4), (4, 3), (4, 4)];
    let compared = compare(&tables, pairs.map(|(own, other)| Sector::moving(own, other)));
    assert!(compared > 4_000_000, "{compared}");
}

#[test]
fn nothing_else_is_known() {
    let endgames = Endgames::built_in().expect("the program has endgames");
    for variant in Variant::all().filter(|variant| *variant != Variant::SIX) {
        assert_eq!(endgames.result(&MorrisPosition::start(variant)), None, "{}", variant.id());
    }
    for variant in ["six+misere", "nine+misere"] {
        assert_eq!(Endgames::sectors(variant.parse().expect("a variant")), []);
    }
}

#[test]
fn damaged_endgames_are_refused() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../tables/data/small.endgames");
    let bytes = std::fs::read(shipped).expect("the shipped file");
    assert!(bytes.len() <= 1 << 20, "{} bytes", bytes.len());
    assert!(Endgames::from_bytes(bytes.clone()).is_ok());
    for length in [0, 7, 12, 15, 16, 17, bytes.len() / 2, bytes.len() - 1] {
        assert!(Endgames::from_bytes(bytes[..length].to_vec()).is_err(), "{length}");
    }
    for at in (0..bytes.len()).step_by(4_999) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(Endgames::from_bytes(changed).is_err(), "{at}");
    }
}
