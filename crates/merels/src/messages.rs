//! Positions, turns and results in words, the same wherever the program says them.

use merels_engine::{Info, Reason, Report, explain};
use merels_rules::morris::{
    self, Flying, LineEarns, MorrisPosition, Phase, Point, Points, Removal, Variant,
};
use merels_rules::{
    AnyMove, AnyPosition, Game, Happening, Illegal, Outcome, Position, Side, Spot, Value,
};

mod decided;

pub(crate) use self::decided::decided;

use crate::draw::Labels;

/// The name of a side as its game calls it: White and Black, or in Nimble player 1 and 2.
pub(crate) fn side(position: &AnyPosition, side: Side) -> String {
    match position {
        AnyPosition::Nimble(_) => format!("Player {}", side.index() + 1),
        _ => side.to_string(),
    }
}

/// A spot as the player has the board labelled: numbers are for morris boards only.
pub(crate) fn spot(position: &AnyPosition, labels: Labels, spot: Spot) -> String {
    match (labels, position) {
        (Labels::Numbers, AnyPosition::Morris(_)) => spot.0.to_string(),
        _ => position.spot_name(spot),
    }
}

/// A move, its spots as the player has the board labelled.
pub(crate) fn move_text(position: &AnyPosition, labels: Labels, mv: AnyMove) -> String {
    let (Labels::Numbers, AnyMove::Morris(morris::Move { from, to, removed })) = (labels, mv)
    else {
        return position.move_text(mv);
    };
    let from = from.map(|from| format!("{}-", from.number())).unwrap_or_default();
    let removed = removed.map(|removed| format!("x{}", removed.number())).unwrap_or_default();
    format!("{from}{}{removed}", to.number())
}

