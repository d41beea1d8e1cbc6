//! Lines that hold a draw beyond the exact openings: a drawing move for every drawn position on
//! them.
//!
//! They are stored as the positions that these moves lead to, as short fingerprints of their
//! hashes. About one in a thousand other positions shares the fingerprint of a member. The
//! positions beside the lines' moves that do so are listed in the same way, as exceptions.
//! Elsewhere an answer is less reliable, so only a game that followed these lines should ask.

use merels_rules::morris::MorrisPosition;

use super::OpeningsError;
use super::cells::Cell;

/// The bits of a fingerprint beyond those that distinguish the members.
const SPARE_BITS: u32 = 10;

/// The positions that good moves lead to.
#[derive(Debug, Default)]
pub(super) struct DrawnLines {
    members: Fingerprints,
    exceptions: Fingerprints,
}

impl DrawnLines {
    /// Creates the lines from the positions that good moves lead to and from those beside them, by
    /// their hashes, each listed once.
    pub(super) fn new(members: &[u64], beside: &[u64]) -> DrawnLines {
        let members = Fingerprints::new(members);
        let alike = beside.iter().copied().filter(|hash| members.contains(*hash));
        let exceptions: Vec<u64> = alike.map(other_half).collect();
        DrawnLines { members, exceptions: Fingerprints::new(&exceptions) }
    }

    pub(super) fn contains(&self, hash: u64) -> bool {
        self.members.contains(hash) && !self.exceptions.contains(other_half(hash))
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        [self.members.to_bytes(), self.exceptions.to_bytes()].concat()
    }

    pub(super) fn from_bytes(mut bytes: &[u8]) -> Result<DrawnLines, OpeningsError> {
        let [members, exceptions] =
            [Fingerprints::read(&mut bytes)?, Fingerprints::read(&mut bytes)?];
        if bytes.is_empty() {
            Ok(DrawnLines { members, exceptions })
        } else {
            Err(OpeningsError::Damaged)
        }
    }
}

/// Short numbers derived from hashes, in ascending order.
#[derive(Debug, Default)]
struct Fingerprints(Vec<u32>);

impl Fingerprints {
    fn new(hashes: &[u64]) -> Fingerprints {
        let mut fingerprints: Vec<u32> =
            hashes.iter().map(|hash| fingerprint(*hash, hashes.len())).collect();
        fingerprints.sort_unstable();
        Fingerprints(fingerprints)
    }

    fn contains(&self, hash: u64) -> bool {
        self.0.binary_search(&fingerprint(hash, self.0.len())).is_ok()
    }

    /// Writes the number of fingerprints, then the steps from each to the next in a Golomb–Rice
    /// code: the quotient by 2¹⁰ as ones and a zero, then the remainder in ten bits, the lowest
    /// first.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bits = BitWriter::default();
        let mut last = 0;
        for fingerprint in &self.0 {
            let step = fingerprint - last;
            (0..step >> SPARE_BITS).for_each(|_| bits.push(true));
            bits.push(false);
            (0..SPARE_BITS).for_each(|bit| bits.push(step >> bit & 1 != 0));
            last = *fingerprint;
        }
        [&(self.0.len() as u32).to_le_bytes(), &bits.bytes[..]].concat()
    }

    /// Reads fingerprints and advances `bytes` past them.
    fn read(bytes: &mut &[u8]) -> Result<Fingerprints, OpeningsError> {
        let (count, coded) = bytes.split_first_chunk().ok_or(OpeningsError::Damaged)?;
        let mut bits = BitReader { bytes: coded, at: 0 };
        let mut fingerprints = Vec::new();
        let mut last = 0u32;
        for _ in 0..u32::from_le_bytes(*count) {
            let mut ones = 0u32;
            while bits.next()? {
                ones += 1;
            }
            let mut rest = 0;
            for bit in 0..SPARE_BITS {
                rest |= u32::from(bits.next()?) << bit;
            }
            let step = ones.checked_mul(1 << SPARE_BITS).and_then(|step| step.checked_add(rest));
            last = step.and_then(|step| last.checked_add(step)).ok_or(OpeningsError::Damaged)?;
            fingerprints.push(last);
        }
        *bytes = &coded[bits.at.div_ceil(8)..];
        Ok(Fingerprints(fingerprints))
    }
}

/// A hash of the position that is the same for all its images under the symmetries of the board.
pub fn symmetric_hash(position: &MorrisPosition) -> u64 {
    let Cell { block, number } = Cell::of(position);
    let [own, enemy] = block.hands;
    let small = u32::from_le_bytes([own, enemy, block.base_of, block.others]);
    mixed(mixed(u64::from(block.base) << 32 | u64::from(small)) ^ number as u64)
}

/// Mixes a number: every bit of the result depends on every bit of the input.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number ^ number >> 32
}

/// Swaps the halves of a hash: a fingerprint uses the upper bits, and an exception shares those of
/// a member.
fn other_half(hash: u64) -> u64 {
    hash.rotate_left(32)
}

/// The hash as a number below 2¹⁰ times the number of members, which is less than 2²².
fn fingerprint(hash: u64, members: usize) -> u32 {
    ((u128::from(hash) * members as u128) >> (u64::BITS - SPARE_BITS)) as u32
}

#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    /// The number of bits of the last byte that are written.
    used: u32,
}

impl BitWriter {
    fn push(&mut self, bit: bool) {
        if self.used.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(bit) << (self.used % 8);
        }
        self.used = self.used % 8 + 1;
    }
}

struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BitReader<'_> {
    fn next(&mut self) -> Result<bool, OpeningsError> {
        let byte = self.bytes.get(self.at / 8).ok_or(OpeningsError::Damaged)?;
        let bit = byte >> (self.at % 8) & 1 != 0;
        self.at += 1;
        Ok(bit)
    }
}
