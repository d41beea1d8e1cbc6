//! Drawn lines beyond the exact openings: for each drawn position a move that holds the draw, whatever
//! drawing moves the opponent finds.
//!
//! If a draw hangs by few moves, these are few positions: we play one move, the opponent has but
//! the answers that hold the draw as well. Moves are chosen that lead to few positions that need
//! one. Where about half of the moves hold the draw anyway none is chosen, and the line ends.

use merels_engine::symmetric_hash;
use merels_rules::morris::MorrisPosition;
use merels_rules::{Position, Value};
use rayon::prelude::*;

use crate::{Lab, Result};

/// A move is chosen where less than this share of the moves hold the draw.
const EASY: f64 = 0.46;

/// The rounds in which all choices are looked at again in the light of the others.
const ROUNDS: usize = 4;

/// A position by the hash that its images share.
pub(super) type Hashed = (u64, MorrisPosition);

/// The effects of a position's moves on a draw.
#[derive(Debug)]
struct Family {
    share: f64,
    /// The positions after these: places among the positions of the next ply.
    drawn: Vec<usize>,
}

/// Lines that hold a draw.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The positions after the chosen moves.
    pub(super) chosen: Vec<Hashed>,
    /// The hashes of where other moves lead to that hold no draw.
    pub(super) beside: Vec<u64>,
}

impl Lines {
    /// Notes what the moves of positions lead to that is not among the drawn.
    fn add_beside(&mut self, positions: &[Hashed], drawn: &[Hashed]) {
        let hashes = positions.par_iter().flat_map_iter(children).map(|(hash, _)| hash);
        self.beside.par_extend(hashes.filter(|hash| place(*hash, drawn).is_none()));
    }
}

/// Lines from all drawn positions after `first` plies, for either side, with chosen moves up to the
/// ply `last`.
pub(super) fn drawn_lines(lab: Lab<'_>, (first, last): (usize, usize)) -> Result<Lines> {
    let starts = drawn_after(lab, first)?;
    let (_, answers) = families(lab, &starts)?;
    let mut lines = Lines::default();
    follow(lab, &starts, (first, last), &mut lines)?;
    follow(lab, &answers, (first + 1, last), &mut lines)?;
    lines.beside.par_sort_unstable();
    lines.beside.dedup();
    Ok(lines)
}

/// All drawn positions after so many plies, however they came about.
fn drawn_after(lab: Lab<'_>, plies: usize) -> Result<Vec<Hashed>> {
    let start = MorrisPosition::start(lab.variant);
    let mut reached = vec![(symmetric_hash(&start), start)];
    for _ in 0..plies {
        reached = without_twins(reached.par_iter().flat_map_iter(children).collect());
    }
    drawn(lab, reached)
}

/// Adds lines from positions of one ply, for the side to move.
fn follow(
    lab: Lab<'_>,
    starts: &[Hashed],
    (first, last): (usize, usize),
    lines: &mut Lines,
) -> Result<()> {
    let mut ours = starts.to_vec();
    let (mut of_ours, mut after_ours) = families(lab, &ours)?;
    for ply in (first..=last).step_by(2) {
        lines.add_beside(&ours, &after_ours);
        let is_risky = |family: &Family| family.share < EASY;
        of_ours.retain(is_risky);
        let after_risky = used(&mut of_ours, &after_ours);
        let (answers, mut after_answers) = families(lab, &after_risky)?;
        let (mut of_next, after_next) = families(lab, &after_answers)?;
        let risky: Vec<bool> = of_next.iter().map(is_risky).collect();
        let choice = choose(&of_ours, &answers, &risky);
        let before = lines.chosen.len();
        let chosen = after_risky.iter().zip(&choice.chosen).filter(|(_, uses)| **uses > 0);
        lines.chosen.extend(chosen.map(|(position, _)| *position));
        let count = lines.chosen.len() - before;
        let looked_at = of_ours.len();
        (lab.note)(&format!("ply {ply}: {looked_at} positions, {count} after chosen moves"));
        let is_met = choice.met_all(&answers, risky.len());
        keep(&mut of_next, &is_met);
        keep(&mut after_answers, &is_met);
        (ours, of_ours, after_ours) = (after_answers, of_next, after_next);
    }
    lines.add_beside(&ours, &after_ours);
    Ok(())
}

fn place(hash: u64, positions: &[Hashed]) -> Option<usize> {
    positions.binary_search_by_key(&hash, |(hash, _)| *hash).ok()
}

fn keep<T>(items: &mut Vec<T>, is_kept: &[bool]) {
    let mut is_kept = is_kept.iter();
    items.retain(|_| is_kept.next() == Some(&true));
}

/// Those of the positions that the families lead to; the families then name these.
fn used(families: &mut [Family], positions: &[Hashed]) -> Vec<Hashed> {
    let mut places = vec![None; positions.len()];
    let mut used = Vec::new();
    for at in families.iter_mut().flat_map(|family| &mut family.drawn) {
        let place = places[*at].get_or_insert_with(|| {
            used.push(positions[*at]);
            used.len() - 1
        });
        *at = *place;
    }
    used
}

/// The number of users of each: zero is out of use.
#[derive(Debug)]
struct Choice {
    /// By how many positions each position after our move is chosen.
    chosen: Vec<u32>,
    /// After how many chosen positions each position after an answer is met, if it is risky.
    met: Vec<u32>,
}

impl Choice {
    /// Marks the positions after an answer that are met, risky or not.
    fn met_all(&self, answers: &[Family], count: usize) -> Vec<bool> {
        let mut is_met = vec![false; count];
        let chosen = answers.iter().zip(&self.chosen).filter(|(_, uses)| **uses > 0);
        chosen.flat_map(|(family, _)| &family.drawn).for_each(|at| is_met[*at] = true);
        is_met
    }
}

