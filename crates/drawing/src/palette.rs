//! The colours of boards and stones, by day and by night. The site's style sheet has them as custom
//! properties of the same names, the icon has the light ones; a test compares them.

use std::fmt;

/// A colour without transparency, written as in CSS.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rgb(pub [u8; 3]);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rgb([r, g, b]) = self;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// A named colour of both themes. Pictures that stand alone take the light one.
#[derive(Copy, Clone, Debug)]
pub struct Swatch {
    pub name: &'static str,
    pub light: Rgb,
    pub dark: Rgb,
}

const fn swatch(name: &'static str, light: u32, dark: u32) -> Swatch {
    Swatch { name, light: rgb(light), dark: rgb(dark) }
}

const fn rgb(number: u32) -> Rgb {
    let [_, r, g, b] = number.to_be_bytes();
    Rgb([r, g, b])
}

pub const PAPER: Swatch = swatch("paper", 0xf4eddf, 0x171c1f);
pub const BOARD: Swatch = swatch("board", 0xe6d2ab, 0x35414a);
pub(crate) const QUIET: Swatch = swatch("quiet", 0x655948, 0xaeaa9d);
pub(crate) const BOARD_LOW: Swatch = swatch("board-low", 0xdcc596, 0x2b363e);
pub(crate) const BOARD_EDGE: Swatch = swatch("board-edge", 0x7c5731, 0x0d1215);
pub(crate) const LINE: Swatch = swatch("line", 0x5d452b, 0xb4b0a4);
pub(crate) const LIGHT_STONE: Swatch = swatch("light-stone", 0xfbf6ea, 0xf3edde);
pub(crate) const LIGHT_RIM: Swatch = swatch("light-rim", 0x94794f, 0x8d8571);
pub(crate) const DARK_STONE: Swatch = swatch("dark-stone", 0x3a332d, 0x1b1f22);
pub(crate) const DARK_RIM: Swatch = swatch("dark-rim", 0x120f0c, 0x8b979e);
pub(crate) const PAWN: Swatch = swatch("pawn", 0xa4632f, 0xc58a55);
pub(crate) const PAWN_RIM: Swatch = swatch("pawn-rim", 0x5c3413, 0x5f3a18);
pub(crate) const PAWN_INK: Swatch = swatch("pawn-ink", 0xfffaf0, 0x1c130a);
pub(crate) const ACCENT: Swatch = swatch("accent", 0x12605b, 0x7fcdc1);
pub(crate) const GOLD: Swatch = swatch("gold", 0xbb8c30, 0xdcb562);
pub(crate) const BAD: Swatch = swatch("bad", 0x9e2d1a, 0xf39a86);

/// All colours of boards and stones.
pub const PALETTE: [Swatch; 16] = [
    PAPER,
    BOARD,
    QUIET,
    BOARD_LOW,
    BOARD_EDGE,
    LINE,
    LIGHT_STONE,
    LIGHT_RIM,
    DARK_STONE,
    DARK_RIM,
    PAWN,
    PAWN_RIM,
    PAWN_INK,
    ACCENT,
    GOLD,
    BAD,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_has_the_same_colours() {
        let sheet = include_str!("../../../web/styles/tokens.css");
        for Swatch { name, light, dark } in PALETTE {
            let property = format!("--{name}: light-dark({light}, {dark});");
            assert!(sheet.contains(&property), "tokens.css has no {property}");
        }
    }

    #[test]
    fn the_icon_is_painted_from_the_palette() {
        let icon = include_str!("../../../web/icons/merels.svg");
        let known = PALETTE.map(|swatch| swatch.light.to_string());
        for colour in icon.split("=\"#").skip(1).map(|rest| format!("#{}", &rest[..6])) {
            assert!(known.contains(&colour), "{colour} is not in the palette");
        }
    }
}
