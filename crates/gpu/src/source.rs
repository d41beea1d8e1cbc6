//! The text that is compiled: the board of a variant as constants, then the kernels.

use std::fmt::Write;

use merels_rules::morris::{LineEarns, Removal, Variant};
use merels_tables::Coding;

const KERNELS: &str = include_str!("kernels.cu");

/// The whole source for a variant. All constants come from the rules.
pub(crate) fn source(variant: Variant) -> String {
    let board = variant.board();
    let mut text = String::from(
        "#ifdef __CUDACC__\n#define CONSTANT static __device__ const\n\
         #else\n#define CONSTANT static const\n#endif\n",
    );
    let line_ends = u8::from(variant.rules().line == LineEarns::Win);
    let removal = match variant.rules().removal {
        Removal::Usual => "USUAL",
        Removal::Strict => "STRICT",
        Removal::Lenient => "LENIENT",
    };
    let coding = Coding::of(variant);
    let _ = writeln!(text, "#define POINTS {}", board.len());
    let _ = writeln!(text, "#define SYMMETRIES {}", board.symmetries().len());
    let _ = writeln!(text, "#define LINE_ENDS {line_ends}");
    let _ = writeln!(text, "#define REMOVAL {removal}");
    let _ = writeln!(text, "#define LOST_BY_RULE {}", coding.lost_by_rule().0);
    let _ = writeln!(text, "#define WON_BY_RULE {}", coding.won_by_rule().0);
    let _ = writeln!(text, "#define LINES {}", board.lines().len());
    let neighbours = board.points().into_iter().map(|point| board.neighbours(point).bits());
    let _ = writeln!(text, "CONSTANT unsigned NEIGHBOURS[POINTS] = {};", list(neighbours));
    let lines = board.lines().iter().map(|line| line.bits());
    let _ = writeln!(text, "CONSTANT unsigned LINE_SETS[LINES] = {};", list(lines));
    text + KERNELS
}

/// A list of numbers or lists in braces.
fn list(items: impl Iterator<Item = impl ToString>) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    format!("{{{}}}", items.join(","))
}
