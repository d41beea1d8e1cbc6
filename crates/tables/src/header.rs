//! The header of a table file.

use merels_rules::morris::{Flying, LineEarns, Point, Removal, Variant};

use crate::counts::Counts;
use crate::error::Fault;
use crate::sector::Sector;
use crate::wdl::FRAME_CELLS;

/// The newest version of the file format: ranks of drawn positions, with the list of payoffs.
pub const VERSION: u32 = 4;

/// The version of values without distances, with the model that decodes them.
const RESULTS: u32 = 3;

/// The version with space for the long names of boards with options.
const LONG_NAMES: u32 = 2;

/// The version of the first edition. The variants of that edition are still written in it, so their
/// files stay identical byte for byte.
const FIRST_VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"MERELS\x1aT";

/// The kinds of files.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Values with distances, or counts alone.
    Distances,
    /// Values without distances.
    Results,
    /// Ranks of drawn positions.
    Ranks,
}

impl Kind {
    /// The format version of a variant's files of this kind.
    fn version(self, variant: Variant) -> u32 {
        match self {
            Kind::Distances if Variant::LISTED.contains(&variant) => FIRST_VERSION,
            Kind::Distances => LONG_NAMES,
            Kind::Results => RESULTS,
            Kind::Ranks => VERSION,
        }
    }

    fn of_version(version: u32) -> Option<Kind> {
        match version {
            FIRST_VERSION | LONG_NAMES => Some(Kind::Distances),
            RESULTS => Some(Kind::Results),
            VERSION => Some(Kind::Ranks),
            _ => None,
        }
    }
}

/// The length of the field for the variant's name.
const fn name_len(version: u32) -> usize {
    if version == FIRST_VERSION { 16 } else { 64 }
}

/// The length of a header in bytes.
const fn len_of(version: u32) -> usize {
    144 + name_len(version)
}

/// The length of the checksum at the end of a header.
const CHECKSUM_LEN: usize = 4;

/// The header's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) kind: Kind,
    pub(crate) variant: Variant,
    pub(crate) sector: Sector,
    pub(crate) counts: Counts,
    /// The number of indices of the sector.
    pub(crate) cells: u64,
    /// The number of frames; 0 if only the counts are kept.
    pub(crate) frames: u32,
    /// The offset of the table of frames, which runs to the end of the file.
    pub(crate) frame_table: u64,
    pub(crate) frame_table_checksum: u32,
    /// The length of the part between header and frames: the model of values without distances, or
    /// the payoffs of ranks.
    pub(crate) preface_len: u32,
    pub(crate) preface_checksum: u32,
}

impl Header {
    /// The length of the header in bytes.
    pub(crate) fn len(&self) -> usize {
        len_of(self.kind.version(self.variant))
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Sector { mover, opponent, mover_hand, opponent_hand } = self.sector;
        let version = self.kind.version(self.variant);
        let mut name = self.variant.id().as_bytes().to_vec();
        name.resize(name_len(version), 0);
        let mut bytes = Vec::with_capacity(len_of(version));
        bytes.extend(MAGIC);
        bytes.extend(version.to_le_bytes());
        bytes.extend((FRAME_CELLS as u32).to_le_bytes());
        bytes.extend(name);
        bytes.extend(fingerprint(self.variant, version));
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
        bytes.extend(self.preface_len.to_le_bytes());
        bytes.extend(self.preface_checksum.to_le_bytes());
        bytes.resize(len_of(version) - CHECKSUM_LEN, 0);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a header and checks that it belongs to the expected variant and sector.
    pub(crate) fn from_bytes(
        bytes: &[u8],
        variant: Variant,
        sector: Sector,
    ) -> Result<Header, Fault> {
        if !bytes.starts_with(&MAGIC) {
            return Err(Fault::Foreign);
        }
        let version = match bytes[MAGIC.len()..].first_chunk() {
            Some(version) => u32::from_le_bytes(*version),
            None => return Err(Fault::Header),
        };
        let Some(kind) = Kind::of_version(version) else {
            return Err(Fault::Version { found: version, newest: VERSION });
        };
        let len = len_of(version);
        let Some(bytes) = bytes.get(..len) else { return Err(Fault::Header) };
        let (checked, checksum) = bytes.split_at(len - CHECKSUM_LEN);
        let mut fields = Fields(&checked[MAGIC.len() + 4..]);
        if checksum != crc32fast::hash(checked).to_le_bytes() {
            return Err(Fault::Header);
        }
        if fields.u32() as usize != FRAME_CELLS {
            return Err(Fault::OtherRules);
        }
        let id = fields.bytes(name_len(version));
        let id = String::from_utf8_lossy(id).trim_end_matches('\0').to_owned();
        if id != variant.id() {
            return Err(Fault::OtherVariant { found: id, wanted: variant.id() });
        }
        if fields.take() != fingerprint(variant, version) {
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
        let (preface_len, preface_checksum) = (fields.u32(), fields.u32());
        let has_preface = preface_len > 0;
        if frame_table < len as u64 + u64::from(preface_len)
            || has_preface == (kind == Kind::Distances)
        {
            return Err(Fault::Header);
        }
        Ok(Header {
            kind,
            variant,
            sector,
            counts,
            cells,
            frames,
            frame_table,
            frame_table_checksum,
            preface_len,
            preface_checksum,
        })
    }
}

/// Reads fields of fixed length from the front of a header.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn bytes(&mut self, len: usize) -> &'a [u8] {
        let (field, rest) = self.0.split_at(len);
        self.0 = rest;
        field
    }

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

/// A hash of everything in a variant's rules that affects the values and their numbering.
fn fingerprint(variant: Variant, version: u32) -> [u8; 32] {
    let rules = variant.rules();
    let board = rules.board;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&version.to_le_bytes());
    hasher.update(&[board.len() as u8, rules.men]);
    let line_wins = rules.line == LineEarns::Win;
    let flags = |flying| {
        [flying, line_wins, rules.may_move_while_placing, rules.full_board_draws].map(u8::from)
    };
    if version == FIRST_VERSION {
        hasher.update(&flags(variant.options().flying != Flying::Never));
    } else {
        hasher.update(&flags(false));
        let removal = match rules.removal {
            Removal::Usual => 0,
            Removal::Strict => 1,
            Removal::Lenient => 2,
        };
        hasher.update(&[rules.flies_up_to, removal, u8::from(rules.misere)]);
    }
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