/// Chooses a move for each of our families, so that few positions are chosen and met.
fn choose(ours: &[Family], answers: &[Family], risky: &[bool]) -> Choice {
    let mut choice = Choice { chosen: vec![0; answers.len()], met: vec![0; risky.len()] };
    let mut moves: Vec<Option<usize>> = vec![None; ours.len()];
    let risks = |after: usize| answers[after].drawn.iter().copied().filter(|at| risky[*at]);
    let mut order: Vec<usize> = (0..ours.len()).collect();
    order.sort_by_key(|at| ours[*at].drawn.len());
    for _ in 0..ROUNDS {
        for at in &order {
            if let Some(old) = moves[*at] {
                choice.chosen[old] -= 1;
                if choice.chosen[old] == 0 {
                    risks(old).for_each(|risk| choice.met[risk] -= 1);
                }
            }
            let cost = |after: &&usize| {
                let is_new = choice.chosen[**after] == 0;
                let met = risks(**after).filter(|risk| choice.met[*risk] == 0).count();
                (usize::from(is_new) + if is_new { met } else { 0 }, risks(**after).count())
            };
            let Some(best) = ours[*at].drawn.iter().min_by_key(cost).copied() else { continue };
            if choice.chosen[best] == 0 {
                risks(best).for_each(|risk| choice.met[risk] += 1);
            }
            choice.chosen[best] += 1;
            moves[*at] = Some(best);
        }
    }
    choice
}

/// The effects of each position's moves on a draw, and the drawn positions that they lead to.
fn families(lab: Lab<'_>, positions: &[Hashed]) -> Result<(Vec<Family>, Vec<Hashed>)> {
    let all: Vec<Hashed> = positions.par_iter().flat_map_iter(children).collect();
    let drawn = drawn(lab, without_twins(all))?;
    let family = |position: &Hashed| {
        let moves = position.1.legal_moves().len().max(1);
        let held = children(position).filter_map(|(hash, _)| place(hash, &drawn));
        let mut held: Vec<usize> = held.collect();
        let share = held.len() as f64 / moves as f64;
        held.sort_unstable();
        held.dedup();
        Family { share, drawn: held }
    };
    Ok((positions.par_iter().map(family).collect(), drawn))
}

/// The positions after a position's moves, ended games left out.
fn children((_, position): &Hashed) -> impl Iterator<Item = Hashed> {
    let position = position.with_automatic_draws(false);
    let after = move |mv| {
        let next = position.after_unchecked(mv);
        next.outcome().is_none().then(|| (symmetric_hash(&next), next))
    };
    position.legal_moves().into_iter().filter_map(after)
}

/// In the order of their hashes.
fn without_twins(mut positions: Vec<Hashed>) -> Vec<Hashed> {
    positions.par_sort_unstable_by_key(|(hash, _)| *hash);
    positions.dedup_by_key(|(hash, _)| *hash);
    positions
}

fn drawn(lab: Lab<'_>, positions: Vec<Hashed>) -> Result<Vec<Hashed>> {
    let bare: Vec<MorrisPosition> = positions.iter().map(|(_, position)| *position).collect();
    let valued = positions.into_iter().zip((lab.values)(&bare)?);
    Ok(valued.filter(|(_, value)| *value == Value::Draw).map(|(position, _)| position).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use merels_rules::morris::Variant;
    use merels_solver::{Cpu, InFiles, SolveOptions, solve};
    use merels_tables::{Folder, Tables};

    use super::*;

    const PLIES: (usize, usize) = (4, 7);

    /// We play the moves of the lines, the opponent every move that holds the draw.
    #[test]
    fn lines_hold_the_draw_against_every_drawing_answer() {
        let (folder, six) = (tempfile::tempdir().unwrap(), Variant::SIX);
        let mut files = InFiles::new(Folder::new(folder.path(), six));
        let options = SolveOptions { men: None, memory: u64::MAX, checks: 0 };
        solve(&mut Cpu::new(six), options, &mut files, &()).unwrap();
        let tables = Tables::new(folder.path(), six);
        let value = |position: &MorrisPosition| tables.value(position).unwrap().unwrap();
        let values = |positions: &[MorrisPosition]| Ok(positions.iter().map(value).collect());
        let lab = Lab { variant: six, values: &values, note: &|_| {} };

        let Lines { chosen, beside } = drawn_lines(lab, PLIES).unwrap();
        assert!(chosen.iter().all(|(_, position)| value(position) == Value::Draw));
        let lines: HashSet<u64> = chosen.into_iter().map(|(hash, _)| hash).collect();
        assert!(!beside.is_empty() && beside.iter().all(|hash| !lines.contains(hash)));
        let is_on_line = |(hash, _): &Hashed| lines.contains(hash);
        let starts = drawn_after(lab, PLIES.0).unwrap();
        let mut met = 0;
        for first in [PLIES.0, PLIES.0 + 1] {
            let mut ours = match first - PLIES.0 {
                0 => starts.clone(),
                _ => families(lab, &starts).unwrap().1,
            };
            for _ in (first..=PLIES.1).step_by(2) {
                let (shares, _) = families(lab, &ours).unwrap();
                let risky = ours.iter().zip(shares).filter(|(_, family)| family.share < EASY);
                let risky: Vec<Hashed> = risky.map(|(position, _)| *position).collect();
                met += risky.len();
                for position in &risky {
                    assert!(children(position).any(|after| is_on_line(&after)), "{}", position.1);
                }
                let chosen = risky.iter().flat_map(children).filter(is_on_line).collect();
                ours = families(lab, &without_twins(chosen)).unwrap().1;
            }
        }
        assert!(met > 500, "only {met} positions had to be answered");
    }
}
