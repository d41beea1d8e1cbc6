//! The places of a board's spots on the screen, and the lines between them.

use merels_rules::morris::MorrisPosition;
use merels_rules::{AnyPosition, Spot};

use crate::draw::Labels;

/// Columns left of the board, for the row numbers.
const MARGIN: u16 = 4;

/// Rows for the board on a terminal of 24 rows; on a larger one it grows.
const USUAL_HEIGHT: u16 = 21;

/// The rows from one line of a morris board to the next, at most: on a terminal of 24 rows, and on a
/// larger one.
const USUAL_ROWS: u16 = 3;
const MOST_ROWS: u16 = 11;

/// A board laid out in character cells, from its top left corner.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// The middle of each spot: column and row.
    pub(crate) places: Vec<(u16, u16)>,
    /// Columns and rows from one spot to the next at least.
    spacing: (u16, u16),
    /// The columns that the sign of a man may take: 3 or 1.
    pub(crate) sign_width: u16,
    pub(crate) strokes: Vec<Stroke>,
    /// Texts beside the board and their first cell.
    pub(crate) labels: Vec<(u16, u16, String)>,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

/// One cell of a line.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stroke {
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) direction: Direction,
    pub(crate) ends: (Spot, Spot),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Horizontal,
    Vertical,
    Rising,
    Falling,
}

impl Layout {
    /// The largest layout of a position's board that fits, or `None` if none does.
    pub(crate) fn fit(
        position: &AnyPosition,
        labels: Labels,
        width: u16,
        height: u16,
    ) -> Option<Layout> {
        let roomy = height > USUAL_HEIGHT;
        let most = if roomy { MOST_ROWS } else { USUAL_ROWS };
        let steps: Vec<(u16, u16)> = match position {
            AnyPosition::Morris(_) => (2..=most).rev().map(|rows| (2 * rows, rows)).collect(),
            AnyPosition::MingMang(_) if roomy => vec![(6, 3), (4, 2), (4, 1), (2, 1)],
            AnyPosition::MingMang(_) => vec![(4, 2), (4, 1), (2, 1)],
            AnyPosition::Nimble(_) => vec![(5, 3), (5, 2)],
        };
        steps
            .into_iter()
            .map(|step| Layout::new(position, labels, step, width))
            .find(|layout| layout.width <= width && layout.height <= height)
    }

    fn new(position: &AnyPosition, labels: Labels, step: (u16, u16), width: u16) -> Layout {
        let mut layout = match position {
            AnyPosition::Morris(position) => Layout::of_morris(position, labels, step),
            AnyPosition::MingMang(position) => Layout::of_grid(position.size() as u16, step),
            AnyPosition::Nimble(position) => {
                Layout::of_strip(position.squares() as u16, step, width)
            }
        };
        let right = layout.places.iter().map(|place| place.0 + 2);
        layout.width = right.max().unwrap_or(0);
        let below = layout.places.iter().map(|place| place.1).max().unwrap_or(0);
        let labelled = layout.labels.iter().map(|label| label.1).max().unwrap_or(0);
        layout.height = below.max(labelled) + 1;
        layout.spacing = step;
        layout
    }

    fn of_morris(position: &MorrisPosition, labels: Labels, (dx, dy): (u16, u16)) -> Layout {
        let board = position.board();
        let last = board.width() as u16 - 1;
        let place = |point| {
            let (column, row) = board.coordinates(point);
            (MARGIN + column as u16 * dx, (last - row as u16) * dy)
        };
        let mut layout = Layout { sign_width: 3, ..Layout::default() };
        layout.places = board.points().into_iter().map(place).collect();
        for from in board.points() {
            for to in board.neighbours(from) {
                if from < to {
                    let ends = (Spot(from.number() as u16), Spot(to.number() as u16));
                    layout.join(place(from), place(to), ends);
                }
            }
        }
        match labels {
            Labels::Numbers => {
                let beside = |(number, place): (usize, &(u16, u16))| {
                    (place.0 + 2, place.1 + 1, number.to_string())
                };
                layout.labels = layout.places.iter().enumerate().map(beside).collect();
            }
            Labels::Names => {
                for i in 0..=last {
                    layout.labels.push((0, (last - i) * dy, (i + 1).to_string()));
                    layout.labels.push((MARGIN + i * dx, last * dy + 2, column_letter(i)));
                }
            }
        }
        layout
    }

