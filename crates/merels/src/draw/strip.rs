//! The Nimble strip: the counts over the square numbers, in as many rows as it needs.

use merels_rules::nimble::NimblePosition;

/// Columns that every terminal has.
const WIDTH: usize = 80;

pub(super) fn draw(position: &NimblePosition) -> String {
    let squares: Vec<(String, String)> = position
        .pawns()
        .iter()
        .zip(1..)
        .map(|(pawns, number): (_, usize)| (pawns.to_string(), number.to_string()))
        .collect();
    let widths = squares.iter().map(|(pawns, number)| pawns.len().max(number.len()));
    let width = widths.max().unwrap_or(1);
    let line = |cells: Vec<String>| cells.join(" ") + "\n";
    let rows = squares.chunks((WIDTH + 1) / (width + 1)).map(|row| {
        let counts = row.iter().map(|(pawns, _)| format!("{pawns:>width$}")).collect();
        let numbers = row.iter().map(|(_, number)| format!("{number:>width$}")).collect();
        line(counts) + &line(numbers)
    });
    rows.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use merels_rules::nimble::Strip;

    use super::*;

    #[test]
    fn the_longest_strip_fits_a_terminal_of_80_by_24() {
        let strip = Strip { squares: 64, pawns: 99 };
        let text = draw(&NimblePosition::random(strip, 1).unwrap());
        assert!(text.lines().count() <= 20, "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
    }
}
