//! The course of a game as a drawing of letters.

use std::io::{self, Write};

use merels_messages::Language;
use merels_rules::{GameId, Side};

/// The greatest height and width of the curve.
const ROWS: usize = 7;
const COLUMNS: usize = 66;

/// Draws White's share of the point before each ply and at the end, from 1 above to 0 below.
pub(super) fn print(
    out: &mut impl Write,
    language: Language,
    game: GameId,
    curve: &[f64],
) -> io::Result<()> {
    let wins =
        |side| language.say_with("review-wins", &[("side", language.side(game, side).into())]);
    let [white, black] = Side::ALL.map(wins);
    let draw = language.say("end-draw");
    let width = [&white, &draw, &black].map(|label| label.chars().count()).into_iter().max();
    let width = width.unwrap_or_default();
    let step = curve.len().div_ceil(COLUMNS).max(1);
    let shown: Vec<f64> = curve.iter().step_by(step).copied().collect();
    for row in 0..ROWS {
        let label = match row {
            0 => &white,
            row if row == ROWS / 2 => &draw,
            row if row == ROWS - 1 => &black,
            _ => "",
        };
        let points: String = shown.iter().map(|share| point(*share, row)).collect();
        writeln!(out, "{label:>width$} ┤{points}")?;
    }
    let numbers: String = (0..shown.len())
        .map(|column| if (column * step).is_multiple_of(10) { '┴' } else { '─' })
        .collect();
    let plies = language.say_with("review-plies", &[("plies", (curve.len() - 1).into())]);
    writeln!(out, "{:>width$} └{numbers}  {plies}", "")
}

/// The sign in a row of a column: the curve, the middle line, or nothing.
fn point(share: f64, row: usize) -> char {
    let at = ((1.0 - share) * (ROWS - 1) as f64).round() as usize;
    match row {
        row if row == at => '●',
        row if row == ROWS / 2 => '·',
        row if (row < ROWS / 2 && row > at) || (row > ROWS / 2 && row < at) => '│',
        _ => ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_goes_from_a_draw_to_a_win() {
        let mut out = Vec::new();
        print(&mut out, Language::ENGLISH, GameId::NINE, &[0.5, 0.5, 1.0]).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "White wins ┤  ●");
        assert_eq!(lines[3], "      Draw ┤●●·");
        assert!(lines[7].ends_with("2 plies"), "{text}");
    }

    #[test]
    fn long_games_fit_the_terminal() {
        for language in Language::ALL {
            let mut out = Vec::new();
            print(&mut out, language, GameId::Nimble, &vec![0.0; 700]).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.lines().all(|line| line.chars().count() <= 99), "{text}");
        }
    }
}
