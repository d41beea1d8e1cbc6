//! Exact values of many positions at once: from the tables, or by solving the game for the purpose.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use merels_rules::Value;
use merels_rules::morris::{MorrisPosition, Variant};
use merels_solver::{
    Backend, Finished, InMemory, Progress, SolveError, SolveOptions, Solved, solve,
};
use merels_tables::{Code, Coding, Index, Indexer, Sector, Tables};
use rayon::prelude::*;

use super::solve::DeviceArgs;
use crate::cli::TablesFolder;

/// The bytes of unpacked frames to keep at hand.
const CACHE: usize = 1 << 30;

/// How many positions one thread looks up in a row.
const BATCH: usize = 1 << 14;

/// Where exact values come from.
#[derive(Debug, clap::Args)]
pub(crate) struct ExactArgs {
    #[command(flatten)]
    folder: TablesFolder,
    /// Solve the game for the purpose, without tables; nothing else is kept of it
    #[arg(long)]
    solve: bool,
    #[command(flatten)]
    device: DeviceArgs,
}

impl ExactArgs {
    /// The folder of the tables.
    pub(crate) fn tables(&self) -> &Path {
        &self.folder.tables
    }

    /// Refuses before any work what cannot be answered.
    pub(crate) fn check(&self, variant: Variant) -> Result<()> {
        if self.solve {
            return Ok(());
        }
        let folder = &self.folder.tables;
        let tables = Tables::new(folder, variant);
        let start = tables.value(&MorrisPosition::start(variant));
        if start.context("the tables cannot be used")?.is_none() {
            bail!(
                "the tables of {id} in {} are not complete: merels solve {id} makes them, and \
                 --solve does without",
                folder.display(),
                id = variant.id()
            );
        }
        Ok(())
    }

    /// The values of positions in which the game is not over, in their order.
    pub(crate) fn values(
        &self,
        variant: Variant,
        positions: &[MorrisPosition],
    ) -> Result<Vec<Value>> {
        if self.solve {
            return self.solve(variant, positions);
        }
        let tables = Tables::with_cache(&self.folder.tables, variant, CACHE);
        let indexer = tables.indexer();
        // Sector by sector and in the order of the file, so that a frame is unpacked once.
        let mut order: Vec<usize> = (0..positions.len()).collect();
        order.par_sort_by_cached_key(|at| {
            let position = &positions[*at];
            (Sector::of(position), indexer.index(position))
        });
        let look_up = |at: &usize| -> Result<(usize, Value)> {
            let value = tables.value(&positions[*at])?;
            Ok((*at, value.context("the tables are not complete")?))
        };
        let found: Result<Vec<(usize, Value)>> =
            order.par_iter().with_min_len(BATCH).map(look_up).collect();
        let mut values = vec![Value::Draw; positions.len()];
        for (at, value) in found? {
            values[at] = value;
        }
        Ok(values)
    }

    fn solve(&self, variant: Variant, positions: &[MorrisPosition]) -> Result<Vec<Value>> {
        let indexer = Indexer::new(variant);
        let placed: Vec<(Sector, Index)> = positions
            .par_iter()
            .map(|position| (Sector::of(position), indexer.index(position)))
            .collect();
        let mut wanted: HashMap<Sector, Vec<usize>> = HashMap::new();
        for (at, (sector, _)) in placed.iter().enumerate() {
            wanted.entry(*sector).or_default().push(at);
        }
        let options = SolveOptions { men: None, memory: self.device.memory(), checks: 0 };
        let codes = self.device.with_backend(variant, |backend| {
            let codes = vec![Code::DRAW; placed.len()];
            let mut asked = Asked { backend, wanted: &wanted, placed: &placed, codes };
            solve(&mut asked, options, &mut InMemory::new(variant), &())?;
            Ok(asked.codes)
        })?;
        let coding = Coding::of(variant);
        Ok(codes.into_iter().map(|code| coding.value(code)).collect())
    }
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
