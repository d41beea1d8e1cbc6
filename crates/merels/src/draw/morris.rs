//! The morris boards, drawn from their points and neighbours.

use merels_rules::Side;
use merels_rules::morris::{Board, MorrisPosition, Point};

use super::canvas::Canvas;
use super::{Labels, Style};

/// Columns and rows from one coordinate to the next.
pub(crate) const COLUMN_STEP: usize = 4;
pub(crate) const ROW_STEP: usize = 2;

/// Columns left of the board, for the row numbers.
pub(crate) const MARGIN: usize = 4;

/// The characters of the lines of a board.
pub(crate) struct Strokes {
    pub(crate) horizontal: char,
    pub(crate) vertical: char,
    pub(crate) rising: char,
    pub(crate) falling: char,
}

pub(crate) const ASCII_STROKES: Strokes =
    Strokes { horizontal: '-', vertical: '|', rising: '/', falling: '\\' };

pub(crate) const BOX_STROKES: Strokes =
    Strokes { horizontal: '─', vertical: '│', rising: '╱', falling: '╲' };

pub(super) fn draw(position: &MorrisPosition, style: Style, labels: Labels) -> String {
    let board = position.board();
    let extent = board.width() - 1;
    let mut canvas = Canvas::new(MARGIN + extent * COLUMN_STEP + 2, extent * ROW_STEP + 3);
    match style {
        Style::Ascii => draw_lines(&mut canvas, board, &ASCII_STROKES),
        Style::Blocks => draw_lines(&mut canvas, board, &BOX_STROKES),
        Style::Letters => {}
    }
    for point in board.points() {
        let (x, y) = place(board, point);
        match labels {
            Labels::Names => draw_man(&mut canvas, (x, y), position.owner(point), style),
            Labels::Numbers => draw_numbered(&mut canvas, (x, y), position, point, style),
        }
    }
    if labels == Labels::Names {
        draw_edges(&mut canvas, board);
    }
    let lines: Vec<String> = canvas.lines().collect();
    lines.join("\n").trim_end().to_owned() + "\n"
}

/// The place of a point on the canvas: column and row.
pub(crate) fn place(board: &Board, point: Point) -> (usize, usize) {
    let (column, row) = board.coordinates(point);
    (MARGIN + column * COLUMN_STEP, (board.width() - 1 - row) * ROW_STEP)
}

pub(crate) fn draw_lines(canvas: &mut Canvas, board: &Board, strokes: &Strokes) {
    for from in board.points() {
        for to in board.neighbours(from) {
            let (a, b) = (place(board, from), place(board, to));
            if a.0 < b.0 && a.1 == b.1 {
                (a.0 + 1..b.0).for_each(|x| canvas.put(x, a.1, strokes.horizontal));
            } else if a.0 == b.0 && a.1 < b.1 {
                (a.1 + 1..b.1).for_each(|y| canvas.put(a.0, y, strokes.vertical));
            } else if a.0 < b.0 {
                let stroke = if a.1 < b.1 { strokes.falling } else { strokes.rising };
                for y in a.1.min(b.1) + 1..a.1.max(b.1) {
                    let along = (b.0 - a.0) * y.abs_diff(a.1) / a.1.abs_diff(b.1);
                    canvas.put(a.0 + along, y, stroke);
                }
            }
        }
    }
}

fn draw_man(canvas: &mut Canvas, (x, y): (usize, usize), owner: Option<Side>, style: Style) {
    match (style, owner) {
        (Style::Ascii, Some(Side::White)) => canvas.put(x, y, 'W'),
        (Style::Ascii, Some(Side::Black)) => canvas.put(x, y, 'B'),
        (Style::Ascii, None) => canvas.put(x, y, '.'),
        (Style::Letters, owner) => canvas.put(x, y, letter(owner)),
        (Style::Blocks, Some(Side::White)) => canvas.write(x - 1, y, "▓▓▓"),
        (Style::Blocks, Some(Side::Black)) => canvas.write(x - 1, y, "░░░"),
        (Style::Blocks, None) => canvas.put(x, y, '●'),
    }
}

/// A point with its number: bare when empty, behind the sign of a man otherwise.
fn draw_numbered(
    canvas: &mut Canvas,
    (x, y): (usize, usize),
    position: &MorrisPosition,
    point: Point,
    style: Style,
) {
    let sign = match (style, position.owner(point)) {
        (Style::Blocks, Some(Side::White)) => "▓",
        (Style::Blocks, Some(Side::Black)) => "░",
        (_, Some(Side::White)) => "W",
        (_, Some(Side::Black)) => "B",
        (_, None) => "",
    };
    canvas.write(x - 1, y, &format!("{sign}{:02}", point.number()));
}

/// The row numbers at the left and the column letters below.
fn draw_edges(canvas: &mut Canvas, board: &Board) {
    for i in 0..board.width() {
        let row = char::from_digit(i as u32 + 1, 10).unwrap_or(' ');
        canvas.put(0, (board.width() - 1 - i) * ROW_STEP, row);
        let column = (b'a' + i as u8) as char;
        canvas.put(MARGIN + i * COLUMN_STEP, (board.width() - 1) * ROW_STEP + 2, column);
    }
}

fn letter(owner: Option<Side>) -> char {
    match owner {
        Some(Side::White) => 'W',
        Some(Side::Black) => 'B',
        None => 'x',
    }
}
