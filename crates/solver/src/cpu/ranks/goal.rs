//! The search for the positions from which one side reaches a better payoff than to stay.

use std::collections::BTreeSet;

use merels_tables::{Grade, Grading, RankCell, Sector};

use super::super::bits::RowSet;
use super::WON;
use super::half::Half;
use crate::cells::Cells;
use crate::error::{Result, SolveError};

/// The marks of each level: one of positions that reach the goal, one of positions that cannot
/// prevent it.
const MARKS: u16 = 2;

/// The first mark of a level.
const FIRST_MARK: u16 = WON + 1;

/// A level of the search for one goal.
pub(crate) struct Level {
    /// The payoff that the attacker reaches.
    goal: Grade,
    plies: u16,
    /// The number of the sector with the attacker to move, and that with the defender to move.
    sectors: [usize; 2],
    first_mark: u16,
}

impl Level {
    pub(crate) fn is_first(&self) -> bool {
        self.plies == 1
    }

    /// The marks of this level: of positions of the attacker, and of the defender.
    pub(crate) fn marks(&self) -> [u16; 2] {
        [self.first_mark, self.first_mark + 1]
    }

    /// The marks of the level before.
    pub(crate) fn previous(&self) -> [u16; 2] {
        self.marks().map(|mark| mark - MARKS)
    }

    /// The grades of exits that decide in a sector: for the attacker to move the goal, for the
    /// defender to move what it leaves him.
    pub(crate) fn wanted_exits(&self, sector: usize, grading: Grading) -> [Option<Grade>; 2] {
        let grades = [self.goal, grading.flipped(self.goal)];
        let is_here = self.sectors.map(|of| of == sector);
        [0, 1].map(|i| is_here[i].then_some(grades[i]))
    }
}

/// The search in one pair of sectors.
pub(crate) struct Goals<'a> {
    grading: Grading,
    sector: Sector,
    halves: Vec<Half<'a>>,
    marks: Vec<Cells<u16>>,
    /// The meaning of the marks from [`FIRST_MARK`].
    found: Vec<RankCell>,
}

impl<'a> Goals<'a> {
    pub(crate) fn new(
        grading: Grading,
        sector: Sector,
        halves: Vec<Half<'a>>,
        marks: Vec<Cells<u16>>,
    ) -> Goals<'a> {
        Goals { grading, sector, halves, marks, found: Vec::new() }
    }

    /// The marks of all positions, and the meaning of those from [`FIRST_MARK`].
    pub(crate) fn finish(self) -> (Vec<Cells<u16>>, Vec<RankCell>) {
        (self.marks, self.found)
    }

    /// Reaches every payoff above `own` for the side that is to move in sector number `attacker`,
    /// the best first.
    pub(crate) fn reach_all(&mut self, attacker: usize, own: Grade) -> Result<()> {
        let sectors = [attacker, self.marks.len() - 1 - attacker];
        let mut goals = BTreeSet::new();
        for half in &self.halves {
            let exits = half.exit_grades.all();
            if half.target == sectors[0] {
                goals.extend(exits.iter().copied());
            }
            if half.target == sectors[1] {
                goals.extend(exits.iter().map(|grade| self.grading.flipped(*grade)));
            }
        }
        for goal in goals.into_iter().rev().take_while(|goal| *goal > own) {
            self.reach(goal, sectors)?;
        }
        Ok(())
    }

    /// Finds, level by level, the positions from which the attacker reaches one goal.
    fn reach(&mut self, goal: Grade, sectors: [usize; 2]) -> Result<()> {
        let mut changed = vec![RowSet::default(); self.marks.len()];
        for plies in 1.. {
            let too_many = || SolveError::TooManyLevels(self.sector);
            let first_mark = u16::try_from(self.found.len()).ok();
            let first_mark = first_mark.and_then(|used| used.checked_add(FIRST_MARK + MARKS));
            let first_mark = first_mark.ok_or_else(too_many)? - MARKS;
            let level = Level { goal, plies, sectors, first_mark };
            for half in &mut self.halves {
                let source = self.marks.len() - 1 - half.target;
                half.level(&level, &changed[source], &mut self.marks);
            }
            let mut any = false;
            for half in &self.halves {
                changed[half.target] = half.take_touched();
                any |= !changed[half.target].is_empty();
            }
            if !any {
                break;
            }
            let grades = [goal, self.grading.flipped(goal)];
            self.found.extend(grades.map(|grade| RankCell { grade, plies }));
        }
        Ok(())
    }
}
