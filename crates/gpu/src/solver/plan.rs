//! The bounds of what the card can solve: its memory, and the numbers that the kernels count.

use merels_solver::{Uses, solved_together};
use merels_tables::Sector;

use super::{Solver, chunks, padded};
use crate::device::{Device, GpuError};
use crate::params::{EXIT_LEVELS, row_bytes};

/// The most moves of one position that the kernels can count: a byte less one bit.
const MOST_MOVES: usize = 127;

/// The memory for the tables of index and symmetry of the largest board.
const TABLES: u64 = 1 << 30;

impl<D: Device> Solver<D> {
    /// Receives all sectors to be solved, in order: the sectors they build on stay on the card.
    pub(crate) fn plan(&mut self, sectors: &[Sector]) -> Result<(), GpuError> {
        self.uses = Uses::of(self.shapes.variant(), sectors);
        let counts_moves = |sector: &&Sector| sector.recurs(self.variant());
        if sectors.iter().filter(counts_moves).any(|sector| self.most_moves(*sector) > MOST_MOVES) {
            return Err(GpuError::TooMany("so many moves of a position"));
        }
        let longest =
            |sector: &Sector| self.shapes.len(*sector).max(self.shapes.len(sector.mirror()));
        if sectors.iter().any(|sector| longest(sector) > u64::from(u32::MAX)) {
            return Err(GpuError::TooMany("so many positions of a sector"));
        }
        let needed = self.peak(sectors);
        let free = self.device.capacity();
        if needed > free {
            return Err(GpuError::Memory { needed, free });
        }
        self.device.provide(needed)
    }

    /// The most moves on the board that a position of a sector or of its mirror can have, plus one
    /// for all exits.
    fn most_moves(&self, sector: Sector) -> usize {
        let variant = self.variant();
        let empty = variant.board().len() - (sector.mover + sector.opponent) as usize;
        let steps = |men: u8, hand: u8| {
            let flies = variant.flies((men + hand) as usize);
            men as usize * if flies { empty } else { empty.min(4) }
        };
        let of_mover = steps(sector.mover, sector.mover_hand);
        1 + of_mover.max(steps(sector.opponent, sector.opponent_hand))
    }

    /// The most bytes of the card that are in use at once while these sectors are solved.
    fn peak(&self, sectors: &[Sector]) -> u64 {
        let values = |sector| self.shapes.len(sector);
        self.uses.most_held(sectors, values, |sector| self.scratch(sector)) + TABLES
    }

    /// The bytes needed in addition to the values while a sector, with its mirror, is solved.
    fn scratch(&self, sector: Sector) -> u64 {
        let len = |sector| self.shapes.len(sector);
        let halves = solved_together(self.variant(), sector);
        let rows = |mover: &Sector| {
            let rows = u64::from(self.shapes.rows(mover.mirror()));
            rows * self.row_bytes()
        };
        let rows: u64 = halves.iter().map(rows).sum();
        let placed = halves.iter().filter_map(|half| half.after_placement()).map(len).max();
        if !sector.recurs(self.variant()) {
            return rows + placed.unwrap_or(0);
        }
        let arrays: u64 = halves.iter().map(|half| 2 * padded(len(*half))).sum();
        let notes: u64 = halves.iter().map(|half| (EXIT_LEVELS + 2) * chunks(len(*half))).sum();
        // The mills need memory while a half is prepared.
        let least = halves.iter().map(|half| len(*half)).max();
        rows + arrays + notes + placed.unwrap_or(0) + least.unwrap_or(0)
    }

    pub(super) fn row_bytes(&self) -> u64 {
        let board = self.variant().board();
        row_bytes(board.len(), board.lines().len())
    }
}
