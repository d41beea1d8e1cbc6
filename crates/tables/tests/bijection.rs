//! The numbering of positions is a bijection.

use std::collections::HashSet;

use merels_rules::Position;
use merels_rules::morris::{MorrisPosition, Variant};
use merels_tables::{Index, Indexer, Sector};
use proptest::prelude::*;

/// Every index is a position, every position has one first index under all its symmetries, and
/// there are as many first indices as positions up to symmetry.
fn check_whole_sector(variant: Variant, sector: Sector) {
    let indexer = Indexer::new(variant);
    let mut seen = HashSet::new();
    for index in (0..indexer.len(sector)).map(Index) {
        let position = indexer.position(sector, index).expect("an index below the length");
        assert_eq!(Sector::of(&position), sector);
        let first = indexer.index(&position);
        assert!(first <= index && indexer.is_first(sector, first));
        assert_eq!(indexer.is_first(sector, index), first == index, "{position}");
        if first == index {
            let images = variant.board().symmetries().iter();
            let images: HashSet<String> =
                images.map(|symmetry| position.transformed(symmetry).to_string()).collect();
            assert!(images.iter().all(|image| seen.insert(image.clone())), "{position}");
        }
    }
    assert_eq!(seen.len() as u64, arrangements(variant, sector));
    assert!(indexer.position(sector, Index(indexer.len(sector))).is_none());
}

/// The number of ways to put the men of a sector on the board.
fn arrangements(variant: Variant, sector: Sector) -> u64 {
    let points = variant.board().len();
    let (mover, opponent) = (sector.mover as usize, sector.opponent as usize);
    let ways = merels_tables::binomial(points, mover);
    ways as u64 * merels_tables::binomial(points - mover, opponent) as u64
}

#[test]
fn whole_sectors_of_three() {
    for sector in Sector::all(Variant::THREE) {
        check_whole_sector(Variant::THREE, sector);
    }
}

#[test]
fn whole_sectors_of_six() {
    for (mover, opponent) in [(0, 4), (3, 3), (2, 4), (4, 3)] {
        check_whole_sector(Variant::SIX, Sector::moving(mover, opponent));
    }
}

#[test]
fn whole_sectors_of_nine_and_twelve() {
    check_whole_sector(Variant::NINE, Sector::moving(2, 3));
    check_whole_sector(Variant::NINE, Sector::moving(3, 2));
    check_whole_sector(Variant::TWELVE, Sector::moving(2, 2));
}

proptest! {
    /// Positions of games have an index that all their images share and that leads back to one of
    /// them.
    #[test]
    fn positions_of_random_games(choices in prop::collection::vec(any::<u32>(), 1..60)) {
        let indexer = Indexer::new(Variant::NINE);
        let mut position = MorrisPosition::start(Variant::NINE);
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[choice as usize % moves.len()]);
        }
        let index = indexer.index(&position);
        let sector = Sector::of(&position);
        let back = indexer.position(sector, index).expect("a position");
        prop_assert_eq!(indexer.index(&back), index);
        for symmetry in position.board().symmetries() {
            prop_assert_eq!(indexer.index(&position.transformed(symmetry)), index);
        }
    }
}
