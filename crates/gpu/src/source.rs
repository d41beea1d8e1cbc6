//! The text that is compiled: the board of a variant as constants, then the kernels.

use std::fmt::Write;

use merels_rules::morris::{LineEarns, Points, Removal, Variant};
use merels_tables::Coding;

const KERNELS: &str = include_str!("kernels.cu");

/// The most lines through a point of the board.
pub(crate) fn lines_through(variant: Variant) -> usize {
    let board = variant.board();
    let through = |point| board.lines().iter().filter(|line| line.contains(point)).count();
    board.points().into_iter().map(through).max().unwrap_or(0)
}

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
    let partner_count = lines_through(variant);
    let _ = writeln!(text, "#define POINTS {}", board.len());
    let _ = writeln!(text, "#define SYMMETRIES {}", board.symmetries().len());
    let _ = writeln!(text, "#define LINE_ENDS {line_ends}");
    let _ = writeln!(text, "#define REMOVAL {removal}");
    let _ = writeln!(text, "#define LOST_BY_RULE {}", coding.lost_by_rule().0);
    let _ = writeln!(text, "#define WON_BY_RULE {}", coding.won_by_rule().0);
    let _ = writeln!(text, "#define LINES_THROUGH {partner_count}");
    let _ = writeln!(text, "#define LINE_SLOTS {}", partner_count.next_power_of_two());
    let neighbours = board.points().into_iter().map(|point| board.neighbours(point).bits());
    let _ = writeln!(text, "CONSTANT unsigned NEIGHBOURS[POINTS] = {};", list(neighbours));
    let partners = board.points().into_iter().map(|point| {
        let through = board.lines().iter().filter(|line| line.contains(point));
        let pairs = through.map(|line: &Points| line.without(point).bits());
        list(pairs.chain(std::iter::repeat(u32::MAX)).take(partner_count))
    });
    let _ =
        writeln!(text, "CONSTANT unsigned PARTNERS[POINTS][LINES_THROUGH] = {};", list(partners));
    text + KERNELS
}

/// A list of numbers or lists in braces.
fn list(items: impl Iterator<Item = impl ToString>) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    format!("{{{}}}", items.join(","))
}
