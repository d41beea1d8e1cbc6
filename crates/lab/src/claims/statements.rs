//! Claims that the rules alone decide, from [`Claim::Closes`] to [`Claim::Crossing`].

use merels_engine::Claim;
use merels_rules::morris::{MorrisPosition, Point, Points};
use merels_rules::{Side, Spot};

use super::board::{
    Turn, can_close_at, can_fly, can_step, double_steps, fills, has_double, is_open, line,
    men_outside_mills, mills_protect, point, replies,
};
use super::{Checked, ensure};

/// Checks that a claim is true of a turn.
pub(super) fn check(turn: &Turn, claim: &Claim) -> Checked {
    ensure(claim.side() == turn.side(), "another side moves")?;
    if !matches!(claim, Claim::Closes { .. }) {
        ensure(turn.after.outcome().is_none(), "the game is over")?;
    }
    let (before, after) = (&turn.before, &turn.after);
    let (us, them) = (turn.side(), turn.enemy());
    match claim {
        Claim::Closes { lines, .. } => each_line(turn, lines, |line| {
            ensure(!fills(before, us, line), "the line was filled before")?;
            ensure(fills(after, us, line), "the line is not filled")
        }),
        Claim::Blocks { lines, .. } => each_line(turn, lines, |line| {
            ensure(is_open(before, them, line), "the line was not open")?;
            ensure(!is_open(after, them, line), "the line is still open")
        }),
        Claim::LeavesOpen { lines, .. } => each_line(turn, lines, |line| {
            ensure(is_open(before, them, line), "the line was not open")?;
            ensure(is_open(after, them, line), "the line is not open any more")
        }),
        Claim::Threatens { lines, .. } => each_line(turn, lines, |line| {
            ensure(!is_open(before, us, line), "the line was open before")?;
            ensure(is_open(after, us, line), "the line is not open")
        }),
        Claim::DoubleMill { from, to, closed, open, unstoppable, .. } => {
            double_mill(turn, [*from, *to], [*closed, *open], *unstoppable)
        }
        Claim::AttacksTwo { at, .. } => attacks_two(turn, at),
        Claim::LocksIn { of, men, .. } => {
            each_man(turn, *of, men, |was, is| ensure(was && !is, "the man is not locked in by it"))
        }
        Claim::Frees { of, men, .. } => {
            each_man(turn, *of, men, |was, is| ensure(!was && is, "the man is not freed by it"))
        }
        Claim::TakesLastFree { man, .. } => takes_last_free(turn, *man),
        Claim::BringsDownTo { men, flies, .. } => {
            ensure(turn.mv.removed.is_some(), "no man is taken")?;
            ensure(after.men(them).len() + after.hand(them) == *men, "another number of men")?;
            let flies_now = can_fly(after, them) && !can_fly(before, them);
            ensure(*flies == flies_now, "flying is told wrongly")?;
            ensure(*men == 3 || flies_now, "the number means nothing")
        }
        Claim::Crossing { at, ways, .. } => {
            let board = before.board();
            let ways_of = |at: Point| board.neighbours(at).len();
            ensure(turn.mv.from.is_none(), "no man is placed")?;
            ensure(point(before, *at) == Some(turn.mv.to), "it is placed elsewhere")?;
            ensure(ways_of(turn.mv.to) == *ways, "another number of neighbours")?;
            let most = board.points().into_iter().map(ways_of).max();
            ensure(most == Some(*ways), "another point has more neighbours")
        }
        _ => ensure(false, "the rules do not decide this"),
    }
}

/// Checks that not even a part of a claim is true of a turn.
pub(super) fn check_no_part(turn: &Turn, claim: &Claim) -> Checked {
    let no_part = match claim {
        Claim::DoubleMill { closed, open, .. } => {
            let lines = line(&turn.before, *closed).zip(line(&turn.before, *open));
            let doubles = |position| {
                lines.is_some_and(|(one, two)| has_double(position, turn.side(), one, two))
            };
            turn.after.outcome().is_some() || !doubles(&turn.after) || doubles(&turn.before)
        }
        _ => parts(claim).iter().all(|part| check(turn, part).is_err()),
    };
    ensure(no_part, "a part of it is true of the other turn as well")
}

