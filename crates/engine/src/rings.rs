//! The nested squares as rings of eight bits, so that lines and neighbours become shifts.
//!
//! A ring is one byte, the outermost square lowest, counted around from the bottom left corner:
//! corners have even bits, mid-sides odd ones. A step along a square rotates the byte by one bit, a
//! step between squares shifts by eight. A few operations then cover all men, without a loop over
//! points or lines.

use merels_rules::morris::{BoardName, Points, Variant};

const CORNERS: u32 = 0x55_5555;
const MID_SIDES: u32 = 0xaa_aaaa;
const MIDDLE_RING: u32 = 0x00_ff00;

/// The ring bit of each of the 24 points in point order.
const BITS_24: [u8; 24] =
    [0, 1, 2, 8, 9, 10, 16, 17, 18, 7, 15, 23, 19, 11, 3, 22, 21, 20, 14, 13, 12, 6, 5, 4];

/// The ring bit of each of the 16 points in point order.
const BITS_16: [u8; 16] = [0, 1, 2, 8, 9, 10, 7, 15, 11, 3, 14, 13, 12, 6, 5, 4];

/// The differences between the boards of nested squares.
#[derive(Debug)]
pub(super) struct Rings {
    /// The bits in ring order of each byte of a set in point order.
    bits: [[u32; 256]; 3],
    /// All points.
    all: u32,
    /// Points with neighbours on the next squares.
    linked: u32,
    /// Points on a line across the squares.
    crossed: u32,
    /// Points with four neighbours.
    pub(super) crossings: u32,
    /// Points with three neighbours.
    pub(super) junctions: u32,
}

static NINE: Rings = Rings::new(&BITS_24, MID_SIDES, MID_SIDES);
static TWELVE: Rings = Rings::new(&BITS_24, CORNERS | MID_SIDES, CORNERS | MID_SIDES);
static SIX: Rings = Rings::new(&BITS_16, MID_SIDES, 0);

impl Rings {
    /// The rings of a variant's board; `None` for the grid of `three` and for boards with a centre,
    /// which have points outside the rings.
    #[inline]
    pub(super) fn of(variant: Variant) -> Option<&'static Rings> {
        match variant.board_name() {
            BoardName::Nine | BoardName::Ten => Some(&NINE),
            BoardName::Eleven | BoardName::Twelve => Some(&TWELVE),
            BoardName::Five | BoardName::Six => Some(&SIX),
            BoardName::Three | BoardName::Seven | BoardName::Sesotho => None,
        }
    }

    const fn new(places: &[u8], linked: u32, crossed: u32) -> Rings {
        let all = ((1u64 << places.len()) - 1) as u32;
        let mut bits = [[0; 256]; 3];
        let mut point = 0;
        while point < places.len() {
            let mut byte = 0;
            while byte < 256 {
                if byte >> (point % 8) & 1 != 0 {
                    bits[point / 8][byte] |= 1 << places[point];
                }
                byte += 1;
            }
            point += 1;
        }
        let linked = linked & all;
        let inside = ((linked << 8) & all & linked) & (linked >> 8);
        Rings { bits, all, linked, crossed, crossings: inside, junctions: linked & !inside }
    }

    /// A set in ring order.
    #[inline]
    pub(super) fn place(&self, points: Points) -> u32 {
        let [a, b, c, _] = points.bits().to_le_bytes();
        self.bits[0][a as usize] | self.bits[1][b as usize] | self.bits[2][c as usize]
    }

    /// The points without men of either set.
    #[inline]
    pub(super) fn empty(&self, men: u32, enemies: u32) -> u32 {
        self.all & !(men | enemies)
    }

    /// The membership of every point's neighbours in a set, for each direction.
    #[inline]
    pub(super) fn around(&self, set: u32) -> Around {
        let before = turned(set);
        let after = turned_back(set);
        let linked = set & self.linked;
        Around {
            before,
            after,
            before2: turned(before),
            after2: turned_back(after),
            outside: linked << 8 & self.all,
            inside: linked >> 8,
        }
    }

    /// Points from which a line across the squares is full, or would be with one more man.
    #[inline]
    fn across(&self, around: &Around, set: u32) -> u32 {
        let Around { outside, inside, .. } = *around;
        let two_outside = outside & set << 16;
        let two_inside = inside & set >> 16;
        self.crossed & (two_outside | two_inside | outside & inside)
    }

    /// The lines that `set` could fill, seen from every point.
    #[inline]
    pub(super) fn lines(&self, around: &Around, set: u32) -> Lines {
        let Around { before, after, before2, after2, .. } = *around;
        Lines {
            back: before & before2 & CORNERS,
            forth: after & after2 & CORNERS,
            middle: before & after & MID_SIDES,
            across: self.across(around, set),
        }
    }

    /// The number of lines that hold at least one of `set` and none of `enemies`.
    #[inline]
    pub(super) fn free_lines(&self, set: u32, own: &Around, enemies: u32, other: &Around) -> u32 {
        let sides = (set | own.before | own.after)
            & !(enemies | other.before | other.after)
            & MID_SIDES
            & self.all;
        let across = (set | own.outside | own.inside)
            & !(enemies | other.outside | other.inside)
            & MIDDLE_RING
            & self.crossed;
        sides.count_ones() + across.count_ones()
    }
}

