//! Recorded games: each file must replay to its stated end and be written back unchanged.

mod common;

use std::fs;

use merels_rules::mingmang::{self, MingMangPosition};
use merels_rules::{DrawReason, Game, Illegal, Outcome, PLY_LIMIT, Position, Record, SplitMix};

#[test]
fn recorded_games_replay_and_are_written_as_they_stand() {
    let mut terminations = Vec::new();
    for entry in fs::read_dir(common::data_path("games")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let record =
            Record::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(record.to_string(), text, "{}", path.display());
        terminations.push(record.game.outcome().map_or("none", |outcome| outcome.termination()));
    }
    for wanted in [
        "reduced",
        "blocked",
        "first line",
        "no pawns",
        "resignation",
        "time forfeit",
        "aborted",
        "agreement",
        "repetition",
        "quiet plies",
        "full board",
        "none",
    ] {
        assert!(terminations.contains(&wanted), "no recorded game ends by {wanted}");
    }
}

#[test]
fn a_record_with_a_byte_order_mark_is_read() {
    let record = Record::parse("\u{feff}[Game \"nine\"]\n\n1. d6 *\n").unwrap();
    assert_eq!(record.game.ply(), 1);
}

#[test]
fn a_file_holds_many_games() {
    let one = "[Game \"nine\"]\n\n1. d6 f4\n2. d2 *\n";
    let two = "[Game \"three\"]\n[White \"Ada\"]\n\n1. a1 b1 2. a2 b2 3. a3 1-0\n";
    for between in ["", "\n", "\n\n\n"] {
        let records = Record::parse_all(&format!("{one}{between}{two}{between}")).unwrap();
        let plies: Vec<usize> = records.iter().map(|record| record.game.ply()).collect();
        assert_eq!(plies, [3, 5]);
    }
    let error = Record::parse(&format!("{one}\n{two}")).unwrap_err();
    assert_eq!(error.to_string(), "line 6: another game begins here; one is wanted");
    let error = Record::parse_all(&format!("{one}\n[Game \"nine\"]\n1. d6\n")).unwrap_err();
    assert_eq!(error.to_string(), "line 6: the result (* if there is none) is missing");
    assert!(Record::parse_all("").is_err());
}

#[test]
fn ming_mang_without_repeats_ends_after_so_many_plies() {
    let start = MingMangPosition::start(mingmang::MAX_SIZE, true).unwrap();
    let mut game = Game::new(start);
    let mut random = SplitMix::new(7);
    while game.outcome().is_none() {
        let moves = game.legal_moves();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::PlyLimit)));
    assert_eq!(game.ply(), PLY_LIMIT);
    assert!(matches!(game.check(game.moves()[0]), Err(Illegal::GameOver(_))));
    // The move that was taken back may be played again, and no other that repeats.
    let last = game.undo().unwrap();
    let (before, mover) = (game.clone(), game.side());
    game.play(last).unwrap();
    assert_eq!(game.ply(), PLY_LIMIT);
    game.undo();
    assert_eq!((&game, game.side()), (&before, mover));
}

#[test]
fn an_arrangement_that_stood_is_refused_however_long_ago_it_was() {
    let start = MingMangPosition::start(8, true).unwrap();
    let mut game = Game::new(start.clone());
    let back = |mv: mingmang::Move| mingmang::Move { from: mv.to, to: mv.from };
    let white = game.legal_moves()[0];
    game.play(white).unwrap();
    let black = game.legal_moves()[0];
    game.play(black).unwrap();
    game.play(back(white)).unwrap();
    assert_eq!(game.check(back(black)), Err(Illegal::Repeats));
    // The set of arrangements agrees with a look at every position.
    let mut game = Game::new(start);
    let mut random = SplitMix::new(3);
    while game.ply() < 60 && game.outcome().is_none() {
        for mv in game.position().legal_moves() {
            let next = game.position().after_unchecked(mv);
            let stood = game.positions().iter().any(|p| p.arrangement() == next.arrangement());
            assert_eq!(game.check(mv).is_err(), stood);
        }
        let moves = game.legal_moves();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
}
