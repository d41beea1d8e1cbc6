//! Positions and results in words, the same wherever the program says them.

use merels_engine::Info;
use merels_rules::morris::{self, LineEarns, MorrisPosition, Phase, Points, Variant};
use merels_rules::{AnyMove, AnyPosition, Outcome, Position, Side, Value};

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
            let pawns = if away == 1 { "pawn" } else { "pawns" };
            vec![format!("{away} {pawns} can still move")]
        }
    }
}

fn morris_facts(position: &MorrisPosition, side: Side) -> String {
    let mut text = format!(
        "{side}, {}: {} on the board, {} in hand, {} captured",
        phase(position, side),
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

/// How far the computer has come: score for the side to move, depth and best line.
pub(crate) fn thought(position: &AnyPosition, info: &Info) -> String {
    let mut line = Vec::new();
    let mut position = position.clone();
    for mv in &info.pv {
        let Ok(next) = position.play(*mv) else { break };
        line.push(position.move_text(*mv));
        position = next;
    }
    format!("{}, depth {}: {}", info.score, info.depth, line.join(" "))
}

/// What the tables advise: the best moves and what they are worth, and what the others are.
pub(crate) fn exact_hint(position: &AnyPosition, moves: &[(morris::Move, Value)]) -> String {
    let Some((_, best)) = moves.first() else { return "There is no move to advise.".to_owned() };
    let text = |mv: &morris::Move| position.move_text(AnyMove::Morris(*mv));
    let equal: Vec<String> =
        moves.iter().filter(|(_, value)| value == best).map(|(mv, _)| text(mv)).collect();
    let mut named = equal[..equal.len().min(MOST_NAMED)].join(", ");
    if equal.len() > MOST_NAMED {
        named += &format!(" and {} more", equal.len() - MOST_NAMED);
    }
    let others = moves.len() - equal.len();
    let rest = match others {
        0 => String::new(),
        1 => "; 1 other move is worse".to_owned(),
        _ => format!("; {others} other moves are worse"),
    };
    format!("Exactly: {best} by {named}{rest}.")
}

/// So many equal moves are named; more would only fill the line.
const MOST_NAMED: usize = 6;

/// What a move did, as sentences for the log.
pub(crate) fn played(before: &AnyPosition, mv: AnyMove, after: &AnyPosition) -> Vec<String> {
    let mover = side(before, before.side());
    let text = before.move_text(mv);
    match (before, mv, after) {
        (AnyPosition::Morris(before), AnyMove::Morris(mv), AnyPosition::Morris(after)) => {
            morris_played(before, mv, after)
        }
        (AnyPosition::MingMang(before), _, AnyPosition::MingMang(after)) => {
            let won = after.pawns(before.side()).len() - before.pawns(before.side()).len();
            let captures = match won {
                0 => String::new(),
                1 => ", taking 1 pawn".to_owned(),
                _ => format!(", taking {won} pawns"),
            };
            vec![format!("{mover} plays {text}{captures}.")]
        }
        _ => vec![format!("{mover} plays {text}.")],
    }
}

fn morris_played(before: &MorrisPosition, mv: morris::Move, after: &MorrisPosition) -> Vec<String> {
    let (mover, other) = (before.side(), !before.side());
    let name = |point| before.board().name(point);
    let mut sentence = match mv.from {
        None => format!("{mover} places {}", name(mv.to)),
        Some(from) if before.flies(mover) => {
            format!("{mover} flies {}-{}", name(from), name(mv.to))
        }
        Some(from) => format!("{mover} moves {}-{}", name(from), name(mv.to)),
    };
    if before.closes_mill(mover, mv.from, mv.to) {
        sentence += match before.variant().rules().line {
            LineEarns::Removal => ", closing a mill",
            LineEarns::Win => ", completing a line",
        };
    }
    if let Some(removed) = mv.removed {
        sentence += &format!(", and takes {}", name(removed));
    }
    let mut events = vec![sentence + "."];
    let flew = before.phase(other) == Phase::Flying;
    if after.outcome().is_none() && !flew && after.phase(other) == Phase::Flying {
        events
            .push(format!("{other} has three men left and flies: any empty point may be reached."));
    }
    events
}

/// The rules of the variant in one or two lines, for players who wonder which one this is.
pub(crate) fn rules(position: &AnyPosition) -> String {
    match position {
        AnyPosition::Morris(morris) => morris_rules(morris.variant()),
        AnyPosition::MingMang(grid) => {
            let repeats = if grid.no_repeat() {
                "No arrangement of the board may come again."
            } else {
                "A position that comes for the third time is a draw."
            };
            format!(
                "Pawns slide like rooks; enemy pawns enclosed by the pawn that moved change colour. \
                 Whoever cannot move loses. {repeats}"
            )
        }
        AnyPosition::Nimble(_) => {
            "Move one pawn any number of squares to the left. Whoever cannot move loses.".to_owned()
        }
    }
}

fn morris_rules(variant: Variant) -> String {
    let rules = variant.rules();
    let mut text = format!("{} men each. ", rules.men);
    text += if rules.may_move_while_placing {
        "While you have men in hand you may place or move. "
    } else {
        "Place them all, then move along the lines. "
    };
    text += match rules.line {
        LineEarns::Win => "The first line of three wins. Whoever cannot move loses.",
        LineEarns::Removal if rules.flying => {
            "Three in a line take an enemy man. With three men left you fly. \
             Fewer than three men or no move loses."
        }
        LineEarns::Removal => {
            "Three in a line take an enemy man. There is no flying. \
             Fewer than three men or no move loses."
        }
    };
    if rules.full_board_draws {
        text += " A full board with nothing captured is a draw.";
    }
    text
}
