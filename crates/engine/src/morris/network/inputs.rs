//! Which rows of the first layer a position adds up, and which later layers it uses.

use merels_rules::Position;
use merels_rules::morris::{BoardName, MorrisPosition, Variant};

use crate::morris::rings::Rings;

const RING_STATES: usize = 3usize.pow(8);
const CROSSING_STATES: usize = 3usize.pow(5);
const MOST_IN_HAND: usize = 12;

/// Placing is told apart in three steps by the men in hand, and by who has how many more.
const PLACING_BUCKETS: usize = 3 * 7;
const MOST_AHEAD: i32 = 3;

/// A row for each ring, each crossing and each hand, of which the largest board has this many.
const MOST_ROWS: usize = 3 + 3 * 8 + 2;

/// The rows that a position adds up.
#[derive(Copy, Clone, Debug)]
pub(super) struct Rows {
    numbers: [u16; MOST_ROWS],
    count: usize,
}

impl Rows {
    #[inline]
    pub(super) fn numbers(&self) -> &[u16] {
        &self.numbers[..self.count]
    }
}

/// For a set of places the number whose ternary digits are 1 there.
static TERNARY: [u16; 256] = ternary();

const fn ternary() -> [u16; 256] {
    let mut numbers = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut place, mut power) = (0, 1);
        while place < 8 {
            if set >> place & 1 != 0 {
                numbers[set] += power;
            }
            place += 1;
            power *= 3;
        }
        set += 1;
    }
    numbers
}

/// The shape of a network's first layer: the same for all positions of a variant.
#[derive(Debug)]
pub(super) struct Inputs {
    board: &'static Rings,
    rings: usize,
    /// Every place is a crossing, or only the mid-sides.
    corners_cross: bool,
    men: usize,
}

impl Inputs {
    /// `None` for a variant whose board has no rings.
    pub(super) fn of(variant: Variant) -> Option<Inputs> {
        Some(Inputs {
            board: Rings::of(variant)?,
            rings: variant.board().len() / 8,
            corners_cross: matches!(variant.board_name(), BoardName::Eleven | BoardName::Twelve),
            men: variant.rules().men as usize,
        })
    }

    /// How many places of a ring are crossings.
    fn crossings(&self) -> usize {
        if self.corners_cross { 8 } else { 4 }
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.first_hand() + 2 * (MOST_IN_HAND + 1)
    }

    /// How many kinds of positions have layers of their own.
    pub(super) fn buckets(&self) -> usize {
        PLACING_BUCKETS + (self.men - 2).pow(2)
    }

    fn first_crossing(&self) -> usize {
        self.rings * RING_STATES
    }

    fn first_hand(&self) -> usize {
        self.first_crossing() + self.rings * self.crossings() * CROSSING_STATES
    }

    /// The rows of a position.
    #[inline]
    pub(super) fn rows_of(&self, position: &MorrisPosition) -> Rows {
        let mut rows = Rows { numbers: [0; MOST_ROWS], count: 0 };
        let mut add = |row: usize| {
            rows.numbers[rows.count] = row as u16;
            rows.count += 1;
        };
        let (us, them) = (position.side(), !position.side());
        let own = self.board.place(position.men(us)).to_le_bytes();
        let enemy = self.board.place(position.men(them)).to_le_bytes();
        for ring in 0..self.rings {
            add(ring * RING_STATES + state(own[ring], enemy[ring]));
        }
        let mut first = self.first_crossing();
        for ring in 0..self.rings {
            let (near, far) = match ring {
                0 => (1, 2),
                1 => (0, 2),
                _ => (0, 1),
            };
            let step = 8 / self.crossings() as u32;
            for place in (step - 1..8).step_by(step as usize) {
                let five = |men: &[u8; 4]| {
                    let along = men[ring].rotate_left(1).rotate_right(place) & 7;
                    along | (men[near] >> place & 1) << 3 | (men[far] >> place & 1) << 4
                };
                add(first + state(five(&own), five(&enemy)));
                first += CROSSING_STATES;
            }
        }
        add(self.first_hand() + position.hand(us).min(MOST_IN_HAND));
        add(self.first_hand() + MOST_IN_HAND + 1 + position.hand(them).min(MOST_IN_HAND));
        rows
    }

    /// Which later layers a position uses.
    #[inline]
    pub(super) fn bucket(&self, position: &MorrisPosition) -> usize {
        let (us, them) = (position.side(), !position.side());
        let in_hand = position.hand(us) + position.hand(them);
        let own = position.men(us).len() + position.hand(us);
        let enemy = position.men(them).len() + position.hand(them);
        if in_hand > 0 {
            let step = usize::from(in_hand >= 4) + usize::from(in_hand >= 9);
            let ahead = (own as i32 - enemy as i32).clamp(-MOST_AHEAD, MOST_AHEAD) + MOST_AHEAD;
            return step * 7 + ahead as usize;
        }
        PLACING_BUCKETS + own.saturating_sub(3) * (self.men - 2) + enemy.saturating_sub(3)
    }
}

/// The number of a state of up to eight places: each empty, own or the enemy's.
#[inline]
fn state(own: u8, enemy: u8) -> usize {
    usize::from(TERNARY[own as usize] + 2 * TERNARY[enemy as usize])
}
