//! Draws the board with all its marks: cursor, choices, last move, mills.

use merels_rules::{AnyMove, AnyPosition, Choice, Side, Spot, Value};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Widget;

use super::layout::{Direction, Layout, Stroke, letter};
use crate::play::table::Table;

/// Colours that read on dark and on light grounds; none with `NO_COLOR`, where shapes must do.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Palette {
    pub(crate) accent: Style,
    pub(crate) quiet: Style,
    pub(crate) stones: [Style; 2],
    pub(crate) coloured: bool,
}

impl Palette {
    pub(crate) fn new(coloured: bool) -> Palette {
        let plain = Style::new();
        if !coloured {
            let [accent, quiet] = [Modifier::BOLD, Modifier::DIM].map(|m| plain.add_modifier(m));
            return Palette { accent, quiet, stones: [plain; 2], coloured };
        }
        let stone = |ground, ink| plain.bg(Color::Indexed(ground)).fg(Color::Indexed(ink));
        Palette {
            accent: plain.fg(Color::Indexed(166)).add_modifier(Modifier::BOLD),
            quiet: plain.fg(Color::Indexed(244)),
            stones: [stone(223, 16), stone(238, 231)],
            coloured,
        }
    }

    /// The sign and the colour of an exact value.
    pub(crate) fn value(&self, value: Value) -> (&'static str, Style) {
        let (sign, colour) = match value {
            Value::Win(_) => ("✓", 34),
            Value::Draw => ("=", 172),
            Value::Loss(_) => ("✗", 160),
        };
        let style = Style::new().add_modifier(Modifier::BOLD);
        (sign, if self.coloured { style.fg(Color::Indexed(colour)) } else { style })
    }
}

pub(crate) struct BoardView<'a> {
    pub(crate) table: &'a Table,
    pub(crate) layout: &'a Layout,
    pub(crate) palette: Palette,
    pub(crate) cursor: Spot,
    /// What moves are worth, best first, where that is to be shown.
    pub(crate) values: &'a [(AnyMove, Value)],
}

impl Widget for BoardView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut put = |x: u16, y: u16, text: &str, style: Style| {
            if area.x + x < area.right() && area.y + y < area.bottom() {
                buffer.set_string(area.x + x, area.y + y, text, style);
            }
        };
        for stroke in &self.layout.strokes {
            let in_mill = self.is_in_mill(stroke);
            let style = if in_mill { self.palette.accent } else { self.palette.quiet };
            put(stroke.x, stroke.y, stroke_sign(stroke.direction, in_mill), style);
        }
        for (x, y, label) in &self.layout.labels {
            put(*x, *y, label, self.palette.quiet);
        }
        let marks = Marks::of(self.table);
        for (index, (x, y)) in self.layout.places.iter().enumerate() {
            let (sign, style) = self.sign(Spot(index as u16), &marks);
            let x = x - (self.layout.sign_width - 1) / 2;
            put(x, *y, &sign, style);
        }
        let (x, y) = self.layout.places[self.cursor.0 as usize];
        if self.layout.sign_width == 3 {
            put(x - 2, y, "[", self.palette.accent);
            put(x + 2, y, "]", self.palette.accent);
        } else {
            put(x - 1, y, "[", self.palette.accent);
            put(x + 1, y, "]", self.palette.accent);
        }
    }
}

/// The spots that are marked, and how.
struct Marks {
    choices: Vec<Spot>,
    chosen: Vec<Spot>,
    last: Vec<Spot>,
    asks: Choice,
}

impl Marks {
    fn of(table: &Table) -> Marks {
        let game = table.game();
        let last = match (game.moves().last(), game.positions()) {
            (Some(mv), [.., before, _]) => before.spots_of(*mv),
            _ => Vec::new(),
        };
        Marks {
            choices: table.choices(),
            chosen: table.draft().spots().to_vec(),
            last,
            asks: table.asks(),
        }
    }
}

