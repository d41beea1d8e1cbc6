//! Finding puzzles. All values that a step needs are asked for at once, so that it works without
//! tables too, by solving the game as often as there are steps.

use std::collections::HashSet;

use merels_engine::{Puzzle, PuzzleMove, PuzzleSet, canonical, only_move};
use merels_rules::morris::{MorrisPosition, Move, Setup};
use merels_rules::{Position, SplitMix, Value};
use merels_tables::{Coding, Indexer};
use rayon::prelude::*;

use super::{levels, themes};
use crate::sample::{played, random};
use crate::{Lab, LabError, Result};

/// The positions that are looked at for each puzzle that is wanted.
const CANDIDATES: u64 = 300;

/// A win must be at least so far away, and there must be at least so many moves.
const LEAST_PLIES: u16 = 5;
const LEAST_MOVES: usize = 4;

/// The plies of best play that are kept after each move.
const LINE: usize = 6;

/// Of so many more than are wanted the levels are tried.
const SPARE: usize = 3;

#[derive(Copy, Clone, Debug)]
pub struct Search {
    pub count: usize,
    /// The positions to look at; by default 300 for each puzzle.
    pub candidates: Option<u64>,
    pub seed: u64,
}

/// A position with its moves and their values.
struct Candidate {
    position: MorrisPosition,
    moves: Vec<(Move, Value)>,
}

/// Finds puzzles, the easiest first. The set is empty where the search comes upon none.
pub fn find(lab: Lab<'_>, search: Search) -> Result<PuzzleSet> {
    let Lab { variant, note, .. } = lab;
    let positions = positions(lab, search);
    note(&format!("{} positions", positions.len()));
    let candidates = candidates(lab, search, &positions)?;
    note(&format!("{} of them have one move that keeps the value", candidates.len()));
    let mut puzzles: Vec<Puzzle> = candidates.iter().map(puzzle).collect();
    themes::add(lab, &mut puzzles)?;
    let mut puzzles = spread(puzzles, SPARE * search.count);
    puzzles.par_iter_mut().for_each(|puzzle| puzzle.failed_by = levels::that_fail(puzzle));
    puzzles.retain(|puzzle| !puzzle.failed_by.is_empty());
    note(&format!("{} of those tried are failed by a level", puzzles.len()));
    let mut puzzles = spread(puzzles, search.count);
    add_lines(lab, &mut puzzles)?;
    themes::complete(&mut puzzles);
    puzzles.sort_by_key(Puzzle::rating);
    Ok(PuzzleSet { variant, puzzles })
}

/// The positions to look at: no two are symmetric.
fn positions(lab: Lab<'_>, search: Search) -> Vec<MorrisPosition> {
    let Search { count, candidates, seed } = search;
    let count = candidates.unwrap_or(CANDIDATES * count as u64);
    let mut positions = played::positions(lab.variant, count / 2, seed);
    let indexer = Indexer::new(lab.variant);
    positions.extend(random::positions(&indexer, count / 6, count / 3, seed));
    let mut known = HashSet::new();
    positions.retain(|position| {
        position.outcome().is_none()
            && position.count_moves() >= LEAST_MOVES
            && known.insert(canonical(position))
    });
    // What is not part of a position: how long ago something was taken.
    let fresh = |position: MorrisPosition| Setup { quiet: 0, ..position.setup() }.position().ok();
    positions.into_iter().filter_map(fresh).collect()
}

/// The values of all moves of these positions.
fn moves(lab: Lab<'_>, positions: &[MorrisPosition]) -> Result<Vec<Vec<(Move, Value)>>> {
    let coding = Coding::of(lab.variant);
    let after = |position: &MorrisPosition| {
        let position = position.with_automatic_draws(false);
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| (mv, position.after_unchecked(mv))).collect()
    };
    let children: Vec<Vec<(Move, MorrisPosition)>> = positions.par_iter().map(after).collect();
    let open: Vec<MorrisPosition> = children
        .iter()
        .flatten()
        .map(|(_, next)| *next)
        .filter(|next| next.outcome().is_none())
        .collect();
    let mut values = (lab.values)(&open)?.into_iter();
    let mut valued = |(mv, next): (Move, MorrisPosition)| {
        let value = match next.outcome() {
            Some(outcome) => Value::of_outcome(outcome, next.side()),
            None => values.next().ok_or(LabError::Incomplete)?,
        };
        Ok((mv, coding.before_move(value)))
    };
    children.into_iter().map(|moves| moves.into_iter().map(&mut valued).collect()).collect()
}

