//! The destinations of finished sectors: files that stay, or memory that is freed after use.

use std::cell::RefCell;
use std::collections::HashMap;

use merels_rules::morris::Variant;
use merels_tables::{Code, Compression, Folder, Holds, Index, Indexer, Sector};

use crate::backend::{Backend, Finished, Solved};
use crate::background::Background;
use crate::cells::Cells;
use crate::error::{Result, SolveError};
use crate::files;
use crate::plan::{Plan, SectorState, keeps_values};
use crate::results;
use crate::uses::Uses;

/// The destination of a run's solved sectors. Later sectors build on the cells that the sink gives
/// back as [`Finished`].
pub trait Sink: Finished {
    fn variant(&self) -> Variant;

    /// Prepares for work.
    fn prepare(&mut self) -> Result<()>;

    /// The state of a sector that an earlier run has left.
    /// Fails if it is damaged.
    fn state(&self, sector: Sector) -> Result<SectorState>;

    /// Refuses, before any work, a plan that would not fit into `memory`.
    /// Fails with the numbers if memory does not suffice.
    fn plan(&mut self, backend: &dyn Backend, sectors: &[Sector], memory: u64) -> Result<()>;

    /// Returns `true` if the cells of this sector, once solved, must be handed over.
    fn wants_cells(&self, backend: &dyn Backend, sector: Sector) -> bool;

    fn keep(&mut self, solved: Solved) -> Result<()>;

    /// Looks up values of a sector that was taken and not yet dropped.
    /// Fails if the sector is missing or damaged.
    fn look_up(&self, sector: Sector, indices: &[Index]) -> Result<Vec<Code>>;

    /// Drops the values that nothing needs any more, after each sector.
    fn drop_values(&mut self, plan: &mut Plan, uses: &Uses) -> Result<()>;

    /// Waits until everything that was taken is kept.
    ///
    /// # Errors
    ///
    /// Returns an error if a sector could not be written.
    fn finish(&mut self) -> Result<()>;
}

/// Keeps only the sectors that later ones of the same run build on, in memory.
#[derive(Debug)]
pub struct InMemory {
    indexer: Indexer,
    cells: RefCell<HashMap<Sector, Cells>>,
}

impl InMemory {
    pub fn new(variant: Variant) -> InMemory {
        InMemory { indexer: Indexer::new(variant), cells: RefCell::default() }
    }
}

impl Finished for InMemory {
    fn load(&self, sector: Sector) -> Result<Cells> {
        let kept = self.cells.borrow();
        let cells = kept.get(&sector).ok_or(SolveError::Missing(sector))?;
        let mut copy = Cells::zeroed(cells.len() as u64)
            .map_err(|error| SolveError::OutOfMemory { sector, error })?;
        copy.copy_from_slice(cells);
        Ok(copy)
    }
}

impl Sink for InMemory {
    fn variant(&self) -> Variant {
        self.indexer.variant()
    }

    fn prepare(&mut self) -> Result<()> {
        self.cells.borrow_mut().clear();
        Ok(())
    }

    fn state(&self, _: Sector) -> Result<SectorState> {
        Ok(SectorState::Missing)
    }

    fn plan(&mut self, backend: &dyn Backend, sectors: &[Sector], memory: u64) -> Result<()> {
        if backend.keeps_cells() {
            return Ok(());
        }
        let uses = Uses::of(self.variant(), sectors);
        let needed = uses.most_held(sectors, |sector| self.indexer.len(sector), |_| 0);
        if needed > memory {
            return Err(SolveError::Unsaved { needed, given: memory });
        }
        Ok(())
    }

    fn wants_cells(&self, backend: &dyn Backend, _: Sector) -> bool {
        !backend.keeps_cells()
    }

    fn keep(&mut self, solved: Solved) -> Result<()> {
        let Solved { sector, cells, .. } = solved;
        self.cells.get_mut().extend(cells.map(|cells| (sector, cells)));
        Ok(())
    }

    fn look_up(&self, sector: Sector, indices: &[Index]) -> Result<Vec<Code>> {
        let kept = self.cells.borrow();
        let cells = kept.get(&sector).ok_or(SolveError::Missing(sector))?;
        Ok(indices.iter().map(|index| Code(cells[index.0 as usize])).collect())
    }

    fn drop_values(&mut self, _: &mut Plan, uses: &Uses) -> Result<()> {
        self.cells.get_mut().retain(|sector, _| uses.is_needed(*sector));
        Ok(())
    }

