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
        let place = self.place(position)?;
        self.fetch(&[place]);
        self.value_at(place)
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
        let moves = position.legal_moves();
        let place_after = |mv: &Move| {
            let mut next = position;
            next.play_unchecked(*mv);
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

    /// Lets the system fetch from the disk, all at once, what will be needed for the values of
    /// these positions. Nothing else depends on it.
    pub fn prefetch(&self, positions: &[MorrisPosition]) {
        // What is wrong with a file is said when it is asked.
        let places: Vec<Place<'_>> =
            positions.iter().filter_map(|position| self.place(position).ok()).collect();
        self.fetch(&places);
    }

    /// Where the value of a position stands.
    fn place(&self, position: &MorrisPosition) -> Result<Place<'_>, TableError> {
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

    fn value_at(&self, place: Place<'_>) -> Result<Option<Value>, TableError> {
        match place {
            Place::Known(value) => Ok(Some(value)),
            Place::Nowhere => Ok(None),
            Place::Cell(file, sector, index) => {
                Ok(Some(self.coding.value(self.cell(file, sector, index)?)))
            }
            Place::OnePlyLater(position) => {
                let moves = self.moves(&position)?;
                Ok(moves.and_then(|moves| moves.first().map(|(_, value)| *value)))
            }
        }
    }

    /// Tells the system which frames will be read and are not at hand: it then reads them side by
    /// side, and no more than them.
    fn fetch(&self, places: &[Place<'_>]) {
        let mut frames: Vec<(Sector, u32, &SectorFile)> = places
            .iter()
            .filter_map(|place| match place {
                Place::Cell(file, sector, index) => Some((*sector, frame_of(*index), *file)),
                _ => None,
            })
            .collect();
        frames.sort_by_key(|(sector, frame, _)| (*sector, *frame));
        frames.dedup_by_key(|(sector, frame, _)| (*sector, *frame));
        for (sector, frame, file) in frames {
            if !self.cache.has(sector, frame) {
                file.fetch_frame(frame as usize);
            }
        }
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
        let frame = frame_of(index);
        let cells = self.cache.get(sector, frame, || {
            let mut cells = vec![0; FRAME_CELLS];
            let len = file.read_frame(frame as usize, &mut cells)?;
            cells.truncate(len);
            Ok::<Frame, TableError>(cells.into())
        })?;
        Ok(Code(cells[(index.0 % FRAME_CELLS as u64) as usize]))
    }
}

/// Where the value of a position stands.
#[derive(Copy, Clone)]
enum Place<'a> {
    /// The game is over there.
    Known(Value),
    Cell(&'a SectorFile, Sector, Index),
    /// Only counts are kept of its sector: the value follows from those one ply later.
    OnePlyLater(MorrisPosition),
    /// The tables do not reach it.
    Nowhere,
}

fn frame_of(index: Index) -> u32 {
    (index.0 / FRAME_CELLS as u64) as u32
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
