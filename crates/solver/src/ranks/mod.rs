//! A whole run of ranking draws: every sector in turn, each one kept before the next is begun.

mod files;

use merels_rules::morris::Variant;
use merels_tables::{
    Code, Compression, Counts, Folder, Grading, RankPreface, Ranking, Sector, own_payoff,
};

use self::files::RankFiles;
use crate::backend::solved_together;
use crate::cpu::{Known, Ranker};
use crate::error::{Result, SolveError};
use crate::plan::{Plan, SectorState, keeps_values};
use crate::progress::Progress;

#[derive(Copy, Clone, Debug)]
pub struct RankOptions {
    /// Only sectors with at most this many men a side; `None` for all.
    pub men: Option<u8>,
    /// The bytes of memory that may be used.
    pub memory: u64,
}

/// A sector in which play can stay for ever.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RankedSector {
    pub sector: Sector,
    /// The place of endless play there.
    pub own: u16,
    /// The most plies to an exit that a side plays for.
    pub longest_exit: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankSolution {
    /// The list of payoffs.
    pub ranking: Ranking,
    /// The sectors in which play can stay, in order.
    pub sectors: Vec<RankedSector>,
}

/// Ranks the draws of the sectors that have no ranks yet, from the tables with distances in the
/// folder, on the threads of the current rayon pool. A run can be stopped at any moment and
/// repeated. Ranks that belong to another list of payoffs are made again.
pub fn solve_ranks(
    folder: &Folder,
    options: RankOptions,
    progress: &dyn Progress,
) -> Result<RankSolution> {
    let variant = folder.variant();
    let men = options.men.unwrap_or(variant.rules().men);
    // 1. List the payoffs, and read the state.
    folder.prepare()?;
    let counts = counts_of_tables(folder, men)?;
    let ranking = Ranking::of(variant, &counts).ok_or(SolveError::TooManyPayoffs)?;
    let grading = Grading::new(ranking.places());
    let files = RankFiles { folder, grading };
    let mut plan = Plan::of(variant, |sector| files.state(sector, &ranking))?;
    let to_do = plan.to_do(men);
    // 2. Check that the rest fits into memory.
    let ranker = Ranker::new(variant, grading);
    check_memory(&ranker, &to_do, options.memory)?;
    // 3. Rank and keep, one sector or pair after another.
    let run = Run { variant, files, ranker, ranking, counts };
    let len = |sector: Sector| run.ranker.len(sector);
    let together = |sector: &Sector| solved_together(variant, *sector);
    let total: u64 = run.counts.iter().map(|(sector, _)| len(*sector)).sum();
    let left: u64 = to_do.iter().flat_map(together).map(len).sum();
    progress.begin(total.saturating_sub(left), total);
    for sector in to_do {
        progress.sector(sector, together(&sector).into_iter().map(len).sum());
        run.rank(sector, &mut plan, progress)?;
        run.drop_unneeded(&mut plan)?;
    }
    run.solution()
}

/// Refuses, before any work, sectors that would not fit into `memory`.
fn check_memory(ranker: &Ranker, to_do: &[Sector], memory: u64) -> Result<()> {
    let needed = |sector: &Sector| (*sector, ranker.memory(*sector));
    match to_do.iter().map(needed).find(|(_, needed)| *needed > memory) {
        Some((sector, needed)) => Err(SolveError::Memory { sector, needed, given: memory }),
        None => Ok(()),
    }
}

/// The counts of all sectors with at most this many men a side.
fn counts_of_tables(folder: &Folder, men: u8) -> Result<Vec<(Sector, Counts)>> {
    let wanted = Sector::all(folder.variant()).into_iter();
    let wanted = wanted.filter(|sector| sector.men_a_side() <= men);
    let counts = wanted.map(|sector| {
        let file = folder.open(sector)?.ok_or(SolveError::Missing(sector))?;
        Ok((sector, file.counts()))
    });
    counts.collect()
}

struct Run<'a> {
    variant: Variant,
    files: RankFiles<'a>,
    ranker: Ranker,
    ranking: Ranking,
    counts: Vec<(Sector, Counts)>,
}

impl Run<'_> {
    fn rank(&self, sector: Sector, plan: &mut Plan, progress: &dyn Progress) -> Result<()> {
        let known = Known {
            values: &|sector| crate::files::load(self.files.folder, sector),
            grades: &|sector| self.files.grades(sector),
        };
        for ranked in self.ranker.rank(sector, self.own(sector), &known, progress)? {
            let sector = ranked.sector;
            let counts = self.counts_of(sector)?;
            let preface = self.preface(sector, ranked.most_plies());
            let compression = if keeps_values(self.variant, sector) {
                Compression::Lasting
            } else {
                Compression::Passing
            };
            self.files.save(&ranked, self.ranker.len(sector), counts, &preface, compression)?;
            plan.set(sector, SectorState::Solved(counts));
            progress.finished(sector, self.ranker.len(sector), &counts);
        }
        Ok(())
    }

    /// Drops the ranks that follow from other sectors and that nothing builds on any more.
    fn drop_unneeded(&self, plan: &mut Plan) -> Result<()> {
        for sector in plan.to_drop() {
            let counts = self.counts_of(sector)?;
            self.files.drop_ranks(sector, counts, &self.preface(sector, 0))?;
            plan.set(sector, SectorState::CountsOnly(counts));
        }
        Ok(())
    }

    fn preface(&self, sector: Sector, most_plies: u16) -> RankPreface {
        RankPreface { ranking: self.ranking.clone(), own: self.own(sector), most_plies }
    }

    fn counts_of(&self, sector: Sector) -> Result<Counts> {
        let found = self.counts.iter().find(|(other, _)| *other == sector);
        found.map(|(_, counts)| *counts).ok_or(SolveError::Missing(sector))
    }

    /// The place of endless play in a sector.
    fn own(&self, sector: Sector) -> Option<u16> {
        if !sector.recurs(self.variant) {
            return None;
        }
        let (counts, mirror) =
            (self.counts_of(sector).ok()?, self.counts_of(sector.mirror()).ok()?);
        self.ranking.place(own_payoff(&counts, &mirror)?)
    }

    fn solution(self) -> Result<RankSolution> {
        let mut sectors = Vec::new();
        for (sector, _) in &self.counts {
            if let Some(own) = self.own(*sector) {
                let file = self.files.folder.open_ranks(*sector)?;
                let file = file.ok_or(SolveError::Missing(*sector))?;
                let longest_exit = file.preface().most_plies;
                sectors.push(RankedSector { sector: *sector, own, longest_exit });
            }
        }
        Ok(RankSolution { ranking: self.ranking, sectors })
    }
}

/// The grade of a code for which no rank has to be asked.
fn decided(code: Code, grading: Grading) -> Option<u16> {
    match code.result() {
        merels_rules::Wdl::Win => Some(grading.won().0),
        merels_rules::Wdl::Loss => Some(Grading::LOST.0),
        merels_rules::Wdl::Draw => None,
    }
}
