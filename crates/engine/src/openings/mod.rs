//! The opening book: the exact result of every position of the first plies of a game.
//!
//! Positions are grouped in blocks. A block is given by the men of both sides on the board and in
//! hand and by one set of men for one side, the least of its images under the symmetries of the
//! board. Its cells are the sets that the other side's men can then form, by their combinatorial
//! number. A block holds every cell, including those that play does not reach, so no answer is ever
//! a guess.
//!
//! Beyond the openings there may be [drawn lines](drawn_lines): moves that hold a draw.

mod build;
mod cells;
mod choice;
mod drawn_lines;
mod file;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::LazyLock;

use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{Value, Wdl};

pub use build::OpeningsBuilder;
use cells::{BlockKey, Cell};
pub use choice::OpeningsChoice;
use drawn_lines::DrawnLines;
pub use drawn_lines::symmetric_hash;
pub use file::OpeningsError;

use crate::oracle::Oracle;

/// Exact openings of one variant.
#[derive(Debug)]
pub struct Openings {
    variant: Variant,
    plies: usize,
    /// The blocks in the order of their keys.
    blocks: Vec<Block>,
    lines: DrawnLines,
    /// The whole file, into which the blocks point.
    bytes: Cow<'static, [u8]>,
}

/// The offset of a block's cells, and their packing.
#[derive(Copy, Clone, Debug)]
struct Block {
    key: BlockKey,
    coding: Coding,
    offset: usize,
}

/// The packing of a block's cells, by the values that occur in it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Coding {
    /// All cells have this value.
    One(Wdl),
    /// Eight cells per byte, the lowest bit first: unset for the first value, set for the second.
    Two(Wdl, Wdl),
    /// Five cells per byte, as ternary digits, the lowest first.
    Three,
}

/// The built-in openings.
static BUILT_IN: [(Variant, LazyLock<Option<Openings>>); 4] = [
    (Variant::NINE, LazyLock::new(|| built_in(include_bytes!("../../openings/nine.openings")))),
    (Variant::SIX, LazyLock::new(|| built_in(include_bytes!("../../openings/six.openings")))),
    (Variant::TWELVE, LazyLock::new(|| built_in(include_bytes!("../../openings/twelve.openings")))),
    (Variant::LASKER, LazyLock::new(|| built_in(include_bytes!("../../openings/lasker.openings")))),
];

fn built_in(bytes: &'static [u8]) -> Option<Openings> {
    Openings::from_bytes(bytes).ok()
}

impl Openings {
    /// The built-in openings of a variant, if there are any. WebAssembly has none: they are handed in.
    pub fn built_in(variant: Variant) -> Option<&'static Openings> {
        if cfg!(target_family = "wasm") {
            return None;
        }
        let (_, openings) = BUILT_IN.iter().find(|(known, _)| *known == variant)?;
        LazyLock::force(openings).as_ref()
    }

    /// The variant of these openings.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of plies whose positions are all known.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Returns `true` if a move of the drawn lines leads to this position. Then it is a draw,
    /// except for one position in a thousand that only looks like a member.
    pub fn is_on_drawn_line(&self, position: &MorrisPosition) -> bool {
        position.variant() == self.variant
            && position.outcome().is_none()
            && self.lines.contains(symmetric_hash(position))
    }
}

/// Openings know no distances, so draws are their only exact values.
impl Oracle for Openings {
    fn value(&self, position: &MorrisPosition) -> Option<Value> {
        (self.result(position)? == Wdl::Draw).then_some(Value::Draw)
    }

    fn result(&self, position: &MorrisPosition) -> Option<Wdl> {
        if position.variant() != self.variant || position.outcome().is_some() {
            return None;
        }
        let Cell { block, number } = Cell::of(position);
        let at = self.blocks.binary_search_by_key(&block, |block| block.key).ok()?;
        let Block { coding, offset, .. } = self.blocks[at];
        match coding {
            Coding::One(value) => Some(value),
            Coding::Two(first, second) => {
                let byte = self.bytes.get(offset + number / 8)?;
                Some(if byte >> (number % 8) & 1 == 0 { first } else { second })
            }
            Coding::Three => {
                let byte = self.bytes.get(offset + number / 5)?;
                cells::wdl(byte / 3u8.pow(number as u32 % 5) % 3)
            }
        }
    }
}

impl Coding {
    /// The number of bytes for this many cells.
    fn bytes(self, cells: usize) -> usize {
        match self {
            Coding::One(_) => 0,
            Coding::Two(..) => cells.div_ceil(8),
            Coding::Three => cells.div_ceil(5),
        }
    }
}
