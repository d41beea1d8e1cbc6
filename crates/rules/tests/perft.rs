//! Leaf counts of every `*.perft` file, and the move lists of `moves.txt`.

mod common;

use common::{data_lines, game};
use merels_rules::{GameId, Position, perft};

/// Deeper counts are left to `merels perft` and the benchmark.
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
