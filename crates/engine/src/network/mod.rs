//! A small neural network that evaluates positions, trained on the perfect tables (see
//! `training/`).
//!
//! The first layer is a sum of rows of bytes: one for the state of each ring, one for each crossing
//! (a point, its neighbours on the ring and the same place on the other rings), one for each hand.
//! Because one row covers a whole ring, a position has few rows, and they are simply added up anew
//! for every position. Two small layers follow; the phase and the men of both sides select which
//! ones. Everything is seen from the side to move and computed in integers, so the result is the
//! same on every machine. The symmetries of the board were learned in training, not built in.

mod avx2;
mod file;
mod inputs;
mod score;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use merels_rules::morris::{MorrisPosition, Variant};

use avx2::Avx2;
pub use file::NetworkError;
use inputs::{Inputs, Rows};

/// The width of the first layer.
const WIDTH: usize = 64;
/// The width of the second layer.
const HIDDEN: usize = 32;
/// Win, draw and loss as logits, and the distance of the end.
const OUTPUTS: usize = 4;
/// Weights and activations are whole multiples of 1/64; an activation is at most 127 of them.
const SCALE_BITS: u32 = 6;
const MOST_ACTIVE: i16 = 127;

/// The outputs of a network for a position, in 1/4096: win, draw and loss as logits, and the
/// distance.
type Outputs = [i32; OUTPUTS];

/// A network for the positions of one variant.
#[derive(Debug)]
pub struct Network {
    variant: Variant,
    inputs: Inputs,
    rows: Vec<[i8; WIDTH]>,
    bias: [i16; WIDTH],
    buckets: Vec<Bucket>,
    avx2: Option<Avx2>,
}

/// The layers above the first, for one kind of position.
#[derive(Debug)]
struct Bucket {
    hidden: [Pair<HIDDEN>; WIDTH / 2],
    hidden_bias: [i32; HIDDEN],
    output: [Pair<OUTPUTS>; HIDDEN / 2],
    output_bias: [i32; OUTPUTS],
}

/// The weights of two inputs in every cell of the next layer. The sum of two products of an
/// activation and a weight fits into 16 bits, so only this sum has to be widened.
type Pair<const CELLS: usize> = [[i16; CELLS]; 2];

/// The number of sums of the first layer that are formed at once: as many as fit into registers.
const LANES: usize = 32;

/// The built-in networks, read when they are first used.
static BUILT_IN: [(Variant, LazyLock<Option<Arc<Network>>>); 4] = [
    (Variant::NINE, LazyLock::new(|| built_in(include_bytes!("../../networks/nine.network")))),
    (Variant::SIX, LazyLock::new(|| built_in(include_bytes!("../../networks/six.network")))),
    (Variant::TWELVE, LazyLock::new(|| built_in(include_bytes!("../../networks/twelve.network")))),
    (Variant::LASKER, LazyLock::new(|| built_in(include_bytes!("../../networks/lasker.network")))),
];

fn built_in(bytes: &[u8]) -> Option<Arc<Network>> {
    Network::from_bytes(bytes).ok().map(Arc::new)
}

impl Network {
    /// The built-in network of a variant, if there is one. WebAssembly has none: networks are larger
    /// than all of its code, and handed in.
    pub fn built_in(variant: Variant) -> Option<Arc<Network>> {
        if cfg!(target_family = "wasm") {
            return None;
        }
        let (_, network) = BUILT_IN.iter().find(|(known, _)| *known == variant)?;
        LazyLock::force(network).clone()
    }

    /// The variant whose positions it evaluates.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The evaluation of a position for the side to move, in hundredths of a man.
    #[inline]
    pub(crate) fn evaluate(&self, position: &MorrisPosition) -> i16 {
        score::of_outputs(&self.outputs(position))
    }

    #[inline]
    fn outputs(&self, position: &MorrisPosition) -> Outputs {
        match self.avx2 {
            Some(avx2) => avx2.outputs(self, position),
            None => self.outputs_anywhere(position),
        }
    }

    /// Computes the outputs on any processor. The compiler turns the loops into vector instructions
    /// of the available width.
    #[inline(always)]
    fn outputs_anywhere(&self, position: &MorrisPosition) -> Outputs {
        let first = self.first_layer(&self.inputs.rows_of(position));
        let bucket = &self.buckets[self.inputs.bucket(position)];
        let sums = weighted(bucket.hidden_bias, &first, &bucket.hidden);
        let second = sums.map(|sum| (sum >> SCALE_BITS).clamp(0, i32::from(MOST_ACTIVE)) as i16);
        weighted(bucket.output_bias, &second, &bucket.output)
    }

    /// The sums of the rows, clamped to the range of an activation. They are formed part by part,
    /// so that the sums of a part stay in registers while all rows are added; every loop has a
    /// fixed length, which the compiler turns into vector instructions.
    #[inline(always)]
    fn first_layer(&self, rows: &Rows) -> [i16; WIDTH] {
        let mut first = self.bias;
        for (part, sums) in first.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let mut added = *sums;
            for row in rows.numbers() {
                let weights = &self.rows[usize::from(*row)].as_chunks::<LANES>().0[part];
                for (sum, weight) in added.iter_mut().zip(weights) {
                    *sum = sum.wrapping_add(i16::from(*weight));
                }
            }
            *sums = added.map(|sum| sum.clamp(0, MOST_ACTIVE));
        }
        first
    }
}

/// The sums of a layer. They are formed input by input and not cell by cell, so that no sum has to
/// be gathered from the lanes of a vector at the end.
#[inline(always)]
fn weighted<const CELLS: usize>(
    mut sums: [i32; CELLS],
    inputs: &[i16],
    weights: &[Pair<CELLS>],
) -> [i32; CELLS] {
    for ([one, other], [of_one, of_other]) in inputs.as_chunks::<2>().0.iter().zip(weights) {
        for (cell, sum) in sums.iter_mut().enumerate() {
            let (one, other) = (one.wrapping_mul(of_one[cell]), other.wrapping_mul(of_other[cell]));
            *sum += i32::from(one.wrapping_add(other));
        }
    }
    sums
}
