//! Still pictures of boards: for the rules, for choosing a game, and for those whose browser runs no
//! scripts.

use std::collections::BTreeMap;

use maud::{Markup, html};
use merels_rules::{AnyPosition, Side};

use crate::geometry::{BoardKind, Frame, Layout, Shape};
use crate::view::{Colour, Man, men};

/// A board as it lies before a side, described in words for those who do not see it.
pub(super) fn picture(
    shape: &Shape,
    men: &BTreeMap<String, Man>,
    near: Side,
    label: &str,
) -> Markup {
    let layout = shape.layout(near);
    let view_box = format!("0 0 {} {}", layout.width, layout.height);
    html! {
        svg class={ "board " (shape.kind.name()) } viewBox=(view_box) role="img" aria-label=(label) {
            @if let Some(trays) = &layout.trays {
                @for tray in [trays.white, trays.black] { (rectangle("tray", tray, tray.height / 2.0)) }
            }
            (ground(shape, layout))
            @for label in &layout.labels {
                text.coordinate x=(label.x) y=(label.y) { (label.text) }
            }
            (stones(shape, layout, men))
        }
    }
}

/// A small board without letters, for choosing and for glancing.
pub(super) fn emblem(position: &AnyPosition, near: Side) -> Markup {
    let shape = Shape::of(position);
    let layout = shape.layout(near);
    let last = layout.frames.last().copied();
    let bottom = last.map_or(layout.height, |frame| frame.y + frame.height);
    let first = layout.frames.first().copied();
    let top = first.map_or(0.0, |frame| frame.y);
    // A low board stands in the middle of as much room as the others have.
    let height = (bottom - top).max(layout.width * 0.9);
    let view_box =
        format!("0 {} {} {}", top - (height - (bottom - top)) / 2.0, layout.width, height);
    html! {
        svg class={ "board emblem " (shape.kind.name()) } viewBox=(view_box) aria-hidden="true" {
            (ground(&shape, layout))
            (stones(&shape, layout, &men(position)))
        }
    }
}

fn ground(shape: &Shape, layout: &Layout) -> Markup {
    let radius = if shape.kind == BoardKind::Strip { 8.0 } else { 14.0 };
    html! {
        @for frame in &layout.frames { (rectangle("wood", *frame, radius)) }
        g.lines stroke-width=(layout.line) { path.cut d=(lines(shape, layout)) {} }
        @if shape.kind == BoardKind::Morris {
            @for (x, y) in &layout.at { circle.dot cx=(x) cy=(y) r=(layout.line * 1.5) {} }
        }
    }
}

fn rectangle(class: &str, frame: Frame, radius: f64) -> Markup {
    let Frame { x, y, width, height } = frame;
    html! { rect class=(class) x=(x) y=(y) width=(width) height=(height) rx=(radius) {} }
}

fn stones(shape: &Shape, layout: &Layout, men: &BTreeMap<String, Man>) -> Markup {
    html! {
        @for (spot, (x, y)) in shape.spots.iter().zip(&layout.at) {
            @if let Some(man) = men.get(&spot.name) { (stone(*x, *y, layout.stone, man)) }
        }
    }
}

fn stone(x: f64, y: f64, radius: f64, man: &Man) -> Markup {
    let class = match man {
        Man::Colour(Colour::White) => "fill white",
        Man::Colour(Colour::Black) => "fill black",
        Man::Pawns(_) => "fill pawn",
    };
    html! {
        circle class=(class) cx=(x) cy=(y) r=(radius) stroke-width="5" {}
        @if let Man::Pawns(number) = man {
            g.counts { text x=(x) y=(y) { (number) } }
        }
    }
}

/// The lines of a board: its edges, or the borders of its squares.
fn lines(shape: &Shape, layout: &Layout) -> String {
    match shape.kind {
        BoardKind::Morris => {
            let at = |name: &str| {
                let spot = shape.spots.iter().position(|spot| spot.name == name);
                spot.map_or((0.0, 0.0), |spot| layout.at[spot])
            };
            let edge = |[a, b]: &[String; 2]| {
                let ((ax, ay), (bx, by)) = (at(a), at(b));
                format!("M{ax} {ay}L{bx} {by}")
            };
            shape.edges.iter().map(edge).collect()
        }
        BoardKind::Grid | BoardKind::Strip => layout
            .frames
            .iter()
            .map(|frame| borders(*frame, layout.spacing, shape.kind == BoardKind::Grid))
            .collect(),
    }
}

/// The lines between the squares of a frame.
fn borders(frame: Frame, square: f64, rows_too: bool) -> String {
    let inner = |length: f64| {
        (1..).map(move |i| f64::from(i) * square).take_while(move |d| *d < length - 1.0)
    };
    let across =
        inner(frame.width).map(|d| format!("M{:.1} {}v{}", frame.x + d, frame.y, frame.height));
    let down = inner(if rows_too { frame.height } else { 0.0 });
    let down = down.map(|d| format!("M{} {:.1}h{}", frame.x, frame.y + d, frame.width));
    across.chain(down).collect()
}
