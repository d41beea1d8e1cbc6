//! The file of openings: a header, a line for each block, the packed cells, a checksum. All numbers
//! are little-endian; docs/network.md has the same in a table.

use std::borrow::Cow;

use merels_rules::morris::Variant;
use thiserror::Error;

use super::cells::{BlockKey, wdl};
use super::drawn_lines::DrawnLines;
use super::{Block, Coding, Openings};
use merels_rules::Wdl;

const MAGIC: &[u8; 8] = b"merelsop";
/// The versions with and without drawn lines at the end.
const WITH_LINES: u8 = 2;
const WITHOUT_LINES: u8 = 1;

/// The bit of a block's line, beside the coding, for the owner of the fixed set.
const BASE_BIT: u32 = 7;

/// The reason why bytes are not openings.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// They have another beginning, or a later version.
    #[error("these are no openings of a version that is known here")]
    Foreign,
    /// They are made for an unknown variant.
    #[error("the openings are for an unknown variant")]
    UnknownVariant,
    /// Something is missing or changed.
    #[error("the openings are damaged")]
    Damaged,
}

/// A block as the file lists it.
pub(super) struct BlockHead {
    pub(super) key: BlockKey,
    pub(super) coding: Coding,
}

pub(super) fn write(
    variant: Variant,
    plies: usize,
    (heads, cells): (&[BlockHead], &[u8]),
    lines: Option<&DrawnLines>,
) -> Vec<u8> {
    let version = if lines.is_some() { WITH_LINES } else { WITHOUT_LINES };
    let mut bytes = [MAGIC.as_slice(), &[version, variant.id().len() as u8]].concat();
    bytes.extend(variant.id().bytes());
    bytes.push(plies as u8);
    bytes.extend((heads.len() as u32).to_le_bytes());
    for BlockHead { key, coding } in heads {
        let kind = coding.number() | key.base_of << BASE_BIT;
        bytes.extend([key.hands[0], key.hands[1], key.others, kind]);
        bytes.extend(key.base.to_le_bytes());
    }
    bytes.extend(cells);
    bytes.extend(lines.map(DrawnLines::to_bytes).unwrap_or_default());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

impl Openings {
    /// Reads openings.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not openings.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Openings, OpeningsError> {
        let bytes = bytes.into();
        let (body, checksum) = bytes.split_last_chunk().ok_or(OpeningsError::Damaged)?;
        let mut rest = body;
        let (magic, version) = (take(&mut rest, 8)?, take(&mut rest, 1)?[0]);
        if magic != MAGIC || ![WITHOUT_LINES, WITH_LINES].contains(&version) {
            return Err(OpeningsError::Foreign);
        }
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(OpeningsError::Damaged);
        }
        let length = take(&mut rest, 1)?[0];
        let id = std::str::from_utf8(take(&mut rest, length.into())?);
        let variant =
            id.ok().and_then(|id| id.parse().ok()).ok_or(OpeningsError::UnknownVariant)?;
        let plies = take(&mut rest, 1)?[0].into();
        let count =
            take(&mut rest, 4)?.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        let heads = take(&mut rest, count.checked_mul(8).ok_or(OpeningsError::Damaged)?)?;
        let (blocks, end) = blocks(variant, heads, body.len() - rest.len())?;
        let lines = match body.get(end..) {
            Some([]) if version == WITHOUT_LINES => DrawnLines::default(),
            Some(rest) if version == WITH_LINES => DrawnLines::from_bytes(rest)?,
            _ => return Err(OpeningsError::Damaged),
        };
        Ok(Openings { variant, plies, blocks, lines, bytes })
    }
}

/// Reads the blocks of the list, which must be in order, and returns the end of their cells if they
/// begin here.
fn blocks(
    variant: Variant,
    heads: &[u8],
    mut offset: usize,
) -> Result<(Vec<Block>, usize), OpeningsError> {
    let mut blocks: Vec<Block> = Vec::with_capacity(heads.len() / 8);
    for head in heads.chunks_exact(8) {
        let base = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        let base_of = head[3] >> BASE_BIT;
        let key = BlockKey { hands: [head[0], head[1]], base_of, others: head[2], base };
        let coding = Coding::of_number(head[3] & !(1 << BASE_BIT)).ok_or(OpeningsError::Damaged)?;
        let fits = base >> variant.board().len() == 0
            && base.count_ones() as usize + usize::from(key.others) <= variant.board().len()
            && blocks.last().is_none_or(|last| last.key < key);
        if !fits {
            return Err(OpeningsError::Damaged);
        }
        blocks.push(Block { key, coding, offset });
        offset += coding.bytes(key.cells(variant));
    }
    Ok((blocks, offset))
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], OpeningsError> {
    let (taken, left) = rest.split_at_checked(count).ok_or(OpeningsError::Damaged)?;
    *rest = left;
    Ok(taken)
}

impl Coding {
    /// 0 to 2: one value; 3 to 5: two values, named by the one that is missing; 6: all three.
    fn number(self) -> u8 {
        match self {
            Coding::One(value) => value as u8,
            Coding::Two(first, second) => 6 - first as u8 - second as u8,
            Coding::Three => 6,
        }
    }

    fn of_number(number: u8) -> Option<Coding> {
        match number {
            0..=2 => wdl(number).map(Coding::One),
            3 => Some(Coding::Two(Wdl::Draw, Wdl::Win)),
            4 => Some(Coding::Two(Wdl::Loss, Wdl::Win)),
            5 => Some(Coding::Two(Wdl::Loss, Wdl::Draw)),
            6 => Some(Coding::Three),
            _ => None,
        }
    }
}
