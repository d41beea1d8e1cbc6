//! A binary arithmetic coder with given probabilities.
//!
//! Both halves keep an interval of 32-bit numbers, cut it in proportion to the probability of each
//! decision, and shift out its leading bytes as soon as both ends agree on them.

/// A probability in 65,536ths, at least 1.
pub(super) type Probability = u16;

/// The end of the lower part of an interval: the part of a decision that comes out true.
#[inline]
fn split(low: u32, high: u32, chance: Probability) -> u32 {
    low + ((u64::from(high - low) * u64::from(chance)) >> 16) as u32
}

/// Encodes decisions.
pub(super) struct Encoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Encoder {
        Encoder { low: 0, high: u32::MAX, bytes: Vec::new() }
    }

    /// Encodes a decision that is true with this chance.
    pub(super) fn encode(&mut self, decision: bool, chance: Probability) {
        let split = split(self.low, self.high, chance);
        if decision {
            self.high = split;
        } else {
            self.low = split + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
        }
    }

    /// The shortest bytes that decode to the decisions; the decoder reads zeros behind them.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.low > 0 {
            // The shortest number of the interval, seen from its front. The first bytes of both
            // ends differ, so one byte or, just below a border, a few suffice.
            for bits in [24, 16, 8, 0] {
                let end = self.high >> bits << bits;
                if end >= self.low {
                    self.bytes.extend(&end.to_be_bytes()[..4 - bits as usize / 8]);
                    break;
                }
            }
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Decodes the decisions of an [`Encoder`], given the same probabilities.
pub(super) struct Decoder<'a> {
    low: u32,
    high: u32,
    code: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl Decoder<'_> {
    pub(super) fn new(bytes: &[u8]) -> Decoder<'_> {
        let mut decoder = Decoder { low: 0, high: u32::MAX, code: 0, bytes: bytes.iter() };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    /// Decodes the next decision, which is true with this chance. Whatever the bytes are, there is
    /// an answer.
    #[inline]
    pub(super) fn decode(&mut self, chance: Probability) -> bool {
        let split = split(self.low, self.high, chance);
        let decision = self.code <= split;
        if decision {
            self.high = split;
        } else {
            self.low = split + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            self.shift();
        }
        decision
    }

    fn shift(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Every decision comes back, however unlikely it was held to be.
        #[test]
        fn decisions_come_back(
            decisions in prop::collection::vec((any::<bool>(), 1..=u16::MAX), 0..2000),
        ) {
            let mut encoder = Encoder::new();
            for (decision, chance) in &decisions {
                encoder.encode(*decision, *chance);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for (decision, chance) in &decisions {
                prop_assert_eq!(decoder.decode(*chance), *decision);
            }
        }
    }

    #[test]
    fn what_was_expected_takes_little_space() {
        let mut encoder = Encoder::new();
        (0..512).for_each(|_| encoder.encode(true, u16::MAX));
        assert!(encoder.finish().is_empty());
        let mut encoder = Encoder::new();
        (0..800).for_each(|at| encoder.encode(at % 2 == 0, 1 << 15));
        assert!((99..=102).contains(&encoder.finish().len()));
    }
}
