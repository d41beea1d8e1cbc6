//! The Ming Mang board: rows of signs, numbered from the top.

use std::fmt::Write;

use merels_rules::Side;
use merels_rules::mingmang::{MingMangPosition, Square};

use super::Style;

pub(super) fn draw(position: &MingMangPosition, style: Style) -> String {
    let size = position.size();
    let mut text = String::new();
    for row in 0..size {
        let signs: Vec<&str> = (0..size)
            .map(|column| Square::new(row, column).and_then(|square| position.owner(square)))
            .map(|owner| sign(owner, style))
            .collect();
        let _ = writeln!(text, "{:>2}  {}", row + 1, signs.join(" "));
    }
    let letters: Vec<String> =
        (0..size as u8).map(|column| ((b'a' + column) as char).to_string()).collect();
    let _ = writeln!(text, "\n    {}", letters.join(" "));
    if size <= 9 {
        let numbers: Vec<String> = (1..=size).map(|column| column.to_string()).collect();
        let _ = writeln!(text, "    {}", numbers.join(" "));
    }
    text
}

fn sign(owner: Option<Side>, style: Style) -> &'static str {
    match (style, owner) {
        (Style::Blocks, Some(Side::White)) => "▓",
        (Style::Blocks, Some(Side::Black)) => "░",
        (Style::Blocks, None) => "·",
        (_, Some(Side::White)) => "x",
        (_, Some(Side::Black)) => "o",
        (_, None) => ".",
    }
}
