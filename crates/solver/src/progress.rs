use merels_tables::{Counts, Sector};

/// An observer of the work. Amounts are numbers of indices.
pub trait Progress: Sync {
    /// The work begins; earlier runs did `done` of `total`.
    fn begin(&self, done: u64, total: u64) {
        let _ = (done, total);
    }

    /// A sector is begun, with its mirror if they are solved together.
    fn sector(&self, sector: Sector, indices: u64) {
        let _ = (sector, indices);
    }

    /// More indices of the current sector have been processed.
    fn advance(&self, indices: u64) {
        let _ = indices;
    }

    /// The retrograde analysis has come to this level: positions this many plies from the end, in
    /// misère one less.
    fn level(&self, level: u16) {
        let _ = level;
    }

    /// A sector is on the disk.
    fn finished(&self, sector: Sector, indices: u64, counts: &Counts) {
        let _ = (sector, indices, counts);
    }
}

impl Progress for () {}
