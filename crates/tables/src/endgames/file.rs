//! The file of endgames. All numbers are little-endian; docs/tables.md describes it too.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use merels_rules::Wdl;
use merels_rules::morris::Variant;
use thiserror::Error;

use super::blocks::Blocks;
use super::{Endgames, GameEndgames, PackedSector};
use crate::index::Indexer;
use crate::sector::Sector;
use crate::wdl::{self, BLOCK_CELLS, FRAME_CELLS, WdlSample};

const MAGIC: &[u8; 8] = b"MERELS\x1aE";
const VERSION: u32 = 1;

/// The reason why bytes are not endgames.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum EndgamesError {
    /// They have another beginning, or a later version.
    #[error("these are no endgames of a version that is known here")]
    Foreign,
    /// Something is missing or changed.
    #[error("the endgames are damaged")]
    Damaged,
}

/// The file of the endgames, from the results of all indices of each of their
/// [sectors](Endgames::sectors). The same results always give the same bytes.
///
/// # Errors
///
/// Returns the error of `results`.
pub fn pack_endgames<E>(
    mut results: impl FnMut(Variant, Sector) -> Result<Vec<Wdl>, E>,
) -> Result<Vec<u8>, E> {
    let mut body = Vec::new();
    for variant in Endgames::VARIANTS {
        let indexer = Indexer::new(variant);
        for sector in Endgames::sectors(variant) {
            let (model, frames) = encode(&indexer, sector, &results(variant, sector)?);
            body.extend((model.len() as u32).to_le_bytes());
            body.extend(frames.iter().flat_map(|frame| (frame.len() as u32).to_le_bytes()));
            body.extend(model);
            body.extend(frames.concat());
        }
    }
    let (version, checksum) = (VERSION.to_le_bytes(), crc32fast::hash(&body).to_le_bytes());
    Ok([MAGIC.as_slice(), &version, &checksum, &body].concat())
}

/// The packed model of a sector and its frames.
fn encode(indexer: &Indexer, sector: Sector, results: &[Wdl]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let frames = || results.chunks(FRAME_CELLS).enumerate();
    let sample = frames().fold(WdlSample::new(indexer, sector), |sample, (number, frame)| {
        sample.with_frame(number, frame)
    });
    let encoder = sample.encoder();
    let frames = frames().map(|(number, frame)| encoder.frame(number, frame)).collect();
    (wdl::pack_model(encoder.model()), frames)
}

impl Endgames {
    /// Reads endgames. Nothing is unpacked yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not endgames.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Endgames, EndgamesError> {
        let bytes = bytes.into();
        let mut fields = Fields { bytes: &bytes, at: 0, blocks: 0 };
        let magic = fields.range(MAGIC.len())?;
        if bytes[magic] != *MAGIC || fields.number()? != VERSION {
            return Err(EndgamesError::Foreign);
        }
        if fields.number()? != crc32fast::hash(&bytes[fields.at..]) {
            return Err(EndgamesError::Damaged);
        }
        let mut games = Vec::new();
        for variant in Endgames::VARIANTS {
            let indexer = Indexer::new(variant);
            let sectors = Endgames::sectors(variant).into_iter();
            let sectors = sectors.map(|sector| fields.sector(&indexer, sector));
            games.push(GameEndgames { sectors: sectors.collect::<Result<_, _>>()?, indexer });
        }
        let is_whole = fields.at == bytes.len();
        let blocks = Blocks::new();
        if is_whole { Ok(Endgames { bytes, games, blocks }) } else { Err(EndgamesError::Damaged) }
    }
}

/// Reads one field after another.
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The blocks of the sectors so far.
    blocks: usize,
}

impl Fields<'_> {
    /// The range of the next bytes.
    fn range(&mut self, length: usize) -> Result<Range<usize>, EndgamesError> {
        let end = self.at.checked_add(length).filter(|end| *end <= self.bytes.len());
        let range = self.at..end.ok_or(EndgamesError::Damaged)?;
        self.at = range.end;
        Ok(range)
    }

    fn number(&mut self) -> Result<u32, EndgamesError> {
        let range = self.range(4)?;
        let bytes = self.bytes[range].first_chunk().ok_or(EndgamesError::Damaged)?;
        Ok(u32::from_le_bytes(*bytes))
    }

    fn sector(&mut self, indexer: &Indexer, sector: Sector) -> Result<PackedSector, EndgamesError> {
        let cells = indexer.len(sector);
        let frames = cells.div_ceil(FRAME_CELLS as u64);
        let model = self.number()? as usize;
        let lengths: Vec<u32> = (0..frames).map(|_| self.number()).collect::<Result<_, _>>()?;
        let packed_model = self.range(model)?;
        let frames = lengths.into_iter().map(|length| self.range(length as usize));
        let frames = frames.collect::<Result<_, _>>()?;
        let (first_block, model) = (self.blocks, OnceLock::new());
        self.blocks += cells.div_ceil(BLOCK_CELLS as u64) as usize;
        Ok(PackedSector { sector, cells, packed_model, frames, first_block, model })
    }
}
