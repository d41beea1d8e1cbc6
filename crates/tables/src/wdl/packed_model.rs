//! Models in few bytes: each byte is coded by chances that adapt to the bytes before it.
//!
//! Most bytes of a model repeat the last one of their kind, because many contexts do not occur.

use super::model::Model;
use super::range_coder::{Decoder, Encoder, Probability};
use super::row::SURROUNDINGS;

/// The kinds of bytes: classes of surroundings, chances of a win, chances of a draw.
const KINDS: usize = 3;

/// The occasions after which a chance adapts no slower than before.
const SLOWEST: u16 = 60;

/// The bounds of a chance.
const LEAST: u16 = 32;
const MOST: u16 = u16::MAX - LEAST;

/// A chance that adapts to what happens.
#[derive(Copy, Clone)]
struct Adaptive {
    chance: Probability,
    seen: u16,
}

impl Adaptive {
    const NEW: Adaptive = Adaptive { chance: 1 << 15, seen: 0 };

    /// Lets `decide` make a decision with the present chance, and learns from it.
    fn decide(&mut self, decide: impl FnOnce(Probability) -> bool) -> bool {
        let decision = decide(self.chance);
        let rate = i32::from(self.seen) + 2;
        let target = if decision { i32::from(u16::MAX) } else { 0 };
        let moved = i32::from(self.chance) + (target - i32::from(self.chance)) / rate;
        self.chance = (moved as u16).clamp(LEAST, MOST);
        self.seen = (self.seen + 1).min(SLOWEST);
        decision
    }
}

/// A decision about the next byte.
enum Decision {
    /// The byte is this one, which is the last of its kind.
    Same(u8),
    /// The byte has this bit.
    Bit(u32),
}

/// The chances of the next byte.
struct Bytes {
    last: [u8; KINDS],
    was_same: [bool; KINDS],
    same: [[Adaptive; 2]; KINDS],
    /// The bits from the highest one down, by the bits above.
    bits: [[Adaptive; 1 << u8::BITS]; KINDS],
}

impl Bytes {
    fn new() -> Bytes {
        Bytes {
            last: [0; KINDS],
            was_same: [false; KINDS],
            same: [[Adaptive::NEW; 2]; KINDS],
            bits: [[Adaptive::NEW; 1 << u8::BITS]; KINDS],
        }
    }

    /// The next byte, decided step by step.
    fn next(&mut self, kind: usize, mut decide: impl FnMut(Decision, Probability) -> bool) -> u8 {
        let last = self.last[kind];
        let same = &mut self.same[kind][usize::from(self.was_same[kind])];
        let same = same.decide(|chance| decide(Decision::Same(last), chance));
        self.was_same[kind] = same;
        if !same {
            let mut above = 1;
            for bit in (0..u8::BITS).rev() {
                let chances = &mut self.bits[kind][above];
                let set = chances.decide(|chance| decide(Decision::Bit(bit), chance));
                above = above << 1 | usize::from(set);
            }
            self.last[kind] = above as u8;
        }
        self.last[kind]
    }
}

fn kind(at: usize) -> usize {
    match at.checked_sub(SURROUNDINGS) {
        None => 0,
        Some(at) => 1 + at % 2,
    }
}

/// Packs the bytes of a model.
pub(crate) fn pack(model: &[u8]) -> Vec<u8> {
    let (mut bytes, mut encoder) = (Bytes::new(), Encoder::new());
    for (at, byte) in model.iter().enumerate() {
        bytes.next(kind(at), |decision, chance| {
            let outcome = match decision {
                Decision::Same(last) => *byte == last,
                Decision::Bit(bit) => byte >> bit & 1 == 1,
            };
            encoder.encode(outcome, chance);
            outcome
        });
    }
    encoder.finish()
}

/// The bytes of a model that [`pack`] packed; other bytes give another one.
pub(crate) fn unpack(packed: &[u8]) -> Vec<u8> {
    let (mut bytes, mut decoder) = (Bytes::new(), Decoder::new(packed));
    (0..Model::LEN).map(|at| bytes.next(kind(at), |_, chance| decoder.decode(chance))).collect()
}

#[cfg(test)]
mod tests {
    use merels_rules::SplitMix;

    use super::*;

    #[test]
    fn models_come_back() {
        let mut random = SplitMix::new(1);
        let noise: Vec<u8> = (0..Model::LEN).map(|_| random.next_u64() as u8).collect();
        let calm: Vec<u8> = noise.iter().map(|byte| byte / 250).collect();
        for model in [noise, calm, vec![7; Model::LEN], vec![0; Model::LEN]] {
            assert_eq!(unpack(&pack(&model)), model);
        }
        assert!(pack(&vec![7; Model::LEN]).len() < 60);
    }
}
