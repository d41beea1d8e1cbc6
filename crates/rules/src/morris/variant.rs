//! The variants as data: what one rules code reads.

use super::board::{Board, GRID_DIAGONAL, THREE_SQUARES, THREE_SQUARES_DIAGONAL, TWO_SQUARES};

/// A game of the morris family.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// Nine Men's Morris.
    Nine,
    /// Six Men's Morris.
    Six,
    /// Six Men's Morris without flying.
    SixNoFly,
    /// Five Men's Morris.
    Five,
    /// Three Men's Morris: the first line wins.
    Three,
    /// Lasker Morris: ten men, placing and moving mixed.
    Lasker,
    /// Twelve Men's Morris, also known as Morabaraba.
    Twelve,
}

/// What a variant's rules are. [`Variant::rules`] gives them.
#[derive(Debug)]
pub struct VariantRules {
    /// The points and lines played on.
    pub board: &'static Board,
    /// How many men each side has.
    pub men: u8,
    /// Whether a side with exactly three men may move to any empty point.
    pub flying: bool,
    /// What completing a line earns.
    pub line: LineEarns,
    /// Whether a side with men in hand may move one on the board instead of placing.
    pub may_move_while_placing: bool,
    /// Whether a full board is a draw (else the side to move would be blocked and lose).
    pub full_board_draws: bool,
}

/// What completing a line earns.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LineEarns {
    /// One enemy man is removed.
    Removal,
    /// The game is won.
    Win,
}

/// Fewer men than this, on the board and in hand together, lose.
pub const FEWEST_MEN: usize = 3;

/// A side with exactly this many men flies, where the variant has flying.
pub const FLYING_MEN: usize = 3;

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 7] = [
        Variant::Nine,
        Variant::Six,
        Variant::SixNoFly,
        Variant::Five,
        Variant::Three,
        Variant::Lasker,
        Variant::Twelve,
    ];

    /// The rules of this variant.
    #[inline]
    pub fn rules(self) -> &'static VariantRules {
        &RULES[self as usize]
    }

    /// The board of this variant.
    #[inline]
    pub fn board(self) -> &'static Board {
        self.rules().board
    }

    /// The id, such as `six-nofly`.
    pub const fn id(self) -> &'static str {
        match self {
            Variant::Nine => "nine",
            Variant::Six => "six",
            Variant::SixNoFly => "six-nofly",
            Variant::Five => "five",
            Variant::Three => "three",
            Variant::Lasker => "lasker",
            Variant::Twelve => "twelve",
        }
    }

    /// The name that people use.
    pub const fn title(self) -> &'static str {
        match self {
            Variant::Nine => "Nine Men's Morris",
            Variant::Six => "Six Men's Morris",
            Variant::SixNoFly => "Six Men's Morris without flying",
            Variant::Five => "Five Men's Morris",
            Variant::Three => "Three Men's Morris",
            Variant::Lasker => "Lasker Morris",
            Variant::Twelve => "Twelve Men's Morris",
        }
    }
}

/// In the order of [`Variant::ALL`].
static RULES: [VariantRules; 7] = [
    NINE,
    SIX,
    VariantRules { flying: false, ..SIX },
    VariantRules { men: 5, flying: false, ..SIX },
    VariantRules {
        board: &GRID_DIAGONAL,
        men: 3,
        flying: false,
        line: LineEarns::Win,
        may_move_while_placing: false,
        full_board_draws: false,
    },
    VariantRules { men: 10, may_move_while_placing: true, ..NINE },
    VariantRules { board: &THREE_SQUARES_DIAGONAL, men: 12, full_board_draws: true, ..NINE },
];

const NINE: VariantRules = VariantRules {
    board: &THREE_SQUARES,
    men: 9,
    flying: true,
    line: LineEarns::Removal,
    may_move_while_placing: false,
    full_board_draws: false,
};

const SIX: VariantRules = VariantRules { board: &TWO_SQUARES, men: 6, ..NINE };
