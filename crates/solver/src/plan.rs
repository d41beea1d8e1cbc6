//! The plan of a run: the state of each sector, the sectors to solve, and the values to keep.

use std::collections::HashMap;

use merels_rules::morris::Variant;
use merels_tables::{Counts, Indexer, Sector};

use crate::backend::solved_together;
use crate::error::Result;

const LARGE_BOARD: usize = 24;

/// On the large boards, sectors in which a man must be placed and at most this many are in hand
/// keep only their counts: their values follow from the moving phase by a search of as many plies,
/// and they would fill half the disk.
const SEARCHED_IN_HAND: u8 = 1;

/// Returns `true` if the values of a sector stay on the disk when nothing needs them any more.
pub(crate) fn keeps_values(variant: Variant, sector: Sector) -> bool {
    let small_board = variant.board().len() < LARGE_BOARD;
    small_board || sector.recurs(variant) || sector.in_hand() > SEARCHED_IN_HAND
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SectorState {
    Missing,
    /// Its counts are known, and nothing that other sectors could build on.
    CountsOnly(Counts),
    /// Its values are on the disk, with their distances.
    Solved(Counts),
}

#[derive(Debug)]
pub struct Plan {
    variant: Variant,
    sectors: Vec<Sector>,
    states: HashMap<Sector, SectorState>,
}

impl Plan {
    /// Reads the state that earlier runs have left.
    pub(crate) fn of(
        variant: Variant,
        state: impl Fn(Sector) -> Result<SectorState>,
    ) -> Result<Plan> {
        let sectors = Sector::all(variant);
        let states: Result<_> =
            sectors.iter().map(|sector| Ok((*sector, state(*sector)?))).collect();
        Ok(Plan { variant, sectors, states: states? })
    }

    /// The sectors to solve, in order, among those with at most `men` men a side. Of a pair that is
    /// solved together, the first stands for both.
    pub(crate) fn to_do(&self, men: u8) -> Vec<Sector> {
        let mut needed: HashMap<Sector, bool> = HashMap::new();
        // The order is backwards, so that a sector without values is solved again if another builds
        // on it.
        for sector in self.sectors.iter().rev() {
            let values_needed = needed.get(sector).copied().unwrap_or(false);
            let wanted = sector.men_a_side() <= men;
            let redo = match self.states[sector] {
                SectorState::Missing => wanted || values_needed,
                SectorState::CountsOnly(_) => values_needed,
                SectorState::Solved(_) => false,
            };
            if redo {
                for sector in solved_together(self.variant, *sector) {
                    needed.insert(sector, true);
                    needed.extend(sector.exits(self.variant).map(|exit| (exit, true)));
                }
            }
        }
        let is_needed = |s: &Sector| needed.get(s).copied().unwrap_or(false);
        let unsolved = |s: &Sector| !matches!(self.states[s], SectorState::Solved(_));
        let redo = |s: &Sector| {
            solved_together(self.variant, *s).iter().any(|s| is_needed(s) && unsolved(s))
        };
        self.sectors.iter().copied().filter(|s| s.leads(self.variant) && redo(s)).collect()
    }

    /// The sectors whose values nothing needs any more and that should keep only their counts.
    pub(crate) fn to_drop(&self) -> Vec<Sector> {
        let is_dropped = |sector: &Sector| {
            let next = |other: &&Sector| other.in_hand() == sector.in_hand() + 1;
            !keeps_values(self.variant, *sector)
                && matches!(self.states[sector], SectorState::Solved(_))
                && self.sectors.iter().filter(next).all(|s| self.states[s] != SectorState::Missing)
        };
        self.sectors.iter().copied().filter(is_dropped).collect()
    }

    /// The sectors with values on the disk.
    pub(crate) fn solved(&self) -> impl Iterator<Item = Sector> {
        let is_solved = |s: &&Sector| matches!(self.states[s], SectorState::Solved(_));
        self.sectors.iter().filter(is_solved).copied()
    }

    /// Records that a sector is on the disk now.
    pub(crate) fn set(&mut self, sector: Sector, state: SectorState) {
        self.states.insert(sector, state);
    }

    /// The counts of all finished sectors with at most `men` men a side, in order.
    pub(crate) fn counts(&self, men: u8) -> Vec<(Sector, Counts)> {
        let counts = |sector: &Sector| match self.states[sector] {
            SectorState::Missing => None,
            SectorState::CountsOnly(counts) | SectorState::Solved(counts) => {
                Some((*sector, counts))
            }
        };
        let wanted = |sector: &&Sector| sector.men_a_side() <= men;
        self.sectors.iter().filter(wanted).filter_map(counts).collect()
    }

    /// The number of indices of all sectors with at most `men` men a side.
    pub(crate) fn indices(&self, indexer: &Indexer, men: u8) -> u64 {
        let wanted = |sector: &&Sector| sector.men_a_side() <= men;
        self.sectors.iter().filter(wanted).map(|sector| indexer.len(*sector)).sum()
    }
}
