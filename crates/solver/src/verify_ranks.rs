//! An independent verification of the ranks of draws: recomputes every rank and every distance from
//! the moves of its position, with only the rules and the tables' reader.
//!
//! A rank must be the best that a move reaches. That alone would allow a loop whose positions refer
//! to each other for a payoff that play never comes to. Where the rank is not that of endless play,
//! the plies to the exit forbid it: the side that presses has a move that keeps the rank and leaves
//! or comes one ply nearer, and no answer that keeps the rank leads further away than the plies say.
//! With both, by induction over the sectors and the plies, every rank is right.

use merels_rules::morris::MorrisPosition;
use merels_rules::{DrawRank, Payoff, Position, SplitMix, Value};
use merels_tables::{Index, RankFile, Sector, TableError, Tables};
use rayon::prelude::*;

use crate::error::{Result, SolveError};
use crate::progress::Progress;
use crate::verify::share;

/// The number of positions that one thread takes at a time.
const CHUNK: u64 = 1 << 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankVerification {
    pub sectors: usize,
    /// The number of drawn positions compared.
    pub checked: u64,
    pub skipped: Vec<Sector>,
    /// The first wrong position, in order of sectors and indices.
    pub wrong: Option<WrongRank>,
}

/// A rank that does not follow from the moves of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongRank {
    pub position: MorrisPosition,
    pub stored: DrawRank,
    /// The rank that follows from the moves; `None` if one of them leads to a sector without ranks,
    /// or if no move draws.
    pub computed: Option<DrawRank>,
}

/// Compares the stored ranks with those that follow from the legal moves: all of them, or those
/// among `sample` positions chosen at random. Stops at the first disagreement.
pub fn verify_ranks(
    tables: &Tables,
    sample: Option<u64>,
    progress: &dyn Progress,
) -> Result<RankVerification> {
    let mut files = Vec::new();
    let mut skipped = Vec::new();
    for sector in Sector::all(tables.variant()) {
        match tables.rank_file(sector)? {
            Some(file) if file.has_ranks() => files.push((sector, file)),
            _ => skipped.push(sector),
        }
    }
    let total: u64 = files.iter().map(|(_, file)| file.cells()).sum();
    progress.begin(0, sample.unwrap_or(total));
    let mut random = SplitMix::new(total);
    let (sectors, mut checked) = (files.len(), 0);
    for (sector, file) in &files {
        let check = SectorCheck::new(tables, file, *sector)?;
        let share = sample.map(|sample| share(sample, file.cells(), total, &mut random));
        progress.sector(*sector, share.unwrap_or(file.cells()));
        let indices: Vec<u64> = match share {
            Some(share) => {
                let random = || random.below(file.cells() as usize) as u64;
                std::iter::repeat_with(random).take(share as usize).collect()
            }
            None => Vec::new(),
        };
        let (draws, wrong) = match share {
            Some(_) => check.first_wrong(indices.into_iter())?,
            None => check.all(progress)?,
        };
        checked += draws;
        if wrong.is_some() {
            return Ok(RankVerification { sectors, checked, skipped, wrong });
        }
    }
    Ok(RankVerification { sectors, checked, skipped, wrong: None })
}

struct SectorCheck<'a> {
    tables: &'a Tables,
    file: &'a RankFile,
    sector: Sector,
    own: Option<u16>,
}

/// The draws compared, and the first wrong one.
type Found = (u64, Option<WrongRank>);

impl<'a> SectorCheck<'a> {
    /// Checks the payoff of endless play in the sector.
    fn new(tables: &'a Tables, file: &'a RankFile, sector: Sector) -> Result<SectorCheck<'a>> {
        let counts = |sector: Sector| -> Result<_> {
            Ok(tables.file(sector)?.ok_or(SolveError::Missing(sector))?.counts())
        };
        let own = if sector.recurs(tables.variant()) {
            let (own, mirror) = (counts(sector)?, counts(sector.mirror())?);
            let points = 2 * own.win + own.draw + 2 * mirror.loss + mirror.draw;
            let all = own.win + own.draw + own.loss + mirror.win + mirror.draw + mirror.loss;
            let place = Payoff::new(points, 2 * all)
                .and_then(|payoff| file.preface().ranking.place(payoff));
            Some(place.ok_or(SolveError::WrongPayoff(sector))?)
        } else {
            None
        };
        if own != file.preface().own {
            return Err(SolveError::WrongPayoff(sector));
        }
        Ok(SectorCheck { tables, file, sector, own })
    }

    fn all(&self, progress: &dyn Progress) -> Result<Found, TableError> {
        let cells = self.file.cells();
        let chunks = (0..cells.div_ceil(CHUNK)).into_par_iter();
        let found = chunks.map(|chunk| {
            let indices = chunk * CHUNK..((chunk + 1) * CHUNK).min(cells);
            progress.advance(indices.end - indices.start);
            self.first_wrong(indices)
        });
        found.try_reduce(
            || (0, None),
            |(draws, wrong), (more, other)| Ok((draws + more, wrong.or(other))),
        )
    }

    fn first_wrong(&self, indices: impl Iterator<Item = u64>) -> Result<Found, TableError> {
        let mut draws = 0;
        for index in indices.map(Index) {
            let Some(position) = self.tables.indexer().position(self.sector, index) else {
                continue;
            };
            let position = position.with_automatic_draws(false);
            if self.tables.value(&position)? != Some(Value::Draw) {
                continue;
            }
            draws += 1;
            let stored = self.tables.stored_rank(self.file, self.sector, index)?;
            let computed = self.rank_by_moves(&position)?;
            if computed != Some(stored) {
                return Ok((draws, Some(WrongRank { position, stored, computed })));
            }
        }
        Ok((draws, None))
    }

    /// The rank of a drawn position from its moves.
    fn rank_by_moves(&self, position: &MorrisPosition) -> Result<Option<DrawRank>, TableError> {
        let ranking = &self.file.preface().ranking;
        if position.outcome().is_some() {
            let payoff = Payoff::HALF;
            let (own, places) = (self.own, ranking.places());
            let rank = |place| DrawRank { place, places, payoff, own, plies: None };
            return Ok(ranking.place(payoff).map(rank));
        }
        let mut drawing = Vec::new();
        for mv in position.legal_moves() {
            let mut next = *position;
            next.play_unchecked(mv);
            if self.tables.value(&next)? != Some(Value::Draw) {
                continue;
            }
            let Some(rank) = self.tables.rank(&next)? else { return Ok(None) };
            let stays = self.own.is_some() && Sector::of(&next) == self.sector.mirror();
            drawing.push((rank.flipped(), stays));
        }
        let Some(best) = drawing.iter().map(|(rank, _)| rank.place).max() else { return Ok(None) };
        // The plies to the exit after each move that keeps the rank; 0 if it is an exit itself.
        let keeping = drawing.iter().filter(|(rank, _)| rank.place == best);
        let plies = |(rank, stays): &(DrawRank, bool)| if *stays { rank.plies } else { Some(0) };
        let plies = match self.own {
            Some(own) if best > own => keeping.filter_map(plies).min(),
            Some(own) if best < own => keeping.filter_map(plies).max(),
            _ => None,
        };
        Ok(Some(DrawRank {
            place: best,
            places: ranking.places(),
            payoff: ranking.payoffs()[usize::from(best)],
            own: self.own,
            plies: plies.map(|plies| plies + 1),
        }))
    }
}