    fn of_grid(size: u16, (dx, dy): (u16, u16)) -> Layout {
        let mut layout = Layout { sign_width: if dx > 2 { 3 } else { 1 }, ..Layout::default() };
        for row in 0..size {
            layout.labels.push((0, row * dy, (row + 1).to_string()));
            layout.labels.push((MARGIN + row * dx, size * dy + dy - 1, column_letter(row)));
            for column in 0..size {
                layout.places.push((MARGIN + column * dx, row * dy));
            }
        }
        layout
    }

    fn of_strip(squares: u16, (dx, dy): (u16, u16), width: u16) -> Layout {
        let a_row = (width.saturating_sub(MARGIN) / dx).max(1);
        let mut layout = Layout { sign_width: 3, ..Layout::default() };
        for square in 0..squares {
            let (x, y) = (MARGIN + square % a_row * dx, square / a_row * dy);
            layout.places.push((x, y));
            let number = (square + 1).to_string();
            layout.labels.push((x + 1 - (number.len() as u16 - 1), y + 1, number));
        }
        layout
    }

    /// Adds the cells between two places.
    fn join(&mut self, a: (u16, u16), b: (u16, u16), ends: (Spot, Spot)) {
        let direction = match (a.0 == b.0, a.1 == b.1) {
            (_, true) => Direction::Horizontal,
            (true, _) => Direction::Vertical,
            _ if (a.0 < b.0) == (a.1 < b.1) => Direction::Falling,
            _ => Direction::Rising,
        };
        let cells = a.0.abs_diff(b.0).max(1) * u16::from(direction == Direction::Horizontal)
            + a.1.abs_diff(b.1) * u16::from(direction != Direction::Horizontal);
        for i in 1..cells {
            let between = |a: u16, b: u16| {
                (i32::from(a) + (i32::from(b) - i32::from(a)) * i32::from(i) / i32::from(cells))
                    as u16
            };
            let (x, y) = (between(a.0, b.0), between(a.1, b.1));
            self.strokes.push(Stroke { x, y, direction, ends });
        }
    }

    /// The spot nearest to a cell, if it is within half a spacing.
    pub(crate) fn spot_at(&self, x: u16, y: u16) -> Option<Spot> {
        // A character is about twice as high as it is wide.
        let distance = |place: &(u16, u16)| x.abs_diff(place.0) + 2 * y.abs_diff(place.1);
        let (index, place) =
            self.places.iter().enumerate().min_by_key(|(_, place)| distance(place))?;
        let (columns, rows) = self.spacing;
        (distance(place) <= columns.min(2 * rows).div_ceil(2).max(3)).then_some(Spot(index as u16))
    }

    /// The nearest spot from `spot` in a direction of columns and rows, if there is one.
    pub(crate) fn step(&self, spot: Spot, (right, down): (i32, i32)) -> Option<Spot> {
        let offset = |place: &(u16, u16)| {
            let from = self.places[spot.0 as usize];
            let x = i32::from(place.0) - i32::from(from.0);
            let y = 2 * (i32::from(place.1) - i32::from(from.1));
            // How far along the direction, and how far beside it.
            (x * right + y * down, (x * down).abs() + (y * right).abs())
        };
        let ahead = self.places.iter().enumerate().filter_map(|(index, place)| {
            let (along, beside) = offset(place);
            // Straight ahead comes first; else whatever lies more ahead than beside.
            (along > 0 && along >= beside).then_some((along + 4 * beside, index))
        });
        ahead.min().map(|(_, index)| Spot(index as u16))
    }
}

fn column_letter(column: u16) -> String {
    ((b'a' + column as u8) as char).to_string()
}

#[cfg(test)]
mod tests {
    use merels_rules::GameId;

    use super::*;

    /// Once the board of 200 columns and 50 rows was that of 80 and 24.
    #[test]
    fn the_board_uses_the_height_that_is_there() {
        for game in [GameId::NINE, "twelve".parse().unwrap(), "six".parse().unwrap()] {
            let mut before = 0;
            // The rows of the terminal without its title and its two lines below.
            for (width, height) in [(50, 21), (70, 27), (90, 33), (170, 47)] {
                let layout = Layout::fit(&game.start(), Labels::Names, width, height).unwrap();
                assert!(layout.width <= width && layout.height <= height, "{game}");
                assert!(layout.height > before, "{game}: {} of {height} rows", layout.height);
                before = layout.height;
            }
            assert!(before * 10 > 47 * 6, "{game}: {before} of 47 rows");
        }
    }
}
