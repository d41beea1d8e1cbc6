//! Frames of values without distances (WDL): each value is coded by its chances in its context.
//!
//! A frame consists of blocks, which are decoded by themselves. Before them stands the length of
//! each, in one byte below 255, otherwise in three: 255, then the length.

mod context;
mod model;
mod packed_model;
mod range_coder;
mod row;

use std::ops::Range;

use merels_rules::Wdl;

use self::context::Walk;
pub(crate) use self::model::Model;
use self::model::Sample;
pub(crate) use self::packed_model::{pack as pack_model, unpack as unpack_model};
use self::range_coder::{Decoder, Encoder};
use crate::index::{Index, Indexer};
use crate::sector::Sector;

/// The number of cells of a frame; the last one of a file may have fewer.
pub const FRAME_CELLS: usize = 1 << 15;

/// The indices of a block of results; the last one of a sector may have fewer.
pub const BLOCK_CELLS: usize = 512;

/// The mark of a length that takes two more bytes.
const LONG: u8 = u8::MAX;

/// Collects what a sector's frames have in common before any of them is encoded.
pub struct WdlSample<'a> {
    indexer: &'a Indexer,
    sector: Sector,
    sample: Sample,
}

impl<'a> WdlSample<'a> {
    /// Begins with no frame.
    pub fn new(indexer: &'a Indexer, sector: Sector) -> WdlSample<'a> {
        WdlSample { indexer, sector, sample: Sample::new() }
    }

    /// Adds the values of a frame.
    #[must_use]
    pub fn with_frame(mut self, frame: usize, values: &[Wdl]) -> WdlSample<'a> {
        for (block, values) in values.chunks(BLOCK_CELLS).enumerate() {
            let mut walk = Walk::new(self.indexer, self.sector, first_cell(frame, block));
            for (at, value) in values.iter().enumerate() {
                let neighbourhood = walk.neighbourhood(&values[..at]);
                self.sample.add(walk.surroundings(), neighbourhood, *value);
                walk.advance();
            }
        }
        self
    }

    /// Joins two samples of one sector.
    #[must_use]
    pub fn merge(self, other: &WdlSample<'_>) -> WdlSample<'a> {
        WdlSample { sample: self.sample.merge(&other.sample), ..self }
    }

    /// The encoder of the sector's frames.
    pub fn encoder(&self) -> WdlEncoder<'a> {
        let model_bytes = self.sample.model();
        let model = Model::from_bytes(&model_bytes).expect("a sample gives a model");
        WdlEncoder { indexer: self.indexer, sector: self.sector, model, model_bytes }
    }
}

/// Encodes the frames of a sector.
pub struct WdlEncoder<'a> {
    indexer: &'a Indexer,
    sector: Sector,
    model: Model,
    model_bytes: Vec<u8>,
}

impl WdlEncoder<'_> {
    #[cfg(feature = "files")]
    pub(crate) fn indexer(&self) -> &Indexer {
        self.indexer
    }

    #[cfg(feature = "files")]
    pub(crate) fn sector(&self) -> Sector {
        self.sector
    }

    /// The model, which the file keeps.
    pub(crate) fn model(&self) -> &[u8] {
        &self.model_bytes
    }

    /// The bytes of a frame.
    pub fn frame(&self, frame: usize, values: &[Wdl]) -> Vec<u8> {
        let (mut lengths, mut blocks) = (Vec::new(), Vec::new());
        for (block, values) in values.chunks(BLOCK_CELLS).enumerate() {
            let bytes = self.block(first_cell(frame, block), values);
            match u8::try_from(bytes.len()) {
                Ok(length) if length != LONG => lengths.push(length),
                _ => {
                    lengths.push(LONG);
                    lengths.extend((bytes.len() as u16).to_le_bytes());
                }
            }
            blocks.extend(bytes);
        }
        lengths.append(&mut blocks);
        lengths
    }

    fn block(&self, first: u64, values: &[Wdl]) -> Vec<u8> {
        let mut walk = Walk::new(self.indexer, self.sector, first);
        let mut encoder = Encoder::new();
        for (at, value) in values.iter().enumerate() {
            let neighbourhood = walk.neighbourhood(&values[..at]);
            let [win, draw] = self.model.chances(walk.surroundings(), neighbourhood);
            encoder.encode(*value == Wdl::Win, win);
            if *value != Wdl::Win {
                encoder.encode(*value == Wdl::Draw, draw);
            }
            walk.advance();
        }
        encoder.finish()
    }
}

