//! The cell of a position, which all its images under the symmetries of the board share.

use merels_rules::morris::{MorrisPosition, Points, Setup, Variant};
use merels_rules::{Position, Wdl};

/// The key of a block.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct BlockKey {
    /// Men in hand of the side to move and of the enemy.
    pub(super) hands: [u8; 2],
    /// The owner of the fixed set: the side to move (0) or the enemy (1).
    pub(super) base_of: u8,
    /// Men of the other side on the board.
    pub(super) others: u8,
    /// The fixed set: the numerically least of all its images.
    pub(super) base: u32,
}

/// A place in a block.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) block: BlockKey,
    pub(super) number: usize,
}

impl Cell {
    pub(super) fn of(position: &MorrisPosition) -> Cell {
        let sides = [position.side(), !position.side()];
        let men = sides.map(|side| position.men(side));
        let hands = sides.map(|side| position.hand(side) as u8);
        // A side that has taken men owns a mill, and sets with a mill are few; otherwise the larger
        // set leaves fewer places to the smaller.
        let [own, enemy] = [0, 1].map(|i| (men[i].len() + usize::from(hands[i]), men[i].len()));
        let base_of = u8::from(own < enemy);
        let (base, other) = (men[usize::from(base_of)], men[usize::from(1 - base_of)]);
        // The image with the least base; among those, the one with the least other set.
        let images =
            position.board().symmetries().iter().map(|symmetry| {
                (symmetry.apply_all(base).bits(), symmetry.apply_all(other).bits())
            });
        let (base, other) = images.min().unwrap_or((base.bits(), other.bits()));
        let free = position.board().points() - Points::from_bits(base);
        let others = other.count_ones() as u8;
        let block = BlockKey { hands, base_of, others, base };
        Cell { block, number: number_of(other, free) }
    }
}

impl BlockKey {
    /// The number of cells of the block.
    pub(super) fn cells(self, variant: Variant) -> usize {
        let free = variant.board().len() - self.base.count_ones() as usize;
        choose(free, self.others.into())
    }

    /// The position of a cell, with White to move; `None` if there is none or the game is over.
    pub(super) fn position(self, variant: Variant, number: usize) -> Option<MorrisPosition> {
        let base = Points::from_bits(self.base);
        let free = variant.board().points() - base;
        let other = set_of(number, self.others.into(), free);
        let men = if self.base_of == 0 { [base, other] } else { [other, base] };
        let setup = Setup { men, hand: self.hands, ..Setup::start(variant) };
        setup.position().ok().filter(|position| position.outcome().is_none())
    }
}

/// The rank of a set among the sets of equally many `free` points.
fn number_of(set: u32, free: Points) -> usize {
    let mut number = 0;
    let mut found = 0;
    for (place, point) in free.into_iter().enumerate() {
        if set >> point.number() & 1 != 0 {
            found += 1;
            number += choose(place, found);
        }
    }
    number
}

/// The set of `count` of the `free` points with this rank.
fn set_of(mut number: usize, count: usize, free: Points) -> Points {
    let mut set = Points::EMPTY;
    let mut missing = count;
    for place in (0..free.len()).rev() {
        if missing > 0 && number >= choose(place, missing) {
            number -= choose(place, missing);
            missing -= 1;
            set = free.nth(place).map_or(set, |point| set.with(point));
        }
    }
    set
}

/// The number of sets of `count` among `of`.
fn choose(of: usize, count: usize) -> usize {
    (0..count).fold(1, |product, i| product * of.saturating_sub(i) / (i + 1))
}

/// The value with this number.
pub(super) fn wdl(number: u8) -> Option<Wdl> {
    [Wdl::Loss, Wdl::Draw, Wdl::Win].get(usize::from(number)).copied()
}
