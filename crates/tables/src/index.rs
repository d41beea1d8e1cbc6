//! The numbering of positions: the class of the mover's set, then the rank of the opponent's set
//! among the remaining points.

use std::sync::OnceLock;

use merels_rules::morris::{MAX_POINTS, MorrisPosition, Points, Setup, Variant};
use merels_rules::{Position, Side};

use crate::classes::Classes;
use crate::packing::{Images, Squeezer, spread};
use crate::sector::Sector;
use crate::subsets::{Subsets, binomial};

/// The index of a position within its sector.
///
/// A position whose mover's set is symmetric may have several indices. All of them hold the same
/// value; [`Indexer::index`] returns the least, and [`Indexer::is_first`] recognises it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index(pub u64);

/// Translates between the positions of a variant and their indices.
#[derive(Debug)]
pub struct Indexer {
    variant: Variant,
    images: Images,
    squeezer: Squeezer,
    classes: [OnceLock<Classes>; MAX_POINTS + 1],
    /// The sets, by the number of remaining points and the size of the sets among them.
    subsets: [[OnceLock<Subsets>; MAX_POINTS + 1]; MAX_POINTS + 1],
}

impl Indexer {
    /// Creates an indexer. This is cheap: the tables for each number of men are computed at first
    /// use.
    pub fn new(variant: Variant) -> Indexer {
        Indexer {
            variant,
            images: Images::new(variant.board()),
            squeezer: Squeezer::new(),
            classes: [const { OnceLock::new() }; MAX_POINTS + 1],
            subsets: [const { [const { OnceLock::new() }; MAX_POINTS + 1] }; MAX_POINTS + 1],
        }
    }

    /// The variant whose positions are numbered.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The images of sets under the symmetries of the board.
    pub fn images(&self) -> &Images {
        &self.images
    }

    /// The classes of sets of this many men.
    pub fn classes(&self, men: u8) -> &Classes {
        let men = men as usize;
        self.classes[men].get_or_init(|| Classes::new(self.variant.board(), &self.images, men))
    }

    /// The number of ranks of the opponent's sets for one set of the mover: the length of a row.
    pub fn row_len(&self, sector: Sector) -> usize {
        let left = self.variant.board().len() - sector.mover as usize;
        binomial(left, sector.opponent as usize)
    }

    /// The number of indices of a sector.
    pub fn len(&self, sector: Sector) -> u64 {
        self.classes(sector.mover).len() as u64 * self.row_len(sector) as u64
    }

    /// Returns `true` if a sector has no index at all.
    pub fn is_empty(&self, sector: Sector) -> bool {
        self.len(sector) == 0
    }

    /// The index of a position in its sector, which all its images under the symmetries of the
    /// board share.
    pub fn index(&self, position: &MorrisPosition) -> Index {
        let sector = Sector::of(position);
        let mover = position.men(position.side()).bits();
        let opponent = position.men(!position.side()).bits();
        // The image with the least set of the mover; among those, the one with the least set of the
        // opponent.
        let image =
            |symmetry| (self.images.image(symmetry, mover), self.images.image(symmetry, opponent));
        let least = (0..self.images.count()).map(image).min();
        let (mover, opponent) = least.expect("a board has its identity");
        let class = self.classes(sector.mover).number_of(mover).expect("every set has a class");
        let rank = self.subsets(sector).rank(self.squeezer.squeeze(opponent, mover));
        Index(class as u64 * self.row_len(sector) as u64 + u64::from(rank))
    }

    /// The position with this index, White to move; `None` if the sector has fewer indices.
    pub fn position(&self, sector: Sector, index: Index) -> Option<MorrisPosition> {
        let (mover, opponent) = self.sets(sector, index)?;
        let setup = Setup {
            variant: self.variant,
            men: [Points::from_bits(mover), Points::from_bits(opponent)],
            hand: [sector.mover_hand, sector.opponent_hand],
            side: Side::White,
            quiet: 0,
        };
        setup.position().ok()
    }

    /// Returns `true` if this is the least index of its position. Exactly one index of each
    /// position up to symmetry is.
    pub fn is_first(&self, sector: Sector, index: Index) -> bool {
        let Some((mover, opponent)) = self.sets(sector, index) else { return false };
        (1..self.images.count())
            .filter(|symmetry| self.images.image(*symmetry, mover) == mover)
            .all(|symmetry| self.images.image(symmetry, opponent) >= opponent)
    }

    /// The men of the mover (the representative of their class) and of the opponent.
    fn sets(&self, sector: Sector, index: Index) -> Option<(u32, u32)> {
        if index.0 >= self.len(sector) {
            return None;
        }
        let row_len = self.row_len(sector) as u64;
        let mover = self.classes(sector.mover).representative((index.0 / row_len) as usize);
        let squeezed = self.subsets(sector).unrank((index.0 % row_len) as u32)?;
        Some((mover, spread(squeezed, mover)))
    }

    /// The sets that the opponent's men can form among the points that the mover leaves.
    pub fn subsets(&self, sector: Sector) -> &Subsets {
        let left = self.variant.board().len() - sector.mover as usize;
        let size = sector.opponent as usize;
        self.subsets[left][size].get_or_init(|| Subsets::new(left, size))
    }
}
