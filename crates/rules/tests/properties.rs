//! Pairs of independent computations that must agree on random positions of every game.

mod common;

use common::random_game;
use merels_rules::mingmang::{MingMangPosition, Square};
use merels_rules::morris::{
    Board, MAX_POINTS, MorrisPosition, Move, Point, Points, Setup, Variant,
};
use merels_rules::nimble::{NimblePosition, Strip};
use merels_rules::{
    AnyMove, AnyPosition, Draft, Game, GameId, Illegal, Position, Record, Side, Spot, TextError,
    mingmang, morris, nimble,
};
use proptest::prelude::*;

/// A start of any game: the usual one, or a random size and seed.
fn any_start() -> impl Strategy<Value = AnyPosition> {
    let morris = prop::sample::select(Variant::all().collect::<Vec<_>>())
        .prop_map(|variant| AnyPosition::Morris(MorrisPosition::start(variant)));
    let ming_mang = (3..=9usize, any::<bool>()).prop_map(|(size, no_repeat)| {
        AnyPosition::MingMang(MingMangPosition::start(size, no_repeat).unwrap())
    });
    let nimble = (2..=12usize, 1..=4u16, any::<u64>()).prop_map(|(squares, pawns, seed)| {
        AnyPosition::Nimble(NimblePosition::random(Strip { squares, pawns }, seed).unwrap())
    });
    prop_oneof![4 => morris, 1 => ming_mang, 1 => nimble]
}

/// A game of any kind after some random moves.
fn any_game() -> impl Strategy<Value = Game<AnyPosition>> {
    (any_start(), any::<u64>(), 0..120usize)
        .prop_map(|(start, seed, plies)| random_game(start, seed, plies))
}

/// A free arrangement of a morris game, reachable or not.
fn any_morris() -> impl Strategy<Value = MorrisPosition> {
    let variant = prop::sample::select(Variant::all().collect::<Vec<_>>());
    (variant, any::<[u32; 2]>(), 0..=12u8, 0..=12u8, any::<bool>(), 0..=101u16).prop_filter_map(
        "more men than the variant has",
        |(variant, bits, white_hand, black_hand, white, quiet)| {
            let board = variant.board();
            // The bitwise and of two random words is sparse, as real boards are.
            let sparse = bits.map(|word| Points::from_bits(word & word.rotate_left(7)));
            let white_men = sparse[0] & board.points();
            let men = [white_men, (sparse[1] & board.points()) - white_men];
            let most = variant.rules().men as usize;
            let hand = |men: Points, hand: u8| hand.min(most.checked_sub(men.len())? as u8).into();
            let hand: [Option<u8>; 2] = [hand(men[0], white_hand), hand(men[1], black_hand)];
            let side = if white { Side::White } else { Side::Black };
            Setup { variant, men, hand: [hand[0]?, hand[1]?], side, quiet }.position().ok()
        },
    )
}

/// Every move that can be written down on a morris board.
fn all_morris_moves(board: &Board) -> Vec<Move> {
    all_morris_moves_within(board.len())
}

/// Every move over this many points, including points past the end of a board.
fn all_morris_moves_within(points: usize) -> Vec<Move> {
    let points: Vec<Point> = (0..points).filter_map(Point::new).collect();
    let or_none = || [None].into_iter().chain(points.iter().copied().map(Some));
    let mut moves = Vec::new();
    for from in or_none() {
        for to in &points {
            moves.extend(or_none().map(|removed| Move { from, to: *to, removed }));
        }
    }
    moves
}

