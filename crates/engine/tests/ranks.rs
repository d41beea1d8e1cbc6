//! The level `perfect` with an oracle that ranks draws.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use merels_engine::{Engine, EngineOptions, Level, Limits, Oracle};
use merels_rules::morris::{MorrisPosition, Variant, parse_position};
use merels_rules::{AnyMove, AnyPosition, DrawRank, Game, Payoff, Position, Side, Value};

/// The length of the list of payoffs; staying pays its middle.
const PLACES: u16 = 5;
const OWN: u16 = 2;

/// Calls everything a draw, and ranks it for White by this rule: place and plies to the exit.
struct Ranks(fn(&MorrisPosition) -> (u16, u16));

impl Oracle for Ranks {
    fn value(&self, _: &MorrisPosition) -> Option<Value> {
        Some(Value::Draw)
    }

    fn rank(&self, position: &MorrisPosition) -> Option<DrawRank> {
        let (place, plies) = (self.0)(position);
        let (payoff, own) = (Payoff::HALF, Some(OWN));
        let rank =
            DrawRank { place, places: PLACES, payoff, own, plies: (plies > 0).then_some(plies) };
        Some(if position.side() == Side::White { rank } else { rank.flipped() })
    }
}

/// A position in which many quiet moves differ.
fn position() -> MorrisPosition {
    let text = "WxWxBxBxWxxBxxWxxBxWxxBx w 0 0";
    parse_position(Variant::NINE, text).expect("a position")
}

/// The number that a position is told from others by.
fn number(position: &MorrisPosition) -> u16 {
    (position.hash() % 7) as u16
}

fn chosen(ranks: Ranks) -> MorrisPosition {
    let options = EngineOptions {
        hash_mib: 1,
        level: Level::Perfect,
        ranks: true,
        oracle: Some(Arc::new(ranks)),
        ..EngineOptions::default()
    };
    let game = Game::new(AnyPosition::Morris(position()));
    let stop = AtomicBool::new(false);
    let report = Engine::new(options).search(&game, &Limits::depth(1), &stop, &mut |_| {});
    let AnyMove::Morris(mv) = report.expect("a move").best else { panic!("of another game") };
    position().after_unchecked(mv)
}

fn all_after() -> Vec<MorrisPosition> {
    let quiet = |mv: &merels_rules::morris::Move| mv.removed.is_none();
    let moves = position().legal_moves();
    assert!(moves.iter().all(quiet), "no move is an exit");
    moves.into_iter().map(|mv| position().after_unchecked(mv)).collect()
}

#[test]
fn perfect_goes_for_the_best_rank() {
    let place = |position: &MorrisPosition| number(position) % PLACES;
    let best = all_after().iter().map(place).max();
    assert_eq!(Some(place(&chosen(Ranks(|position| (number(position) % PLACES, 0))))), best);
}

#[test]
fn a_side_that_presses_hurries_to_the_exit() {
    let nearest = all_after().iter().map(number).min();
    let found = chosen(Ranks(|position| (OWN + 1, number(position) + 1)));
    assert_eq!(Some(number(&found)), nearest);
}

#[test]
fn a_side_that_is_pressed_delays_the_exit() {
    let farthest = all_after().iter().map(number).max();
    let found = chosen(Ranks(|position| (OWN - 1, number(position) + 1)));
    assert_eq!(Some(number(&found)), farthest);
}