    fn finish(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Keeps every sector in the folder of its variant, so that a run can be stopped and repeated.
#[derive(Debug)]
pub struct InFiles {
    folder: Folder,
    indexer: Indexer,
    results_only: bool,
    /// The threads that save sectors while the next ones are solved, if the processor is not the
    /// one that solves them.
    background: Option<Background>,
}

/// The share of the memory in which solved sectors wait to be saved.
const WAITING_SHARE: u64 = 2;

impl InFiles {
    pub fn new(folder: Folder) -> InFiles {
        let indexer = Indexer::new(folder.variant());
        InFiles { indexer, folder, results_only: false, background: None }
    }

    /// Creates a sink for files without distances. Sectors with distances are shrunk as soon as no
    /// other one of the run builds on them, those of earlier runs as well.
    pub fn without_distances(folder: Folder) -> InFiles {
        InFiles { results_only: true, ..InFiles::new(folder) }
    }

    pub fn folder(&self) -> &Folder {
        &self.folder
    }
}

impl InFiles {
    fn wait_for(&self, sector: Sector) -> Result<()> {
        self.background.as_ref().map_or(Ok(()), |background| background.wait_for(sector))
    }
}

impl Finished for InFiles {
    fn load(&self, sector: Sector) -> Result<Cells> {
        self.wait_for(sector)?;
        files::load(&self.folder, sector)
    }
}

impl Sink for InFiles {
    fn variant(&self) -> Variant {
        self.folder.variant()
    }

    fn prepare(&mut self) -> Result<()> {
        Ok(self.folder.prepare()?)
    }

    fn state(&self, sector: Sector) -> Result<SectorState> {
        let Some(file) = self.folder.open(sector)? else { return Ok(SectorState::Missing) };
        let counts = file.counts();
        Ok(match file.holds() {
            Holds::Distances => SectorState::Solved(counts),
            // It is to hold results, and has to be solved again for them.
            Holds::Counts if self.results_only && !sector.is_behind() => SectorState::Missing,
            // It is to hold distances.
            Holds::Results if !self.results_only => SectorState::Missing,
            Holds::Results | Holds::Counts => SectorState::CountsOnly(counts),
        })
    }

    /// Disk space is not checked, because the compressed size is not known in advance.
    fn plan(&mut self, backend: &dyn Backend, _: &[Sector], memory: u64) -> Result<()> {
        let start = || Background::new(&self.folder, memory / WAITING_SHARE);
        self.background = backend.keeps_cells().then(start);
        Ok(())
    }

    /// A backend that keeps the cells spares the files that others build on and that do not stay.
    fn wants_cells(&self, backend: &dyn Backend, sector: Sector) -> bool {
        self.results_only || !backend.keeps_cells() || keeps_values(self.variant(), sector)
    }

    fn keep(&mut self, solved: Solved) -> Result<()> {
        let Solved { sector, counts, cells } = solved;
        let Some(cells) = cells else {
            return Ok(files::save_counts(&self.folder, sector, self.indexer.len(sector), counts)?);
        };
        let compression = if !self.results_only && keeps_values(self.variant(), sector) {
            Compression::Lasting
        } else {
            Compression::Passing
        };
        match &self.background {
            Some(background) => background.save(sector, counts, cells, compression),
            None => Ok(files::save(&self.folder, sector, &cells, counts, compression)?),
        }
    }

    fn look_up(&self, sector: Sector, indices: &[Index]) -> Result<Vec<Code>> {
        let cells = self.load(sector)?;
        Ok(indices.iter().map(|index| Code(cells[index.0 as usize])).collect())
    }

    /// Drops the values that no sector of the whole variant needs, regardless of this run's
    /// options; without distances, those that no sector of this run needs.
    fn drop_values(&mut self, plan: &mut Plan, uses: &Uses) -> Result<()> {
        if self.results_only {
            let unneeded = plan.solved().filter(|sector| !uses.is_needed(*sector));
            for sector in unneeded.collect::<Vec<_>>() {
                self.wait_for(sector)?;
                let counts = results::shrink(&self.folder, &self.indexer, sector)?;
                plan.set(sector, SectorState::CountsOnly(counts));
            }
            return Ok(());
        }
        for sector in plan.to_drop() {
            self.wait_for(sector)?;
            if let Some(file) = self.folder.open(sector)? {
                files::keep_counts_only(&self.folder, &file, sector)?;
                plan.set(sector, SectorState::CountsOnly(file.counts()));
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<()> {
        self.background.take().map_or(Ok(()), |background| background.wait_for_all())
    }
}
