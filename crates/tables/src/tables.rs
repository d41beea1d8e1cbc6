mod ranks;

use std::path::Path;
use std::sync::OnceLock;

use merels_rules::morris::{MorrisPosition, Move, Variant};
use merels_rules::{Position, Value, Wdl};

use crate::cache::{Frame, FrameCache};
use crate::code::{Code, Coding};
use crate::error::{Result, TableError};
use crate::file::{Holds, SectorFile};
use crate::folder::Folder;
use crate::index::{Index, Indexer};
use crate::sector::Sector;
use crate::wdl::{BLOCK_CELLS, FRAME_CELLS};

use self::ranks::Ranks;

/// The default size of the frame cache in bytes.
const USUAL_CACHE: usize = 64 << 20;

/// A tablebase probe for one variant. Files are opened when first needed and kept open; all threads
/// can probe at once.
#[derive(Debug)]
pub struct Tables {
    pub(crate) folder: Folder,
    indexer: Indexer,
    /// The open files, by [`slot`].
    files: Vec<OnceLock<Box<SectorFile>>>,
    cache: FrameCache<u8>,
    /// The blocks of files without distances.
    blocks: FrameCache<Wdl>,
    coding: Coding,
    pub(crate) ranks: Ranks,
}

impl Tables {
    /// The tables of `variant` in the folder of all tables. Nothing is read yet.
    pub fn new(tables: &Path, variant: Variant) -> Tables {
        Tables::with_cache(tables, variant, USUAL_CACHE)
    }

    /// As [`Tables::new`], with a frame cache of about this many bytes.
    pub fn with_cache(tables: &Path, variant: Variant, bytes: usize) -> Tables {
        Tables {
            folder: Folder::new(tables, variant),
            indexer: Indexer::new(variant),
            files: (0..slots(variant)).map(|_| OnceLock::new()).collect(),
            cache: FrameCache::new(bytes, FRAME_CELLS),
            blocks: FrameCache::new(bytes, BLOCK_CELLS),
            coding: Coding::of(variant),
            ranks: Ranks::new(variant, bytes),
        }
    }

    /// The variant of the tables.
    pub fn variant(&self) -> Variant {
        self.folder.variant()
    }

    /// The meaning of the codes in the cells.
    pub fn coding(&self) -> Coding {
        self.coding
    }

    /// The numbering of the positions.
    pub fn indexer(&self) -> &Indexer {
        &self.indexer
    }

    /// The exact value of a position for its side to move, or `None` if the tables do not cover it:
    /// a sector is missing, or alternating placement cannot lead to its men in hand. The automatic
    /// draws are not considered.
    pub fn value(&self, position: &MorrisPosition) -> Result<Option<Value>> {
        self.value_at(self.place(position)?)
    }

    /// All legal moves with their values for the side to move, counting the move itself as a ply:
    /// best first, equal ones in canonical order. `None` if the tables do not cover one of them.
    pub fn moves(&self, position: &MorrisPosition) -> Result<Option<Vec<(Move, Value)>>> {
        let position = position.with_automatic_draws(false);
        let moves = position.legal_moves();
        let place_after = |mv: &Move| {
            let next = position.after_unchecked(*mv);
            self.place(&next)
        };
        let places = moves.iter().map(place_after).collect::<Result<Vec<_>, _>>()?;
        self.fetch(&places);
        let mut valued = Vec::with_capacity(moves.len());
        for (mv, place) in moves.into_iter().zip(places) {
            let Some(value) = self.value_at(place)? else { return Ok(None) };
            valued.push((mv, self.coding.before_move(value)));
        }
        valued.sort_by_key(|(_, value)| std::cmp::Reverse(value.preference()));
        Ok(Some(valued))
    }

    /// Asks the system to read from the disk, all at once, the frames with the values of these
    /// positions. Only speed depends on it.
    pub fn prefetch(&self, positions: &[MorrisPosition]) {
        // A faulty file is reported when it is probed.
        let places: Vec<Place<'_>> =
            positions.iter().filter_map(|position| self.place(position).ok()).collect();
        self.fetch(&places);
    }

    /// Drops everything that was unpacked. The files stay open.
    pub fn forget(&self) {
        self.cache.clear();
        self.blocks.clear();
    }

    /// Asks the system to drop what it has read of the open files, so that the next probes wait for
    /// the disk. Has an effect on Linux only.
    pub fn forget_pages(&self) {
        self.files.iter().filter_map(OnceLock::get).for_each(|file| file.forget_pages());
    }