impl BoardView<'_> {
    /// The sign of a spot, `sign_width` columns wide.
    fn sign(&self, spot: Spot, marks: &Marks) -> (String, Style) {
        let position = self.table.position();
        let choice = marks.choices.contains(&spot);
        let last = marks.last.contains(&spot);
        let owner = match (self.arriving(spot, marks), position) {
            (Some(side), _) => Some(side),
            (None, AnyPosition::Nimble(_)) => None,
            (None, _) => position.owner_at(spot),
        };
        if let AnyPosition::Nimble(strip) = position {
            let pawns = strip.pawns()[spot.0 as usize];
            return (self.framed(&pawns.to_string(), choice), self.spot_style(choice, last));
        }
        let worth = if choice { self.worth(spot) } else { None };
        let Some(side) = owner else {
            if let Some(value) = worth {
                let (sign, style) = self.palette.value(value);
                return (self.with_lines(spot, sign), style);
            }
            let dot = match (choice, last, position) {
                (true, _, _) => "○",
                (_, true, _) => "◎",
                (_, _, AnyPosition::Morris(_)) => "●",
                _ => "·",
            };
            return (self.with_lines(spot, dot), self.spot_style(choice, last));
        };
        let mut style = self.palette.stones[side.index()];
        if last {
            style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
        }
        if marks.chosen.contains(&spot) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let mut sign = self.man_sign(side, choice, marks.asks);
        if let (Some(value), 3) = (worth, self.layout.sign_width) {
            let (mark, _) = self.palette.value(value);
            sign = format!("{mark}{}{mark}", letter(position, side));
        }
        (sign, style)
    }

    /// The best that a turn through this spot achieves.
    fn worth(&self, spot: Spot) -> Option<Value> {
        let chosen = self.table.draft().spots();
        let through = |mv: AnyMove| {
            let spots = self.table.position().spots_of(mv);
            spots.starts_with(chosen) && spots.get(chosen.len()) == Some(&spot)
        };
        self.values.iter().find(|(mv, _)| through(*mv)).map(|(_, value)| *value)
    }

    /// A man that the turn in the making has brought to a spot already.
    fn arriving(&self, spot: Spot, marks: &Marks) -> Option<Side> {
        let arrived = marks.asks == Choice::Removal && marks.chosen.last() == Some(&spot);
        arrived.then(|| self.table.game().side())
    }

    /// A man; one that may be chosen stands between marks, one that may be taken between crosses.
    fn man_sign(&self, side: Side, choice: bool, asks: Choice) -> String {
        let sign = letter(self.table.position(), side);
        let ground = match (self.palette.coloured, side) {
            (true, _) => ' ',
            (false, Side::White) => '▓',
            (false, Side::Black) => '░',
        };
        match (self.layout.sign_width, choice, asks) {
            (3, true, Choice::Removal) => format!("×{sign}×"),
            (3, true, _) => format!("‹{sign}›"),
            (3, false, _) => format!("{ground}{sign}{ground}"),
            _ => sign.to_string(),
        }
    }

    fn framed(&self, text: &str, choice: bool) -> String {
        if choice { format!("‹{text}›") } else { format!(" {text} ") }
    }

    fn spot_style(&self, choice: bool, last: bool) -> Style {
        match (choice, last) {
            (true, _) => self.palette.accent,
            (_, true) => Style::new().add_modifier(Modifier::BOLD),
            _ => Style::new(),
        }
    }

    /// An empty point with the horizontal lines that meet in it.
    fn with_lines(&self, spot: Spot, dot: &str) -> String {
        if self.layout.sign_width != 3 {
            return dot.to_owned();
        }
        let (x, y) = self.layout.places[spot.0 as usize];
        let stroke = |x: u16| {
            let here = |stroke: &&Stroke| (stroke.x, stroke.y) == (x, y);
            if self.layout.strokes.iter().any(|stroke| here(&stroke)) { "─" } else { " " }
        };
        format!("{}{dot}{}", stroke(x - 1), stroke(x + 1))
    }

    /// Whether a stroke lies on a closed mill.
    fn is_in_mill(&self, stroke: &Stroke) -> bool {
        let position = self.table.position();
        let AnyPosition::Morris(morris) = position else { return false };
        let (Some(a), Some(b)) =
            (position.point_at(stroke.ends.0), position.point_at(stroke.ends.1))
        else {
            return false;
        };
        let holds = |mill: merels_rules::morris::Points| mill.contains(a) && mill.contains(b);
        Side::ALL.into_iter().any(|side| morris.mills(side).any(holds))
    }
}

fn stroke_sign(direction: Direction, in_mill: bool) -> &'static str {
    match (direction, in_mill) {
        (Direction::Horizontal, false) => "─",
        (Direction::Horizontal, true) => "━",
        (Direction::Vertical, false) => "│",
        (Direction::Vertical, true) => "┃",
        (Direction::Rising, _) => "╱",
        (Direction::Falling, _) => "╲",
    }
}
