//! Draws the board with all its marks: cursor, choices, last move, mills.

use merels_rules::{AnyMove, AnyPosition, Choice, Side, Spot, Value};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Widget;

use super::layout::{Direction, Layout, Stroke};
use super::signs::Signs;
use crate::play::session::Session;

/// Signs, and colours that read on dark and on light grounds; none with `NO_COLOR`, where shapes
/// must do.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Look {
    pub(crate) signs: Signs,
    pub(crate) accent: Style,
    pub(crate) quiet: Style,
    stones: [Style; 2],
    coloured: bool,
}

impl Look {
    pub(crate) fn new(signs: Signs, coloured: bool) -> Look {
        let plain = Style::new();
        if !coloured {
            let [accent, quiet] = [Modifier::BOLD, Modifier::DIM].map(|m| plain.add_modifier(m));
            return Look { signs, accent, quiet, stones: [plain; 2], coloured };
        }
        let stone = |ground, ink| plain.bg(Color::Indexed(ground)).fg(Color::Indexed(ink));
        Look {
            signs,
            accent: plain.fg(Color::Indexed(166)).add_modifier(Modifier::BOLD),
            quiet: plain.fg(Color::Indexed(244)),
            stones: if signs.grounds { [stone(223, 16), stone(238, 231)] } else { [plain; 2] },
            coloured,
        }
    }

    fn value(&self, value: Value) -> (&'static str, Style) {
        let (sign, colour) = match value {
            Value::Win(_) => (self.signs.values[0], 34),
            Value::Draw => (self.signs.values[1], 172),
            Value::Loss(_) => (self.signs.values[2], 160),
        };
        let style = Style::new().add_modifier(Modifier::BOLD);
        (sign, if self.coloured { style.fg(Color::Indexed(colour)) } else { style })
    }
}

pub(crate) struct BoardView<'a> {
    pub(crate) session: &'a Session,
    pub(crate) layout: &'a Layout,
    pub(crate) look: Look,
    pub(crate) cursor: Spot,
    /// True if the possible choices are marked.
    pub(crate) choosing: bool,
    /// The values of moves, best first, where they are to be shown.
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
            let style = if in_mill { self.look.accent } else { self.look.quiet };
            put(stroke.x, stroke.y, self.look.signs.line(stroke.direction, in_mill), style);
        }
        for (x, y, label) in &self.layout.labels {
            put(*x, *y, label, self.look.quiet);
        }
        let marks = Marks::of(self.session, self.choosing);
        for (index, (x, y)) in self.layout.places.iter().enumerate() {
            let spot = Spot(index as u16);
            let (sign, style) = self.sign(spot, &marks);
            let left = x - (self.layout.sign_width - 1) / 2;
            put(left, *y, &sign, style);
            if spot == self.cursor {
                let width = (sign.chars().count() as u16).max(self.layout.sign_width);
                put(left - 1, *y, "[", self.look.accent);
                put(left + width, *y, "]", self.look.accent);
            }
        }
    }
}

struct Marks {
    choices: Vec<Spot>,
    chosen: Vec<Spot>,
    last: Vec<Spot>,
    asks: Choice,
}

impl Marks {
    fn of(session: &Session, choosing: bool) -> Marks {
        let game = session.game();
        let last = match (game.moves().last(), game.positions()) {
            (Some(mv), [.., before, _]) => before.spots_of(*mv),
            _ => Vec::new(),
        };
        Marks {
            choices: if choosing { session.choices() } else { Vec::new() },
            chosen: session.draft().spots().to_vec(),
            last,
            asks: session.asks(),
        }
    }
}

impl BoardView<'_> {
    fn sign(&self, spot: Spot, marks: &Marks) -> (String, Style) {
        let position = self.session.position();
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
                let (sign, style) = self.look.value(value);
                return (self.with_lines(spot, sign), style);
            }
            let signs = &self.look.signs;
            let dot = match (choice, last) {
                (true, _) => signs.choice,
                (_, true) => signs.left,
                _ => signs.empty(position),
            };
            return (self.with_lines(spot, dot), self.spot_style(choice, last));
        };
        let mut style = self.look.stones[side.index()];
        if last {
            style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
        }
        if marks.chosen.contains(&spot) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let mut sign = self.man_sign(side, choice, marks.asks);
        if let (Some(value), 3) = (worth, self.layout.sign_width) {
            let (mark, _) = self.look.value(value);
            sign = format!("{mark}{}{mark}", self.look.signs.man(position, side));
        }
        (sign, style)
    }

    /// The best that a turn through this spot achieves.
    fn worth(&self, spot: Spot) -> Option<Value> {
        let chosen = self.session.draft().spots();
        let through = |mv: AnyMove| {
            let spots = self.session.position().spots_of(mv);
            spots.starts_with(chosen) && spots.get(chosen.len()) == Some(&spot)
        };
        self.values.iter().find(|(mv, _)| through(*mv)).map(|(_, value)| *value)
    }

    /// A man that the turn in the making has brought to a spot already.
    fn arriving(&self, spot: Spot, marks: &Marks) -> Option<Side> {
        let arrived = marks.asks == Choice::Removal && marks.chosen.last() == Some(&spot);
        arrived.then(|| self.session.game().side())
    }

    /// A man; one that may be chosen stands between marks, one that may be taken between crosses.
    fn man_sign(&self, side: Side, choice: bool, asks: Choice) -> String {
        let signs = &self.look.signs;
        let sign = signs.man(self.session.position(), side);
        let beside = signs.beside(side, self.look.coloured);
        let [left, right] = match (choice, asks) {
            (true, Choice::Removal) => signs.taken,
            (true, _) => signs.chosen,
            (false, _) => [beside; 2],
        };
        match self.layout.sign_width {
            3 => format!("{left}{sign}{right}"),
            _ => sign.to_string(),
        }
    }

    /// A count of pawns, with room for at most four digits.
    fn framed(&self, text: &str, choice: bool) -> String {
        let [left, right] = if choice { self.look.signs.chosen } else { [' '; 2] };
        if text.len() > 3 { text.to_owned() } else { format!("{left}{text}{right}") }
    }

    fn spot_style(&self, choice: bool, last: bool) -> Style {
        match (choice, last) {
            (true, _) => self.look.accent,
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
            let line = self.look.signs.line(Direction::Horizontal, false);
            if self.layout.strokes.iter().any(|stroke| here(&stroke)) { line } else { " " }
        };
        format!("{}{dot}{}", stroke(x - 1), stroke(x + 1))
    }

    /// Returns `true` if a stroke lies on a closed mill.
    fn is_in_mill(&self, stroke: &Stroke) -> bool {
        let position = self.session.position();
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