fn candidates(
    lab: Lab<'_>,
    search: Search,
    positions: &[MorrisPosition],
) -> Result<Vec<Candidate>> {
    let moves = moves(lab, positions)?;
    let candidate = |(position, mut moves): (&MorrisPosition, Vec<(Move, Value)>)| {
        let (solution, value) = only_move(&moves)?;
        let far = value.plies().is_none_or(|plies| plies >= LEAST_PLIES);
        if !far || is_plain_mill(&moves, solution) {
            return None;
        }
        moves.sort_by_key(|(mv, value)| (*mv != solution, std::cmp::Reverse(value.preference())));
        Some(Candidate { position: *position, moves })
    };
    let mut found: Vec<Candidate> = positions.iter().zip(moves).filter_map(candidate).collect();
    SplitMix::new(!search.seed).shuffle(&mut found);
    Ok(found)
}

/// Returns `true` if the solution closes a mill and nothing else could be taken with it: anybody
/// sees that.
fn is_plain_mill(moves: &[(Move, Value)], solution: Move) -> bool {
    let same_mill = |(mv, _): &(Move, Value)| {
        mv.from == solution.from && mv.to == solution.to && *mv != solution
    };
    solution.removed.is_some() && !moves.iter().any(same_mill)
}

fn puzzle(candidate: &Candidate) -> Puzzle {
    let moves = candidate.moves.iter().map(|(mv, value)| PuzzleMove {
        mv: *mv,
        value: *value,
        line: Vec::new(),
    });
    Puzzle {
        position: candidate.position,
        value: candidate.moves[0].1,
        themes: Vec::new(),
        failed_by: Vec::new(),
        moves: moves.collect(),
    }
}

/// Takes `count` of the puzzles, spread over their themes as evenly as there are some.
fn spread(puzzles: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let mut heaps: Vec<Vec<Puzzle>> = Vec::new();
    for puzzle in puzzles {
        match heaps.iter_mut().find(|heap| heap[0].themes.first() == puzzle.themes.first()) {
            Some(heap) => heap.push(puzzle),
            None => heaps.push(vec![puzzle]),
        }
    }
    let mut chosen = Vec::new();
    while chosen.len() < count && !heaps.is_empty() {
        for heap in &mut heaps {
            chosen.extend(heap.pop());
        }
        heaps.retain(|heap| !heap.is_empty());
    }
    chosen.truncate(count);
    chosen
}

/// Adds best play after every move, ply by ply for all of them at once.
fn add_lines(lab: Lab<'_>, puzzles: &mut [Puzzle]) -> Result<()> {
    for _ in 0..LINE {
        let mut places = Vec::new();
        let mut positions = Vec::new();
        for (number, puzzle) in puzzles.iter().enumerate() {
            for (at, answer) in puzzle.moves.iter().enumerate() {
                let end = after_line(puzzle, answer);
                if end.outcome().is_none() {
                    places.push((number, at));
                    positions.push(end);
                }
            }
        }
        for ((number, at), moves) in places.into_iter().zip(moves(lab, &positions)?) {
            let best = moves.iter().rev().max_by_key(|(_, value)| value.preference());
            puzzles[number].moves[at].line.extend(best.map(|(mv, _)| *mv));
        }
    }
    Ok(())
}

/// The position at the end of a line.
pub(super) fn after_line(puzzle: &Puzzle, answer: &PuzzleMove) -> MorrisPosition {
    let mut position = puzzle.position.with_automatic_draws(false);
    for mv in [answer.mv].iter().chain(&answer.line) {
        position.play_unchecked(*mv);
    }
    position
}
