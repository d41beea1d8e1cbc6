use std::sync::OnceLock;

use merels_rules::morris::{MAX_POINTS, Variant};
use merels_tables::{ClassMap, Images, Indexer, Sector, Subsets};

/// The most bytes that these tables need, for the largest board.
pub(crate) const MEMORY: u64 = 96 << 20;

/// The tables that all sectors of a variant share, each computed at first use.
#[derive(Debug)]
pub(crate) struct Shapes {
    indexer: Indexer,
    class_maps: [OnceLock<ClassMap>; MAX_POINTS + 1],
}

impl Shapes {
    pub(crate) fn new(variant: Variant) -> Shapes {
        let class_maps = [const { OnceLock::new() }; MAX_POINTS + 1];
        Shapes { indexer: Indexer::new(variant), class_maps }
    }

    pub(crate) fn indexer(&self) -> &Indexer {
        &self.indexer
    }

    pub(crate) fn variant(&self) -> Variant {
        self.indexer.variant()
    }

    pub(crate) fn images(&self) -> &Images {
        self.indexer.images()
    }

    pub(crate) fn len(&self, sector: Sector) -> u64 {
        self.indexer.len(sector)
    }

    /// The sets of the opponent's men among the points that the mover of a sector leaves free.
    pub(crate) fn subsets(&self, sector: Sector) -> &Subsets {
        self.indexer.subsets(sector)
    }

    /// The classes of sets of this many men, with fast lookup.
    pub(crate) fn class_map(&self, men: u8) -> &ClassMap {
        let board = self.variant().board();
        let men = men as usize;
        self.class_maps[men].get_or_init(|| ClassMap::new(board, self.images(), men))
    }
}
