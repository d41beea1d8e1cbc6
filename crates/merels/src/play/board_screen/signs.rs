//! The characters that the full screen draws with, one set for each style.

use merels_rules::{AnyPosition, Side};

use super::layout::Direction;
use crate::draw::Style;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signs {
    /// Lines, by direction: horizontal, vertical, rising, falling.
    lines: [&'static str; 4],
    /// The same where a mill is closed.
    mill_lines: [&'static str; 4],
    /// An empty point, and an empty square of Ming Mang.
    empty: [&'static str; 2],
    /// An empty spot that may be chosen, and one that the last man left.
    pub(crate) choice: &'static str,
    pub(crate) left: &'static str,
    /// The signs of men; `None` for the letters of their side.
    shades: Option<[char; 2]>,
    /// Around a man that may be chosen, and around one that may be taken.
    pub(crate) chosen: [char; 2],
    pub(crate) taken: [char; 2],
    /// A win, a draw and a loss.
    pub(crate) values: [&'static str; 3],
    /// Before the name of the side to move.
    pub(crate) turn: &'static str,
    /// The sign at the place where the next letter is typed.
    pub(crate) caret: &'static str,
    /// True if men stand on grounds of their colour.
    pub(crate) grounds: bool,
}

const BOXES: Signs = Signs {
    lines: ["─", "│", "╱", "╲"],
    mill_lines: ["━", "┃", "╱", "╲"],
    empty: ["●", "·"],
    choice: "○",
    left: "◎",
    shades: None,
    chosen: ['‹', '›'],
    taken: ['×', '×'],
    values: ["✓", "=", "✗"],
    turn: "▶ ",
    caret: "▏",
    grounds: true,
};

const BLOCKS: Signs = Signs { shades: Some(['▓', '░']), grounds: false, ..BOXES };

const ASCII: Signs = Signs {
    lines: ["-", "|", "/", "\\"],
    mill_lines: ["=", "#", "/", "\\"],
    empty: [".", "."],
    choice: "+",
    left: "*",
    shades: None,
    chosen: ['<', '>'],
    taken: ['!', '!'],
    values: ["^", "=", "v"],
    turn: "> ",
    caret: "_",
    grounds: false,
};

const LETTERS: Signs = Signs { lines: [" "; 4], mill_lines: [" "; 4], empty: ["x", "."], ..ASCII };

impl Signs {
    /// The signs of a style; without one, letters on stones.
    pub(crate) fn of(style: Option<Style>) -> Signs {
        match style {
            None => BOXES,
            Some(Style::Blocks) => BLOCKS,
            Some(Style::Ascii) => ASCII,
            Some(Style::Letters) => LETTERS,
        }
    }

    pub(crate) fn line(&self, direction: Direction, in_mill: bool) -> &'static str {
        let lines = if in_mill { self.mill_lines } else { self.lines };
        lines[match direction {
            Direction::Horizontal => 0,
            Direction::Vertical => 1,
            Direction::Rising => 2,
            Direction::Falling => 3,
        }]
    }

    pub(crate) fn empty(&self, position: &AnyPosition) -> &'static str {
        self.empty[usize::from(!matches!(position, AnyPosition::Morris(_)))]
    }

    pub(crate) fn man(&self, position: &AnyPosition, side: Side) -> char {
        match (self.shades, position, side) {
            (Some(shades), ..) => shades[side.index()],
            (None, AnyPosition::Morris(_), Side::White) => 'W',
            (None, AnyPosition::Morris(_), Side::Black) => 'B',
            (None, _, Side::White) => 'x',
            (None, _, Side::Black) => 'o',
        }
    }

    /// The sign on both sides of a man, where there is room.
    pub(crate) fn beside(&self, side: Side, coloured: bool) -> char {
        match self.shades {
            Some(shades) => shades[side.index()],
            // Without colours the ground of a stone is shaded.
            None if self.grounds && !coloured => ['▓', '░'][side.index()],
            None => ' ',
        }
    }
}
