//! The narration of turns: examples of every event, and a property that it leaves nothing out.

mod common;

use common::{game, random_game};
use merels_rules::{
    AnyPosition, DrawReason, Game, GameId, Happening, Outcome, Position, Side, Spot,
};
use proptest::prelude::*;

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

/// The events of the last of some moves, with spots by name.
fn told(id: &str, start: &str, moves: &[&str]) -> Vec<String> {
    let mut game = Game::new(game(id).parse_position(start).unwrap());
    for text in moves {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
    let position = game.position();
    let happenings = game.happenings(game.ply() - 1);
    happenings.iter().map(|happening| short(position, happening)).collect()
}

fn short(position: &AnyPosition, happening: &Happening) -> String {
    let name = |spot: &Spot| position.spot_name(*spot);
    let names = |spots: &[Spot]| spots.iter().map(name).collect::<Vec<_>>().join("-");
    let all =
        |lines: &[[Spot; 3]]| lines.iter().map(|line| names(line)).collect::<Vec<_>>().join(" ");
    match happening {
        Happening::Placed { side, to } => format!("{side} placed {}", name(to)),
        Happening::Moved { side, from, to } => format!("{side} moved {}-{}", name(from), name(to)),
        Happening::Flew { side, from, to } => format!("{side} flew {}-{}", name(from), name(to)),
        Happening::ClosedMill { side, lines } => format!("{side} closed {}", all(lines)),
        Happening::CompletedLine { side, lines } => format!("{side} completed {}", all(lines)),
        Happening::Took { side, at } => format!("{side} took {}", name(at)),
        Happening::Captured { side, at } => format!("{side} captured {}", names(at)),
        Happening::MovingBegan { side } => format!("moving, {side} first"),
        Happening::FliesNow { side, men } => format!("{side} flies with {men}"),
        Happening::Ended(outcome) => format!("ended: {outcome}"),
    }
}

#[test]
fn two_mills_at_once_are_both_named_and_one_man_is_taken() {
    let told = told("nine", "WWxBBxxxxxxxxxWxxxxxxxxW w 5 7 0", &["g1xb2"]);
    assert_eq!(told, ["White placed g1", "White closed a1-d1-g1 g1-g4-g7", "White took b2"]);
}

#[test]
fn the_last_placement_begins_the_moving_phase() {
    let told = told("six", "WBWBWBWBWBxxxxxx w 1 1 0", &["b4", "c4"]);
    assert_eq!(told, ["Black placed c4", "moving, White first"]);
}

#[test]
fn moving_begins_when_the_second_hand_is_empty_not_the_first() {
    let told = told("six", "WBWBWBWBWBxxxxxx w 1 1 0", &["b4"]);
    assert_eq!(told, ["White placed b4"]);
}

#[test]
fn a_side_reduced_to_three_flies() {
    let start = "WWxxBBxxxWxxxxBxBxxxxxxx b 0 0 0";
    let told = told("nine", start, &["d2-d3", "a1-b2"]);
    assert_eq!(told, ["White flew a1-b2"]);
    let told = self::told("nine", "WxWxWxxxxxBBxBxxxxxBxxxW w 0 0 0", &["d2-d1xb4"]);
    assert_eq!(
        told,
        ["White moved d2-d1", "White closed a1-d1-g1", "White took b4", "Black flies with 3"]
    );
}

#[test]
fn whoever_places_the_last_of_three_men_flies_from_then_on() {
    let told = told("nine", "WWxxxxxxxxxxxxBBBBxxxxxx w 1 0 0", &["g7"]);
    assert_eq!(told, ["White placed g7", "moving, Black first", "White flies with 3"]);
}

#[test]
fn the_end_is_told_last_and_hushes_what_no_longer_matters() {
    let told = told("nine", "WxWxWxxxxxBBxBxxxxxxxxxx w 0 0 0", &["d2-d1xb4"]);
    assert_eq!(
        told,
        [
            "White flew d2-d1",
            "White closed a1-d1-g1",
            "White took b4",
            "ended: White wins: Black has fewer than three men"
        ]
    );
    let told = self::told("three", "WWxBBxxxx w 1 1 0", &["c1"]);
    assert_eq!(
        told,
        [
            "White placed c1",
            "White completed a1-b1-c1",
            "ended: White wins: White has completed a line"
        ]
    );
}

#[test]
fn ming_mang_names_every_pawn_that_changed_colour() {
    let told = told("mingmang", "xoo.x/...../...../...../....o b", &["e5-e2", "a1-a2"]);
    assert_eq!(told, ["White moved a1-a2"]);
    let told = self::told("mingmang", "xoo../...../...../...../o...x w", &["e5-e4", "a5-b5"]);
    assert_eq!(told, ["Black moved a5-b5"]);
    let told = self::told("mingmang", "xoo../...x./...../...../o...o w", &["d2-d1"]);
    assert_eq!(told, ["White moved d2-d1", "White captured b1-c1"]);
}

#[test]
fn nimble_moves_until_nobody_can() {
    let told = told("nimble", "0,1 1", &["2-1"]);
    assert_eq!(told, ["White moved 2-1", "ended: White wins: Black cannot move"]);
}

#[test]
fn what_players_end_by_their_word_is_no_part_of_the_turn() {
    let mut game: Game<AnyPosition> = Game::new(GameId::NINE.start());
    game.play(game.position().parse_move("d6").unwrap()).unwrap();
    let before = game.happenings(0);
    game.resign(BLACK);
    assert_eq!(game.happenings(0), before);
    assert!(game.happenings(1).is_empty());
}

#[test]
fn a_repetition_ends_the_turn_that_made_it() {
    let start = GameId::NINE.parse_position("WWxWxxxxxxxxBBBBxxxxxxxx w 0 0 0").unwrap();
    let mut game: Game<AnyPosition> = Game::new(start);
    for text in ["d1-g1", "c5-d5", "g1-d1", "d5-c5"].repeat(2) {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
    let ended = Happening::Ended(Outcome::Draw(DrawReason::Repetition));
    assert_eq!(game.happenings(7).last(), Some(&ended));
    assert!(!game.happenings(3).contains(&ended));
}

/// Applies the events to a bare list of owners; Nimble's pawns are counted, not owned.
fn retold(before: &AnyPosition, happenings: &[Happening]) -> Vec<i32> {
    let mut board = picture(before);
    let pawns_are_shared = matches!(before, AnyPosition::Nimble(_));
    for happening in happenings {
        match happening {
            Happening::Placed { side, to } => board[to.0 as usize] = sign(*side),
            Happening::Moved { from, to, .. } if pawns_are_shared => {
                board[from.0 as usize] -= 1;
                board[to.0 as usize] += 1;
            }
            Happening::Moved { side, from, to } | Happening::Flew { side, from, to } => {
                board[from.0 as usize] = 0;
                board[to.0 as usize] = sign(*side);
            }
            Happening::Took { at, .. } => board[at.0 as usize] = 0,
            Happening::Captured { side, at } => {
                at.iter().for_each(|spot| board[spot.0 as usize] = sign(*side));
            }
            _ => {}
        }
    }
    board
}

fn sign(side: Side) -> i32 {
    if side == WHITE { 1 } else { -1 }
}

fn picture(position: &AnyPosition) -> Vec<i32> {
    let spots = (0..position.spot_count() as u16).map(Spot);
    match position {
        AnyPosition::Nimble(strip) => strip.pawns().iter().map(|pawns| i32::from(*pawns)).collect(),
        _ => spots.map(|spot| position.owner_at(spot).map_or(0, sign)).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_happenings_retell_every_game(id in prop::sample::select(GameId::ALL.to_vec()), seed: u64) {
        let game = random_game(id.start(), seed, 400);
        let mut ends = 0;
        for ply in 0..game.ply() {
            let [before, after] = &game.positions()[ply..ply + 2] else { unreachable!() };
            let happenings = game.happenings(ply);
            prop_assert_eq!(retold(before, &happenings), picture(after));
            ends += happenings.iter().filter(|h| matches!(h, Happening::Ended(_))).count();
            if let (AnyPosition::Morris(before), AnyPosition::Morris(after)) = (before, after) {
                let side = before.side();
                let old: Vec<_> = before.mills(side).collect();
                let new = after.mills(side).filter(|mill| !old.contains(mill)).count();
                let closed = happenings.iter().find_map(|happening| match happening {
                    Happening::ClosedMill { lines, .. } | Happening::CompletedLine { lines, .. } => {
                        Some(lines.len())
                    }
                    _ => None,
                });
                prop_assert_eq!(closed.unwrap_or(0), new);
            }
        }
        prop_assert_eq!(ends, usize::from(game.outcome().is_some()));
    }
}
