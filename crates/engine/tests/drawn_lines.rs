//! Drawn lines beyond the exact openings: the engine follows them if the game did.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use merels_engine::{
    Engine, EngineOptions, Limits, Openings, OpeningsBuilder, OpeningsChoice, Oracle,
    symmetric_hash,
};
use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Position, SplitMix, Wdl};

/// Openings of one ply, all drawn, and lines through the positions with these hashes.
fn openings(lines: &[u64]) -> OpeningsChoice {
    let builder = OpeningsBuilder::new(Variant::SIX, 1);
    let results = vec![Wdl::Draw; builder.positions().count()];
    let bytes = builder.pack(&results, Some([lines, &[]])).unwrap();
    OpeningsChoice::Own(Arc::new(Openings::from_bytes(bytes).unwrap()))
}

/// The hash of the position that the engine's move leads to.
fn chosen(game: &Game<AnyPosition>, lines: &[u64]) -> u64 {
    let options = EngineOptions { hash_mib: 1, openings: openings(lines), ..Default::default() };
    let stop = AtomicBool::new(false);
    let report = Engine::new(options).search(game, &Limits::nodes(500), &stop, &mut |_| {});
    hash_after(game, report.expect("the game goes on").best)
}

fn hash_after(game: &Game<AnyPosition>, mv: AnyMove) -> u64 {
    let mut after = game.clone();
    after.play(mv).unwrap();
    symmetric_hash(morris(after.position()))
}

fn morris(position: &AnyPosition) -> &MorrisPosition {
    let AnyPosition::Morris(position) = position else { panic!("six is a morris game") };
    position
}

/// A game of this many plies, with the first legal move at each.
fn game(plies: usize) -> Game<AnyPosition> {
    let mut game = Game::new(GameId::Morris(Variant::SIX).start());
    for _ in 0..plies {
        game.play(game.legal_moves()[0]).unwrap();
    }
    game
}

#[test]
fn a_drawn_line_is_followed_whatever_the_search_thinks() {
    let game = game(1);
    for mv in game.legal_moves() {
        let wanted = hash_after(&game, mv);
        assert_eq!(chosen(&game, &[wanted]), wanted);
    }
}

/// One in forty such positions has a move that only looks like one of a line. Because of that, six
/// puzzles were failed.
#[test]
fn a_drawn_line_is_not_followed_from_a_position_that_was_set_up() {
    let set_up = Game::new(game(3).position().clone());
    let free = chosen(&set_up, &[]);
    for mv in set_up.legal_moves() {
        assert_eq!(chosen(&set_up, &[hash_after(&set_up, mv)]), free);
    }
}

#[test]
fn a_drawn_line_is_not_followed_by_a_game_that_did_not_come_along_it() {
    let game = game(3);
    let free = chosen(&game, &[]);
    let others: Vec<u64> = game
        .legal_moves()
        .into_iter()
        .map(|mv| hash_after(&game, mv))
        .filter(|hash| *hash != free)
        .collect();
    assert!(!others.is_empty());
    assert_eq!(chosen(&game, &others), free);
    // The lines are followed if the position before is one of theirs.
    let before = symmetric_hash(morris(&game.positions()[2]));
    assert_eq!(chosen(&game, &[before, others[0]]), others[0]);
}

/// The lines begin after six plies; they have no answer when about half of the moves hold the draw.
#[test]
fn the_lines_of_twelve_hold_nearly_every_drawn_position_that_they_begin_at() {
    let openings = Openings::built_in(Variant::TWELVE).expect("there are some");
    let mut random = SplitMix::new(4);
    let (mut drawn, mut answered) = (0, 0);
    for _ in 0..5_000 {
        let mut position = MorrisPosition::start(Variant::TWELVE);
        for _ in 0..6 {
            let moves = position.legal_moves();
            position.play_unchecked(moves[random.below(moves.len())]);
        }
        if openings.result(&position) != Some(Wdl::Draw) {
            continue;
        }
        let after = position.legal_moves().into_iter().map(|mv| position.after_unchecked(mv));
        let on_line: Vec<_> = after.filter(|next| openings.is_on_drawn_line(next)).collect();
        assert!(on_line.iter().all(|next| openings.result(next) == Some(Wdl::Draw)), "{position}");
        drawn += 1;
        answered += usize::from(!on_line.is_empty());
    }
    assert!(drawn > 200 && answered * 100 > drawn * 90, "{answered} of {drawn}");
}
