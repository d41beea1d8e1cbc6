//! The chances of the values in each context: one model for each sector.

use merels_rules::Wdl;

use super::context::NEIGHBOURHOODS;
use super::range_coder::Probability;
use super::row::SURROUNDINGS;

/// The steps of a class's share of wins, and of losses, between none and all.
const CLASS_STEPS: usize = 16;

/// The classes of surroundings: those with similar shares of wins and losses are one.
const CLASSES: usize = CLASS_STEPS * CLASS_STEPS;

/// The natural logarithm of the odds beyond which shares are not told apart.
const WIDEST_ODDS: f64 = 6.0;

/// The weight of the wider context in the chances of a context, in cells.
const WIDER: f64 = 4.0;

/// The number of times that each value was seen: loss, draw, win.
#[derive(Copy, Clone, Default)]
struct Seen([u32; 3]);

impl Seen {
    fn add(&mut self, other: Seen) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }

    /// The shares of the values, if [`WIDER`] cells with these shares were seen before.
    fn shares(self, before: [f64; 3]) -> [f64; 3] {
        let all = self.0.iter().map(|seen| f64::from(*seen)).sum::<f64>() + WIDER;
        std::array::from_fn(|value| (f64::from(self.0[value]) + WIDER * before[value]) / all)
    }
}

/// The class of surroundings with these shares.
fn class([loss, _, win]: [f64; 3]) -> u8 {
    let step = |share: f64| {
        let odds = (share / (1.0 - share)).ln() / WIDEST_ODDS;
        (((odds + 1.0) / 2.0 * CLASS_STEPS as f64).max(0.0) as usize).min(CLASS_STEPS - 1)
    };
    (step(win) * CLASS_STEPS + step(loss)) as u8
}

/// The contexts of a sample of cells with their values.
pub(super) struct Sample {
    seen: Vec<[Seen; NEIGHBOURHOODS]>,
}

impl Sample {
    pub(super) fn new() -> Sample {
        Sample { seen: vec![[Seen::default(); NEIGHBOURHOODS]; SURROUNDINGS] }
    }

    pub(super) fn add(&mut self, surroundings: usize, neighbourhood: usize, value: Wdl) {
        self.seen[surroundings][neighbourhood].0[value as usize] += 1;
    }

    pub(super) fn merge(mut self, other: &Sample) -> Sample {
        for (own, other) in self.seen.as_flattened_mut().iter_mut().zip(other.seen.as_flattened()) {
            own.add(*other);
        }
        self
    }

    /// The bytes of the model that suits these cells.
    pub(super) fn model(&self) -> Vec<u8> {
        let sum = |row: &[Seen]| {
            let mut sum = Seen::default();
            row.iter().for_each(|seen| sum.add(*seen));
            sum
        };
        let all = sum(self.seen.as_flattened()).shares([1.0 / 3.0; 3]);
        let classes: Vec<u8> = self.seen.iter().map(|row| class(sum(row).shares(all))).collect();
        let mut by_class = vec![[Seen::default(); NEIGHBOURHOODS]; CLASSES];
        for (row, class) in self.seen.iter().zip(&classes) {
            for (own, seen) in by_class[usize::from(*class)].iter_mut().zip(row) {
                own.add(*seen);
            }
        }
        let mut bytes = classes;
        for row in &by_class {
            let wider = sum(row).shares(all);
            for seen in row {
                let [loss, draw, win] = seen.shares(wider);
                bytes.extend([pack(win), pack(draw / (draw + loss))]);
            }
        }
        bytes
    }
}

/// The byte of a chance: its upper bit is set if the other outcome is the less likely one, and the
/// rest is the chance of the less likely one as a number with three bits and a shift.
fn pack(chance: f64) -> u8 {
    let less_likely = (chance.min(1.0 - chance) * 65_536.0).clamp(8.0, 30_720.0);
    let shift = (less_likely / 8.0).log2().floor().clamp(0.0, 11.0);
    let digits = (less_likely / shift.exp2()).round().clamp(8.0, 15.0);
    u8::from(chance > 0.5) << 7 | (shift as u8) << 3 | (digits as u8 - 8)
}

/// The chance that a byte stands for; any byte stands for one.
fn unpack(byte: u8) -> Probability {
    let shift = (byte >> 3 & 15).min(11);
    let less_likely = u16::from(byte & 7 | 8) << shift;
    if byte >> 7 == 0 { less_likely } else { u16::MAX - less_likely + 1 }
}

/// The chances of a sector's values.
#[derive(Debug)]
pub(crate) struct Model {
    classes: Vec<u8>,
    /// For each class and neighbourhood the chance of a win, and that of a draw among the rest.
    chances: Vec<[Probability; 2]>,
}

impl Model {
    /// The length of a model's bytes.
    pub(crate) const LEN: usize = SURROUNDINGS + 2 * CLASSES * NEIGHBOURHOODS;

    /// Reads a model; `None` if the bytes are none.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Model> {
        let (classes, chances) = bytes.split_at_checked(SURROUNDINGS)?;
        let is_model = bytes.len() == Model::LEN;
        if !is_model || classes.iter().any(|class| usize::from(*class) >= CLASSES) {
            return None;
        }
        let chances = chances.as_chunks::<2>().0.iter().map(|pair| pair.map(unpack)).collect();
        Some(Model { classes: classes.to_vec(), chances })
    }

    /// The chance of a win in a context, and that of a draw among the rest.
    #[inline]
    pub(super) fn chances(&self, surroundings: usize, neighbourhood: usize) -> [Probability; 2] {
        let class = usize::from(self.classes[surroundings]);
        self.chances[class * NEIGHBOURHOODS + neighbourhood]
    }
}
