//! Ranks of drawn positions, read from their files.

use std::sync::OnceLock;

use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{DrawRank, Position, Value};

use super::{Tables, frame_of, slot, slots};
use crate::cache::{Frame, FrameCache};
use crate::error::Result;
use crate::folder::Folder;
use crate::index::Index;
use crate::rank_file::{RankCell, RankFile};
use crate::ranking::Ranking;
use crate::sector::Sector;
use crate::wdl::FRAME_CELLS;

/// The open files with ranks of a variant.
#[derive(Debug)]
pub(crate) struct Ranks {
    /// By [`slot`].
    files: Vec<OnceLock<Box<RankFile>>>,
    frames: FrameCache<u8>,
    /// The list of payoffs of the first file opened, and so of all.
    ranking: OnceLock<Ranking>,
}

impl Ranks {
    pub(crate) fn new(variant: Variant, cache_bytes: usize) -> Ranks {
        Ranks {
            files: (0..slots(variant)).map(|_| OnceLock::new()).collect(),
            frames: FrameCache::new(cache_bytes, FRAME_CELLS),
            ranking: OnceLock::new(),
        }
    }

    fn file(&self, folder: &Folder, sector: Sector) -> Result<Option<&RankFile>> {
        let Some(slot) = self.files.get(slot(folder.variant(), sector)) else { return Ok(None) };
        if slot.get().is_none()
            && let Some(file) = folder.open_ranks(sector)?
        {
            let ranking = &file.preface().ranking;
            if self.ranking.get_or_init(|| ranking.clone()) != ranking {
                return Err(file.other_payoffs());
            }
            slot.get_or_init(|| Box::new(file));
        }
        Ok(slot.get().map(|file| &**file))
    }

    fn stored(&self, file: &RankFile, sector: Sector, index: Index) -> Result<RankCell> {
        let frame = frame_of(index);
        let bytes =
            self.frames.get(sector, frame, || file.frame(frame as usize).map(Frame::from))?;
        let at = (index.0 % FRAME_CELLS as u64) as usize;
        let cell = file.cell(frame as usize, &bytes, at);
        cell.ok_or_else(|| file.contradicts(frame as usize))
    }
}

impl Tables {
    /// The rank of a drawn position for its side to move. `None` if the position is not drawn, or
    /// if there are no ranks for it.
    pub fn rank(&self, position: &MorrisPosition) -> Result<Option<DrawRank>> {
        let position = position.with_automatic_draws(false);
        if self.value(&position)? != Some(Value::Draw) {
            return Ok(None);
        }
        let sector = Sector::of(&position);
        match self.rank_file(sector)? {
            None => Ok(None),
            Some(file) if file.has_ranks() => {
                let index = self.indexer().index(&position);
                self.stored_rank(file, sector, index).map(Some)
            }
            Some(_) => self.best_rank(&position),
        }
    }

    /// The file with the ranks of a sector, if it exists.
    pub fn rank_file(&self, sector: Sector) -> Result<Option<&RankFile>> {
        self.ranks.file(&self.folder, sector)
    }

    /// The rank that a file holds for the index of a drawn position.
    pub fn stored_rank(&self, file: &RankFile, sector: Sector, index: Index) -> Result<DrawRank> {
        let cell = self.ranks.stored(file, sector, index)?;
        let rank = file.preface().rank(cell);
        rank.ok_or_else(|| file.contradicts(frame_of(index) as usize))
    }

    /// The best rank that a move reaches: that of the position, where play cannot stay.
    fn best_rank(&self, position: &MorrisPosition) -> Result<Option<DrawRank>> {
        let mut best: Option<DrawRank> = None;
        for mv in position.legal_moves() {
            let mut next = *position;
            next.play_unchecked(mv);
            if self.value(&next)? != Some(Value::Draw) {
                continue;
            }
            let Some(rank) = self.rank(&next)? else { return Ok(None) };
            let rank = DrawRank { own: None, plies: None, ..rank.flipped() };
            if best.is_none_or(|best| rank.place > best.place) {
                best = Some(rank);
            }
        }
        Ok(best)
    }
}
