//! A rating over time as a line.

use maud::{Markup, html};

const SIZE: (f64, f64) = (320.0, 90.0);

/// A line through these values, from the left to the right, with what it shows in words. One value alone
/// makes no line.
pub(crate) fn curve(values: &[i64], words: &str) -> Markup {
    html! {
        @if values.len() > 1 {
            svg.curve viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } role="img" aria-label=(words) {
                polyline points=(points(values)) {}
            }
        }
    }
}

fn points(values: &[i64]) -> String {
    let (width, height) = (SIZE.0 - 8.0, SIZE.1 - 8.0);
    let least = values.iter().min().copied().unwrap_or_default();
    let span = (values.iter().max().copied().unwrap_or_default() - least).max(1) as f64;
    let steps = (values.len() - 1).max(1) as f64;
    let place = |(number, value): (usize, &i64)| {
        let x = 4.0 + number as f64 / steps * width;
        let y = 4.0 + (1.0 - (value - least) as f64 / span) * height;
        format!("{x:.1},{y:.1}")
    };
    values.iter().enumerate().map(place).collect::<Vec<_>>().join(" ")
}
