//! The conversion of a network's outputs to a score in hundredths of a man.

use std::sync::LazyLock;

use super::Outputs;

/// The resolution of the exponential's table: steps of 1/32, over a range after which the rest is
/// negligible.
const STEP_BITS: u32 = 12 - 5;
const STEPS: usize = 512;
/// The value 1 in the exponential's table.
const ONE: f64 = (1 << 16) as f64;

/// The scale of results: 0 is an even game, `PARTS` a sure win.
const PARTS: i32 = 512;
/// The score of a result halfway between an even game and a sure win.
const EVEN_CHANCE: f64 = 180.0;
/// The greatest score; only a proven win is worth more.
const MOST: f64 = 900.0;
/// The bonus for a near end in a game that is as good as won.
const NEARNESS: i32 = 80;

static EXPONENTIAL: LazyLock<[i32; STEPS]> = LazyLock::new(|| {
    std::array::from_fn(|step| ((-(step as f64) / 32.0).exp() * ONE).round() as i32)
});

static WORTH: LazyLock<[i32; PARTS as usize + 1]> = LazyLock::new(|| {
    std::array::from_fn(|part| {
        let result = (part as f64 / f64::from(PARTS)).min(0.999);
        let odds = ((1.0 + result) / (1.0 - result)).ln() / 3f64.ln();
        (odds * EVEN_CHANCE).min(MOST).round() as i32
    })
});

/// The score: the expected result on a scale of men; among won games the nearer end is better.
#[inline]
pub(super) fn of_outputs(outputs: &Outputs) -> i16 {
    let [win, draw, loss, distance] = *outputs;
    let most = win.max(draw).max(loss);
    let power =
        |logit: i32| EXPONENTIAL[((most - logit) >> STEP_BITS).min(STEPS as i32 - 1) as usize];
    let (win, draw, loss) = (power(win), power(draw), power(loss));
    let result = (win - loss) * PARTS / (win + draw + loss).max(1);
    let near = ((4096 - distance).clamp(0, 4096) * NEARNESS) >> 12;
    let worth = WORTH[result.unsigned_abs() as usize] + near * result.abs() / PARTS;
    // The sum is at most MOST and NEARNESS together.
    (if result < 0 { -worth } else { worth }) as i16
}
