//! Checks the boards against their drawings.

use merels_rules::morris::{BoardName, Variant};

#[test]
fn boards_have_the_points_lines_and_symmetries_of_the_rules() {
    let table = [
        // variant, points, lines, links between neighbours, men, symmetries
        (Variant::NINE, 24, 16, 32, 9, 16),
        (Variant::SIX, 16, 8, 20, 6, 16),
        (Variant::SIX_NO_FLY, 16, 8, 20, 6, 16),
        (Variant::FIVE, 16, 8, 20, 5, 16),
        (Variant::THREE, 9, 8, 16, 3, 8),
        (Variant::LASKER, 24, 16, 32, 10, 16),
        (Variant::TWELVE, 24, 20, 40, 12, 16),
        (Variant::usual(BoardName::Seven), 17, 14, 24, 7, 8),
        (Variant::usual(BoardName::Ten), 24, 16, 32, 10, 16),
        (Variant::usual(BoardName::Eleven), 24, 20, 40, 11, 16),
        (Variant::usual(BoardName::Sesotho), 25, 22, 40, 12, 8),
    ];
    for (variant, points, lines, links, men, symmetries) in table {
        let board = variant.board();
        let neighbours: usize =
            board.points().into_iter().map(|point| board.neighbours(point).len()).sum();
        assert_eq!(board.len(), points, "{variant:?}");
        assert_eq!(board.lines().len(), lines, "{variant:?}");
        assert_eq!(neighbours, 2 * links, "{variant:?}");
        assert_eq!(variant.rules().men, men, "{variant:?}");
        assert_eq!(board.symmetries().len(), symmetries, "{variant:?}");
    }
}

#[test]
fn symmetries_are_different_and_keep_lines_and_neighbours() {
    for variant in BoardName::ALL.map(Variant::usual) {
        let board = variant.board();
        for (i, symmetry) in board.symmetries().iter().enumerate() {
            assert!(!board.symmetries()[..i].contains(symmetry), "{variant:?} {i}");
            for line in board.lines() {
                assert!(board.lines().contains(&symmetry.apply_all(*line)), "{variant:?} {i}");
            }
            for point in board.points() {
                let moved = symmetry.apply_all(board.neighbours(point));
                assert_eq!(moved, board.neighbours(symmetry.apply(point)), "{variant:?} {i}");
            }
        }
    }
}

#[test]
fn the_quick_mill_queries_agree_with_the_lines() {
    for variant in BoardName::ALL.map(Variant::usual) {
        let board = variant.board();
        let mut random = merels_rules::SplitMix::new(5);
        for _ in 0..2000 {
            let bits = random.next_u64() as u32 & random.next_u64() as u32;
            let men = merels_rules::morris::Points::from_bits(bits) & board.points();
            for point in board.points() {
                let through = board.lines().iter().filter(|line| line.contains(point));
                let in_mill = through.clone().any(|line| men.includes(*line));
                assert_eq!(board.in_mills(men).contains(point), in_mill);
                let others = men.without(point);
                let closes = through.clone().any(|line| others.includes(line.without(point)));
                assert_eq!(board.completes(others, point), closes);
                assert_eq!(board.completing(others).contains(point), closes);
            }
        }
    }
}
