//! From what a network says to a score in hundredths of a man.

use std::sync::LazyLock;

use super::Outputs;

/// Steps of the exponential's table: 1/32, far enough that the rest is nothing.
const STEP_BITS: u32 = 12 - 5;
const STEPS: usize = 512;
/// One, in the exponential's table.
const ONE: f64 = (1 << 16) as f64;

/// Results are counted in so many parts: 0 an even game, `PARTS` a sure win.
const PARTS: i32 = 512;
/// A result of which half is sure is worth this much.
const EVEN_CHANCE: f64 = 180.0;
/// No judgement is worth more than this: only what is proved is a win.
const MOST: f64 = 900.0;
/// What the nearness of the end adds to a game that is as good as won.
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

/// The score: expected result on a scale of men, and among won games the nearer the better.
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
    // At most MOST and NEARNESS.
    (if result < 0 { -worth } else { worth }) as i16
}