/// The smallest claims that a claim is made of.
fn parts(claim: &Claim) -> Vec<Claim> {
    let side = claim.side();
    let of_lines = |lines: &[[Spot; 3]], make: &dyn Fn(Vec<[Spot; 3]>) -> Claim| -> Vec<Claim> {
        lines.iter().map(|line| make(vec![*line])).collect()
    };
    match claim {
        Claim::Closes { lines, .. } => of_lines(lines, &|lines| Claim::Closes { side, lines }),
        Claim::Blocks { lines, .. } => of_lines(lines, &|lines| Claim::Blocks { side, lines }),
        Claim::LeavesOpen { lines, .. } => {
            of_lines(lines, &|lines| Claim::LeavesOpen { side, lines })
        }
        Claim::Threatens { lines, .. } => {
            of_lines(lines, &|lines| Claim::Threatens { side, lines })
        }
        Claim::AttacksTwo { at, .. } => {
            let pairs = at.iter().flat_map(|one| at.iter().map(move |two| [*one, *two]));
            let pairs = pairs.filter(|[one, two]| one < two);
            pairs.map(|at| Claim::AttacksTwo { side, at: at.to_vec() }).collect()
        }
        Claim::LocksIn { of, men, .. } => {
            men.iter().map(|man| Claim::LocksIn { side, of: *of, men: vec![*man] }).collect()
        }
        Claim::Frees { of, men, .. } => {
            men.iter().map(|man| Claim::Frees { side, of: *of, men: vec![*man] }).collect()
        }
        Claim::BringsDownTo { men, .. } => {
            let told = |flies| Claim::BringsDownTo { side, men: *men, flies };
            vec![told(true), told(false)]
        }
        other => vec![other.clone()],
    }
}

fn each_line(turn: &Turn, lines: &[[Spot; 3]], holds: impl Fn(Points) -> Checked) -> Checked {
    ensure(!lines.is_empty(), "no line is named")?;
    lines.iter().try_for_each(|spots| {
        let line = line(&turn.before, *spots);
        line.map_or_else(|| ensure(false, "the board has no such line"), &holds)
    })
}

/// Checks men that stand before and after a turn, by whether each could step then and can now.
fn each_man(turn: &Turn, of: Side, men: &[Spot], holds: impl Fn(bool, bool) -> Checked) -> Checked {
    ensure(!men.is_empty(), "no man is named")?;
    men.iter().try_for_each(|spot| {
        let man = point(&turn.before, *spot).filter(|man| {
            turn.before.owner(*man) == Some(of) && turn.after.owner(*man) == Some(of)
        });
        let stepped =
            man.and_then(|man| Some((can_step(&turn.before, man)?, can_step(&turn.after, man)?)));
        let absent = || ensure(false, "the man is not there, or need not step");
        stepped.map_or_else(absent, |(was, is)| holds(was, is))
    })
}

fn double_mill(turn: &Turn, step: [Spot; 2], lines: [[Spot; 3]; 2], unstoppable: bool) -> Checked {
    let after = &turn.after;
    let us = turn.side();
    let known = (step.map(|spot| point(after, spot)), lines.map(|spots| line(after, spots)));
    let ([Some(from), Some(to)], [Some(closed), Some(open)]) = known else {
        return ensure(false, "the board has no such points or line");
    };
    ensure(double_steps(after, us, closed, open).contains(&(from, to)), "no such step")?;
    ensure(!has_double(&turn.before, us, closed, open), "the double mill was there before")?;
    let goes_on = |reply: Turn| {
        let then = &reply.after;
        then.outcome().is_none() && !double_steps(then, us, closed, open).is_empty()
    };
    ensure(!unstoppable || replies(after).into_iter().all(goes_on), "a reply stops it")
}

fn attacks_two(turn: &Turn, at: &[Spot]) -> Checked {
    let us = turn.side();
    let points: Option<Points> = super::board::points(&turn.after, at);
    let Some(points) = points else { return ensure(false, "the board has no such point") };
    ensure(points.len() >= 2, "fewer than two points")?;
    let closes_in = |position: &MorrisPosition, at| can_close_at(position, us, at);
    ensure(points.into_iter().all(|at| closes_in(&turn.after, at)), "no line is open there")?;
    let is_new = !points.into_iter().all(|at| closes_in(&turn.before, at));
    ensure(is_new, "all were attacked before")?;
    let left = |reply: Turn| points.into_iter().any(|at| closes_in(&reply.after, at));
    ensure(replies(&turn.after).into_iter().all(left), "a reply stops all")
}

fn takes_last_free(turn: &Turn, man: Spot) -> Checked {
    let them = turn.enemy();
    ensure(mills_protect(&turn.before), "men in mills are not safe")?;
    let man = point(&turn.before, man);
    ensure(man.is_some() && man == turn.mv.removed, "the man is not taken")?;
    let free = men_outside_mills(&turn.before, them);
    ensure(man.map(Points::of) == Some(free), "it was not the only free man")?;
    let (men, free) = (turn.after.men(them), men_outside_mills(&turn.after, them));
    ensure(!men.is_empty() && free.is_empty(), "others are free now")
}
