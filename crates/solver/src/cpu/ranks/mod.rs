//! Ranks of drawn positions: the payoff that each side can secure by choosing where play stays.
//!
//! In a pair of sectors in which play can stay for ever, a draw is worth the pair's own payoff unless
//! one side can force play out of it for more. Each better payoff is a goal of its own, the best
//! first; the positions that reach it are found backwards, level by level, as wins are.

mod goal;
mod half;
mod prepare;

use std::ops::Range;

use merels_rules::Wdl;
use merels_rules::morris::Variant;
use merels_tables::{Code, Coding, Grade, Grading, RankCell, Sector};

use self::goal::Goals;
use self::half::Half;
use super::placing::{self, Placing};
use super::removals::{Load, Removals};
use super::scatter;
use super::shapes::{self, Shapes};
use crate::backend::solved_together;
use crate::cells::Cells;
use crate::error::{Result, SolveError};
use crate::progress::Progress;

/// Bytes for each index of a pair: marks, open moves, grades of exits.
const ARRAYS: u64 = 2 + 1 + 2;

/// The mark of a draw that is worth no more, and no less, than to stay.
const UNDECIDED: u16 = 0;
const LOST: u16 = 1;
const WON: u16 = 2;

/// The ranks of a sector: a mark for each index, and the meaning of the marks.
pub(crate) struct Ranked {
    pub(crate) sector: Sector,
    marks: Cells<u16>,
    meaning: Vec<RankCell>,
}

impl Ranked {
    pub(crate) fn cells(&self, indices: Range<usize>) -> impl Iterator<Item = RankCell> {
        self.marks[indices].iter().map(|mark| self.meaning[usize::from(*mark)])
    }

    /// The most plies to an exit that occur.
    pub(crate) fn most_plies(&self) -> u16 {
        self.meaning.iter().map(|cell| cell.plies).max().unwrap_or(0)
    }
}

/// The finished sectors that ranks build on.
pub(crate) struct Known<'a> {
    /// Values with distances.
    pub(crate) values: Load<'a, u8>,
    /// Grades.
    pub(crate) grades: Load<'a, u16>,
}

/// Ranks the draws of one variant on the processor.
#[derive(Debug)]
pub(crate) struct Ranker {
    shapes: Shapes,
    grading: Grading,
}

impl Ranker {
    /// Creates a ranker on the threads of the current rayon pool.
    pub(crate) fn new(variant: Variant, grading: Grading) -> Ranker {
        Ranker { shapes: Shapes::new(variant), grading }
    }

    pub(crate) fn len(&self, sector: Sector) -> u64 {
        self.shapes.len(sector)
    }

    /// The bytes of memory needed to rank a sector, with its mirror if they are ranked together.
    pub(crate) fn memory(&self, sector: Sector) -> u64 {
        let variant = self.shapes.variant();
        let len = |sector| self.shapes.len(sector);
        let exits = |sector: &Sector| -> u64 { sector.exits(variant).map(|s| 2 * len(s)).sum() };
        let together = solved_together(variant, sector);
        let own: u64 = together.iter().copied().map(len).sum();
        let arrays = if sector.recurs(variant) { ARRAYS } else { 2 };
        let exits = together.iter().map(exits).max().unwrap_or(0);
        // The values of a sector are read before its exits.
        let longest = len(sector).max(len(sector.mirror()));
        arrays * own + exits.max(longest) + scatter::memory::<u16>(longest) + shapes::MEMORY
    }

    /// Ranks the draws of a sector; `own` is the place of endless play there. If play can stay in
    /// the sector, its mirror is ranked with it.
    pub(crate) fn rank(
        &self,
        sector: Sector,
        own: Option<u16>,
        known: &Known<'_>,
        progress: &dyn Progress,
    ) -> Result<Vec<Ranked>> {
        match own {
            Some(own) => self.rank_pair(sector, self.grading.draw(own), known, progress),
            None => Ok(vec![self.rank_placing(sector, known, progress)?]),
        }
    }

