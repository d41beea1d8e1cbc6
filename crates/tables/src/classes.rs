//! Equivalence classes of sets of men under the symmetries of the board.

use merels_rules::morris::Board;

use crate::packing::Images;
use crate::subsets::Subsets;

/// The classes of sets of one size under the symmetries of a board, numbered from 0 in the order of
/// their least members' bits.
///
/// This suffices for reading tables; [`ClassMap`] finds classes faster and costs more to build.
#[derive(Clone, Debug)]
pub struct Classes {
    least: Vec<u32>,
}

impl Classes {
    /// Finds all classes of sets of `size` men.
    pub fn new(board: &Board, images: &Images, size: usize) -> Classes {
        let sets = Subsets::new(board.len(), size).iter();
        Classes { least: sets.filter(|bits| images.is_least(*bits)).collect() }
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.least.len()
    }

    /// Returns `true` if there is no class.
    pub fn is_empty(&self) -> bool {
        self.least.is_empty()
    }

    /// The least set of a class, which represents it.
    #[inline]
    pub fn representative(&self, class: usize) -> u32 {
        self.least[class]
    }

    /// The number of the class that this least set represents.
    pub fn number_of(&self, least: u32) -> Option<usize> {
        self.least.binary_search(&least).ok()
    }
}

/// A class and the symmetry to its representative, packed into one number.
///
/// Bits 0 to 3 are the number of a symmetry that takes the set to the representative, bit 4 is set
/// if the class has more than one such symmetry, the rest is the number of the class.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ClassEntry(u32);

impl ClassEntry {
    /// The number of the class.
    #[inline]
    pub fn class(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// A symmetry that takes the set to the representative.
    #[inline]
    pub fn symmetry(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The packed number, for tables that other machines read.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Returns `true` if a symmetry other than the identity keeps the representative.
    #[inline]
    pub fn has_own_symmetries(self) -> bool {
        self.0 & 16 != 0
    }
}

/// The class of every set of one size and the symmetry that takes it to the representative, found
/// by one lookup, as solving needs.
#[derive(Clone, Debug)]
pub struct ClassMap {
    classes: Classes,
    subsets: Subsets,
    entries: Vec<ClassEntry>,
    /// The symmetries that keep each class's representative, as one bit each.
    keepers: Vec<u16>,
}

impl ClassMap {
    /// Finds the class of every set of `size` men.
    pub fn new(board: &Board, images: &Images, size: usize) -> ClassMap {
        ClassMap::of(Classes::new(board, images, size), board, images, size)
    }

    /// Creates the map from classes that were already computed.
    pub fn of(classes: Classes, board: &Board, images: &Images, size: usize) -> ClassMap {
        let subsets = Subsets::new(board.len(), size);
        let keepers: Vec<u16> = classes.least.iter().map(|set| keepers(images, *set)).collect();
        let entry = |bits| {
            let (least, symmetry) = images.least(bits);
            let class = classes.number_of(least).expect("the least image stands for a class");
            let own_symmetries = u32::from(keepers[class] != 1);
            ClassEntry((class as u32) << 5 | own_symmetries << 4 | symmetry as u32)
        };
        let entries = subsets.iter().map(entry).collect();
        ClassMap { classes, subsets, entries, keepers }
    }

    /// The classes.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The entries of all sets, in the order of their numbers.
    pub fn entries(&self) -> &[ClassEntry] {
        &self.entries
    }

    /// The class of a set of the right size.
    #[inline]
    pub fn find(&self, bits: u32) -> ClassEntry {
        self.entries[self.subsets.rank(bits) as usize]
    }

    /// The symmetries that keep the representative of a class, as one bit each; bit 0 is the
    /// identity.
    #[inline]
    pub fn keepers(&self, class: usize) -> u16 {
        self.keepers[class]
    }
}

fn keepers(images: &Images, least: u32) -> u16 {
    let keeps = |symmetry: &usize| images.image(*symmetry, least) == least;
    (0..images.count()).filter(keeps).fold(0, |bits, symmetry| bits | 1 << symmetry)
}
