//! Puzzles: positions in which exactly one move wins or holds the draw, with the consequences of
//! every other move. `merels puzzles` makes them from perfect tables, so serving them needs no
//! tables.
//!
//! A set is a text: a line that names the variant, then one line per puzzle with tab-separated
//! fields: the position, its value, the themes, the levels of the computer that failed it, and
//! every legal move with its value and best play after it, the solution first.
//!
//! ```
//! use merels_engine::PuzzleSet;
//! use merels_rules::Position;
//!
//! let text = "merels puzzles three\n\
//!     WWxBBxxxx w 1 1 0\twin in 1\tmill\t1\tc1 win in 1;a3 loss in 2 c2;b3 loss in 2 c2;\
//!     c2 draw b3;c3 loss in 2 c2\n";
//! let set = PuzzleSet::parse(text)?;
//! let puzzle = &set.puzzles[0];
//! assert_eq!(puzzle.position.move_text(puzzle.solution().mv), "c1");
//! assert_eq!(set.to_string(), text);
//! # Ok::<(), merels_engine::PuzzleError>(())
//! ```

mod reasons;
mod text;
mod theme;

use std::sync::LazyLock;

use merels_rules::morris::{MorrisPosition, Move, Setup, Variant};
use merels_rules::{Value, Wdl};

pub use text::PuzzleError;
pub use theme::Theme;

/// A move of a puzzle: its value for the side that makes it, and best play after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleMove {
    /// The move.
    pub mv: Move,
    /// Its value.
    pub value: Value,
    /// The answers, the opponent's first.
    pub line: Vec<Move>,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position; its side to move must find the move.
    pub position: MorrisPosition,
    /// The value of the position.
    pub value: Value,
    /// The themes.
    pub themes: Vec<Theme>,
    /// The levels of the computer that did not find the move, from 1 to 10.
    pub failed_by: Vec<u8>,
    /// Every legal move, the solution first.
    pub moves: Vec<PuzzleMove>,
}

impl Puzzle {
    /// The move to find.
    pub fn solution(&self) -> &PuzzleMove {
        &self.moves[0]
    }

    /// The consequences of a move; `None` if it is not legal.
    pub fn answer(&self, mv: Move) -> Option<&PuzzleMove> {
        self.moves.iter().find(|answer| answer.mv == mv)
    }

    /// The difficulty on the scale of ratings: the more levels fail it, the harder.
    pub fn rating(&self) -> u32 {
        700 + 130 * self.failed_by.len() as u32
    }
}

/// Puzzles of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSet {
    /// The variant.
    pub variant: Variant,
    /// The puzzles, in their order.
    pub puzzles: Vec<Puzzle>,
}

/// The built-in sets.
static BUILT_IN: [(Variant, LazyLock<Option<PuzzleSet>>); 4] = [
    (Variant::NINE, LazyLock::new(|| built_in(include_str!("../../puzzles/nine.puzzles")))),
    (Variant::SIX, LazyLock::new(|| built_in(include_str!("../../puzzles/six.puzzles")))),
    (Variant::TWELVE, LazyLock::new(|| built_in(include_str!("../../puzzles/twelve.puzzles")))),
    (Variant::LASKER, LazyLock::new(|| built_in(include_str!("../../puzzles/lasker.puzzles")))),
];

fn built_in(text: &str) -> Option<PuzzleSet> {
    PuzzleSet::parse(text).ok()
}

impl PuzzleSet {
    /// The built-in puzzles of a variant, if there are any.
    pub fn built_in(variant: Variant) -> Option<&'static PuzzleSet> {
        let (_, set) = BUILT_IN.iter().find(|(known, _)| *known == variant)?;
        LazyLock::force(set).as_ref()
    }
}

/// The only move that keeps the value of a position, if there is exactly one and other moves do
/// not.
pub fn only_move(moves: &[(Move, Value)]) -> Option<(Move, Value)> {
    let best = moves.iter().max_by_key(|(_, value)| value.preference())?;
    let result = Wdl::from(best.1);
    let keeping = moves.iter().filter(|(_, value)| Wdl::from(*value) == result).count();
    (keeping == 1 && moves.len() > 1 && result != Wdl::Loss).then_some(*best)
}

/// A canonical text of a position: the same for its symmetric images and for every history.
pub fn canonical(position: &MorrisPosition) -> String {
    let symmetries = position.board().symmetries().iter();
    let image = |symmetry| {
        let setup = position.transformed(symmetry).setup();
        let fresh = Setup { quiet: 0, ..setup }.position();
        fresh.map_or(String::new(), |position| position.to_string())
    };
    symmetries.map(image).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use merels_rules::Position;

    use super::*;

    #[test]
    fn one_move_that_keeps_the_value_makes_a_puzzle() {
        let position = MorrisPosition::start(Variant::THREE);
        let moves = position.legal_moves();
        let valued = |values: [Value; 3]| -> Vec<(Move, Value)> {
            moves.iter().copied().zip(values).collect()
        };
        let found = only_move(&valued([Value::Draw, Value::Win(5), Value::Loss(2)]));
        assert_eq!(found, Some((moves[1], Value::Win(5))));
        assert_eq!(only_move(&valued([Value::Win(9), Value::Win(5), Value::Draw])), None);
        assert_eq!(only_move(&valued([Value::Loss(9), Value::Loss(5), Value::Loss(5)])), None);
    }

    /// Regression test: two puzzles once differed only in their quiet plies.
    #[test]
    fn twins_are_known_whatever_came_before() {
        let [one, other] = ["WxxxxxxxB w 2 2 0", "xxBxxxWxx w 2 2 7"]
            .map(|text| merels_rules::morris::parse_position(Variant::THREE, text).unwrap());
        assert_eq!(canonical(&one), canonical(&other));
    }

    #[test]
    fn the_sets_that_come_with_the_program_hold_what_they_promise() {
        let promised = [
            (Variant::NINE, 1000),
            (Variant::SIX, 200),
            (Variant::TWELVE, 200),
            (Variant::LASKER, 200),
        ];
        for (variant, least) in promised {
            let set = PuzzleSet::built_in(variant).expect("a set that can be read");
            assert!(set.puzzles.len() >= least, "{}", set.puzzles.len());
            let twins: HashSet<String> =
                set.puzzles.iter().map(|puzzle| canonical(&puzzle.position)).collect();
            assert_eq!(twins.len(), set.puzzles.len(), "no puzzle stands twice");
            for puzzle in &set.puzzles {
                let valued: Vec<(Move, Value)> =
                    puzzle.moves.iter().map(|answer| (answer.mv, answer.value)).collect();
                assert_eq!(only_move(&valued).map(|(mv, _)| mv), Some(puzzle.solution().mv));
                assert!(!puzzle.failed_by.is_empty() && !puzzle.themes.is_empty());
            }
            for theme in Theme::ALL {
                let has_theme = |puzzle: &Puzzle| puzzle.themes.contains(&theme);
                assert!(set.puzzles.iter().any(has_theme), "{variant:?}: {theme:?}");
            }
        }
    }
}
