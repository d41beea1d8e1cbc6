//! Positions and results in words, the same wherever the program says them.

use merels_rules::morris::{MorrisPosition, Phase, Points};
use merels_rules::{AnyPosition, Outcome, Position, Side};

/// The name of a side as its game calls it: White and Black, or in Nimble player 1 and 2.
pub(crate) fn side(position: &AnyPosition, side: Side) -> String {
    match position {
        AnyPosition::Nimble(_) => format!("Player {}", side.index() + 1),
        _ => side.to_string(),
    }
}

/// Whose turn it is and in which phase.
pub(crate) fn to_move(position: &AnyPosition) -> String {
    let mover = side(position, position.side());
    match position {
        AnyPosition::Morris(morris) => {
            format!("{mover} to move, {}", phase(morris, position.side()))
        }
        _ => format!("{mover} to move"),
    }
}

/// The phase of a side as a word.
pub(crate) fn phase(position: &MorrisPosition, side: Side) -> &'static str {
    match position.phase(side) {
        Phase::Placing if position.may_move(side) => "placing or moving",
        Phase::Placing => "placing",
        Phase::Moving => "moving",
        Phase::Flying => "flying",
    }
}

/// How the game ended, in the words of its game.
pub(crate) fn outcome(position: &AnyPosition, outcome: Outcome) -> String {
    let text = outcome.to_string();
    match position {
        AnyPosition::Nimble(_) => Side::ALL
            .into_iter()
            .fold(text, |text, who| text.replace(&who.to_string(), &side(position, who))),
        _ => text,
    }
}

/// What a player would count: men on the board, in hand and captured, mills, pawns.
pub(crate) fn facts(position: &AnyPosition) -> Vec<String> {
    match position {
        AnyPosition::Morris(morris) => {
            Side::ALL.into_iter().map(|side| morris_facts(morris, side)).collect()
        }
        AnyPosition::MingMang(grid) => Side::ALL
            .into_iter()
            .map(|side| format!("{side}: {} pawns", grid.pawns(side).len()))
            .collect(),
        AnyPosition::Nimble(strip) => {
            let away: u32 = strip.pawns().iter().skip(1).map(|pawns| u32::from(*pawns)).sum();
            vec![format!("{away} pawns can still move")]
        }
    }
}

fn morris_facts(position: &MorrisPosition, side: Side) -> String {
    let mut text = format!(
        "{side}: {} on the board, {} in hand, {} captured",
        position.men(side).len(),
        position.hand(side),
        position.captured(side)
    );
    let mills: Vec<String> = position.mills(side).map(|mill| point_names(position, mill)).collect();
    if !mills.is_empty() {
        text +=
            &format!("; {} {}", if mills.len() == 1 { "mill" } else { "mills" }, mills.join(", "));
    }
    text
}

/// The names of points, joined by hyphens.
fn point_names(position: &MorrisPosition, points: Points) -> String {
    let names: Vec<&str> = points.into_iter().map(|p| position.board().name(p)).collect();
    names.join("-")
}
