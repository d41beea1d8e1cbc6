/// A cache of recent network evaluations. The same positions occur again and again at the horizon,
/// where the transposition table is not probed, and a network evaluation is expensive.
#[derive(Debug)]
pub(super) struct EvalCache {
    /// The upper 48 bits of a position's hash, which also selects the slot, then the value.
    slots: Box<[u64; SLOTS]>,
}

/// The number of slots: half a MiB, so that a lookup stays cheap.
const SLOTS: usize = 1 << VALUE_BITS;

/// The bits of a value, and those of a hash that need not be stored because they select the slot.
const VALUE_BITS: u32 = 16;

impl EvalCache {
    pub(super) fn new() -> EvalCache {
        let slots = vec![0; SLOTS].into_boxed_slice();
        EvalCache { slots: slots.try_into().expect("there are as many as were made") }
    }

    /// The cached value of a hash, or the newly computed one.
    #[inline]
    pub(super) fn value(&mut self, hash: u64, compute: impl FnOnce() -> i16) -> i32 {
        let slot = &mut self.slots[hash as usize % SLOTS];
        if (*slot ^ hash) >> VALUE_BITS != 0 {
            *slot = hash >> VALUE_BITS << VALUE_BITS | u64::from(compute() as u16);
        }
        i32::from(*slot as u16 as i16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_kept_until_another_takes_the_slot() {
        let mut cache = EvalCache::new();
        let (one, same_slot) = (0x1234_5678_9abc_def0, 0x8234_5678_9abc_def0);
        assert_eq!(cache.value(one, || -7), -7);
        assert_eq!(cache.value(one, || unreachable!("it is kept")), -7);
        assert_eq!(cache.value(same_slot, || i16::MIN), i32::from(i16::MIN));
        assert_eq!(cache.value(one, || 9), 9);
    }
}
