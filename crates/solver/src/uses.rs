use std::collections::HashMap;

use merels_rules::morris::Variant;
use merels_tables::Sector;

use crate::backend::solved_together;

/// The finished sectors that the rest of a run still builds on.
#[derive(Clone, Debug)]
pub struct Uses {
    variant: Variant,
    left: HashMap<Sector, u32>,
}

impl Uses {
    /// All uses of a run that solves these sectors; of a pair, the first stands for both.
    pub fn of(variant: Variant, sectors: &[Sector]) -> Uses {
        let mut uses = Uses { variant, left: HashMap::new() };
        for needed in sectors.iter().flat_map(|sector| uses.needed_by(*sector)).collect::<Vec<_>>()
        {
            *uses.left.entry(needed).or_default() += 1;
        }
        uses
    }

    /// The finished sectors that solving a sector, with its mirror, builds on.
    pub fn needed_by(&self, sector: Sector) -> Vec<Sector> {
        let exits = |sector: Sector| sector.exits(self.variant);
        solved_together(self.variant, sector).into_iter().flat_map(exits).collect()
    }

    pub fn solved(&mut self, sector: Sector) {
        for needed in self.needed_by(sector) {
            if let Some(left) = self.left.get_mut(&needed) {
                *left = left.saturating_sub(1);
            }
        }
    }

    /// The peak memory while these sectors are solved in order: `held` is the size of each kept
    /// sector, `beside` the additional memory for the work on it.
    pub fn most_held(
        &self,
        sectors: &[Sector],
        held: impl Fn(Sector) -> u64,
        beside: impl Fn(Sector) -> u64,
    ) -> u64 {
        let mut uses = self.clone();
        let mut kept: HashMap<Sector, u64> = HashMap::new();
        let mut most = 0;
        for sector in sectors.iter().copied() {
            let built_on = uses.needed_by(sector);
            for sector in solved_together(self.variant, sector).into_iter().chain(built_on) {
                kept.insert(sector, held(sector));
            }
            most = most.max(kept.values().sum::<u64>() + beside(sector));
            uses.solved(sector);
            kept.retain(|sector, _| uses.is_needed(*sector));
        }
        most
    }

    /// Returns `true` if another sector still builds on this one.
    pub fn is_needed(&self, sector: Sector) -> bool {
        self.left.get(&sector).is_some_and(|left| *left > 0)
    }
}
