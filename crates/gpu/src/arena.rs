//! An allocator for pieces of one large block of memory.

use std::collections::BTreeMap;

/// The alignment of every piece, for the card's fastest access.
const ALIGNMENT: u64 = 256;

/// The free parts of a block. It only does the arithmetic and does not know whose memory it is.
#[derive(Debug)]
pub(crate) struct Arena {
    /// Start and length of each free part; no two of them touch.
    free: BTreeMap<u64, u64>,
    given: BTreeMap<u64, u64>,
}

impl Arena {
    pub(crate) fn new(len: u64) -> Arena {
        Arena { free: BTreeMap::from([(0, len)]), given: BTreeMap::new() }
    }

    /// Reserves the first part that is large enough and returns its start.
    pub(crate) fn reserve(&mut self, len: u64) -> Option<u64> {
        let len = len.max(1).next_multiple_of(ALIGNMENT);
        let (start, room) =
            self.free.iter().find(|(_, room)| **room >= len).map(|(s, r)| (*s, *r))?;
        self.free.remove(&start);
        if room > len {
            self.free.insert(start + len, room - len);
        }
        self.given.insert(start, len);
        Some(start)
    }

    pub(crate) fn release(&mut self, start: u64) {
        let Some(mut len) = self.given.remove(&start) else { return };
        let mut start = start;
        if let Some(after) = self.free.remove(&(start + len)) {
            len += after;
        }
        if let Some((before, room)) = self.free.range(..start).next_back().map(|(s, r)| (*s, *r))
            && before + room == start
        {
            start = before;
            len += room;
        }
        self.free.insert(start, len);
    }

    /// The length of the largest free part.
    pub(crate) fn largest(&self) -> u64 {
        self.free.values().copied().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_together() {
        let mut arena = Arena::new(4096);
        let parts: Vec<u64> = (0..4).map(|_| arena.reserve(1000).unwrap()).collect();
        assert_eq!(arena.reserve(1), None);
        for part in [parts[1], parts[3], parts[0], parts[2]] {
            arena.release(part);
        }
        assert_eq!(arena.largest(), 4096);
        assert_eq!(arena.reserve(4096), Some(0));
    }
}
