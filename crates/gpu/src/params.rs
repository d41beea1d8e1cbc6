//! The parameters of kernels, laid out as in `kernels.cu`.

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct Address(pub(crate) u64);

/// The rank tables of sets of one size.
#[derive(Copy, Clone, Debug, Default)]
#[repr(C)]
pub(crate) struct Ranks {
    pub(crate) low: Address,
    pub(crate) high: Address,
    pub(crate) low_bits: u32,
}

/// The classes of sets of one size.
#[derive(Copy, Clone, Debug, Default)]
#[repr(C)]
pub(crate) struct ClassMapTables {
    pub(crate) ranks: Ranks,
    pub(crate) entries: Address,
    pub(crate) representatives: Address,
    pub(crate) keepers: Address,
}

/// The only argument of every kernel; each kernel reads its own part.
#[derive(Copy, Clone, Debug, Default)]
#[repr(C)]
pub(crate) struct Params {
    pub(crate) items: u64,
    pub(crate) rows: Address,
    pub(crate) standing: Address,
    pub(crate) sets: Address,
    pub(crate) ranks: Ranks,
    pub(crate) row_len: u32,
    pub(crate) row_count: u32,
    pub(crate) flying: u32,
    pub(crate) blocked_draws: u32,
    pub(crate) open: Address,
    pub(crate) exits: Address,
    pub(crate) least: Address,
    pub(crate) source: Address,
    pub(crate) target: Address,
    pub(crate) movers: ClassMapTables,
    pub(crate) target_ranks: Ranks,
    pub(crate) target_row_len: u32,
    pub(crate) source_touched: Address,
    pub(crate) target_touched: Address,
    pub(crate) after: Address,
    pub(crate) after_least: Address,
    pub(crate) after_ranks: Ranks,
    pub(crate) after_row_len: u32,
    pub(crate) earns: u32,
    pub(crate) fewer_row_len: u32,
    pub(crate) fewer: Address,
    pub(crate) fewer_ranks: Ranks,
    pub(crate) fewer_movers: ClassMapTables,
    pub(crate) images: Address,
    pub(crate) squeezed: Address,
    pub(crate) exit_levels: Address,
    pub(crate) chunk_exits: Address,
    pub(crate) list: Address,
    pub(crate) found: Address,
    pub(crate) span: u32,
    pub(crate) near: u32,
    pub(crate) next: Address,
    pub(crate) level: u32,
    pub(crate) code: u32,
    pub(crate) wins: u32,
    pub(crate) previous: u32,
    pub(crate) settled: u32,
    pub(crate) has_exits: u32,
    pub(crate) bins: Address,
    pub(crate) block_bytes: u32,
}

/// The size in bytes of a `Row` on a board with this many points and lines.
pub(crate) const fn row_bytes(points: usize, lines: usize) -> u64 {
    4 * (lines + 1 + points + 16 + 12 + 1) as u64
}

/// The reward for closing a mill, as in `kernels.cu`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Earns {
    Nothing = 0,
    End = 1,
    Man = 2,
}

/// As in `kernels.cu`.
pub(crate) const CHUNK: u64 = 512;
pub(crate) const PIECE: u32 = 16384;
pub(crate) const TRANSLATION_BYTES: u32 = 2048;

/// The most bytes that a block may have for all its warps.
const BLOCK_BYTES: u32 = 1 << 15;

/// The part of a sector that a block processes at a time, at a level.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) cells: u32,
    /// `true` if these are whole rows, for which the block has enough memory.
    pub(crate) near: bool,
}

impl Span {
    /// The number of cells that a block should have, if rows allow it.
    const USUAL: u32 = 1 << 14;

    /// The bytes in addition to the cells: the number of the next span, and the ends of a span that
    /// does not begin and end at a multiple of sixteen.
    const BESIDE: u32 = 16 + 32;

    /// The parts for rows of this length.
    pub(crate) fn of(row_len: u32) -> Span {
        let near = row_len <= BLOCK_BYTES - Span::BESIDE;
        let row_len = row_len.max(1);
        let rows = (Span::USUAL / row_len).max(1);
        Span { cells: if near { rows * row_len } else { Span::USUAL }, near }
    }

    pub(crate) fn block_bytes(self) -> u32 {
        Span::BESIDE + if self.near { self.cells } else { 0 }
    }
}
pub(crate) const BINS: u64 = 256;

/// The bytes in which a chunk records the levels of its exits, one bit each.
pub(crate) const EXIT_LEVELS: u64 = 32;
