//! The same work as on the processor, in the same order, with all that is needed again kept on the
//! card.

use std::collections::HashMap;

use merels_rules::morris::Variant;
use merels_solver::{Cells, Finished, Progress, SolveError, Uses, flies, solved_together};
use merels_tables::{Code, Counts, Sector};

use crate::device::{Device, GpuError, Kernel};
use crate::params::{
    Address, BIN_COPIES, BINS, CELLS_PER_COUNT, CELLS_PER_ITEM, Earns, Params, row_bytes,
};
use crate::shapes::Shapes;

/// Levels that are begun before the card is asked whether there is anything left to do: asking
/// costs more than a level without work.
const LEVELS_AT_ONCE: u16 = 8;

/// Counters of listed positions: one a level for each half of a pair.
const COUNTERS: u64 = 2 * 256;

/// Solves sectors on a device and keeps their values there as long as others need them.
#[derive(Debug)]
pub(crate) struct Solver<D> {
    device: D,
    shapes: Shapes,
    /// Values by sector.
    values: HashMap<Sector, Address>,
    /// What the rest of the plan builds on.
    uses: Uses,
}

/// One family of rows while a pair of moving sectors is solved.
struct Half {
    params: Params,
    len: u64,
    removal_plies: [u32; 8],
}

impl<D: Device> Solver<D> {
    pub(crate) fn new(device: D, variant: Variant) -> Solver<D> {
        let (values, uses) = (HashMap::new(), Uses::of(variant, &[]));
        Solver { device, shapes: Shapes::new(variant), values, uses }
    }

    pub(crate) fn device(&self) -> &D {
        &self.device
    }

    /// Takes note of all that is to be solved, in order: what the sectors build on stays.
    pub(crate) fn plan(&mut self, sectors: &[Sector]) -> Result<(), GpuError> {
        self.uses = Uses::of(self.shapes.variant(), sectors);
        let needed = self.peak(sectors);
        let free = self.device.capacity();
        if needed > free { Err(GpuError::Memory { needed, free }) } else { Ok(()) }
    }

    /// The most bytes of the card that are in use at once while these sectors are solved.
    fn peak(&self, sectors: &[Sector]) -> u64 {
        let mut uses = self.uses.clone();
        let mut held: HashMap<Sector, u64> = HashMap::new();
        let mut peak = 0;
        for sector in sectors.iter().copied() {
            let built_on = uses.needed_by(sector);
            for sector in solved_together(sector).into_iter().chain(built_on) {
                held.insert(sector, self.shapes.len(sector));
            }
            peak = peak.max(held.values().sum::<u64>() + self.scratch(sector));
            uses.solved(sector);
            held.retain(|sector, _| uses.is_needed(*sector));
        }
        peak + TABLES
    }

    /// The bytes needed beside the values while a sector, with its mirror, is solved.
    fn scratch(&self, sector: Sector) -> u64 {
        let rows = |standing: Sector| {
            u64::from(self.shapes.rows(standing)) * row_bytes(self.shapes.variant().board().len())
        };
        if sector.is_placing() {
            let after = sector.after_quiet();
            return rows(after) + self.shapes.len(after);
        }
        let halves = solved_together(sector);
        let arrays: u64 = halves.iter().map(|half| 3 * self.shapes.len(*half) + rows(*half)).sum();
        let list = halves.iter().map(|half| 4 * self.shapes.len(*half)).max().unwrap_or(0);
        arrays + list
    }

    /// Solves a moving sector and its mirror, or a placing sector.
    pub(crate) fn solve(
        &mut self,
        sector: Sector,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        let failed = |error: GpuError| SolveError::Device(error.to_string());
        for needed in self.uses.needed_by(sector) {
            if !self.values.contains_key(&needed) {
                let cells = finished.load(needed)?;
                let address = self.reserve_cells(needed).map_err(failed)?;
                self.device.upload(address, &cells).map_err(failed)?;
                self.values.insert(needed, address);
            }
        }
        for sector in solved_together(sector) {
            let address = self.reserve_cells(sector).map_err(failed)?;
            self.values.insert(sector, address);
        }
        if sector.is_placing() {
            self.place(sector).map_err(failed)?;
        } else if !self.levels(sector, progress).map_err(failed)? {
            return Err(SolveError::TooLong(sector));
        }
        self.uses.solved(sector);
        Ok(())
    }

