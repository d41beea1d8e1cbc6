//! The first bytes of a table file.

use merels_rules::morris::{LineEarns, Point, Variant};

use crate::counts::Counts;
use crate::error::Fault;
use crate::sector::Sector;

/// The version of the file format, and of the numbering of positions.
pub const VERSION: u32 = 1;

/// The cells in a frame; the last one of a file may have fewer.
pub const FRAME_CELLS: usize = 1 << 15;

/// The length of a header in bytes.
pub(crate) const HEADER_LEN: usize = 160;

const MAGIC: [u8; 8] = *b"MERELS\x1aT";
const VARIANT_LEN: usize = 16;
const CHECKED_LEN: usize = HEADER_LEN - 4;

/// What a table file says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) variant: Variant,
    pub(crate) sector: Sector,
    pub(crate) counts: Counts,
    /// How many indices the sector has.
    pub(crate) cells: u64,
    /// How many frames follow: none if only the counts are kept.
    pub(crate) frames: u32,
    /// Where the table of frames begins; it runs to the end of the file.
    pub(crate) frame_table: u64,
    pub(crate) frame_table_checksum: u32,
}

impl Header {
    pub(crate) fn to_bytes(&self) -> [u8; HEADER_LEN] {
        let Sector { mover, opponent, mover_hand, opponent_hand } = self.sector;
        let mut variant = [0; VARIANT_LEN];
        variant[..self.variant.id().len()].copy_from_slice(self.variant.id().as_bytes());
        let mut bytes = Vec::with_capacity(HEADER_LEN);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((FRAME_CELLS as u32).to_le_bytes());
        bytes.extend(variant);
        bytes.extend(fingerprint(self.variant));
        bytes.extend([mover, opponent, mover_hand, opponent_hand]);
        bytes.extend(self.frames.to_le_bytes());
        bytes.extend(self.cells.to_le_bytes());
        for count in [self.counts.win, self.counts.loss, self.counts.draw] {
            bytes.extend(count.to_le_bytes());
        }
        bytes.extend(self.counts.longest_win.to_le_bytes());
        bytes.extend(self.counts.longest_loss.to_le_bytes());
        bytes.extend(self.frame_table_checksum.to_le_bytes());
        bytes.extend(self.frame_table.to_le_bytes());
        bytes.resize(CHECKED_LEN, 0);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.try_into().expect("all fields together have the header's length")
    }

    /// Reads a header and checks that it belongs to the variant and sector asked for.
    pub(crate) fn from_bytes(
        bytes: &[u8],
        variant: Variant,
        sector: Sector,
    ) -> Result<Header, Fault> {
        if !bytes.starts_with(&MAGIC) {
            return Err(Fault::Foreign);
        }
        let Some(bytes) = bytes.first_chunk::<HEADER_LEN>() else {
            return Err(Fault::Header);
        };
        let (checked, checksum) = bytes.split_at(CHECKED_LEN);
        let mut fields = Fields(&checked[MAGIC.len()..]);
        match fields.u32() {
            VERSION => {}
            other => return Err(Fault::Version(other)),
        }
        if checksum != crc32fast::hash(checked).to_le_bytes() {
            return Err(Fault::Header);
        }
        if fields.u32() as usize != FRAME_CELLS {
            return Err(Fault::OtherRules);
        }
        let id: [u8; VARIANT_LEN] = fields.take();
        let id = String::from_utf8_lossy(&id).trim_end_matches('\0').to_owned();
        if id != variant.id() {
            return Err(Fault::OtherVariant { found: id, wanted: variant.id() });
        }
        if fields.take() != fingerprint(variant) {
            return Err(Fault::OtherRules);
        }
        let [mover, opponent, mover_hand, opponent_hand] = fields.take();
        let found = Sector { mover, opponent, mover_hand, opponent_hand };
        if found != sector {
            return Err(Fault::OtherSector(found));
        }
        let frames = fields.u32();
        let cells = fields.u64();
        let [win, loss, draw] = [fields.u64(), fields.u64(), fields.u64()];
        let [longest_win, longest_loss] = [fields.u16(), fields.u16()];
        let counts = Counts { win, loss, draw, longest_win, longest_loss };
        let frame_table_checksum = fields.u32();
        let frame_table = fields.u64();
        Ok(Header { variant, sector, counts, cells, frames, frame_table, frame_table_checksum })
    }
}

/// Takes fields of fixed length from the front of a header.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (field, rest) = self.0.split_first_chunk().expect("a header has all its fields");
        self.0 = rest;
        *field
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }
}

/// A hash of everything in a variant's rules that the values and their numbering depend on.
pub fn fingerprint(variant: Variant) -> [u8; 32] {
    let rules = variant.rules();
    let board = rules.board;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&VERSION.to_le_bytes());
    let line_wins = rules.line == LineEarns::Win;
    let flags = [rules.flying, line_wins, rules.may_move_while_placing, rules.full_board_draws];
    hasher.update(&[board.len() as u8, rules.men]);
    hasher.update(&flags.map(u8::from));
    let points = || (0..board.len()).filter_map(Point::new);
    for point in points() {
        hasher.update(board.name(point).as_bytes());
        hasher.update(&board.neighbours(point).bits().to_le_bytes());
    }
    for line in board.lines() {
        hasher.update(&line.bits().to_le_bytes());
    }
    for symmetry in board.symmetries() {
        let images: Vec<u8> = points().map(|point| symmetry.apply(point).number() as u8).collect();
        hasher.update(&images);
    }
    *hasher.finalize().as_bytes()
}
