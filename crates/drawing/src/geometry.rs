//! The places of a board's spots, for the still pictures and for the page's board.
//!
//! A [`Layout`] counts in units of which every board is [`WIDTH`] wide; its height follows from the
//! game. A board lies before White or, turned half round, before Black.

use merels_rules::{AnyPosition, Side, Spot, morris};
use serde::Serialize;

pub(crate) const WIDTH: f64 = 1000.0;
/// The room beside the wood for the letters and numbers.
const GUTTER: f64 = 46.0;
const WOOD: f64 = WIDTH - 2.0 * GUTTER;
const LABELS: f64 = 52.0;
const GAP: f64 = 12.0;
/// From the edge of the wood to the outermost points.
const MARGIN: f64 = 70.0;
const STONE: f64 = WIDTH / 22.0;
const LINE: f64 = WIDTH / 120.0;

/// Squares in a row of a strip: more of them when it is long, so that it stays within one screen.
const ROW_OF_STRIP: usize = 8;
const ROW_OF_LONG_STRIP: usize = 10;
const LONG_STRIP: usize = 40;
/// The widest square of a strip, and how much higher than wide it is.
const WIDEST_SQUARE: f64 = 180.0;
const SQUARE_HEIGHT: f64 = 1.16;

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardKind {
    /// Points joined by lines.
    Morris,
    /// Squares in rows and columns.
    Grid,
    /// Squares one after the other.
    Strip,
}

impl BoardKind {
    /// The kind as a class of style sheets.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            BoardKind::Morris => "morris",
            BoardKind::Grid => "grid",
            BoardKind::Strip => "strip",
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct Shape {
    pub kind: BoardKind,
    pub spots: Vec<SpotPlace>,
    pub edges: Vec<[String; 2]>,
    /// The rows of three that are mills.
    pub lines: Vec<[String; 3]>,
    pub columns: Vec<String>,
    pub rows: Vec<String>,
    pub layout: Layouts,
}

/// A spot with its column from the left and its row from the top.
#[derive(Clone, Debug, Serialize)]
pub struct SpotPlace {
    pub name: String,
    pub x: usize,
    pub y: usize,
}

/// The board as it lies before each side.
#[derive(Clone, Debug, Serialize)]
pub struct Layouts {
    white: Layout,
    black: Layout,
}

/// The places of everything on a drawn board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Layout {
    pub width: f64,
    pub height: f64,
    pub spacing: f64,
    pub stone: f64,
    pub line: f64,
    /// The wooden grounds: one, or one for each row of a strip.
    pub frames: Vec<Frame>,
    pub at: Vec<(f64, f64)>,
    pub labels: Vec<Label>,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// A letter or number at the edge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Label {
    pub text: String,
    pub x: f64,
    pub y: f64,
}

impl Shape {
    /// The lines of a board: its edges, or the borders between its squares.
    pub(crate) fn segments(&self, layout: &Layout) -> Vec<[(f64, f64); 2]> {
        match self.kind {
            BoardKind::Morris => {
                let edge = |[a, b]: &[String; 2]| Some([self.at(layout, a)?, self.at(layout, b)?]);
                self.edges.iter().filter_map(edge).collect()
            }
            BoardKind::Grid | BoardKind::Strip => {
                let rows_too = self.kind == BoardKind::Grid;
                let borders = |frame: &Frame| borders(*frame, layout.spacing, rows_too);
                layout.frames.iter().flat_map(borders).collect()
            }
        }
    }

    /// The same lines as the path of an SVG drawing.
    pub(crate) fn path(&self, layout: &Layout) -> String {
        let line = |[(ax, ay), (bx, by)]: [(f64, f64); 2]| format!("M{ax} {ay}L{bx} {by}");
        self.segments(layout).into_iter().map(line).collect()
    }

    /// The place of a spot by its name.
    pub(crate) fn at(&self, layout: &Layout, name: &str) -> Option<(f64, f64)> {
        let spot = self.spots.iter().position(|spot| spot.name == name)?;
        layout.at.get(spot).copied()
    }

    pub fn of(position: &AnyPosition) -> Shape {
        let (kind, width, height) = match position {
            AnyPosition::Morris(position) => {
                (BoardKind::Morris, position.board().width(), position.board().width())
            }
            AnyPosition::MingMang(position) => (BoardKind::Grid, position.size(), position.size()),
            AnyPosition::Nimble(position) => (BoardKind::Strip, position.squares(), 1),
        };
        let spots: Vec<SpotPlace> = (0..position.spot_count() as u16)
            .map(|number| spot_place(position, Spot(number), width, height))
            .collect();
        let letters = || (0..width).map(|i| char::from(b'a' + i as u8).to_string()).collect();
        let (columns, rows): (Vec<String>, Vec<String>) = match kind {
            // Counted from the bottom.
            BoardKind::Morris => (letters(), (1..=height).rev().map(|i| i.to_string()).collect()),
            BoardKind::Grid => (letters(), (1..=height).map(|i| i.to_string()).collect()),
            BoardKind::Strip => ((1..=width).map(|i| i.to_string()).collect(), Vec::new()),
        };
        let lay = |near| match kind {
            BoardKind::Morris => square_layout(&spots, &columns, &rows, near, true),
            BoardKind::Grid => square_layout(&spots, &columns, &rows, near, false),
            BoardKind::Strip => strip_layout(&columns),
        };
        let layout = Layouts { white: lay(Side::White), black: lay(Side::Black) };
        let (edges, lines) = (edges(position), lines(position));
        Shape { kind, spots, edges, lines, columns, rows, layout }
    }

