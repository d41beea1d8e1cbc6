//! The themes of puzzles, as far as the board and the tables tell.

use merels_engine::{Claim, Puzzle, Theme, board_claims};
use merels_rules::morris::MorrisPosition;
use merels_rules::{AnyMove, AnyPosition, Outcome, Position, Side, Value, WinReason};

use super::find::after_line;
use crate::{Lab, Result};

/// The enemy men that must be shut in at once for this to be a puzzle's theme.
const SHUT_IN: usize = 2;

/// Adds the themes that are known without the lines; the rarest first.
pub(super) fn add(lab: Lab<'_>, puzzles: &mut [Puzzle]) -> Result<()> {
    let zugzwang = zugzwang(lab, puzzles)?;
    for (puzzle, zugzwang) in puzzles.iter_mut().zip(zugzwang) {
        let mut themes = Vec::new();
        let before = AnyPosition::Morris(puzzle.position);
        let solution = puzzle.solution().mv;
        let claims = board_claims(&before, AnyMove::Morris(solution));
        let opens_double_mill = |claim: &Claim| matches!(claim, Claim::DoubleMill { .. });
        let shuts_in = |claim: &Claim| matches!(claim, Claim::LocksIn { side, of, men } if of != side && men.len() >= SHUT_IN);
        let found = [
            (claims.iter().any(opens_double_mill), Theme::DoubleMill),
            (is_sacrifice(puzzle), Theme::Sacrifice),
            (zugzwang, Theme::Zugzwang),
            (claims.iter().any(shuts_in), Theme::Blockade),
            (Side::ALL.iter().all(|side| puzzle.position.flies(*side)), Theme::FlyingRace),
            (puzzle.value == Value::Draw, Theme::HoldTheDraw),
            (solution.removed.is_some(), Theme::Mill),
        ];
        themes.extend(found.into_iter().filter(|(is, _)| *is).map(|(_, theme)| theme));
        if themes.is_empty() {
            themes.push(Theme::Quiet);
        }
        puzzle.themes = themes;
    }
    Ok(())
}

/// Returns `true` if a man can be taken from the winner after the solution, which takes none
/// itself.
fn is_sacrifice(puzzle: &Puzzle) -> bool {
    let solution = puzzle.solution().mv;
    let after = puzzle.position.after_unchecked(solution);
    let can_take = after.legal_moves().iter().any(|mv| mv.removed.is_some());
    puzzle.value != Value::Draw && solution.removed.is_none() && can_take
}

/// Tells for each puzzle if the opponent loses only because he must move.
fn zugzwang(lab: Lab<'_>, puzzles: &[Puzzle]) -> Result<Vec<bool>> {
    let passed = |puzzle: &Puzzle| {
        let before = puzzle.position.with_automatic_draws(false);
        let after = before.after_unchecked(puzzle.solution().mv);
        let moving = Side::ALL.iter().all(|side| after.hand(*side) == 0);
        let again = after.with_side(puzzle.position.side());
        let wins = matches!(puzzle.value, Value::Win(_));
        (wins && moving && after.outcome().is_none() && again.outcome().is_none()).then_some(again)
    };
    let passed: Vec<Option<MorrisPosition>> = puzzles.iter().map(passed).collect();
    let asked: Vec<MorrisPosition> = passed.iter().flatten().copied().collect();
    let mut values = (lab.values)(&asked)?.into_iter();
    let stands = |again: Option<MorrisPosition>| {
        again.and_then(|_| values.next()).is_some_and(|value| !matches!(value, Value::Win(_)))
    };
    Ok(passed.into_iter().map(stands).collect())
}

/// Adds what the lines show: the end by a blockade.
pub(super) fn complete(puzzles: &mut [Puzzle]) {
    for puzzle in puzzles {
        let end = after_line(puzzle, puzzle.solution()).outcome();
        let blocked = matches!(end, Some(Outcome::Win { reason: WinReason::Blocked, .. }));
        if blocked && !puzzle.themes.contains(&Theme::Blockade) {
            puzzle.themes.retain(|theme| *theme != Theme::Quiet);
            puzzle.themes.push(Theme::Blockade);
        }
    }
}
