//! The inputs of the network: the rows of the first layer that a position adds up, and the later
//! layers that it uses.

use merels_rules::Position;
use merels_rules::morris::{BoardName, MorrisPosition, Variant};

use crate::rings::Rings;

const RING_STATES: usize = 3usize.pow(8);
const CROSSING_STATES: usize = 3usize.pow(5);
const MOST_IN_HAND: usize = 12;

/// The number of placing buckets: three steps of men in hand, seven of the material balance.
const PLACING_BUCKETS: usize = 3 * 7;
const MOST_AHEAD: i32 = 3;

/// The most rows of a position: one for each ring, each crossing and each hand of the largest
/// board.
const MOST_ROWS: usize = 3 + 3 * 8 + 2;

/// The rows that a position adds up.
#[derive(Copy, Clone, Debug)]
pub(super) struct Rows {
    numbers: [u16; MOST_ROWS],
    count: usize,
}

impl Rows {
    #[inline]
    fn add(&mut self, row: u16) {
        self.numbers[self.count] = row;
        self.count += 1;
    }

    #[inline]
    pub(super) fn numbers(&self) -> &[u16] {
        &self.numbers[..self.count]
    }
}

/// The number whose ternary digits are 1 at the members of a set of places.
const TERNARY: [u16; 256] = ternary();

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

/// The contributions of a ring's men to the states of `N` crossings, for each set of men.
struct Shares<const N: usize> {
    /// Those of the ring itself: the point and its neighbours, one digit each.
    along: [[u16; N]; 256],
    /// Those of another ring: the point at the same place.
    across: [[u16; N]; 256],
}

static MID_SIDES: Shares<4> = Shares::new();
static EVERYWHERE: Shares<8> = Shares::new();

impl<const N: usize> Shares<N> {
    const fn new() -> Shares<N> {
        let mut shares = Shares { along: [[0; N]; 256], across: [[0; N]; 256] };
        let step = 8 / N;
        let mut set = 0;
        while set < 256 {
            let mut crossing = 0;
            while crossing < N {
                let place = ((crossing + 1) * step - 1) as u32;
                let along = (set as u8).rotate_left(1).rotate_right(place) & 7;
                shares.along[set][crossing] = TERNARY[along as usize];
                shares.across[set][crossing] = (set >> place & 1) as u16;
                crossing += 1;
            }
            set += 1;
        }
        shares
    }

    /// The shares of both sides' men.
    #[inline]
    fn of(&self, table: &[[u16; N]; 256], own: u8, enemy: u8) -> [u16; N] {
        let (own, enemy) = (&table[usize::from(own)], &table[usize::from(enemy)]);
        std::array::from_fn(|crossing| own[crossing] + 2 * enemy[crossing])
    }
}

/// The shape of a network's first layer: the same for all positions of a variant.
#[derive(Debug)]
pub(super) struct Inputs {
    board: &'static Rings,
    rings: usize,
    /// `true` if every place is a crossing, `false` if only the mid-sides are.
    corners_cross: bool,
    men: usize,
}

impl Inputs {
    /// The inputs of a variant; `None` if its board has no rings.
    pub(super) fn of(variant: Variant) -> Option<Inputs> {
        Some(Inputs {
            board: Rings::of(variant)?,
            rings: variant.board().len() / 8,
            corners_cross: matches!(variant.board_name(), BoardName::Eleven | BoardName::Twelve),
            men: variant.rules().men as usize,
        })
    }

    /// The number of crossings of a ring.
    fn crossings(&self) -> usize {
        if self.corners_cross { 8 } else { 4 }
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        self.first_hand() + 2 * (MOST_IN_HAND + 1)
    }

    /// The number of kinds of positions that have their own layers.
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
    #[inline(always)]
    pub(super) fn rows_of(&self, position: &MorrisPosition) -> Rows {
        let mut rows = Rows { numbers: [0; MOST_ROWS], count: 0 };
        let (us, them) = (position.side(), !position.side());
        let own = self.board.place(position.men(us)).to_le_bytes();
        let enemy = self.board.place(position.men(them)).to_le_bytes();
        for ring in 0..self.rings {
            rows.add((ring * RING_STATES + state(own[ring], enemy[ring])) as u16);
        }
        if self.corners_cross {
            self.add_crossings(&EVERYWHERE, own, enemy, &mut rows);
        } else {
            self.add_crossings(&MID_SIDES, own, enemy, &mut rows);
        }
        let hand = |side| position.hand(side).min(MOST_IN_HAND);
        rows.add((self.first_hand() + hand(us)) as u16);
        rows.add((self.first_hand() + MOST_IN_HAND + 1 + hand(them)) as u16);
        rows
    }

    /// Adds the rows of the crossings, those of a ring at once.
    #[inline(always)]
    fn add_crossings<const N: usize>(
        &self,
        shares: &Shares<N>,
        own: [u8; 4],
        enemy: [u8; 4],
        rows: &mut Rows,
    ) {
        let along = |ring: usize| shares.of(&shares.along, own[ring], enemy[ring]);
        let across = |ring: usize| shares.of(&shares.across, own[ring], enemy[ring]);
        let mut first = self.first_crossing();
        for ring in 0..self.rings {
            let (near, far) = match ring {
                0 => (1, 2),
                1 => (0, 2),
                _ => (0, 1),
            };
            let (along, near, far) = (along(ring), across(near), across(far));
            for place in 0..N {
                let state = along[place] + 27 * near[place] + 81 * far[place];
                rows.add((first + place * CROSSING_STATES) as u16 + state);
            }
            first += N * CROSSING_STATES;
        }
    }

    /// The later layers that a position uses.
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
