use std::path::Path;
use std::sync::OnceLock;

use merels_rules::morris::{MorrisPosition, Move, Variant};
use merels_rules::{Position, Value};

use crate::cache::{Frame, FrameCache};
use crate::code::{Code, Coding};
use crate::error::TableError;
use crate::file::SectorFile;
use crate::folder::Folder;
use crate::header::FRAME_CELLS;
use crate::index::{Index, Indexer};
use crate::sector::Sector;

/// The bytes of unpacked frames that are kept at hand.
const USUAL_CACHE: usize = 64 << 20;

/// The perfect tables of a variant, for asking. Files are opened when first needed and kept open;
/// all threads may ask at once.
#[derive(Debug)]
pub struct Tables {
    folder: Folder,
    indexer: Indexer,
    /// By [`slot`].
    files: Vec<OnceLock<Box<SectorFile>>>,
    cache: FrameCache,
    coding: Coding,
}

impl Tables {
    /// The tables of `variant` in the folder of all tables. Nothing is read yet.
    pub fn new(tables: &Path, variant: Variant) -> Tables {
        Tables::with_cache(tables, variant, USUAL_CACHE)
    }

    /// As [`Tables::new`], keeping about this many bytes of unpacked frames at hand.
    pub fn with_cache(tables: &Path, variant: Variant, bytes: usize) -> Tables {
        Tables {
            folder: Folder::new(tables, variant),
            indexer: Indexer::new(variant),
            files: (0..slots(variant)).map(|_| OnceLock::new()).collect(),
            cache: FrameCache::new(bytes),
            coding: Coding::of(variant),
        }
    }

    /// The variant that the tables are of.
    pub fn variant(&self) -> Variant {
        self.folder.variant()
    }

    /// What the codes in the cells mean.
    pub fn coding(&self) -> Coding {
        self.coding
    }

    /// The numbers of the positions.
    pub fn indexer(&self) -> &Indexer {
        &self.indexer
    }

    /// The exact value of a position for its side to move, or `None` if the tables do not reach
    /// it: a sector is missing, or men are in hand in a way that placing in turn cannot bring
    /// about. The automatic draws are not considered.
    ///
    /// # Errors
    ///
    /// If a file is damaged or foreign.
    pub fn value(&self, position: &MorrisPosition) -> Result<Option<Value>, TableError> {
        let position = position.with_automatic_draws(false);
        if let Some(outcome) = position.outcome() {
            return Ok(Some(Value::of_outcome(outcome, position.side())));
        }
        let Some(file) = self.file(Sector::of(&position))? else {
            return Ok(None);
        };
        if file.has_values() {
            let code = self.cell(file, Sector::of(&position), self.indexer.index(&position))?;
            return Ok(Some(self.coding.value(code)));
        }
        // Only its counts are kept: the value follows from those one ply later.
        let moves = self.moves(&position)?;
        Ok(moves.and_then(|moves| moves.first().map(|(_, value)| *value)))
    }

    /// All legal moves with what each is worth to the side to move, the move itself counted among
    /// the plies: best first, equal ones in canonical order. `None` if the tables do not reach
    /// one of them.
    ///
    /// # Errors
    ///
    /// If a file is damaged or foreign.
    pub fn moves(
        &self,
        position: &MorrisPosition,
    ) -> Result<Option<Vec<(Move, Value)>>, TableError> {
        let position = position.with_automatic_draws(false);
        let mut valued = Vec::new();
        for mv in position.legal_moves() {
            let mut next = position;
            next.play_unchecked(mv);
            let Some(value) = self.value(&next)? else { return Ok(None) };
            valued.push((mv, self.coding.before_move(value)));
        }
        valued.sort_by_key(|(_, value)| std::cmp::Reverse(value.preference()));
        Ok(Some(valued))
    }

    /// The file of a sector, if it is there.
    ///
    /// # Errors
    ///
    /// If it is there and damaged or foreign.
    pub fn file(&self, sector: Sector) -> Result<Option<&SectorFile>, TableError> {
        let Some(slot) = self.files.get(slot(self.variant(), sector)) else { return Ok(None) };
        if slot.get().is_none()
            && let Some(file) = self.folder.open(sector)?
        {
            slot.get_or_init(|| Box::new(file));
        }
        Ok(slot.get().map(|file| &**file))
    }

    /// What the cell with this index says.
    ///
    /// # Errors
    ///
    /// If the file is damaged or holds no values.
    pub fn cell(
        &self,
        file: &SectorFile,
        sector: Sector,
        index: Index,
    ) -> Result<Code, TableError> {
        let frame = (index.0 / FRAME_CELLS as u64) as u32;
        let cells = self.cache.get(sector, frame, || {
            let mut cells = vec![0; FRAME_CELLS];
            let len = file.read_frame(frame as usize, &mut cells)?;
            cells.truncate(len);
            Ok::<Frame, TableError>(cells.into())
        })?;
        Ok(Code(cells[(index.0 % FRAME_CELLS as u64) as usize]))
    }
}

/// How many slots there are: one for each number of men of both sides on the board and in hand.
fn slots(variant: Variant) -> usize {
    (variant.rules().men as usize + 1).pow(4)
}

/// The slot of a sector's file, past all of them if the variant has not that many men.
fn slot(variant: Variant, sector: Sector) -> usize {
    let Sector { mover, opponent, mover_hand, opponent_hand } = sector;
    let numbers = [mover, opponent, mover_hand, opponent_hand];
    let base = variant.rules().men as usize + 1;
    if numbers.iter().any(|number| *number as usize >= base) {
        return slots(variant);
    }
    numbers.iter().fold(0, |slot, number| slot * base + *number as usize)
}
