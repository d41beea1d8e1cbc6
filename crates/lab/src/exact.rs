//! Exact values of many positions at once: from the tables, or by solving the game for the purpose.

use std::collections::HashMap;
use std::path::Path;

use merels_rules::Value;
use merels_rules::morris::{MorrisPosition, Variant};
use merels_solver::{
    Backend, Finished, InMemory, Progress, SolveError, SolveOptions, Solved, solve,
};
use merels_tables::{Code, Coding, Index, Indexer, Sector, Tables};
use rayon::prelude::*;

use crate::{LabError, Result};

/// The bytes of unpacked frames to keep at hand.
const CACHE: usize = 1 << 30;

/// The positions that one thread looks up in a row.
const BATCH: usize = 1 << 14;

/// The values of positions by the tables in a folder, in their order.
pub fn from_tables(
    folder: &Path,
    variant: Variant,
    positions: &[MorrisPosition],
) -> Result<Vec<Value>> {
    let tables = Tables::with_cache(folder, variant, CACHE);
    let indexer = tables.indexer();
    // Sector by sector and in the order of the file, so that a frame is unpacked once.
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.par_sort_by_cached_key(|at| {
        let position = &positions[*at];
        (Sector::of(position), indexer.index(position))
    });
    let look_up = |at: &usize| -> Result<(usize, Value)> {
        let value = tables.value(&positions[*at])?;
        Ok((*at, value.ok_or(LabError::Incomplete)?))
    };
    let found: Result<Vec<(usize, Value)>> =
        order.par_iter().with_min_len(BATCH).map(look_up).collect();
    let mut values = vec![Value::Draw; positions.len()];
    for (at, value) in found? {
        values[at] = value;
    }
    Ok(values)
}

/// The values of positions by solving their game, in their order. Nothing else is kept of it.
pub fn by_solving(
    backend: &mut dyn Backend,
    memory: u64,
    variant: Variant,
    positions: &[MorrisPosition],
) -> Result<Vec<Value>, SolveError> {
    let indexer = Indexer::new(variant);
    let placed: Vec<(Sector, Index)> = positions
        .par_iter()
        .map(|position| (Sector::of(position), indexer.index(position)))
        .collect();
    let mut wanted: HashMap<Sector, Vec<usize>> = HashMap::new();
    for (at, (sector, _)) in placed.iter().enumerate() {
        wanted.entry(*sector).or_default().push(at);
    }
    let options = SolveOptions { men: None, memory, checks: 0 };
    let codes = vec![Code::DRAW; placed.len()];
    let mut asked = Asked { backend, wanted: &wanted, placed: &placed, codes };
    solve(&mut asked, options, &mut InMemory::new(variant), &())?;
    let coding = Coding::of(variant);
    Ok(asked.codes.into_iter().map(|code| coding.value(code)).collect())
}

/// A backend that looks up what is wanted of every sector as soon as it is solved.
struct Asked<'a> {
    backend: &'a mut dyn Backend,
    /// For each sector the places of its positions in `placed`.
    wanted: &'a HashMap<Sector, Vec<usize>>,
    placed: &'a [(Sector, Index)],
    codes: Vec<Code>,
}

impl Backend for Asked<'_> {
    fn plan(&mut self, sectors: &[Sector], memory: u64) -> Result<(), SolveError> {
        self.backend.plan(sectors, memory)
    }

    fn keeps_cells(&self) -> bool {
        self.backend.keeps_cells()
    }

    fn look_up(&mut self, sector: Sector, indices: &[Index]) -> Result<Vec<Code>, SolveError> {
        self.backend.look_up(sector, indices)
    }

    fn solve(
        &mut self,
        sector: Sector,
        want_cells: bool,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Vec<Solved>, SolveError> {
        let solved = self.backend.solve(sector, want_cells, finished, progress)?;
        for Solved { sector, cells, .. } in &solved {
            let Some(places) = self.wanted.get(sector) else { continue };
            let indices: Vec<Index> = places.iter().map(|at| self.placed[*at].1).collect();
            let codes = match cells {
                Some(cells) => indices.iter().map(|index| Code(cells[index.0 as usize])).collect(),
                None => self.backend.look_up(*sector, &indices)?,
            };
            for (at, code) in places.iter().zip(codes) {
                self.codes[*at] = code;
            }
        }
        Ok(solved)
    }
}
