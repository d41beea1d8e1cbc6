//! A random choice among the indices of many sectors.

use merels_rules::SplitMix;
use merels_tables::{Index, Sector};

/// The indices of sectors, given the number in each.
pub(crate) struct Indices(Vec<(Sector, u64)>);

impl Indices {
    pub(crate) fn of(sectors: Vec<(Sector, u64)>) -> Indices {
        Indices(sectors)
    }

    /// One of them, all equally likely; `None` if there are none.
    pub(crate) fn random(&self, random: &mut SplitMix) -> Option<(Sector, Index)> {
        let all: u64 = self.0.iter().map(|(_, indices)| indices).sum();
        let mut at = random.next_u64().checked_rem(all)?;
        for (sector, indices) in &self.0 {
            match at.checked_sub(*indices) {
                None => return Some((*sector, Index(at))),
                Some(rest) => at = rest,
            }
        }
        None
    }
}
