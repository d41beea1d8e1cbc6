//! The variants as data: boards with options, and the table of rules that the code reads.
//!
//! A variant is written as its board, followed by the options that are unusual on that board, each
//! after a `+` and in this order: flying, `lasker`, removal, `misere`. Two names from the first
//! edition remain: `six-nofly` is `six+nofly`, `lasker` is `ten+lasker`.
//!
//! ```
//! use merels_rules::morris::{BoardName, Flying, Variant};
//!
//! let variant: Variant = "nine+misere+nofly".parse()?;
//! assert_eq!(variant.id(), "nine+nofly+misere");
//! assert_eq!((variant.board_name(), variant.options().flying), (BoardName::Nine, Flying::Never));
//! assert_eq!("ten+lasker".parse(), Ok(Variant::LASKER));
//! assert_eq!(Variant::LASKER.id(), "lasker");
//! assert_eq!("six+fly3".parse(), Ok(Variant::SIX));
//! # Ok::<(), merels_rules::morris::UnknownVariant>(())
//! ```

use core::fmt;

use super::board::{
    Board, GRID_DIAGONAL, THREE_SQUARES, THREE_SQUARES_CENTRE, THREE_SQUARES_DIAGONAL, TWO_SQUARES,
    TWO_SQUARES_CENTRE,
};
use super::variant_text::IDS;

/// A game of the morris family: a board with its men, and options.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variant(u16); // The index in `RULES`.

/// The boards with their men.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardName {
    /// The 3×3 grid: the first line wins.
    Three,
    /// Two squares, five men.
    Five,
    /// Two squares, six men.
    Six,
    /// Two squares and a centre, seven men.
    Seven,
    /// Three squares, nine men.
    Nine,
    /// Three squares, ten men.
    Ten,
    /// Three squares and diagonals, eleven men.
    Eleven,
    /// Three squares and diagonals, twelve men: Morabaraba.
    Twelve,
    /// Three squares and a centre, twelve men.
    Sesotho,
}

/// The rule for moving to any empty point instead of a neighbour.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flying {
    /// No side flies.
    Never,
    /// A side with three men, on the board and in hand together.
    AtThree,
    /// A side with at most four men.
    AtFour,
    /// Every side flies.
    Always,
}

/// The rule for the man that a closed mill takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Removal {
    /// One outside mills; any if every one stands in a mill.
    Usual,
    /// One outside mills; none if every one stands in a mill.
    Strict,
    /// Any man.
    Lenient,
}

/// The options besides the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Options {
    /// The flying rule.
    pub flying: Flying,
    /// Allows a side with men in hand to move one on the board instead of placing.
    pub lasker: bool,
    /// The removal rule.
    pub removal: Removal,
    /// Misère: the side that would win loses.
    pub misere: bool,
}

/// The rules of a variant, as [`Variant::rules`] returns them.
#[derive(Debug)]
pub struct VariantRules {
    /// The points and lines played on.
    pub board: &'static Board,
    /// The number of men of each side.
    pub men: u8,
    /// A side with at most this many men, on the board and in hand together, may move to any empty
    /// point.
    pub flies_up_to: u8,
    /// The reward for completing a line.
    pub line: LineEarns,
    /// The removal rule.
    pub removal: Removal,
    /// Allows a side with men in hand to move one on the board instead of placing.
    pub may_move_while_placing: bool,
    /// A full board is a draw (otherwise the side to move would be blocked and lose).
    pub full_board_draws: bool,
    /// Misère: the side that would win loses.
    pub misere: bool,
}

/// The reward for completing a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LineEarns {
    /// One enemy man is removed.
    Removal,
    /// The game is won.
    Win,
}

/// A side with fewer men than this, on the board and in hand together, loses.
pub const FEWEST_MEN: usize = 3;

impl BoardName {
    /// All boards.
    pub const ALL: [BoardName; 9] = [
        BoardName::Three,
        BoardName::Five,
        BoardName::Six,
        BoardName::Seven,
        BoardName::Nine,
        BoardName::Ten,
        BoardName::Eleven,
        BoardName::Twelve,
        BoardName::Sesotho,
    ];

    /// The board, the men of each side, and the usual flying rule.
    const fn data(self) -> (&'static Board, u8, Flying) {
        match self {
            BoardName::Three => (&GRID_DIAGONAL, 3, Flying::Never),
            BoardName::Five => (&TWO_SQUARES, 5, Flying::Never),
            BoardName::Six => (&TWO_SQUARES, 6, Flying::AtThree),
            BoardName::Seven => (&TWO_SQUARES_CENTRE, 7, Flying::Never),
            BoardName::Nine => (&THREE_SQUARES, 9, Flying::AtThree),
            BoardName::Ten => (&THREE_SQUARES, 10, Flying::AtThree),
            BoardName::Eleven => (&THREE_SQUARES_DIAGONAL, 11, Flying::AtThree),
            BoardName::Twelve => (&THREE_SQUARES_DIAGONAL, 12, Flying::AtThree),
            BoardName::Sesotho => (&THREE_SQUARES_CENTRE, 12, Flying::AtThree),
        }
    }

    /// The usual options of this board.
    pub const fn usual(self) -> Options {
        let (_, _, flying) = self.data();
        Options { flying, lasker: false, removal: Removal::Usual, misere: false }
    }
}

