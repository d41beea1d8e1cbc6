//! The definitions of the claims, each read off legal moves alone: slow and plain.

use std::collections::BTreeSet;

use merels_engine::Claim;
use merels_rules::morris::{MorrisPosition, Move, Removal};
use merels_rules::{Position, Side, Spot};

/// The points of a line.
pub(crate) type Line = [Spot; 3];

pub(crate) fn spot(point: merels_rules::morris::Point) -> Spot {
    Spot(point.number() as u16)
}

pub(crate) fn lines(position: &MorrisPosition) -> Vec<Line> {
    let line = |line: &merels_rules::morris::Points| {
        let spots: Vec<Spot> = line.into_iter().map(spot).collect();
        [spots[0], spots[1], spots[2]]
    };
    position.board().lines().iter().map(line).collect()
}

pub(crate) fn fills(position: &MorrisPosition, side: Side, line: Line) -> bool {
    let men: Vec<Spot> = position.men(side).into_iter().map(spot).collect();
    line.iter().all(|spot| men.contains(spot))
}

/// The points on which a side given the turn completes a line, with that line.
pub(crate) fn open(position: &MorrisPosition, side: Side) -> BTreeSet<(Line, Spot)> {
    let turn = position.with_side(side);
    let mut found = BTreeSet::new();
    for mv in turn.legal_moves() {
        let after = turn.after_unchecked(mv);
        for line in lines(position) {
            if !fills(&turn, side, line) && fills(&after, side, line) {
                found.insert((line, spot(mv.to)));
            }
        }
    }
    found
}

fn open_lines(position: &MorrisPosition, side: Side) -> BTreeSet<Line> {
    open(position, side).into_iter().map(|(line, _)| line).collect()
}

fn open_points(position: &MorrisPosition, side: Side) -> BTreeSet<Spot> {
    open(position, side).into_iter().map(|(_, at)| at).collect()
}

/// Returns `true` if a side can step from `closed`, which it fills, and complete `open`.
fn shuttles(position: &MorrisPosition, side: Side, closed: Line, open: Line) -> bool {
    let turn = position.with_side(side);
    let steps = |mv: &Move| {
        let after = turn.after_unchecked(*mv);
        mv.from.is_some_and(|from| closed.contains(&spot(from)))
            && !fills(&turn, side, open)
            && fills(&after, side, open)
    };
    !turn.flies(side)
        && turn.hand(side) == 0
        && fills(&turn, side, closed)
        && turn.legal_moves().iter().any(steps)
}

/// The men of a side that have a step.
fn steppers(position: &MorrisPosition, side: Side) -> BTreeSet<Spot> {
    let near = |man: &merels_rules::morris::Point| {
        position.board().neighbours(*man).meets(position.empty())
    };
    position.men(side).into_iter().filter(near).map(spot).collect()
}

fn men(position: &MorrisPosition, side: Side) -> BTreeSet<Spot> {
    position.men(side).into_iter().map(spot).collect()
}

/// Returns `true` if a claim about a turn that needs no values is true by its definition.
pub(crate) fn is_true(claim: &Claim, before: &MorrisPosition, mv: Move) -> bool {
    let after = before.after_unchecked(mv);
    let us = before.side();
    let after_all = |holds: &dyn Fn(&MorrisPosition) -> bool| {
        after.legal_moves().into_iter().all(|reply| holds(&after.after_unchecked(reply)))
    };
    let walks = |of| before.hand(of) == 0 && !before.flies(of) && !after.flies(of);
    claim.side() == us
        && match claim {
            Claim::Closes { lines, .. } => {
                lines.iter().all(|line| fills(&after, us, *line) && !fills(before, us, *line))
            }
            Claim::Blocks { lines, .. } => lines.iter().all(|line| {
                open_lines(before, !us).contains(line) && !open_lines(&after, !us).contains(line)
            }),
            Claim::LeavesOpen { lines, .. } => lines.iter().all(|line| {
                open_lines(before, !us).contains(line) && open_lines(&after, !us).contains(line)
            }),
            Claim::Threatens { lines, .. } => lines.iter().all(|line| {
                !open_lines(before, us).contains(line) && open_lines(&after, us).contains(line)
            }),
            Claim::DoubleMill { from, to, closed, open: other, unstoppable, .. } => {
                let stays = |next: &MorrisPosition| {
                    next.outcome().is_none() && shuttles(next, us, *closed, *other)
                };
                closed.contains(from)
                    && other.contains(to)
                    && shuttles(&after, us, *closed, *other)
                    && !shuttles(before, us, *closed, *other)
                    && !shuttles(before, us, *other, *closed)
                    && *unstoppable == after_all(&stays)
            }
            Claim::AttacksTwo { at, .. } => {
                let at: BTreeSet<Spot> = at.iter().copied().collect();
                at.len() >= 2
                    && at.is_subset(&open_points(&after, us))
                    && !at.is_subset(&open_points(before, us))
                    && after_all(&|next| !open_points(next, us).is_disjoint(&at))
            }
            Claim::LocksIn { of, men: locked, .. } => {
                walks(*of)
                    && locked.iter().all(|man| {
                        steppers(before, *of).contains(man)
                            && men(&after, *of).contains(man)
                            && !steppers(&after, *of).contains(man)
                    })
            }
            Claim::Frees { of, men: freed, .. } => {
                walks(*of)
                    && freed.iter().all(|man| {
                        men(before, *of).contains(man)
                            && !steppers(before, *of).contains(man)
                            && steppers(&after, *of).contains(man)
                    })
            }
            Claim::TakesLastFree { man, .. } => {
                let free = |position: &MorrisPosition| {
                    let in_mill = |man: &Spot| {
                        lines(position)
                            .iter()
                            .any(|line| line.contains(man) && fills(position, !us, *line))
                    };
                    let mut free = men(position, !us);
                    free.retain(|man| !in_mill(man));
                    free
                };
                mv.removed.map(spot) == Some(*man)
                    && free(before) == BTreeSet::from([*man])
                    && free(&after).is_empty()
                    && !men(&after, !us).is_empty()
                    && before.variant().rules().removal != Removal::Lenient
            }
            Claim::BringsDownTo { men, flies, .. } => {
                let may_fly = after.flies(!us) && (after.hand(!us) == 0 || after.may_move(!us));
                mv.removed.is_some()
                    && after.total(!us) == *men
                    && *flies == (!before.flies(!us) && may_fly)
                    && (*men == 3 || *flies)
            }
            Claim::Crossing { at, ways, .. } => {
                let all = before.board().points().into_iter();
                mv.from.is_none()
                    && *at == spot(mv.to)
                    && *ways == before.board().neighbours(mv.to).len()
                    && all.map(|point| before.board().neighbours(point).len()).max() == Some(*ways)
            }
            _ => false,
        }
}
