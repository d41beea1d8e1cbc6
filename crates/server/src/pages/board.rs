//! Still pictures of boards: for the rules, and for those whose browser runs no scripts.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::view::{Colour, Man, Shape};

/// The picture's width, and the room beside the wood for the letters and numbers.
const WIDTH: f64 = 1000.0;
const GUTTER: f64 = 46.0;
const WOOD: f64 = WIDTH - 2.0 * GUTTER;
const LABELS: f64 = 52.0;
/// From the edge of the wood to the outermost points.
const MARGIN: f64 = 70.0;
const STONE: f64 = WIDTH / 22.0;
const LINE: f64 = WIDTH / 120.0;

/// Squares in a row of a strip.
const ROW_OF_STRIP: usize = 8;

/// Where everything lies in a picture.
struct Layout {
    height: f64,
    /// From one spot to the next.
    step: f64,
    /// The first spot.
    first: (f64, f64),
    wood: (f64, f64, f64),
    per_row: usize,
}

impl Layout {
    /// `above` is the room over the wood, which the playing board uses for men in hand.
    fn of(shape: &Shape, above: f64) -> Layout {
        let top = above + 12.0;
        match shape.kind {
            "strip" => {
                let per_row = shape.spots.len().clamp(1, ROW_OF_STRIP);
                let rows = shape.spots.len().div_ceil(per_row) as f64;
                let step = WOOD / per_row as f64;
                Layout {
                    height: 12.0 + rows * (step + LABELS),
                    step,
                    first: (GUTTER + step / 2.0, 12.0 + step / 2.0),
                    wood: (12.0, WOOD, rows * (step + LABELS) - LABELS),
                    per_row,
                }
            }
            "grid" => {
                let step = WOOD / shape.columns.len() as f64;
                let first = (GUTTER + step / 2.0, 12.0 + step / 2.0);
                let per_row = usize::MAX;
                Layout {
                    height: 12.0 + WOOD + LABELS,
                    step,
                    first,
                    wood: (12.0, WOOD, WOOD),
                    per_row,
                }
            }
            _ => {
                let step = (WOOD - 2.0 * MARGIN) / (shape.columns.len() - 1) as f64;
                let height = top + WOOD + LABELS + above;
                let first = (GUTTER + MARGIN, top + MARGIN);
                Layout { height, step, first, wood: (top, WOOD, WOOD), per_row: usize::MAX }
            }
        }
    }

    fn place(&self, x: usize, y: usize) -> (f64, f64) {
        let (column, row) = (x % self.per_row, y + x / self.per_row);
        let down = if self.per_row == usize::MAX { self.step } else { self.step + LABELS };
        (self.first.0 + column as f64 * self.step, self.first.1 + row as f64 * down)
    }
}

/// A board as it stands, described in words for those who do not see it.
pub(super) fn picture(
    shape: &Shape,
    men: &BTreeMap<String, Man>,
    label: &str,
    above: f64,
) -> Markup {
    let layout = Layout::of(shape, above);
    let at = |name: &str| {
        let spot = shape.spots.iter().find(|spot| spot.name == name);
        spot.map_or((0.0, 0.0), |spot| layout.place(spot.x, spot.y))
    };
    let stone = (layout.step * 0.4).min(STONE);
    let (top, width, height) = layout.wood;
    html! {
        svg class={ "board " (shape.kind) } viewBox=(format!("0 0 {WIDTH} {:.0}", layout.height)) role="img"
            aria-label=(label) {
            rect.wood x=(GUTTER) y=(top) width=(width) height=(height) rx="14" {}
            g.lines stroke-width=(format!("{LINE:.1}")) { path.cut d=(lines(shape, &layout)) {} }
            @if shape.kind == "morris" {
                @for spot in &shape.spots {
                    @let (x, y) = at(&spot.name);
                    circle.dot cx=(round(x)) cy=(round(y)) r="12" {}
                }
            }
            @for (text, x, y) in labels(shape, &layout) {
                text.coordinate x=(round(x)) y=(round(y)) { (text) }
            }
            @for (name, man) in men {
                @let (x, y) = at(name);
                (stone_at(x, y, stone, man))
            }
        }
    }
}

fn round(number: f64) -> String {
    format!("{number:.0}")
}

fn stone_at(x: f64, y: f64, radius: f64, man: &Man) -> Markup {
    let class = match man {
        Man::Colour(Colour::White) => "fill white",
        Man::Colour(Colour::Black) => "fill black",
        Man::Pawns(_) => "fill pawn",
    };
    html! {
        circle class=(class) cx=(round(x)) cy=(round(y)) r=(round(radius)) stroke-width="5" {}
        @if let Man::Pawns(number) = man {
            g.counts { text x=(round(x)) y=(round(y)) { (number) } }
        }
    }
}

/// The lines of a board: its edges, or the borders of its squares.
fn lines(shape: &Shape, layout: &Layout) -> String {
    let mut path = String::new();
    if shape.kind == "morris" {
        let at = |name: &str| {
            let spot = shape.spots.iter().find(|spot| spot.name == name);
            spot.map_or((0.0, 0.0), |spot| layout.place(spot.x, spot.y))
        };
        for [a, b] in &shape.edges {
            let ((ax, ay), (bx, by)) = (at(a), at(b));
            path += &format!("M{ax:.0} {ay:.0}L{bx:.0} {by:.0}");
        }
        return path;
    }
    let half = layout.step / 2.0;
    for spot in &shape.spots {
        let (x, y) = layout.place(spot.x, spot.y);
        let (left, top, step) = (x - half, y - half, layout.step);
        path += &format!("M{left:.0} {top:.0}h{step:.0}v{step:.0}h-{step:.0}z");
    }
    path
}

/// Letters and numbers at the edges, each with its place.
fn labels(shape: &Shape, layout: &Layout) -> Vec<(String, f64, f64)> {
    let (top, _, height) = layout.wood;
    let mut labels = Vec::new();
    for (x, text) in shape.columns.iter().enumerate() {
        let (at, row) = layout.place(x, 0);
        let below = if shape.kind == "strip" {
            row + layout.step / 2.0 + LABELS / 2.0
        } else {
            top + height + LABELS / 2.0
        };
        labels.push((text.clone(), at, below));
    }
    for (y, text) in shape.rows.iter().enumerate() {
        labels.push((text.clone(), GUTTER / 2.0, layout.place(0, y).1));
    }
    labels
}