    fn rank_placing(
        &self,
        sector: Sector,
        known: &Known<'_>,
        progress: &dyn Progress,
    ) -> Result<Ranked> {
        let grading = self.grading;
        let placing = Placing::load(&self.shapes, sector, self.lost(), known.grades)?;
        let placing = placing.ok_or(SolveError::Missing(sector))?;
        let grades =
            (|least| grading.flipped(Grade(least)).0, |code: Code| self.grade_of(code.result()).0);
        let marks = placing::solve_placing(&self.shapes, sector, &placing, grades, progress)
            .map_err(|error| SolveError::OutOfMemory { sector, error })?;
        let all = 0..=grading.won().0;
        let meaning = all.map(|grade| RankCell { grade: Grade(grade), plies: 0 }).collect();
        Ok(Ranked { sector, marks, meaning })
    }

    fn rank_pair(
        &self,
        sector: Sector,
        own: Grade,
        known: &Known<'_>,
        progress: &dyn Progress,
    ) -> Result<Vec<Ranked>> {
        let sectors: Vec<Sector> = sector.with_mirror().collect();
        let own = [own, self.grading.flipped(own)];
        // 1. Mark the decided positions, count the others' moves, and grade the exits.
        let mut marks = Vec::new();
        for sector in &sectors {
            marks.push(self.first_marks(*sector, known)?);
        }
        let mut halves = Vec::new();
        for (i, standing) in sectors.iter().enumerate() {
            let target = sectors.len() - 1 - i;
            let mut half = Half::new(&self.shapes, *standing, self.grading, (i, target))
                .map_err(|error| SolveError::OutOfMemory { sector, error })?;
            let removals = Removals::load(&self.shapes, *standing, self.lost(), known.grades)?;
            let placing =
                Placing::load(&self.shapes, standing.mirror(), self.lost(), known.grades)?;
            half.prepare(&removals, placing.as_ref(), &marks[i], progress);
            halves.push(half);
        }
        // 2. Reach for every payoff that is better than to stay, for each side.
        let mut goals = Goals::new(self.grading, sectors[0], halves, marks);
        for (attacker, own) in own.iter().enumerate().take(sectors.len()) {
            goals.reach_all(attacker, *own)?;
        }
        let (marks, found) = goals.finish();
        let ranked = sectors.iter().zip(marks).zip(own).map(|((sector, marks), own)| {
            let fixed = [own, Grading::LOST, self.grading.won()];
            let fixed = fixed.map(|grade| RankCell { grade, plies: 0 });
            Ranked { sector: *sector, marks, meaning: [&fixed[..], &found].concat() }
        });
        Ok(ranked.collect())
    }

    fn first_marks(&self, sector: Sector, known: &Known<'_>) -> Result<Cells<u16>> {
        let mut marks = Cells::zeroed(self.shapes.len(sector))
            .map_err(|error| SolveError::OutOfMemory { sector, error })?;
        let values = (known.values)(sector)?;
        for (mark, value) in marks.iter_mut().zip(values.iter()) {
            *mark = match Code(*value).result() {
                Wdl::Loss => LOST,
                Wdl::Draw => UNDECIDED,
                Wdl::Win => WON,
            };
        }
        Ok(marks)
    }

    fn grade_of(&self, result: Wdl) -> Grade {
        match result {
            Wdl::Win => self.grading.won(),
            // The only draw by rule is a full board, where both sides have equally many men.
            Wdl::Draw => self.grading.draw(self.grading.level()),
            Wdl::Loss => Grading::LOST,
        }
    }

    /// The grade of a side that has lost by the usual rule.
    fn lost(&self) -> u16 {
        let code = Coding::of(self.shapes.variant()).lost_by_rule();
        self.grade_of(code.result()).0
    }
}
