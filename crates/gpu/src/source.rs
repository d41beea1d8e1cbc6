//! The text that is compiled: the board of a variant as constants, then the kernels.

use std::fmt::Write;

use merels_rules::morris::{LineEarns, MAX_POINTS, Points, Variant};
use merels_tables::binomial;

const KERNELS: &str = include_str!("kernels.cu");

/// Lines that meet in a point at most.
const PARTNERS: usize = 4;

/// The whole source for a variant. Constants come from the rules, none is written here again.
pub(crate) fn source(variant: Variant) -> String {
    let board = variant.board();
    let mut text = String::from(
        "#ifdef __CUDACC__\n#define CONSTANT static __device__ const\n\
         #else\n#define CONSTANT static const\n#endif\n",
    );
    let wins = u8::from(variant.rules().line == LineEarns::Win);
    let _ = writeln!(text, "#define POINTS {}", board.len());
    let _ = writeln!(text, "#define SYMMETRIES {}", board.symmetries().len());
    let _ = writeln!(text, "#define LINE_WINS {wins}");
    let neighbours = board.points().into_iter().map(|point| board.neighbours(point).bits());
    let _ = writeln!(text, "CONSTANT unsigned NEIGHBOURS[POINTS] = {};", list(neighbours));
    let partners = board.points().into_iter().map(|point| {
        let through = board.lines().iter().filter(|line| line.contains(point));
        let pairs = through.map(|line: &Points| line.without(point).bits());
        list(pairs.chain(std::iter::repeat(u32::MAX)).take(PARTNERS))
    });
    let _ = writeln!(text, "CONSTANT unsigned PARTNERS[POINTS][{PARTNERS}] = {};", list(partners));
    let binomials = (0..=MAX_POINTS).map(|n| list((0..=MAX_POINTS).map(|k| binomial(n, k))));
    let size = MAX_POINTS + 1;
    let _ = writeln!(text, "CONSTANT unsigned BINOMIALS[{size}][{size}] = {};", list(binomials));
    text + KERNELS
}

/// A list of numbers or lists in braces.
fn list(items: impl Iterator<Item = impl ToString>) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    format!("{{{}}}", items.join(","))
}
