//! The unpacked blocks of late: a search asks for the same ones again and again.

use std::sync::{Mutex, PoisonError};

use crate::wdl::BLOCK_CELLS;

/// The results of a block, four to a byte.
pub(super) type Block = [u8; BLOCK_CELLS / 4];

/// The number of places, 1.2 MB: a search looks at a few hundred blocks.
const PLACES: usize = 1 << 13;

/// Each block has one place, which it shares with others; the last one asked for is there.
#[derive(Debug)]
pub(super) struct Blocks(Box<[Mutex<Option<Kept>>]>);

#[derive(Debug)]
struct Kept {
    number: usize,
    block: Block,
}

impl Blocks {
    pub(super) fn new() -> Blocks {
        Blocks((0..PLACES).map(|_| Mutex::default()).collect())
    }

    /// A byte of a block, which is unpacked if it is not there; `None` if it cannot be.
    pub(super) fn byte(
        &self,
        number: usize,
        at: usize,
        unpack: impl FnOnce() -> Option<Block>,
    ) -> Option<u8> {
        let place = &self.0[number % PLACES];
        let lock = || place.lock().unwrap_or_else(PoisonError::into_inner);
        match &*lock() {
            Some(kept) if kept.number == number => return Some(kept.block[at]),
            _ => {}
        }
        // Nobody waits for the unpacking.
        let block = unpack()?;
        *lock() = Some(Kept { number, block });
        Some(block[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_unpacked_once_until_another_needs_its_place() {
        let blocks = Blocks::new();
        let mut unpacked = Vec::new();
        for number in [7, 7, 8, 7, 7 + PLACES, 7 + PLACES, 7] {
            let byte = blocks.byte(number, 5, || {
                unpacked.push(number);
                Some([(number / 7) as u8; BLOCK_CELLS / 4])
            });
            assert_eq!(byte, Some((number / 7) as u8));
        }
        assert_eq!(unpacked, [7, 8, 7 + PLACES, 7]);
        assert_eq!(blocks.byte(9, 0, || None), None);
        assert_eq!(blocks.byte(9, 0, || Some([1; BLOCK_CELLS / 4])), Some(1));
    }
}