fn all_moves(position: &AnyPosition) -> Vec<AnyMove> {
    match position {
        AnyPosition::Morris(position) => {
            all_morris_moves(position.board()).into_iter().map(AnyMove::Morris).collect()
        }
        AnyPosition::MingMang(position) => {
            let size = position.size();
            let square = |i: usize| Square::new(i / size, i % size).unwrap();
            let pairs =
                (0..size.pow(4)).map(|i| (square(i / size.pow(2)), square(i % size.pow(2))));
            pairs.map(|(from, to)| AnyMove::MingMang(mingmang::Move { from, to })).collect()
        }
        AnyPosition::Nimble(_) => {
            let pairs = (0..=14).flat_map(|from| (0..=14).map(move |to| (from, to)));
            pairs.map(|(from, to)| AnyMove::Nimble(nimble::Move { from, to })).collect()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_list_holds_all_legal_moves_and_nothing_else(game in any_game()) {
        let legal: Vec<_> =
            all_moves(game.position()).into_iter().filter(|mv| game.check(*mv).is_ok()).collect();
        prop_assert_eq!(game.legal_moves(), legal);
        prop_assert_eq!(game.position().count_moves(), game.position().legal_moves().len());
    }

    #[test]
    fn a_repeat_is_refused_exactly_where_the_board_reads_as_before(
        size in 3..=5usize,
        seed: u64,
        plies in 0..60usize,
    ) {
        let start = AnyPosition::MingMang(MingMangPosition::start(size, true).unwrap());
        let game = random_game(start, seed, plies);
        let board = |position: &AnyPosition| {
            position.to_string().split(' ').next().unwrap().to_owned()
        };
        let earlier: Vec<String> = game.positions().iter().map(board).collect();
        for mv in game.position().legal_moves() {
            let repeats = earlier.contains(&board(&game.position().play(mv).unwrap()));
            let expected = if repeats && game.outcome().is_none() {
                Err(Illegal::Repeats)
            } else {
                game.outcome().map_or(Ok(()), |outcome| Err(Illegal::GameOver(outcome)))
            };
            prop_assert_eq!(game.legal_moves().contains(&mv), expected.is_ok());
            prop_assert_eq!(game.check(mv), expected);
        }
    }

    #[test]
    fn the_list_is_right_on_free_arrangements_too(position in any_morris()) {
        let check = |mv: &Move| position.check(*mv).is_ok();
        let legal: Vec<_> =
            all_morris_moves(position.board()).into_iter().filter(check).collect();
        prop_assert_eq!(position.legal_moves(), legal.clone());
        prop_assert_eq!(position.count_moves(), legal.len());
        prop_assert_eq!(position.outcome().is_some(), legal.is_empty());
    }

    #[test]
    fn the_quick_check_agrees_with_the_full_one(position in any_morris()) {
        let check = |mv: &Move| position.check(*mv).is_ok();
        if position.outcome().is_none() {
            let moves = all_morris_moves_within(MAX_POINTS);
            let quick: Vec<_> = moves.iter().filter(|mv| position.fits(**mv)).collect();
            let full: Vec<_> = moves.iter().filter(|mv| check(mv)).collect();
            prop_assert_eq!(quick, full);
        }
    }

    #[test]
    fn a_random_move_is_in_the_list(position in any_morris(), seed: u64) {
        let mut random = merels_rules::SplitMix::new(seed);
        match position.random_move(&mut random) {
            Some(mv) => prop_assert!(position.legal_moves().contains(&mv)),
            None => prop_assert!(position.legal_moves().is_empty()),
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing(game in any_game()) {
        let mut tried = game.clone();
        for mv in all_moves(game.position()).into_iter().step_by(7) {
            if game.check(mv).is_err() {
                prop_assert!(tried.play(mv).is_err());
            }
        }
        prop_assert_eq!(tried, game);
    }

    #[test]
    fn undo_restores(game in any_game()) {
        for mv in game.legal_moves() {
            let mut tried = game.clone();
            tried.play(mv).unwrap();
            prop_assert_eq!(tried.undo(), Some(mv));
            prop_assert_eq!(&tried, &game);
        }
    }

    #[test]
    fn the_hash_kept_up_to_date_equals_the_one_computed_anew(game in any_game()) {
        for position in game.positions() {
            let anew = match position {
                AnyPosition::Morris(p) => p.with_side(Side::White).hash_from_scratch(),
                AnyPosition::MingMang(p) => p.arrangement_from_scratch(),
                AnyPosition::Nimble(p) => p.arrangement_from_scratch(),
            };
            prop_assert_eq!(position.arrangement(), anew);
            let flipped = position.clone().with_side(!position.side());
            prop_assert_ne!(position.hash(), flipped.hash());
        }
    }

    #[test]
    fn symmetric_positions_have_symmetric_moves(position in any_morris()) {
        let moves = position.legal_moves();
        for symmetry in position.board().symmetries() {
            let mut images: Vec<_> = moves.iter().map(|mv| mv.transformed(symmetry)).collect();
            images.sort();
            prop_assert_eq!(position.transformed(symmetry).legal_moves(), images);
        }
    }

    #[test]
    fn positions_and_moves_survive_their_text(game in any_game()) {
        let position = game.position();
        let text = position.to_string();
        let read = position.game().parse_position(&text).unwrap();
        prop_assert_eq!(read.to_string(), text);
        if let AnyPosition::Morris(_) = position {
            prop_assert_eq!(&read, position);
        }
        for mv in game.legal_moves() {
            prop_assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv));
        }
    }

    #[test]
    fn records_survive_their_text(
        mut game in any_game(),
        names in any::<[String; 2]>(),
        end in 0..4u8,
    ) {
        match end {
            0 => game.resign(Side::White),
            1 => game.resign(Side::Black),
            2 => game.agree_draw(),
            _ => {}
        }
        let [white, black] = names;
        let record = Record { white, black, ..Record::new(game) };
        let text = record.to_string();
        prop_assert_eq!(Record::parse(&text), Ok(record));
    }

    #[test]
    fn a_draft_reaches_every_move_and_refuses_the_rest(game in any_game(), wild: u16) {
        for mv in game.legal_moves() {
            let mut draft = Draft::new();
            let spots = game.position().spots_of(mv);
            let (last, first) = spots.split_last().unwrap();
            for spot in first {
                prop_assert_eq!(draft.choose(&game, *spot), Ok(None));
            }
            prop_assert_eq!(draft.choose(&game, *last), Ok(Some(mv)));
        }
        let mut draft = Draft::new();
        let choices = draft.choices(&game);
        for spot in (0..400).map(Spot).chain([Spot(wild)]).filter(|spot| !choices.contains(spot)) {
            prop_assert!(draft.choose(&game, spot).is_err());
            prop_assert!(draft.is_empty());
        }
    }

    #[test]
    fn no_text_makes_the_parsers_panic(text in "\\PC{0,40}", near in "[WBx.w0-9 /,o\\-]{0,40}") {
        for text in [&text, &near] {
            for game in GameId::ALL {
                let _: Result<AnyPosition, TextError> = game.parse_position(text);
                let _ = game.start().parse_move(text);
                let _ = game.start().parse_spot(text);
            }
            let _ = Record::parse(text);
            let _ = morris::parse_bare_board(Variant::NINE, text);
        }
    }
}