    /// The source of a position's value.
    fn place(&self, position: &MorrisPosition) -> Result<Place<'_>> {
        let position = position.with_automatic_draws(false);
        if let Some(outcome) = position.outcome() {
            return Ok(Place::Known(Value::of_outcome(outcome, position.side())));
        }
        let sector = Sector::of(&position);
        Ok(match self.file(sector)? {
            None => Place::Nowhere,
            Some(file) if file.has_values() => {
                Place::Cell(file, sector, self.indexer.index(&position))
            }
            Some(_) => Place::OnePlyLater(position),
        })
    }

    fn value_at(&self, place: Place<'_>) -> Result<Option<Value>> {
        match place {
            Place::Known(value) => Ok(Some(value)),
            Place::Nowhere => Ok(None),
            Place::Cell(file, sector, index) => Ok(Some(self.stored(file, sector, index)?)),
            Place::OnePlyLater(position) => {
                let moves = self.moves(&position)?;
                Ok(moves.and_then(|moves| moves.first().map(|(_, value)| *value)))
            }
        }
    }

    /// Tells the system which frames will be read and are not cached, so that it reads them in
    /// parallel. A single one is simply read.
    fn fetch(&self, places: &[Place<'_>]) {
        let mut frames: Vec<(Sector, u32, &SectorFile)> = places
            .iter()
            .filter_map(|place| match place {
                Place::Cell(file, sector, index) if !self.is_cached(file, *sector, *index) => {
                    Some((*sector, frame_of(*index), *file))
                }
                _ => None,
            })
            .collect();
        frames.sort_by_key(|(sector, frame, _)| (*sector, *frame));
        frames.dedup_by_key(|(sector, frame, _)| (*sector, *frame));
        if frames.len() > 1 {
            for (_, frame, file) in frames {
                file.fetch_frame(frame as usize);
            }
        }
    }

    fn is_cached(&self, file: &SectorFile, sector: Sector, index: Index) -> bool {
        match file.holds() {
            Holds::Results => self.blocks.has(sector, block_of(index)),
            Holds::Distances | Holds::Counts => self.cache.has(sector, frame_of(index)),
        }
    }

    /// The file of a sector, if it exists.
    pub fn file(&self, sector: Sector) -> Result<Option<&SectorFile>> {
        let Some(slot) = self.files.get(slot(self.variant(), sector)) else { return Ok(None) };
        if slot.get().is_none()
            && let Some(file) = self.folder.open(sector)?
        {
            slot.get_or_init(|| Box::new(file));
        }
        Ok(slot.get().map(|file| &**file))
    }

    /// The value that a file holds for an index; without distances, its plies are not known.
    pub fn stored(&self, file: &SectorFile, sector: Sector, index: Index) -> Result<Value> {
        if file.holds() == Holds::Results {
            let block = block_of(index);
            let results = self
                .blocks
                .get(sector, block, || file.read_block(&self.indexer, block).map(Frame::from))?;
            return Ok(results[(index.0 % BLOCK_CELLS as u64) as usize].into());
        }
        let frame = frame_of(index);
        let cells = self.cache.get(sector, frame, || {
            let mut cells = vec![0; FRAME_CELLS];
            let len = file.read_frame(frame as usize, &mut cells)?;
            cells.truncate(len);
            Ok::<_, TableError>(Frame::from(cells))
        })?;
        Ok(self.coding.value(Code(cells[(index.0 % FRAME_CELLS as u64) as usize])))
    }
}

/// The source of a position's value.
#[derive(Copy, Clone)]
enum Place<'a> {
    /// The game is over there.
    Known(Value),
    Cell(&'a SectorFile, Sector, Index),
    /// Only the counts of its sector are kept: the value follows from those one ply later.
    OnePlyLater(MorrisPosition),
    /// The tables do not cover it.
    Nowhere,
}

pub(crate) fn frame_of(index: Index) -> u32 {
    (index.0 / FRAME_CELLS as u64) as u32
}

fn block_of(index: Index) -> u32 {
    (index.0 / BLOCK_CELLS as u64) as u32
}

/// The number of slots: one for each combination of men of both sides on the board and in hand.
pub(crate) fn slots(variant: Variant) -> usize {
    (variant.rules().men as usize + 1).pow(4)
}

/// The slot of a sector's file; past all of them if the variant does not have that many men.
pub(crate) fn slot(variant: Variant, sector: Sector) -> usize {
    let Sector { mover, opponent, mover_hand, opponent_hand } = sector;
    let numbers = [mover, opponent, mover_hand, opponent_hand];
    let base = variant.rules().men as usize + 1;
    if numbers.iter().any(|number| *number as usize >= base) {
        return slots(variant);
    }
    numbers.iter().fold(0, |slot, number| slot * base + *number as usize)
}
