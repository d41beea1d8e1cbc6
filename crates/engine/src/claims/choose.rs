//! The order in which claims are told, and the few that are.

use super::{Claim, Distance};

/// The most statements about a move.
const MOST_SAID: usize = 2;

/// The place of a claim among all: the lower, the sooner a learner sees that it is true.
pub(super) fn weight(claim: &Claim) -> usize {
    match claim {
        Claim::Wins { plies: Distance::Exact(0 | 1), .. } => 0,
        Claim::Closes { .. } | Claim::Surrounds { .. } => 1,
        Claim::BringsDownTo { .. } => 2,
        Claim::TakesLastFree { .. } => 3,
        Claim::Blocks { .. } => 4,
        Claim::DoubleMill { .. } => 5,
        Claim::AttacksTwo { .. } => 6,
        Claim::LocksIn { .. } | Claim::NimSum { .. } => 7,
        Claim::Frees { .. } => 8,
        Claim::Threatens { .. } => 9,
        Claim::IsSurrounded { .. } => 10,
        Claim::OnlyMove { .. } | Claim::OnlyStep { .. } => 11,
        Claim::OthersLoseTo { .. } => 12,
        Claim::HoldsOut { .. } => 13,
        Claim::Wins { .. } => 14,
        Claim::ForcedLine { .. } => 15,
        Claim::LeavesOpen { .. } => 16,
        Claim::Crossing { .. } => 17,
        Claim::Allows { claim, .. } | Claim::Misses { claim, .. } => weight(claim),
    }
}

/// The claims to tell of a move, of all that are true of it: at most two statements, and a forced
/// line after them. Of a mistake they say what it allows, then what the best move does that it
/// does not.
pub fn chosen(claims: &[Claim], is_mistake: bool) -> Vec<Claim> {
    let said = if is_mistake { of_mistake(claims) } else { of_good_move(claims) };
    let line = claims.iter().find(|claim| matches!(claim, Claim::ForcedLine { .. }));
    said.into_iter().chain(line).cloned().collect()
}

/// The claims to tell after a try at a puzzle: of the right move what it does, of a wrong one what the
/// answer to it does. Neither says that one move alone is right, which the puzzle says already, and
/// of a wrong one nothing names the right one.
pub fn explained(claims: &[Claim], is_right: bool) -> Vec<Claim> {
    let line = claims.iter().filter(|claim| matches!(claim, Claim::ForcedLine { .. }));
    if is_right {
        let is_told = |claim: &&Claim| {
            !matches!(
                claim,
                Claim::OnlyMove { .. }
                    | Claim::OnlyStep { .. }
                    | Claim::Wins { .. }
                    | Claim::HoldsOut { .. }
            )
        };
        let told: Vec<Claim> = claims.iter().filter(is_told).cloned().collect();
        return of_good_move(&told).into_iter().chain(line).cloned().collect();
    }
    let is_answer = |claim: &&Claim| {
        matches!(
            claim,
            Claim::Allows { .. }
                | Claim::IsSurrounded { .. }
                | Claim::NimSum { .. }
                | Claim::LeavesOpen { .. }
        )
    };
    let open = |claim: &&Claim| matches!(claim, Claim::LeavesOpen { .. });
    let answer = claims.iter().filter(is_answer).min_by_key(|claim| (open(claim), weight(claim)));
    answer.into_iter().chain(line).cloned().collect()
}

fn of_mistake(claims: &[Claim]) -> Vec<&Claim> {
    let least = |is: fn(&Claim) -> bool| {
        claims.iter().filter(|claim| is(claim)).min_by_key(|claim| weight(claim))
    };
    let bad = |claim: &Claim| matches!(claim, Claim::IsSurrounded { .. } | Claim::NimSum { .. });
    let allows = least(|claim| matches!(claim, Claim::Allows { .. })).or_else(|| least(bad));
    let only = || least(|claim| matches!(claim, Claim::OnlyMove { .. } | Claim::OnlyStep { .. }));
    let misses = least(|claim| matches!(claim, Claim::Misses { .. })).or_else(only);
    // The best move may leave the same line open, so this is said only for want of a difference.
    let open = || least(|claim| matches!(claim, Claim::LeavesOpen { .. }));
    let said: Vec<&Claim> = allows.into_iter().chain(misses).collect();
    if said.is_empty() { open().into_iter().collect() } else { said }
}

fn of_good_move(claims: &[Claim]) -> Vec<&Claim> {
    let is_good = |claim: &&Claim| match claim {
        Claim::NimSum { after, .. } => *after == 0,
        Claim::LocksIn { side, of, .. } => side != of,
        Claim::Frees { side, of, .. } => side == of,
        Claim::ForcedLine { .. }
        | Claim::LeavesOpen { .. }
        | Claim::IsSurrounded { .. }
        | Claim::Allows { .. }
        | Claim::Misses { .. } => false,
        _ => true,
    };
    // A line to the end and the longest resistance say who wins, and when.
    let says_more =
        |claim: &Claim| matches!(claim, Claim::ForcedLine { .. } | Claim::HoldsOut { .. });
    let is_told =
        |claim: &&Claim| matches!(claim, Claim::Wins { .. }) && claims.iter().any(says_more);
    let mut good: Vec<&Claim> =
        claims.iter().filter(|claim| is_good(claim) && !is_told(claim)).collect();
    good.sort_by_key(|claim| weight(claim));
    good.truncate(MOST_SAID);
    good
}