    /// The board as it lies before a side.
    pub fn layout(&self, near: Side) -> &Layout {
        match near {
            Side::White => &self.layout.white,
            Side::Black => &self.layout.black,
        }
    }
}

fn spot_place(position: &AnyPosition, spot: Spot, width: usize, height: usize) -> SpotPlace {
    let number = spot.0 as usize;
    let (x, y) = match position {
        AnyPosition::Morris(morris) => match position.point_at(spot) {
            Some(point) => {
                let (column, row) = morris.board().coordinates(point);
                (column, height - 1 - row)
            }
            None => (0, 0),
        },
        AnyPosition::MingMang(_) => (number % width, number / width),
        AnyPosition::Nimble(_) => (number, 0),
    };
    SpotPlace { name: position.spot_name(spot), x, y }
}

/// A board of points or of squares.
fn square_layout(
    spots: &[SpotPlace],
    columns: &[String],
    rows: &[String],
    near: Side,
    points: bool,
) -> Layout {
    let size = columns.len();
    let wood = Frame { x: GUTTER, y: GAP, width: WOOD, height: WOOD };
    let (first, spacing) = if points {
        (MARGIN, (WOOD - 2.0 * MARGIN) / (size - 1) as f64)
    } else {
        (WOOD / size as f64 / 2.0, WOOD / size as f64)
    };
    let along = |i: usize| {
        let i = if near == Side::Black { size - 1 - i } else { i };
        first + i as f64 * spacing
    };
    let below = wood.y + WOOD + LABELS / 2.0;
    let row = |(i, text): (usize, &String)| label(text, GUTTER / 2.0, wood.y + along(i));
    let column = |(i, text): (usize, &String)| label(text, wood.x + along(i), below);
    let labels = rows.iter().enumerate().map(row).chain(columns.iter().enumerate().map(column));
    Layout {
        width: WIDTH,
        height: wood.y + WOOD + LABELS,
        spacing: rounded(spacing),
        stone: rounded(if points { STONE } else { STONE.min(spacing * 0.4) }),
        line: rounded(if points { LINE } else { LINE.min(spacing / 20.0) }),
        frames: vec![wood],
        at: spots
            .iter()
            .map(|spot| (rounded(wood.x + along(spot.x)), rounded(wood.y + along(spot.y))))
            .collect(),
        labels: labels.collect(),
    }
}

/// A long strip goes on in the next row, as writing does.
fn strip_layout(squares: &[String]) -> Layout {
    let count = squares.len();
    let most = if count > LONG_STRIP { ROW_OF_LONG_STRIP } else { ROW_OF_STRIP };
    let rows = count.div_ceil(most).max(1);
    let per_row = count.div_ceil(rows).max(1);
    let square = (WOOD / per_row as f64).min(WIDEST_SQUARE);
    let left = (WIDTH - per_row as f64 * square) / 2.0;
    let high = square * SQUARE_HEIGHT;
    let pitch = high + LABELS + GAP;
    let place = |i: usize| {
        let x = left + ((i % per_row) as f64 + 0.5) * square;
        (x, GAP + (i / per_row) as f64 * pitch)
    };
    let spot = |i| {
        let (x, y) = place(i);
        (rounded(x), rounded(y + high - square / 2.0))
    };
    let number = |(i, text): (usize, &String)| {
        let (x, y) = place(i);
        label(text, x, y + high + LABELS / 2.0)
    };
    let frame = |row: usize| Frame {
        x: rounded(left),
        y: rounded(GAP + row as f64 * pitch),
        width: rounded(square * per_row.min(count - row * per_row) as f64),
        height: rounded(high),
    };
    Layout {
        width: WIDTH,
        height: rounded(rows as f64 * pitch + GAP),
        spacing: rounded(square),
        stone: rounded(STONE.min(square * 0.36)),
        line: rounded(LINE.min(square / 20.0)),
        frames: (0..rows).map(frame).collect(),
        at: (0..count).map(spot).collect(),
        labels: squares.iter().enumerate().map(number).collect(),
    }
}

fn label(text: &str, x: f64, y: f64) -> Label {
    Label { text: text.to_owned(), x: rounded(x), y: rounded(y) }
}

/// A tenth of a unit is finer than any screen.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn edges(position: &AnyPosition) -> Vec<[String; 2]> {
    let AnyPosition::Morris(position) = position else { return Vec::new() };
    let board = position.board();
    let from = |a: morris::Point| {
        let further = move |b: &morris::Point| a < *b;
        let edge = move |b: morris::Point| [a, b].map(|point| board.name(point).to_owned());
        board.neighbours(a).into_iter().filter(further).map(edge)
    };
    board.points().into_iter().flat_map(from).collect()
}

fn lines(position: &AnyPosition) -> Vec<[String; 3]> {
    let AnyPosition::Morris(position) = position else { return Vec::new() };
    let board = position.board();
    let names = |line: &morris::Points| {
        let names: Vec<String> = line.into_iter().map(|p| board.name(p).to_owned()).collect();
        names.try_into().ok()
    };
    board.lines().iter().filter_map(names).collect()
}

/// The lines between the squares of a frame.
fn borders(frame: Frame, square: f64, rows_too: bool) -> Vec<[(f64, f64); 2]> {
    let inner = |length: f64| {
        (1..).map(move |i| f64::from(i) * square).take_while(move |d| *d < length - 1.0)
    };
    let Frame { x, y, width, height } = frame;
    let across = inner(width).map(|d| rounded(x + d)).map(|x| [(x, y), (x, y + height)]);
    let down = inner(if rows_too { height } else { 0.0 });
    let down = down.map(|d| rounded(y + d)).map(|y| [(x, y), (x + width, y)]);
    across.chain(down).collect()
}
