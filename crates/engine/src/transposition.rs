//! The transposition table: the results of earlier visits to a position.
//!
//! All threads share it without locks. An entry is two words, and the first of them is the key
//! mixed with the second: a reader that sees two interleaved writes finds a key that matches
//! nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::score::WIN_BOUND;

/// The relation of a stored value to the true one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// This is the true value.
    Exact = 3,
}

/// The stored knowledge about a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, packed; 0 for none.
    pub(crate) mv: u16,
    /// The value relative to the position itself: a win in 3 is a win in 3 at any ply.
    pub(crate) value: i16,
    /// The static evaluation.
    pub(crate) eval: i16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

const SLOTS: usize = 4;
const GENERATIONS: u8 = 64;

/// Four entries fill one cache line, so a probe costs one cache miss.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The shared table.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    generation: u8,
}

impl TranspositionTable {
    /// Creates a table of about this many MiB; with 0 it keeps almost nothing. `None` if there is
    /// not enough memory.
    pub(crate) fn new(mib: usize) -> Option<TranspositionTable> {
        let count = (mib.checked_mul(1 << 20)? / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.extend(std::iter::repeat_with(Bucket::default).take(count));
        Some(TranspositionTable { buckets: buckets.into_boxed_slice(), generation: 0 })
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        self.generation = 0;
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
    }

    /// Begins a new generation: entries of earlier searches are replaced first from now on.
    pub(crate) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let fits = slot.check.load(Ordering::Relaxed) ^ data == key;
            if fits { unpack(data) } else { None }
        })
    }

    /// Stores an entry, in place of the one for the same position or of the least useful.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let mut victim = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                victim = slot;
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = pack(entry, self.generation);
        victim.check.store(key ^ data, Ordering::Relaxed);
        victim.data.store(data, Ordering::Relaxed);
    }

    /// The replacement priority: deep and recent entries are worth most, empty slots least.
    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let age = (GENERATIONS + self.generation - (data >> 58) as u8) % GENERATIONS;
        (data >> 48) as u8 as i32 - 8 * i32::from(age)
    }
}

/// Packs move, value, evaluation, depth, bound and generation, from the lowest bits up.
fn pack(entry: Entry, generation: u8) -> u64 {
    u64::from(entry.mv)
        | u64::from(entry.value as u16) << 16
        | u64::from(entry.eval as u16) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 56
        | u64::from(generation) << 58
}

/// Unpacks an entry; `None` for a slot that was never filled.
fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        mv: data as u16,
        value: (data >> 16) as i16,
        eval: (data >> 32) as i16,
        depth: (data >> 48) as u8,
        bound,
    })
}

/// Converts a value at `ply` plies from the root to a stored value, whose distance counts from the
/// position.
pub(crate) fn value_to_entry(value: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    (if value >= WIN_BOUND {
        value + ply
    } else if value <= -WIN_BOUND {
        value - ply
    } else {
        value
    }) as i16
}

/// The inverse of [`value_to_entry`].
pub(crate) fn value_from_entry(value: i16, ply: usize) -> i32 {
    let (value, ply) = (i32::from(value), ply as i32);
    if value >= WIN_BOUND {
        value - ply
    } else if value <= -WIN_BOUND {
        value + ply
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    fn entry(depth: u8) -> Entry {
        Entry { mv: 0x7fff, value: -29_990, eval: -3, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(42, entry(3));
        assert_eq!(table.probe(42), Some(entry(3)));
        assert_eq!(table.probe(43), None);
        table.store(42, entry(1));
        assert_eq!(table.probe(42), Some(entry(1)));
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let mut table = TranspositionTable::new(0).unwrap();
        for key in 1..=4 {
            table.store(key, entry(key as u8 + 10));
        }
        table.store(5, entry(13));
        assert_eq!(table.probe(1), None);
        table.age();
        table.age();
        table.store(6, entry(1));
        assert_eq!(table.probe(2), None);
        assert!(table.probe(4).is_some() && table.probe(6).is_some());
        table.clear();
        assert_eq!(table.probe(4), None);
    }

    #[test]
    fn distances_count_from_the_position() {
        let value = WIN - 12;
        assert_eq!(value_from_entry(value_to_entry(value, 5), 5), value);
        assert_eq!(value_from_entry(value_to_entry(value, 5), 3), WIN - 10);
        assert_eq!(value_from_entry(value_to_entry(-value, 5), 3), 10 - WIN);
        assert_eq!(value_to_entry(17, 9), 17);
    }
}