    /// Counts the values of a solved sector.
    pub(crate) fn counts(&mut self, sector: Sector) -> Result<Counts, GpuError> {
        let bytes = 4 * BINS * BIN_COPIES;
        let bins = self.device.reserve(bytes)?;
        self.device.fill(bins, 0, bytes)?;
        let sets = self.shapes.sets(sector, &mut self.device)?;
        let params = Params {
            items: self.shapes.len(sector).div_ceil(CELLS_PER_COUNT),
            sets: sets.sets,
            row_len: sets.len,
            row_count: self.shapes.rows(sector),
            source: self.values[&sector],
            movers: self.shapes.class_map(sector.mover, &mut self.device)?,
            images: self.shapes.images(&mut self.device)?,
            bins,
            ..Params::default()
        };
        self.device.launch(Kernel::CountValues, &params)?;
        let mut copies = vec![0; bytes as usize];
        self.device.download(bins, &mut copies)?;
        self.device.release(bins);
        let mut counts = Counts::default();
        let (words, _) = copies.as_chunks::<4>();
        for (bin, count) in words.iter().enumerate() {
            let code = Code((bin % BINS as usize) as u8);
            counts.add(code, u64::from(u32::from_le_bytes(*count)));
        }
        Ok(counts)
    }

    /// Copies the values of a solved sector from the card.
    pub(crate) fn cells(&mut self, sector: Sector) -> Result<Cells, SolveError> {
        let mut cells = Cells::zeroed(self.shapes.len(sector))
            .map_err(|error| SolveError::OutOfMemory { sector, error })?;
        self.device
            .download(self.values[&sector], &mut cells)
            .map_err(|error| SolveError::Device(error.to_string()))?;
        Ok(cells)
    }

    /// Gives back the memory of sectors that nothing builds on any more.
    pub(crate) fn drop_unused(&mut self) {
        let uses = &self.uses;
        let device = &mut self.device;
        self.values.retain(|sector, address| {
            let needed = uses.is_needed(*sector);
            if !needed {
                device.release(*address);
            }
            needed
        });
    }

    /// Whole items of cells, so that kernels may read past the end.
    fn reserve_cells(&mut self, sector: Sector) -> Result<Address, GpuError> {
        self.device.reserve(padded(self.shapes.len(sector)))
    }

    /// The parameters of the rows in which the mover's men of `standing` stand and the other side
    /// is to move, their tables set up on the device.
    fn rows(&mut self, standing: Sector, mover: Sector) -> Result<Params, GpuError> {
        let variant = self.shapes.variant();
        let row_count = self.shapes.rows(standing);
        let bytes = u64::from(row_count) * row_bytes(variant.board().len());
        let sets = self.shapes.sets(standing, &mut self.device)?;
        let mut params = Params {
            items: u64::from(row_count),
            rows: self.device.reserve(bytes)?,
            standing: self.shapes.class_map(standing.mover, &mut self.device)?.representatives,
            sets: sets.sets,
            ranks: sets.ranks,
            row_len: sets.len,
            row_count,
            flying: u32::from(flies(variant, mover.mover + mover.mover_hand)),
            movers: self.shapes.class_map(mover.mover, &mut self.device)?,
            target_row_len: self.shapes.row_len(mover),
            after_row_len: sets.len,
            after_ranks: sets.ranks,
            images: self.shapes.images(&mut self.device)?,
            ..Params::default()
        };
        let earns = match mover.after_removal(variant) {
            _ if mover.opponent == 0 => Earns::Nothing,
            None => Earns::Win,
            Some(fewer) => {
                params.fewer = self.values[&fewer];
                params.fewer_row_len = self.shapes.row_len(fewer);
                params.fewer_movers = self.shapes.class_map(fewer.mover, &mut self.device)?;
                Earns::Man
            }
        };
        params.earns = earns as u32;
        self.device.launch(Kernel::SetUpRows, &params)?;
        Ok(params)
    }

    /// Solves a pair level by level; `false` if a game is too long for a cell.
    fn levels(&mut self, sector: Sector, progress: &dyn Progress) -> Result<bool, GpuError> {
        // 1. Everything that needs no iteration: removals, counts of moves, games that are over.
        let pair = solved_together(sector);
        for sector in &pair {
            let (address, len) = (self.values[sector], padded(self.shapes.len(*sector)));
            self.device.fill(address, Code::DRAW.0, len)?;
        }
        let mut halves = Vec::new();
        for sector in &pair {
            halves.push(self.half(*sector)?);
            progress.advance(self.shapes.len(*sector));
        }
        let counters = self.device.reserve(4 * COUNTERS)?;
        self.device.fill(counters, 0, 4 * COUNTERS)?;
        let longest = halves.iter().map(|half| half.len).max().unwrap_or(0);
        let list = self.device.reserve(4 * longest)?;
        // 2. Level by level, until nothing changes and no removal is still to come.
        let last_removal = (0..=Code::MAX_PLIES + 1)
            .rev()
            .find(|plies| halves.iter().any(|half| half.has_removals(*plies)))
            .unwrap_or(0);
        let mut plies = 0;
        let mut done = false;
        while !done && plies <= Code::MAX_PLIES {
            let until = (plies + LEVELS_AT_ONCE).min(Code::MAX_PLIES + 1);
            for plies in plies + 1..=until {
                progress.level(plies);
                for (i, half) in halves.iter().enumerate() {
                    let place = 4 * (256 * i as u64 + u64::from(plies));
                    self.level(half, plies, list, Address(counters.0 + place))?;
                }
            }
            let listed = self.listed(counters)?;
            let is_end = |plies: &u16| {
                let nothing = |half: &[u32]| half[*plies as usize] == 0;
                *plies > last_removal && listed.chunks(256).all(nothing)
            };
            done = (plies + 1..=until).any(|plies| is_end(&plies));
            plies = until;
        }
        for half in &halves {
            let Params { rows, open, removals, removal_plies, .. } = half.params;
            for address in [rows, open, removals, removal_plies] {
                self.device.release(address);
            }
        }
        self.device.release(counters);
        self.device.release(list);
        Ok(done)
    }