/// The first cell of a block.
pub(crate) struct Place<'a> {
    pub(crate) indexer: &'a Indexer,
    pub(crate) sector: Sector,
    pub(crate) first: Index,
}

/// Decodes the block at a place from the bytes of its frame, which has `cells` cells; `None` if
/// they are too few.
pub(crate) fn decode(
    model: &Model,
    at: &Place<'_>,
    bytes: &[u8],
    cells: usize,
) -> Option<Vec<Wdl>> {
    let begin = (at.first.0 % FRAME_CELLS as u64) as usize;
    let len = cells.checked_sub(begin)?.min(BLOCK_CELLS);
    let range = block_range(bytes, begin / BLOCK_CELLS, cells.div_ceil(BLOCK_CELLS))?;
    let bytes = bytes.get(range)?;
    let mut walk = Walk::new(at.indexer, at.sector, at.first.0);
    let mut decoder = Decoder::new(bytes);
    let mut values = Vec::with_capacity(len);
    for _ in 0..len {
        let neighbourhood = walk.neighbourhood(&values);
        let [win, draw] = model.chances(walk.surroundings(), neighbourhood);
        values.push(if decoder.decode(win) {
            Wdl::Win
        } else if decoder.decode(draw) {
            Wdl::Draw
        } else {
            Wdl::Loss
        });
        walk.advance();
    }
    Some(values)
}

/// The place of a block's bytes in its frame.
fn block_range(bytes: &[u8], block: usize, blocks: usize) -> Option<Range<usize>> {
    let mut rest = bytes;
    let mut range = 0..0;
    for number in 0..blocks {
        let (length, behind) = rest.split_first()?;
        rest = behind;
        let mut length = usize::from(*length);
        if length == usize::from(LONG) {
            let (long, behind) = rest.split_first_chunk()?;
            rest = behind;
            length = usize::from(u16::from_le_bytes(*long));
        }
        if number <= block {
            range = range.end..range.end + length;
        }
    }
    let begin = bytes.len() - rest.len();
    Some(range.start + begin..range.end + begin)
}

fn first_cell(frame: usize, block: usize) -> u64 {
    frame as u64 * FRAME_CELLS as u64 + (block * BLOCK_CELLS) as u64
}

#[cfg(test)]
mod tests {
    use merels_rules::SplitMix;
    use merels_rules::morris::Variant;

    use super::*;

    /// Values that follow no rule.
    fn noise(len: usize, seed: u64) -> Vec<Wdl> {
        let mut random = SplitMix::new(seed);
        (0..len).map(|_| Wdl::ALL[random.below(3)]).collect()
    }

    #[test]
    fn frames_come_back_whatever_their_model_expects() {
        for (variant, men) in [(Variant::NINE, 4), (Variant::SIX, 5), (Variant::THREE, 3)] {
            let (indexer, sector) = (Indexer::new(variant), Sector::moving(men, 3));
            let cells = (indexer.len(sector) as usize).min(2 * FRAME_CELLS);
            let expected = vec![Wdl::Draw; cells.min(FRAME_CELLS)];
            for (learned, told) in [(noise(expected.len(), 1), 2), (expected, 3)] {
                let encoder = WdlSample::new(&indexer, sector).with_frame(0, &learned).encoder();
                for (frame, values) in noise(cells, told).chunks(FRAME_CELLS).enumerate() {
                    let bytes = encoder.frame(frame, values);
                    let begin = (frame * FRAME_CELLS) as u64;
                    for (block, values) in values.chunks(BLOCK_CELLS).enumerate() {
                        let first = Index(begin + (block * BLOCK_CELLS) as u64);
                        let at = Place { indexer: &indexer, sector, first };
                        let len = (cells - frame * FRAME_CELLS).min(FRAME_CELLS);
                        let read = decode(&encoder.model, &at, &bytes, len);
                        assert_eq!(read.as_deref(), Some(values), "{variant:?} {sector}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_frame_that_is_cut_short_has_no_block_or_another() {
        let (indexer, sector) = (Indexer::new(Variant::SIX), Sector::moving(5, 4));
        let values = noise(FRAME_CELLS, 7);
        let encoder = WdlSample::new(&indexer, sector).with_frame(0, &values).encoder();
        let bytes = encoder.frame(0, &values);
        let at = Place { indexer: &indexer, sector, first: Index(FRAME_CELLS as u64 - 1) };
        for length in (0..bytes.len()).step_by(97) {
            assert_eq!(decode(&encoder.model, &at, &bytes[..length], FRAME_CELLS), None);
        }
    }
}
