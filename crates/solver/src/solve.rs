//! A whole run: every sector in turn, each one kept before the next is begun.

use std::collections::HashSet;

use merels_rules::morris::{MorrisPosition, Move};
use merels_rules::{Position, SplitMix, Value};
use merels_tables::{Coding, Counts, Index, Indexer, Sector};
use rayon::prelude::*;

use crate::backend::{Backend, solved_together};
use crate::check::{LookUp, check_some};
use crate::error::Result;
use crate::plan::{Plan, SectorState};
use crate::progress::Progress;
use crate::sink::Sink;
use crate::uses::Uses;
use crate::verify::share;

#[derive(Copy, Clone, Debug)]
pub struct SolveOptions {
    /// Only sectors with at most this many men a side; `None` for all.
    pub men: Option<u8>,
    /// The bytes of memory that may be used.
    pub memory: u64,
    /// The number of random positions that are checked by their moves before their values are
    /// dropped.
    pub checks: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The counts of all sectors of the options, in order.
    pub counts: Vec<(Sector, Counts)>,
    /// The first moves up to symmetry with their values, best first; empty if this run has not
    /// solved the start.
    pub first_moves: Vec<(Move, Value)>,
}

/// Solves the sectors that the sink does not have yet, on the threads of the current rayon pool.
/// Each finished sector goes to the sink at once. A sink of [files](crate::InFiles) never computes
/// a sector again, so a run can be stopped at any moment and repeated. Returns the counts of all
/// sectors of the options.
/// Fails if memory does not suffice, a value does not follow from its moves, or a file cannot be read
/// or written. Finished sectors stay.
pub fn solve(
    backend: &mut dyn Backend,
    options: SolveOptions,
    sink: &mut dyn Sink,
    progress: &dyn Progress,
) -> Result<Solution> {
    let variant = sink.variant();
    let men = options.men.unwrap_or(variant.rules().men);
    // 1. Read the state, and check that the rest fits into memory.
    sink.prepare()?;
    let mut plan = Plan::of(variant, |sector| sink.state(sector))?;
    let to_do = plan.to_do(men);
    backend.plan(&to_do, options.memory)?;
    sink.plan(backend, &to_do, options.memory)?;
    // 2. Solve and keep, one sector or pair after another.
    let indexer = Indexer::new(variant);
    (0..=variant.rules().men).into_par_iter().for_each(|men| {
        indexer.classes(men);
    });
    let indices = |sector: Sector| -> u64 {
        solved_together(variant, sector).into_iter().map(|sector| indexer.len(sector)).sum()
    };
    let total = plan.indices(&indexer, men);
    let left: u64 = to_do.iter().map(|sector| indices(*sector)).sum();
    progress.begin(total.saturating_sub(left), total);
    let mut uses = Uses::of(variant, &to_do);
    sink.drop_values(&mut plan, &uses)?;
    let mut random = SplitMix::new(left);
    let mut first_moves = Vec::new();
    for sector in to_do {
        progress.sector(sector, indices(sector));
        let want_cells = |sector: &Sector| sink.wants_cells(backend, *sector);
        let want_cells = solved_together(variant, sector).iter().any(want_cells);
        for solved in backend.solve(sector, want_cells, &*sink, progress)? {
            let (sector, counts) = (solved.sector, solved.counts);
            let state = match solved.cells {
                Some(_) => SectorState::Solved(counts),
                None => SectorState::CountsOnly(counts),
            };
            sink.keep(solved)?;
            plan.set(sector, state);
            progress.finished(sector, indexer.len(sector), &counts);
        }
        // 3. Check values while they are available.
        let mut look_up = |sector: Sector, indices: &[Index]| {
            if backend.keeps_cells() {
                backend.look_up(sector, indices)
            } else {
                sink.look_up(sector, indices)
            }
        };
        for sector in solved_together(variant, sector) {
            let count = share(options.checks, indexer.len(sector), left, &mut random);
            check_some(&indexer, sector, count, &mut random, &mut look_up)?;
        }
        if sector == Sector::start(variant) {
            first_moves = value_first_moves(&indexer, &mut look_up)?;
        }
        uses.solved(sector);
        sink.drop_values(&mut plan, &uses)?;
    }
    sink.finish()?;
    Ok(Solution { counts: plan.counts(men), first_moves })
}

/// The moves of the start up to symmetry, best first; the first of symmetric moves stands for all.
fn value_first_moves(indexer: &Indexer, look_up: LookUp<'_>) -> Result<Vec<(Move, Value)>> {
    let start = MorrisPosition::start(indexer.variant());
    let coding = Coding::of(indexer.variant());
    let mut seen = HashSet::new();
    let mut valued = Vec::new();
    for mv in start.legal_moves() {
        let next = start.after_unchecked(mv);
        let index = indexer.index(&next);
        if seen.insert(index) {
            let codes = look_up(Sector::of(&next), &[index])?;
            valued.extend(codes.iter().map(|code| (mv, coding.before_move(coding.value(*code)))));
        }
    }
    valued.sort_by_key(|(_, value)| std::cmp::Reverse(value.preference()));
    Ok(valued)
}