const FLYING: [Flying; 4] = [Flying::Never, Flying::AtThree, Flying::AtFour, Flying::Always];
const REMOVAL: [Removal; 3] = [Removal::Usual, Removal::Strict, Removal::Lenient];

/// The number of combinations of options on one board.
const COMBINATIONS: u16 = 4 * 2 * 3 * 2;

/// The length of the tables of variants: all combinations, padded to a power of two so that a
/// lookup needs no bounds check.
pub(super) const PLACES: usize = 512;

impl Variant {
    /// Nine Men's Morris.
    pub const NINE: Variant = Variant::usual(BoardName::Nine);
    /// Six Men's Morris.
    pub const SIX: Variant = Variant::usual(BoardName::Six);
    /// Six Men's Morris without flying.
    pub const SIX_NO_FLY: Variant =
        Variant::new(BoardName::Six, Options { flying: Flying::Never, ..BoardName::Six.usual() });
    /// Five Men's Morris.
    pub const FIVE: Variant = Variant::usual(BoardName::Five);
    /// Three Men's Morris: the first line wins.
    pub const THREE: Variant = Variant::usual(BoardName::Three);
    /// Lasker Morris: ten men, placing and moving mixed.
    pub const LASKER: Variant =
        Variant::new(BoardName::Ten, Options { lasker: true, ..BoardName::Ten.usual() });
    /// Twelve Men's Morris, also known as Morabaraba.
    pub const TWELVE: Variant = Variant::usual(BoardName::Twelve);

    /// The variants that are games in their own right and have their own ids.
    pub const LISTED: [Variant; 7] = [
        Variant::NINE,
        Variant::SIX,
        Variant::SIX_NO_FLY,
        Variant::FIVE,
        Variant::THREE,
        Variant::LASKER,
        Variant::TWELVE,
    ];

    /// The variant with a board and options. On the grid of `three` nothing is taken and no side
    /// flies: only `misere` counts there, and the other options are as usual.
    pub const fn new(board: BoardName, options: Options) -> Variant {
        let Options { flying, lasker, removal, misere } = match board {
            BoardName::Three => Options { misere: options.misere, ..board.usual() },
            _ => options,
        };
        let mut place = board as u16;
        place = 4 * place + flying as u16;
        place = 2 * place + lasker as u16;
        place = 3 * place + removal as u16;
        Variant(2 * place + misere as u16)
    }

    /// A board with its usual rules.
    pub const fn usual(board: BoardName) -> Variant {
        Variant::new(board, board.usual())
    }

    /// Every board with every combination of options.
    pub fn all() -> impl Iterator<Item = Variant> {
        (0..COMBINATIONS * BoardName::ALL.len() as u16)
            .map(Variant)
            .filter(|variant| Variant::new(variant.board_name(), variant.options()) == *variant)
    }

    /// The board with its men.
    pub const fn board_name(self) -> BoardName {
        BoardName::ALL[(self.0 / COMBINATIONS) as usize]
    }

    /// The options.
    pub const fn options(self) -> Options {
        Options {
            flying: FLYING[(self.0 / 12 % 4) as usize],
            lasker: !(self.0 / 6).is_multiple_of(2),
            removal: REMOVAL[(self.0 / 2 % 3) as usize],
            misere: !self.0.is_multiple_of(2),
        }
    }

    /// The rules of this variant.
    #[inline]
    pub fn rules(self) -> &'static VariantRules {
        &RULES[self.0 as usize % PLACES]
    }

    /// The board of this variant.
    #[inline]
    pub fn board(self) -> &'static Board {
        self.rules().board
    }

    /// Returns `true` if a side with this many men, on the board and in hand together, flies. A
    /// side with fewer than three men has lost and no longer moves.
    #[inline]
    pub fn flies(self, men: usize) -> bool {
        (FEWEST_MEN..=self.rules().flies_up_to as usize).contains(&men)
    }

    /// The canonical name, such as `six-nofly` or `nine+misere`.
    pub const fn id(self) -> &'static str {
        IDS[self.0 as usize]
    }

    /// The variant at an index of the tables; the last ones repeat the first.
    pub(super) const fn at(place: usize) -> Variant {
        let known = COMBINATIONS as usize * BoardName::ALL.len();
        Variant(if place < known { place as u16 } else { 0 })
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

static RULES: [VariantRules; PLACES] = {
    let mut all = [const { rules_of(Variant::at(0)) }; PLACES];
    let mut place = 0;
    while place < PLACES {
        all[place] = rules_of(Variant::at(place));
        place += 1;
    }
    all
};

const fn rules_of(variant: Variant) -> VariantRules {
    let Options { flying, lasker, removal, misere } = variant.options();
    let (board, men, _) = variant.board_name().data();
    VariantRules {
        board,
        men,
        flies_up_to: match flying {
            Flying::Never => 0,
            Flying::AtThree => 3,
            Flying::AtFour => 4,
            Flying::Always => u8::MAX,
        },
        line: match variant.board_name() {
            BoardName::Three => LineEarns::Win,
            _ => LineEarns::Removal,
        },
        removal,
        may_move_while_placing: lasker,
        full_board_draws: 2 * men as usize >= board.len(),
        misere,
    }
}
