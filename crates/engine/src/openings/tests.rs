use merels_rules::{Position, SplitMix};

use super::*;

/// A made-up result that depends only on the position, not on its orientation.
fn made_up(position: &MorrisPosition) -> Wdl {
    let Cell { block, number } = Cell::of(position);
    let mixed = SplitMix::new(u64::from(block.base) << 32 ^ number as u64).next_u64();
    let values = [Wdl::Loss, Wdl::Draw, Wdl::Win];
    // Some blocks of one value, some of two.
    values[mixed as usize % (1 + block.base as usize % 3)]
}

fn built(variant: Variant, plies: usize) -> Vec<u8> {
    let builder = OpeningsBuilder::new(variant, plies);
    let results: Vec<Wdl> = builder.positions().map(|position| made_up(&position)).collect();
    assert_eq!(builder.pack(&results[1..], None), Err(OpeningsError::Damaged));
    builder.pack(&results, None).unwrap()
}

/// Walks at random through the first plies and compares every position on the way.
#[test]
fn every_position_of_the_first_plies_is_known_however_it_is_turned() {
    let mut random = SplitMix::new(3);
    for (variant, plies) in [(Variant::SIX, 7), (Variant::LASKER, 3), (Variant::TWELVE, 4)] {
        let openings = Openings::from_bytes(built(variant, plies)).unwrap();
        assert_eq!((openings.variant(), openings.plies()), (variant, plies));
        for _ in 0..300 {
            let mut position = MorrisPosition::start(variant);
            for ply in 0..=plies {
                let expected = Some(made_up(&position));
                for symmetry in position.board().symmetries() {
                    let turned = position.transformed(symmetry);
                    assert_eq!(openings.result(&turned), expected, "{position} after {ply}");
                }
                let moves = position.legal_moves();
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
}

#[test]
fn positions_beyond_the_openings_and_of_other_games_are_not_known() {
    let openings = Openings::from_bytes(built(Variant::SIX, 2)).unwrap();
    let mut position = MorrisPosition::start(Variant::SIX);
    for _ in 0..3 {
        assert!(openings.result(&position).is_some());
        position.play_unchecked(position.legal_moves()[0]);
    }
    assert_eq!(openings.result(&position), None);
    assert_eq!(openings.result(&MorrisPosition::start(Variant::NINE)), None);
}

#[test]
fn bytes_that_are_no_openings_are_refused_with_the_reason() {
    let bytes = built(Variant::SIX, 3);
    let refused = |bytes: &[u8]| Openings::from_bytes(bytes.to_vec()).map(|_| ()).unwrap_err();
    assert_eq!(refused(b""), OpeningsError::Damaged);
    assert_eq!(refused(b"something else altogether"), OpeningsError::Foreign);
    assert_eq!(refused(&bytes[..bytes.len() - 1]), OpeningsError::Damaged);
    let with = |at: usize, byte: u8| {
        let mut changed = bytes.clone();
        changed[at] = byte;
        let body = changed.len() - 4;
        let checksum = crc32fast::hash(&changed[..body]);
        changed[body..].copy_from_slice(&checksum.to_le_bytes());
        changed
    };
    assert_eq!(refused(&with(8, 3)), OpeningsError::Foreign, "a later version");
    assert_eq!(refused(&with(10, b'x')), OpeningsError::UnknownVariant);
    assert_eq!(refused(&with(17, 0xff)), OpeningsError::Damaged, "more blocks than there are");
    assert_eq!(refused(&with(21, 7)), OpeningsError::Damaged, "no such coding");
    let mut changed = bytes.clone();
    changed[30] ^= 1;
    assert_eq!(refused(&changed), OpeningsError::Damaged, "a changed byte");
}

#[test]
fn drawn_lines_come_back_from_their_bytes_and_hardly_know_others() {
    let mut random = SplitMix::new(5);
    let hashes: Vec<u64> = (0..5_000).map(|_| random.next_u64()).collect();
    let beside: Vec<u64> = (0..20_000).map(|_| random.next_u64()).collect();
    let bytes = DrawnLines::new(&hashes, &beside).to_bytes();
    assert!(bytes.len() < hashes.len() * 12 / 8 + 100, "{} bytes", bytes.len());
    let lines = DrawnLines::from_bytes(&bytes).unwrap();
    let known = |hashes: &[u64]| hashes.iter().filter(|hash| lines.contains(**hash)).count();
    assert!(known(&hashes) >= hashes.len() - 10, "an exception may hide a member");
    assert_eq!(known(&beside), 0);
    let strangers = (0..100_000).filter(|_| lines.contains(random.next_u64())).count();
    assert!((50..200).contains(&strangers), "{strangers} of 100000");
    assert!(!DrawnLines::default().contains(0), "no lines know nothing");
}

#[test]
fn damaged_drawn_lines_are_refused() {
    let bytes = DrawnLines::new(&[1, 1 << 60, u64::MAX], &[]).to_bytes();
    let is_refused = |bytes: &[u8]| DrawnLines::from_bytes(bytes).is_err();
    assert!(!is_refused(&bytes));
    assert!(is_refused(&bytes[..bytes.len() - 1]), "a byte is missing");
    assert!(is_refused(&[&bytes[..], &[0]].concat()), "a byte too many");
    assert!(is_refused(&bytes[..3]));
    let endless = [&1u32.to_le_bytes()[..], &[0xff; 1 << 20], &[0; 8]].concat();
    assert!(is_refused(&endless), "a step beyond all numbers");
}

/// The built-in openings have an exact value for a position exactly when they call it drawn.
#[test]
fn built_in_openings_can_be_read() {
    for (variant, openings) in &BUILT_IN {
        let openings = openings.as_ref().expect("they can be read");
        assert_eq!(openings.variant(), *variant);
        let start = MorrisPosition::start(*variant);
        let drawn = openings.result(&start) == Some(Wdl::Draw);
        assert_eq!(openings.value(&start).is_some(), drawn);
    }
}
