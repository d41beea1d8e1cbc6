//! Still pictures of boards: for the rules, for choosing a game, and for those whose browser runs no
//! scripts.

use std::collections::BTreeMap;

use maud::{Markup, html};
use merels_rules::{AnyPosition, Side};

use crate::geometry::{BoardKind, Frame, Layout, Shape};
use crate::men::{Man, men};
use crate::palette::{
    ACCENT, BAD, BOARD, BOARD_EDGE, DARK_RIM, DARK_STONE, GOLD, LIGHT_RIM, LIGHT_STONE, LINE, PAWN,
    PAWN_INK, PAWN_RIM, QUIET,
};

/// A board as it lies before a side, described in words for those who do not see it.
pub fn picture(shape: &Shape, men: &BTreeMap<String, Man>, near: Side, label: &str) -> Markup {
    marked_picture(shape, men, near, label, &[])
}

/// All of a board but what is marked on it.
fn content(shape: &Shape, layout: &Layout, men: &BTreeMap<String, Man>) -> Markup {
    html! {
        (ground(shape, layout))
        @for label in &layout.labels {
            text.coordinate x=(label.x) y=(label.y) { (label.text) }
        }
        (stones(shape, layout, men))
    }
}

/// A spot, a way or a line that is pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// One spot for a ring, the two ends of an arrow, or the three points of a line.
    pub spots: Vec<String>,
    pub class: &'static str,
}

/// As [`picture`], with marks.
pub fn marked_picture(
    shape: &Shape,
    men: &BTreeMap<String, Man>,
    near: Side,
    label: &str,
    marks: &[Mark],
) -> Markup {
    let layout = shape.layout(near);
    html! {
        svg class={ "board " (shape.kind.name()) } viewBox=(view_box(layout)) role="img" aria-label=(label) {
            (content(shape, layout, men))
            (arrows(shape, layout, marks))
        }
    }
}

/// The marks alone, to lie over a board.
pub fn overlay(shape: &Shape, near: Side, marks: &[Mark]) -> Markup {
    let layout = shape.layout(near);
    html! {
        svg.overlay viewBox=(view_box(layout)) aria-hidden="true" { (arrows(shape, layout, marks)) }
    }
}

/// The marks of every step of a game, of which those of one are seen; a step without marks has none.
pub fn overlay_of_steps(shape: &Shape, near: Side, steps: &[Vec<Mark>], shown: usize) -> Markup {
    let layout = shape.layout(near);
    html! {
        svg.overlay viewBox=(view_box(layout)) aria-hidden="true" {
            @for (step, marks) in steps.iter().enumerate() {
                @if !marks.is_empty() {
                    g data-at=(step) hidden[step != shown] { (arrows(shape, layout, marks)) }
                }
            }
        }
    }
}

/// The style of a picture that stands alone, in the light colours.
fn lone_style() -> String {
    format!(
        ".wood{{fill:{};stroke:{};stroke-width:3}}.lines{{fill:none}}\
         .cut{{stroke:{line}}}.dot{{fill:{line}}}\
         text{{text-anchor:middle;dominant-baseline:central;font:28px sans-serif;fill:{}}}\
         .fill{{stroke:{};fill:{}}}.fill.black{{stroke:{};fill:{}}}\
         .fill.pawn{{stroke:{};fill:{}}}.counts text{{fill:{}}}\
         .mark{{fill:none;stroke:{accent};stroke-width:12;stroke-linecap:round}}\
         .head{{fill:{accent}}}.row .mark,.men .mark{{stroke:{gold};opacity:.7}}\
         .answer .mark{{stroke:{bad}}}.answer .head{{fill:{bad}}}",
        BOARD.light,
        BOARD_EDGE.light,
        QUIET.light,
        LIGHT_RIM.light,
        LIGHT_STONE.light,
        DARK_RIM.light,
        DARK_STONE.light,
        PAWN_RIM.light,
        PAWN.light,
        PAWN_INK.light,
        line = LINE.light,
        accent = ACCENT.light,
        gold = GOLD.light,
        bad = BAD.light,
    )
}

/// A picture that needs nothing else: for those who take it along.
pub fn lone_picture(
    shape: &Shape,
    men: &BTreeMap<String, Man>,
    near: Side,
    label: &str,
    marks: &[Mark],
) -> Markup {
    let layout = shape.layout(near);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(view_box(layout)) width=(layout.width) height=(layout.height) role="img" aria-label=(label) {
            style { (maud::PreEscaped(lone_style())) }
            (content(shape, layout, men))
            (arrows(shape, layout, marks))
        }
    }
}

/// A board on which every spot is a link, with what it is called.
pub fn linked_picture(
    shape: &Shape,
    men: &BTreeMap<String, Man>,
    link: impl Fn(usize) -> (String, String),
) -> Markup {
    let layout = shape.layout(Side::White);
    html! {
        svg class={ "board linked " (shape.kind.name()) } viewBox=(view_box(layout)) role="group" {
            (content(shape, layout, men))
            @for (spot, (x, y)) in layout.at.iter().enumerate() {
                @let (address, label) = link(spot);
                a href=(address) aria-label=(label) { circle.hit cx=(x) cy=(y) r=(layout.stone * 1.1) {} }
            }
        }
    }
}

fn view_box(layout: &Layout) -> String {
    format!("0 0 {} {}", layout.width, layout.height)
}

/// Rings around spots, arrows, and lines.
fn arrows(shape: &Shape, layout: &Layout, marks: &[Mark]) -> Markup {
    html! {
        @for mark in marks {
            g class={ "marks " (mark.class) } {
                @match mark.spots.iter().filter_map(|name| shape.at(layout, name)).collect::<Vec<_>>()[..] {
                    [from, to] => (arrow(from, to, layout.stone)),
                    [(x, y)] => circle.mark cx=(x) cy=(y) r=(format!("{:.1}", layout.stone * 1.15)) {},
                    [(ax, ay), (bx, by), (cx, cy)] => path.mark d=(format!("M{ax:.0} {ay:.0}L{bx:.0} {by:.0}L{cx:.0} {cy:.0}")) {},
                    _ => {}
                }
            }
        }
    }
}

fn arrow((ax, ay): (f64, f64), (bx, by): (f64, f64), stone: f64) -> Markup {
    let length = (bx - ax).hypot(by - ay).max(1.0);
    let (dx, dy) = ((bx - ax) / length, (by - ay) / length);
    // The way ends at the foot of its head, the head in the middle of the spot.
    let foot = (bx - dx * stone, by - dy * stone);
    let (wx, wy) = (-dy * stone * 0.55, dx * stone * 0.55);
    let head = format!(
        "M{bx:.1} {by:.1}L{:.1} {:.1}L{:.1} {:.1}Z",
        foot.0 + wx,
        foot.1 + wy,
        foot.0 - wx,
        foot.1 - wy
    );
    html! {
        path.mark d=(format!("M{ax:.1} {ay:.1}L{:.1} {:.1}", foot.0, foot.1)) {}
        path.head d=(head) {}
    }
}

/// A small board without letters, for choosing and for glancing.
pub fn emblem(position: &AnyPosition, near: Side) -> Markup {
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
        g.lines stroke-width=(layout.line) { path.cut d=(shape.path(layout)) {} }
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
        Man::Of(Side::White) => "fill white",
        Man::Of(Side::Black) => "fill black",
        Man::Pawns(_) => "fill pawn",
    };
    html! {
        circle class=(class) cx=(x) cy=(y) r=(radius) stroke-width="5" {}
        @if let Man::Pawns(number) = man {
            g.counts { text x=(x) y=(y) { (number) } }
        }
    }
}
