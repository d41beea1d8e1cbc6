//! The same retrograde analysis as on the processor, in the same order. Everything that is needed
//! again stays on the card.

mod plan;

use std::collections::HashMap;

use merels_rules::morris::Variant;
use merels_solver::{Cells, Finished, Progress, SolveError, Uses, level_code, solved_together};
use merels_tables::{Code, Coding, Counts, Index, Sector, Taking};

use crate::device::{Device, GpuError, Kernel};
use crate::params::{
    Address, BINS, CHUNK, EXIT_LEVELS, Earns, PIECE, Params, Span, TRANSLATION_BYTES,
};
use crate::shapes::Shapes;

/// The number of levels launched before the host checks for remaining work: the check costs more
/// than a level without work.
const LEVELS_AT_ONCE: u16 = 8;

/// The number of words in which levels record that they found something: one per level for each
/// half of a pair. As many others count the spans that blocks have taken.
const NOTES: u64 = 2 * LEVELS_AT_ONCE as u64;

/// Solves sectors on a device and keeps their values there as long as others need them.
#[derive(Debug)]
pub(crate) struct Solver<D> {
    device: D,
    shapes: Shapes,
    /// Values by sector.
    values: HashMap<Sector, Address>,
    /// The sectors that the rest of the plan builds on.
    uses: Uses,
}

/// One family of rows while a pair of sectors is solved.
struct Half {
    params: Params,
    exit_levels: [u32; 8],
}

impl<D: Device> Solver<D> {
    pub(crate) fn new(device: D, shapes: Shapes) -> Solver<D> {
        let uses = Uses::of(shapes.variant(), &[]);
        Solver { device, shapes, values: HashMap::new(), uses }
    }

    pub(crate) fn variant(&self) -> Variant {
        self.shapes.variant()
    }

    pub(crate) fn device(&self) -> &D {
        &self.device
    }

    /// Solves a sector, with its mirror if they are solved together.
    pub(crate) fn solve(
        &mut self,
        sector: Sector,
        finished: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        for needed in self.uses.needed_by(sector) {
            if !self.values.contains_key(&needed) {
                let cells = finished.load(needed)?;
                let address = self.reserve_cells(needed)?;
                self.device.upload(address, &cells)?;
                self.values.insert(needed, address);
            }
        }
        for sector in solved_together(self.variant(), sector) {
            let address = self.reserve_cells(sector)?;
            self.values.insert(sector, address);
        }
        if sector.recurs(self.variant()) {
            self.levels(sector, progress)?;
        } else {
            self.place(sector)?;
        }
        self.uses.solved(sector);
        Ok(())
    }

