use merels_tables::{Counts, Sector};

/// Hears how the work goes on. Amounts are of indices.
pub trait Progress: Sync {
    /// The work begins; `done` of `total` were done by earlier runs.
    fn begin(&self, done: u64, total: u64) {
        let _ = (done, total);
    }

    /// A sector, with its mirror where they are solved together, is begun.
    fn sector(&self, sector: Sector, indices: u64) {
        let _ = (sector, indices);
    }

    /// More indices of the current sector have been gone through.
    fn advance(&self, indices: u64) {
        let _ = indices;
    }

    /// The search has come to this level: positions this many plies from the end, in misère one
    /// less.
    fn level(&self, level: u16) {
        let _ = level;
    }

    /// A sector is on the disk.
    fn finished(&self, sector: Sector, indices: u64, counts: &Counts) {
        let _ = (sector, indices, counts);
    }
}

/// For those who do not want to hear.
impl Progress for () {}
