//! The Nimble strip: the counts over the square numbers.

use merels_rules::nimble::NimblePosition;

pub(super) fn draw(position: &NimblePosition) -> String {
    let numbers = 1..=position.squares();
    let widths = position.pawns().iter().zip(numbers.clone());
    let width = widths.map(|(pawns, number)| pawns.to_string().len().max(number.to_string().len()));
    let width = width.max().unwrap_or(1);
    let line = |cells: Vec<String>| cells.join(" ") + "\n";
    let counts = position.pawns().iter().map(|pawns| format!("{pawns:>width$}")).collect();
    let squares = numbers.map(|number| format!("{number:>width$}")).collect();
    line(counts) + &line(squares)
}
