//! The tables of index and symmetry on the device, each uploaded at first use.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::thread;

use merels_rules::morris::Variant;
use merels_tables::{ClassMap, Indexer, Sector, Squeezer, Subsets};

use crate::device::{Device, GpuError};
use crate::params::{Address, ClassMapTables, Ranks};

/// The device's tables for the sets of a variant.
#[derive(Debug)]
pub(crate) struct Shapes {
    indexer: Indexer,
    /// Tables that were built and not yet uploaded.
    built: HashMap<u8, ClassMap>,
    images: Option<Address>,
    squeezed: Option<Address>,
    class_maps: HashMap<u8, ClassMapTables>,
    sets: HashMap<(usize, u8), SetTables>,
}

/// The sets of one size among some points: their rank tables, and all sets in order.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SetTables {
    pub(crate) ranks: Ranks,
    pub(crate) sets: Address,
    pub(crate) len: u32,
}

impl Shapes {
    /// Builds the classes of sets of all sizes, with a thread for each. On the large boards,
    /// building them one after another would take longer than a good part of the card's work.
    pub(crate) fn new(variant: Variant) -> Shapes {
        let indexer = Indexer::new(variant);
        let build = |men: u8| {
            let classes = indexer.classes(men).clone();
            (men, ClassMap::of(classes, variant.board(), indexer.images(), men as usize))
        };
        let built = thread::scope(|scope| {
            let sizes = 0..=variant.rules().men;
            let tasks: Vec<_> = sizes.map(|men| scope.spawn(move || build(men))).collect();
            let done = tasks.into_iter().map(|task| task.join());
            done.map(|map| map.unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        Shapes {
            indexer,
            built,
            images: None,
            squeezed: None,
            class_maps: HashMap::new(),
            sets: HashMap::new(),
        }
    }

    pub(crate) fn variant(&self) -> Variant {
        self.indexer.variant()
    }

    pub(crate) fn len(&self, sector: Sector) -> u64 {
        self.indexer.len(sector)
    }

    /// The number of rows of a sector: the classes of the mover's sets.
    pub(crate) fn rows(&self, sector: Sector) -> u32 {
        self.indexer.classes(sector.mover).len() as u32
    }

    pub(crate) fn row_len(&self, sector: Sector) -> u32 {
        self.indexer.row_len(sector) as u32
    }

    /// The images of sets under the symmetries: by symmetry, of the low byte, the middle byte and
    /// the rest.
    pub(crate) fn images(&mut self, device: &mut impl Device) -> Result<Address, GpuError> {
        if let Some(images) = self.images {
            return Ok(images);
        }
        let images = self.indexer.images();
        let mut words = Vec::new();
        for symmetry in 0..images.count() {
            words.extend((0..256).map(|low| images.image(symmetry, low)));
            words.extend((0..256).map(|middle| images.image(symmetry, middle << 8)));
            words.extend((0..512).map(|high| images.image(symmetry, high << 16)));
        }
        let address = upload(device, &words)?;
        self.images = Some(address);
        Ok(address)
    }

    /// The members of a set at some places, moved together, for each byte of places and each byte
    /// of a set.
    pub(crate) fn squeezed(&mut self, device: &mut impl Device) -> Result<Address, GpuError> {
        if let Some(squeezed) = self.squeezed {
            return Ok(squeezed);
        }
        let address = upload_bytes(device, Squeezer::new().table())?;
        self.squeezed = Some(address);
        Ok(address)
    }

    /// The classes of sets of this many men.
    pub(crate) fn class_map(
        &mut self,
        men: u8,
        device: &mut impl Device,
    ) -> Result<ClassMapTables, GpuError> {
        if let Some(tables) = self.class_maps.get(&men) {
            return Ok(*tables);
        }
        let board = self.variant().board();
        let map = self.built.remove(&men);
        let map = map.unwrap_or_else(|| ClassMap::new(board, self.indexer.images(), men as usize));
        let subsets = Subsets::new(board.len(), men as usize);
        let classes = map.classes();
        let entries: Vec<u32> = map
            .entries()
            .iter()
            .flat_map(|entry| [entry.bits(), classes.representative(entry.class())])
            .collect();
        let representatives: Vec<u32> =
            (0..classes.len()).map(|class| classes.representative(class)).collect();
        let keepers: Vec<u16> = (0..classes.len()).map(|class| map.keepers(class)).collect();
        let tables = ClassMapTables {
            ranks: upload_ranks(device, &subsets)?,
            entries: upload(device, &entries)?,
            representatives: upload(device, &representatives)?,
            keepers: upload_bytes(device, &le_bytes(&keepers, u16::to_le_bytes))?,
        };
        self.class_maps.insert(men, tables);
        Ok(tables)
    }

    /// The sets of the opponent's men among the points that the mover of a sector leaves free.
    pub(crate) fn sets(
        &mut self,
        sector: Sector,
        device: &mut impl Device,
    ) -> Result<SetTables, GpuError> {
        let left = self.variant().board().len() - sector.mover as usize;
        let key = (left, sector.opponent);
        if let Some(tables) = self.sets.get(&key) {
            return Ok(*tables);
        }
        let subsets = self.indexer.subsets(sector);
        let sets: Vec<u32> = subsets.iter().collect();
        let tables = SetTables {
            ranks: upload_ranks(device, subsets)?,
            sets: upload(device, &sets)?,
            len: sets.len() as u32,
        };
        self.sets.insert(key, tables);
        Ok(tables)
    }
}

fn upload_ranks(device: &mut impl Device, subsets: &Subsets) -> Result<Ranks, GpuError> {
    let (low, high) = subsets.tables();
    let low_bits = low.len().ilog2();
    Ok(Ranks { low: upload(device, low)?, high: upload(device, high)?, low_bits })
}

/// Copies words to newly reserved memory.
fn upload(device: &mut impl Device, words: &[u32]) -> Result<Address, GpuError> {
    upload_bytes(device, &le_bytes(words, u32::to_le_bytes))
}

fn upload_bytes(device: &mut impl Device, bytes: &[u8]) -> Result<Address, GpuError> {
    let address = device.reserve(bytes.len() as u64)?;
    device.upload(address, bytes)?;
    Ok(address)
}

fn le_bytes<W: Copy, const N: usize>(words: &[W], to_bytes: impl Fn(W) -> [u8; N]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(N * words.len());
    for word in words {
        bytes.extend_from_slice(&to_bytes(*word));
    }
    bytes
}
