//! Perft counts of every `*.perft` file, and the move lists of `moves.txt`.

mod common;

use std::collections::HashSet;

use common::{data_lines, game};
use merels_rules::morris::Variant;
use merels_rules::{AnyPosition, GameId, Position, Side, perft};

/// The limit of these tests; `merels perft` and the benchmark check deeper counts.
const MOST_LEAVES: u64 = 2_000_000;

fn check_file(game: GameId) {
    let mut counts = 0;
    for line in data_lines(&format!("perft/{game}.perft")) {
        let (entry, _remark) = line.split_once(" #").unwrap_or((&line, ""));
        let mut parts = entry.split(';');
        let position = game.parse_position(parts.next().unwrap()).expect(&line);
        for count in parts {
            let (depth, leaves) = count.strip_prefix('D').unwrap().split_once(' ').unwrap();
            let (depth, leaves) = (depth.parse().unwrap(), leaves.parse().unwrap());
            if leaves <= MOST_LEAVES {
                assert_eq!(perft(&position, depth), leaves, "{game} {position} at depth {depth}");
                counts += 1;
            }
        }
    }
    assert!(counts > 20, "{game} has only {counts} counts");
}

#[test]
fn every_game_has_its_counts() {
    for game in GameId::ALL {
        check_file(game);
    }
}

/// Every board with every combination of options, counted by the naive model in `model/perft.py`.
#[test]
fn every_variant_has_the_counts_and_ends_of_the_model() {
    let mut variants = HashSet::new();
    for line in data_lines("family.perft") {
        let mut parts = line.split(';');
        let game = game(parts.next().unwrap());
        let position = game.parse_position(parts.next().unwrap()).expect(&line);
        for part in parts {
            match part.split_once(' ').unwrap() {
                ("E2", ends) => assert_eq!(ends_within(&position, 2), ends, "{game} {position}"),
                (depth, leaves) => {
                    let depth = depth.strip_prefix('D').unwrap().parse().unwrap();
                    let leaves = leaves.parse().unwrap();
                    assert_eq!(perft(&position, depth), leaves, "{game} {position} at {depth}");
                }
            }
        }
        variants.insert(game);
    }
    assert_eq!(variants.len(), Variant::all().count());
}

/// The numbers of White wins, Black wins and draws among the games that end within `plies` plies.
fn ends_within(position: &AnyPosition, plies: u32) -> String {
    fn count(position: &AnyPosition, plies: u32, ends: &mut [u32; 3]) {
        match position.outcome().map(|outcome| outcome.winner()) {
            Some(Some(Side::White)) => ends[0] += 1,
            Some(Some(Side::Black)) => ends[1] += 1,
            Some(None) => ends[2] += 1,
            None if plies == 0 => {}
            None => {
                for mv in position.legal_moves() {
                    count(&position.play(mv).unwrap(), plies - 1, ends);
                }
            }
        }
    }
    let mut ends = [0; 3];
    count(position, plies, &mut ends);
    ends.map(|n| n.to_string()).join(",")
}

#[test]
fn move_lists_are_complete_and_in_canonical_order() {
    for line in data_lines("moves.txt") {
        let mut parts = line.split(';');
        let game = game(parts.next().unwrap());
        let position = game.parse_position(parts.next().unwrap()).expect(&line);
        let moves = position.legal_moves();
        let texts: Vec<_> = moves.iter().map(|mv| position.move_text(*mv)).collect();
        assert_eq!(texts.join(" "), parts.next().unwrap(), "{game} {position}");
        assert!(moves.is_sorted(), "{game} {position}");
    }
}
