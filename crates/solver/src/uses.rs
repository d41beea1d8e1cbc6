use std::collections::HashMap;

use merels_rules::morris::Variant;
use merels_tables::Sector;

use crate::backend::solved_together;

/// Which finished sectors the rest of a run still builds on.
#[derive(Clone, Debug)]
pub struct Uses {
    variant: Variant,
    left: HashMap<Sector, u32>,
}

impl Uses {
    /// All uses of a run that solves these sectors, of a pair the first standing for both.
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
        let needed = |sector: Sector| {
            let quiet = sector.is_placing().then(|| sector.after_quiet());
            let removal = Some(sector).filter(|sector| sector.opponent > 0);
            quiet.into_iter().chain(removal.and_then(|sector| sector.after_removal(self.variant)))
        };
        solved_together(sector).into_iter().flat_map(needed).collect()
    }

    /// Notes that a sector, with its mirror, is solved.
    pub fn solved(&mut self, sector: Sector) {
        for needed in self.needed_by(sector) {
            if let Some(left) = self.left.get_mut(&needed) {
                *left = left.saturating_sub(1);
            }
        }
    }

    /// Whether something still builds on a sector.
    pub fn is_needed(&self, sector: Sector) -> bool {
        self.left.get(&sector).is_some_and(|left| *left > 0)
    }
}