/// The membership of every point's neighbour in a set, for each direction.
#[derive(Copy, Clone, Debug)]
pub(super) struct Around {
    pub(super) before: u32,
    pub(super) after: u32,
    before2: u32,
    after2: u32,
    pub(super) outside: u32,
    pub(super) inside: u32,
}

impl Around {
    /// Points with at least one neighbour in the set.
    #[inline]
    pub(super) fn any(&self) -> u32 {
        self.before | self.after | self.outside | self.inside
    }

    /// The number of pairs of neighbours that join `points` to the set.
    #[inline]
    pub(super) fn count(&self, points: u32) -> u32 {
        (self.before & points).count_ones()
            + (self.after & points).count_ones()
            + (self.outside & points).count_ones()
            + (self.inside & points).count_ones()
    }
}

/// Points whose line in a direction is full except for themselves.
#[derive(Copy, Clone, Debug)]
pub(super) struct Lines {
    back: u32,
    forth: u32,
    middle: u32,
    across: u32,
}

impl Lines {
    /// Points that complete any line.
    #[inline]
    pub(super) fn any(&self) -> u32 {
        self.back | self.forth | self.middle | self.across
    }

    /// Points that complete a line by a step of one of the `movers`, which comes from outside that
    /// line.
    #[inline]
    pub(super) fn closable(&self, movers: &Around) -> u32 {
        let between = movers.outside | movers.inside;
        self.back & (movers.after | between)
            | self.forth & (movers.before | between)
            | self.middle & between
            | self.across & (movers.before | movers.after)
    }
}

/// Rotates every ring by one: bit i takes the value of bit i - 1.
#[inline]
fn turned(set: u32) -> u32 {
    (set << 1 & 0xfe_fefe) | (set >> 7 & 0x01_0101)
}

/// Rotates every ring back by one.
#[inline]
fn turned_back(set: u32) -> u32 {
    (set >> 1 & 0x7f_7f7f) | (set & 0x01_0101) << 7
}

#[cfg(test)]
mod tests {
    use merels_rules::SplitMix;

    use super::*;

    /// Compares the rings with the boards of the rules, on random sets of men.
    #[test]
    fn rings_agree_with_the_boards() {
        let mut random = SplitMix::new(7);
        for variant in [Variant::NINE, Variant::TWELVE, Variant::SIX] {
            let board = variant.board();
            let rings = Rings::of(variant).unwrap();
            for _ in 0..2_000 {
                let bits = random.next_u64() & random.next_u64();
                let men = Points::from_bits(bits as u32) & board.points();
                let set = rings.place(men);
                let around = rings.around(set);
                let lines = rings.lines(&around, set);
                let outside = board.points() - men;
                assert_eq!(
                    lines.any() & rings.place(outside),
                    rings.place(board.completing(men)),
                    "{variant:?} {men:?}"
                );
                assert_eq!(lines.any() & set, rings.place(board.in_mills(men)));
                let edges: usize =
                    men.into_iter().map(|man| (board.neighbours(man) & outside).len()).sum();
                assert_eq!(around.count(rings.place(outside)) as usize, edges);
                let closable = outside.into_iter().filter(|to| {
                    (board.neighbours(*to) & men)
                        .into_iter()
                        .any(|from| board.completes(men.without(from), *to))
                });
                assert_eq!(
                    lines.closable(&around) & rings.place(outside),
                    rings.place(closable.collect())
                );
            }
        }
    }
}