    pub(crate) fn counts(&mut self, sector: Sector) -> Result<Counts, GpuError> {
        let bytes = 4 * BINS;
        let bins = self.device.reserve(bytes)?;
        self.device.fill(bins, 0, bytes)?;
        let sets = self.shapes.sets(sector, &mut self.device)?;
        let params = Params {
            items: chunks(self.shapes.len(sector)),
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
        let words = self.download_words(bins, BINS)?;
        self.device.release(bins);
        let mut counts = Counts::default();
        let coding = Coding::of(self.variant());
        for (code, count) in (0..=u8::MAX).zip(words) {
            counts.add(coding.value(Code(code)), u64::from(count));
        }
        Ok(counts)
    }

    /// Looks up single values of a sector that is on the card.
    pub(crate) fn look_up(
        &mut self,
        sector: Sector,
        indices: &[Index],
    ) -> Result<Vec<Code>, SolveError> {
        let source = *self.values.get(&sector).ok_or(SolveError::Missing(sector))?;
        let device = &mut self.device;
        let items = indices.len() as u64;
        let (list, target) = (device.reserve(4 * items)?, device.reserve(items)?);
        let places: Vec<u8> =
            indices.iter().flat_map(|index| (index.0 as u32).to_le_bytes()).collect();
        device.upload(list, &places)?;
        let params = Params { items, source, list, target, ..Params::default() };
        device.launch(Kernel::LookUp, &params)?;
        let mut codes = vec![0; indices.len()];
        device.download(target, &mut codes)?;
        device.release(list);
        device.release(target);
        Ok(codes.into_iter().map(Code).collect())
    }

    /// Copies the values of a solved sector from the card.
    pub(crate) fn cells(&mut self, sector: Sector) -> Result<Cells, SolveError> {
        let mut cells = Cells::zeroed(self.shapes.len(sector))
            .map_err(|error| SolveError::OutOfMemory { sector, error })?;
        self.device.download(self.values[&sector], &mut cells)?;
        Ok(cells)
    }

    /// Releases the memory of sectors that nothing builds on any more.
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

    fn reserve_cells(&mut self, sector: Sector) -> Result<Address, GpuError> {
        self.device.reserve(padded(self.shapes.len(sector)))
    }

    /// The parameters of the rows in which the opponent's men of `mover` stand and its own are to
    /// move, with their tables set up on the device.
    fn rows(&mut self, mover: Sector) -> Result<Params, GpuError> {
        let (variant, standing) = (self.variant(), mover.mirror());
        let row_count = self.shapes.rows(standing);
        let bytes = u64::from(row_count) * self.row_bytes();
        let sets = self.shapes.sets(standing, &mut self.device)?;
        let mut params = Params {
            items: u64::from(row_count),
            rows: self.device.reserve(bytes)?,
            standing: self.shapes.class_map(standing.mover, &mut self.device)?.representatives,
            sets: sets.sets,
            ranks: sets.ranks,
            row_len: sets.len,
            row_count,
            flying: u32::from(variant.flies((mover.mover + mover.mover_hand) as usize)),
            target: self.values[&mover],
            movers: self.shapes.class_map(mover.mover, &mut self.device)?,
            target_ranks: self.shapes.sets(mover, &mut self.device)?.ranks,
            target_row_len: self.shapes.row_len(mover),
            images: self.shapes.images(&mut self.device)?,
            squeezed: self.shapes.squeezed(&mut self.device)?,
            ..Params::default()
        };
        let earns = match standing.taking(variant) {
            Taking::Nothing => Earns::Nothing,
            Taking::Win => Earns::End,
            Taking::Man(fewer) => {
                params.fewer_movers = self.shapes.class_map(fewer.mover, &mut self.device)?;
                Earns::Man
            }
        };
        params.earns = earns as u32;
        self.device.launch(Kernel::SetUpRows, &params)?;
        Ok(params)
    }

    /// Values the mills that turns close on the way to the sector `after`, whose mover's men stand
    /// in the rows: returns an array by its indices.
    fn mills(&mut self, rows: &Params, after: Sector) -> Result<Address, GpuError> {
        let least = self.device.reserve(self.shapes.len(after))?;
        let sets = self.shapes.sets(after, &mut self.device)?;
        let mut params = Params {
            items: u64::from(rows.row_count) * u64::from(sets.len.div_ceil(PIECE)),
            sets: sets.sets,
            row_len: sets.len,
            least,
            block_bytes: TRANSLATION_BYTES * u32::from(after.mover),
            ..*rows
        };
        match after.taking(self.variant()) {
            Taking::Nothing => return Ok(least),
            Taking::Win => {}
            Taking::Man(fewer) => {
                params.fewer = self.values[&fewer];
                params.fewer_ranks = self.shapes.sets(fewer, &mut self.device)?.ranks;
                params.fewer_row_len = self.shapes.row_len(fewer);
            }
        }
        self.device.launch(Kernel::ValueMills, &params)?;
        Ok(least)
    }

    /// Adds to the rows of `mover` the sector that placing a man leads to, if it has one in hand.
    fn add_placements(&mut self, params: &mut Params, mover: Sector) -> Result<(), GpuError> {
        let Some(after) = mover.after_placement() else { return Ok(()) };
        let sets = self.shapes.sets(after, &mut self.device)?;
        params.after = self.values[&after];
        params.after_least = self.mills(params, after)?;
        params.after_ranks = sets.ranks;
        params.after_row_len = sets.len;
        Ok(())
    }

    /// Solves a pair level by level.
    fn levels(&mut self, sector: Sector, progress: &dyn Progress) -> Result<(), GpuError> {
        // 1. Do everything that needs no iteration: exits, move counts, games that are over.
        let pair = solved_together(self.variant(), sector);
        let mut touched = HashMap::new();
        for sector in &pair {
            let len = self.shapes.len(*sector);
            self.device.fill(self.values[sector], Code::DRAW.0, padded(len))?;
            let address = self.device.reserve(2 * chunks(len))?;
            self.device.fill(address, u8::MAX, 2 * chunks(len))?;
            touched.insert(*sector, address);
        }
        let mut halves = Vec::new();
        for sector in &pair {
            halves.push(self.half(*sector, &touched)?);
            progress.advance(self.shapes.len(*sector));
        }
        // 2. Proceed level by level.
        self.search(&halves, progress)?;
        for half in &halves {
            let Params { rows, open, exits, exit_levels, chunk_exits, .. } = half.params;
            for address in [rows, open, exits, exit_levels, chunk_exits] {
                self.device.release(address);
            }
        }
        for address in touched.into_values() {
            self.device.release(address);
        }
        Ok(())
    }

    /// Runs the levels until nothing changes and no exit is still to come.
    fn search(&mut self, halves: &[Half], progress: &dyn Progress) -> Result<(), GpuError> {
        let notes = self.device.reserve(8 * NOTES)?;
        let last_exit = (0..=Code::LAST_LEVEL)
            .rev()
            .find(|level| halves.iter().any(|half| half.has_exits(*level)))
            .unwrap_or(0);
        let mut level = Coding::of(self.variant()).first_level();
        let mut done = false;
        while !done {
            self.device.fill(notes, 0, 8 * NOTES)?;
            for step in 1..=LEVELS_AT_ONCE {
                progress.level(level + step);
                for (i, half) in halves.iter().enumerate() {
                    let place = i as u64 * u64::from(LEVELS_AT_ONCE) + u64::from(step - 1);
                    self.level(half, level + step, Address(notes.0 + 4 * place))?;
                }
            }
            let found = self.download_words(notes, NOTES)?;
            let is_end = |step: u16| {
                let nothing = |half: &[u32]| half[step as usize - 1] == 0;
                level + step > last_exit && found.chunks(LEVELS_AT_ONCE as usize).all(nothing)
            };
            done = (1..=LEVELS_AT_ONCE).any(is_end);
            level += LEVELS_AT_ONCE;
        }
        self.device.release(notes);
        Ok(())
    }

    /// Prepares the rows in which the mover's men of `standing` stand.
    fn half(
        &mut self,
        standing: Sector,
        touched: &HashMap<Sector, Address>,
    ) -> Result<Half, GpuError> {
        let mover = standing.mirror();
        let len = self.shapes.len(standing);
        let chunks = chunks(len);
        let mut params = self.rows(mover)?;
        let rules = self.variant().rules();
        let full = (standing.mover + standing.opponent) as usize == rules.board.len();
        params.blocked_draws = u32::from(rules.full_board_draws && full);
        params.source = self.values[&standing];
        params.source_touched = touched[&standing];
        params.target_touched = touched[&mover];
        params.open = self.device.reserve(padded(len))?;
        params.exits = self.device.reserve(padded(len))?;
        params.exit_levels = self.device.reserve(EXIT_LEVELS)?;
        params.chunk_exits = self.device.reserve(EXIT_LEVELS * chunks)?;
        self.device.fill(params.exits, u8::MAX, padded(len))?;
        self.device.fill(params.exit_levels, 0, EXIT_LEVELS)?;
        self.device.fill(params.chunk_exits, 0, EXIT_LEVELS * chunks)?;
        self.add_placements(&mut params, mover)?;
        params.least = self.mills(&params, standing)?;
        params.items = len;
        params.level = u32::from(Coding::of(self.variant()).first_level());
        self.device.launch(Kernel::CountMoves, &params)?;
        // Kernels launched later run later, so the memory can be reused at once.
        self.device.release(params.least);
        if params.after != Address::default() {
            self.device.release(params.after_least);
        }
        let words = self.download_words(params.exit_levels, EXIT_LEVELS / 4)?;
        let exit_levels = std::array::from_fn(|i| words[i]);
        let span = Span::of(params.row_len);
        params.items = len.div_ceil(u64::from(span.cells));
        (params.span, params.near) = (span.cells, u32::from(span.near));
        params.block_bytes = span.block_bytes();
        Ok(Half { params, exit_levels })
    }

    /// Finds all positions decided at `level`, given those decided one level earlier; sets the word
    /// at `found` to 1 if there were any of the latter.
    fn level(&mut self, half: &Half, level: u16, found: Address) -> Result<(), GpuError> {
        let previous = level_code(level - 1);
        let params = Params {
            level: u32::from(level),
            code: u32::from(level_code(level).0),
            wins: u32::from(level % 2),
            previous: u32::from(previous.0),
            settled: u32::from(previous.settled().0),
            has_exits: u32::from(half.has_exits(level)),
            found,
            next: Address(found.0 + 4 * NOTES),
            ..half.params
        };
        self.device.launch(Kernel::Level, &params)
    }

    fn download_words(&mut self, address: Address, words: u64) -> Result<Vec<u32>, GpuError> {
        let mut bytes = vec![0; 4 * words as usize];
        self.device.download(address, &mut bytes)?;
        let (words, _) = bytes.as_chunks::<4>();
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }

    /// Solves a sector whose side to move must place, in one pass.
    fn place(&mut self, sector: Sector) -> Result<(), GpuError> {
        let mut params = self.rows(sector)?;
        self.add_placements(&mut params, sector)?;
        params.items = self.shapes.len(sector.mirror());
        self.device.launch(Kernel::Place, &params)?;
        self.device.release(params.after_least);
        self.device.release(params.rows);
        Ok(())
    }
}

impl Half {
    fn has_exits(&self, level: u16) -> bool {
        level <= Code::LAST_LEVEL && self.exit_levels[level as usize / 32] >> (level % 32) & 1 != 0
    }
}

fn chunks(cells: u64) -> u64 {
    cells.div_ceil(CHUNK)
}

/// The number of cells rounded up to whole chunks, so that kernels may read past the end.
fn padded(cells: u64) -> u64 {
    cells.next_multiple_of(CHUNK)
}