/// Why something does not go, its spots as the player has the board labelled.
pub(crate) fn refusal(position: &AnyPosition, labels: Labels, reason: Illegal) -> String {
    let rename = |name: &str| match position.parse_spot(name) {
        Ok(known) => spot(position, labels, known),
        Err(_) => name.to_owned(),
    };
    reason.renamed(rename).to_string()
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
pub(crate) fn facts(position: &AnyPosition, labels: Labels) -> Vec<String> {
    match position {
        AnyPosition::Morris(morris) => {
            let facts = |side| morris_facts(morris, labels, side);
            Side::ALL.into_iter().map(facts).collect()
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

fn morris_facts(position: &MorrisPosition, labels: Labels, side: Side) -> String {
    let mut text = format!(
        "{side}, {}: {} on the board, {} in hand, {} captured",
        phase(position, side),
        position.men(side).len(),
        position.hand(side),
        position.captured(side)
    );
    let mills: Vec<String> =
        position.mills(side).map(|mill| point_names(position, labels, mill)).collect();
    if !mills.is_empty() {
        text +=
            &format!("; {} {}", if mills.len() == 1 { "mill" } else { "mills" }, mills.join(", "));
    }
    text
}

/// The names of points, joined by hyphens.
fn point_names(position: &MorrisPosition, labels: Labels, points: Points) -> String {
    let name = |point: Point| match labels {
        Labels::Names => position.board().name(point).to_owned(),
        Labels::Numbers => point.number().to_string(),
    };
    points.into_iter().map(name).collect::<Vec<_>>().join("-")
}

/// How far the computer has come: score for the side to move, depth and best line.
pub(crate) fn thought(position: &AnyPosition, labels: Labels, info: &Info) -> String {
    let mut line = Vec::new();
    let mut position = position.clone();
    for mv in &info.pv {
        let Ok(next) = position.play(*mv) else { break };
        line.push(move_text(&position, labels, *mv));
        position = next;
    }
    format!("{}, depth {}: {}", info.score, info.depth, line.join(" "))
}

/// All legal moves in one line.
pub(crate) fn moves(game: &Game<AnyPosition>, labels: Labels) -> String {
    let text = |mv: &AnyMove| move_text(game.position(), labels, *mv);
    game.legal_moves().iter().map(text).collect::<Vec<_>>().join(" ")
}

/// What the computer advises, and why.
pub(crate) fn hint(position: &AnyPosition, labels: Labels, report: &Report) -> String {
    let why = reasons(&explain(position, report.best, Some(report.info.score)));
    let (mv, line) =
        (move_text(position, labels, report.best), thought(position, labels, &report.info));
    format!("Hint: {mv} {why}. ({line})")
}

/// Why a move is good, as the end of a sentence that begins with the move.
fn reasons(reasons: &[Reason]) -> String {
    let texts: Vec<String> = reasons.iter().map(|reason| reason_text(*reason)).collect();
    match &texts[..] {
        [] => "looks best".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn reason_text(reason: Reason) -> String {
    let pawns = |count| if count == 1 { "1 pawn".to_owned() } else { format!("{count} pawns") };
    match reason {
        Reason::EndsGame => "wins at once".to_owned(),
        Reason::WinsIn(plies) => format!("wins in at most {plies} plies"),
        Reason::WinsInAtLeast(plies) => format!("wins in at least {plies} plies"),
        Reason::HoldsOutAtLeast(plies) => format!("holds out longest, at least {plies} plies"),
        Reason::HoldsOut(plies) => format!("holds out longest, at most {plies} plies"),
        Reason::ClosesMill => "closes a mill".to_owned(),
        Reason::CapturesPawns(count) => format!("takes {}", pawns(count)),
        Reason::BlocksMill => "stops a mill".to_owned(),
        Reason::OpensDoubleMill => "opens a double mill".to_owned(),
        Reason::ThreatensTwoMills => "threatens two mills at once".to_owned(),
        Reason::ThreatensMill => "threatens a mill".to_owned(),
        Reason::ShutsIn(1) => "shuts in an enemy man".to_owned(),
        Reason::ShutsIn(men) => format!("shuts in {men} enemy men"),
        Reason::TakesCrossing(ways) => format!("stands where {ways} ways meet"),
        Reason::BalancesStrip => {
            "leaves a strip in balance, which loses for whoever must move from it".to_owned()
        }
    }
}

/// What the tables advise: the best moves and what they are worth, and what the others are.
pub(crate) fn exact_hint(
    position: &AnyPosition,
    labels: Labels,
    moves: &[(morris::Move, Value)],
) -> String {
    let Some((first, best)) = moves.first() else {
        return "There is no move to advise.".to_owned();
    };
    let text = |mv: &morris::Move| move_text(position, labels, AnyMove::Morris(*mv));
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
    let why = match &explain(position, AnyMove::Morris(*first), None)[..] {
        [] => String::new(),
        found => format!(" {} {}.", text(first), reasons(found)),
    };
    format!("Exactly: {best} by {named}{rest}.{why}")
}

/// So many equal moves are named; more would only fill the line.
const MOST_NAMED: usize = 6;

/// What a turn did, as sentences for the log. Spots are named as on the board of `position`.
pub(crate) fn turn(
    position: &AnyPosition,
    labels: Labels,
    happenings: &[Happening],
) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    for happening in happenings {
        match part(position, labels, happening) {
            Part::Sentence(text) => sentences.push(text + "."),
            Part::Addition(text) => {
                if let Some(sentence) = sentences.last_mut() {
                    sentence.pop();
                    *sentence += &format!("{text}.");
                }
            }
        }
    }
    sentences
}

/// A happening is a sentence of its own, or goes on with the one before.
enum Part {
    Sentence(String),
    Addition(String),
}

fn part(position: &AnyPosition, labels: Labels, happening: &Happening) -> Part {
    let name = |at: &Spot| spot(position, labels, *at);
    let side = |who: &Side| side(position, *who);
    let moves = if matches!(position, AnyPosition::Morris(_)) { "moves" } else { "plays" };
    match happening {
        Happening::Placed { side: who, to } => {
            Part::Sentence(format!("{} places {}", side(who), name(to)))
        }
        Happening::Moved { side: who, from, to } => {
            Part::Sentence(format!("{} {moves} {}-{}", side(who), name(from), name(to)))
        }
        Happening::Flew { side: who, from, to } => {
            Part::Sentence(format!("{} flies {}-{}", side(who), name(from), name(to)))
        }
        Happening::ClosedMill { lines, .. } if lines.len() == 1 => {
            Part::Addition(", closing a mill".to_owned())
        }
        Happening::ClosedMill { .. } => Part::Addition(", closing two mills".to_owned()),
        Happening::CompletedLine { .. } => Part::Addition(", completing a line".to_owned()),
        Happening::Took { at, .. } => Part::Addition(format!(", and takes {}", name(at))),
        Happening::Captured { at, .. } if at.len() == 1 => {
            Part::Addition(", taking 1 pawn".to_owned())
        }
        Happening::Captured { at, .. } => Part::Addition(format!(", taking {} pawns", at.len())),
        Happening::MovingBegan { side: who } => Part::Sentence(format!(
            "All men are placed: from now on they move. It is {}'s turn",
            side(who)
        )),
        Happening::FliesNow { side: who, men } => Part::Sentence(format!(
            "{} has {} men left and flies: any empty point may be reached",
            side(who),
            number(*men)
        )),
        Happening::Ended(how) => Part::Sentence(outcome(position, *how)),
    }
}

/// A small number as a word.
fn number(number: usize) -> String {
    match number {
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        _ => number.to_string(),
    }
}

/// The rules of the variant in one or two lines, for players who wonder which one this is.
pub(crate) fn rules(position: &AnyPosition) -> String {
    match position {
        AnyPosition::Morris(morris) => morris_rules(morris.variant()),
        AnyPosition::MingMang(grid) => {
            let repeats = if grid.no_repeat() {
                "No arrangement of the board may come again; after 1000 plies it is a draw."
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
    let (wins, loses) = if rules.misere { ("loses", "wins") } else { ("wins", "loses") };
    text += &match rules.line {
        LineEarns::Win => {
            format!("The first line of three {wins}. Whoever cannot move {loses}.")
        }
        LineEarns::Removal => {
            let (flying, removal) = (flying(variant), removal(variant));
            format!(
                "Three in a line take an enemy man. {removal}{flying} \
                 Fewer than three men or no move {loses}."
            )
        }
    };
    if rules.full_board_draws {
        text += " A full board with nothing captured is a draw.";
    }
    text
}

/// Who flies, as a sentence.
fn flying(variant: Variant) -> &'static str {
    match variant.options().flying {
        Flying::Never => "There is no flying.",
        Flying::AtThree => "With three men left you fly.",
        Flying::AtFour => "With four men left or fewer you fly.",
        Flying::Always => "Every move may go to any empty point.",
    }
}

/// What is special about taking men, as a sentence with its blank.
fn removal(variant: Variant) -> &'static str {
    match variant.options().removal {
        Removal::Usual => "",
        Removal::Strict => "Men in mills are never taken. ",
        Removal::Lenient => "Men in mills may be taken too. ",
    }
}