    /// Prepares the rows in which the mover's men of `standing` stand.
    fn half(&mut self, standing: Sector) -> Result<Half, GpuError> {
        let mover = standing.mirror();
        let len = self.shapes.len(standing);
        let mut params = self.rows(standing, mover)?;
        let rules = self.shapes.variant().rules();
        let full = (standing.mover + standing.opponent) as usize == rules.board.len();
        params.blocked_draws = u32::from(rules.full_board_draws && full);
        params.items = len;
        params.source = self.values[&standing];
        params.target = self.values[&mover];
        params.open = self.device.reserve(padded(len))?;
        params.removals = self.device.reserve(padded(len))?;
        params.least = self.device.reserve(len)?;
        params.removal_plies = self.device.reserve(32)?;
        self.device.fill(params.removals, u8::MAX, padded(len))?;
        self.device.fill(params.removal_plies, 0, 32)?;
        self.device.launch(Kernel::ValueMills, &params)?;
        self.device.launch(Kernel::CountMoves, &params)?;
        // What is launched later runs later: the memory may be given out again at once.
        self.device.release(params.least);
        let mut bytes = [0; 32];
        self.device.download(params.removal_plies, &mut bytes)?;
        let (words, _) = bytes.as_chunks::<4>();
        let removal_plies = std::array::from_fn(|i| u32::from_le_bytes(words[i]));
        Ok(Half { params, len, removal_plies })
    }

    /// Finds all positions decided in exactly `plies`, given those decided in one less.
    fn level(
        &mut self,
        half: &Half,
        plies: u16,
        list: Address,
        list_len: Address,
    ) -> Result<(), GpuError> {
        let items = half.len.div_ceil(CELLS_PER_ITEM);
        let params = Params { items, plies: u32::from(plies), list, list_len, ..half.params };
        if half.has_removals(plies) {
            self.device.launch(Kernel::ApplyRemovals, &params)?;
        }
        self.device.launch(Kernel::Collect, &params)?;
        self.device.launch(Kernel::ApplyMoves, &params)
    }

    fn listed(&mut self, counters: Address) -> Result<Vec<u32>, GpuError> {
        let mut bytes = vec![0; 4 * COUNTERS as usize];
        self.device.download(counters, &mut bytes)?;
        let (words, _) = bytes.as_chunks::<4>();
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }

    /// Solves a placing sector in one pass.
    fn place(&mut self, sector: Sector) -> Result<(), GpuError> {
        let after = sector.after_quiet();
        let before = self.shapes.sets(sector.mirror(), &mut self.device)?;
        let mut params = self.rows(after, sector)?;
        params.source = self.values[&after];
        params.target = self.values[&sector];
        params.least = self.device.reserve(self.shapes.len(after))?;
        if params.earns != Earns::Nothing as u32 {
            params.items = self.shapes.len(after);
            self.device.launch(Kernel::ValueMills, &params)?;
        }
        params.sets = before.sets;
        params.ranks = before.ranks;
        params.row_len = before.len;
        params.items = u64::from(params.row_count) * u64::from(before.len);
        self.device.launch(Kernel::Place, &params)?;
        self.device.release(params.least);
        self.device.release(params.rows);
        Ok(())
    }
}

impl Half {
    fn has_removals(&self, plies: u16) -> bool {
        self.removal_plies[plies as usize / 32] >> (plies % 32) & 1 != 0
    }
}

/// Room for the tables of index and symmetry of the largest board.
const TABLES: u64 = 1 << 30;

fn padded(cells: u64) -> u64 {
    cells.next_multiple_of(CELLS_PER_ITEM)
}
