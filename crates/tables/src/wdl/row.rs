//! The surroundings of a value: what the board alone says about the positions of a row.

use merels_rules::morris::{Board, MAX_POINTS, Point, Points, Variant};

use crate::sector::Sector;
use crate::subsets::ones;

/// The number of different surroundings.
pub(super) const SURROUNDINGS: usize = CLOSABLE * CLOSABLE * STEPS * STEPS * MILLS * MILLS;

/// Closable mills are told apart up to two, mills of a side as well, steps up to eleven.
const CLOSABLE: usize = 3;
const MILLS: usize = 3;
const STEPS: usize = 12;

/// The positions with one set of the mover's men. The other points are numbered from 0, as in the
/// index of the opponent's sets.
pub(super) struct Row {
    /// The points at which the mover can close a mill.
    closable: u32,
    /// The numbers of each point's neighbours that the mover holds, and of those that he leaves.
    touches: [Touches; MAX_POINTS],
    /// The mover's steps if the opponent had no men.
    steps: u32,
    /// Mills of the mover.
    mills: usize,
    /// The lines without a man of the mover.
    lines: Vec<u32>,
    neighbours: [u32; MAX_POINTS],
    /// The opponent closes a mill from anywhere.
    opponent_jumps: bool,
    /// ... and places men from the hand.
    opponent_places: bool,
}

/// Neighbours of a point.
#[derive(Copy, Clone, Default)]
struct Touches {
    movers: u32,
    free: u32,
}

impl Row {
    pub(super) fn new(variant: Variant, sector: Sector, mover: u32) -> Row {
        let board = variant.board();
        let free = ((1 << board.len()) - 1) & !mover;
        let mut neighbours = [0; MAX_POINTS];
        let mut touches = [Touches::default(); MAX_POINTS];
        for (number, point) in ones(free).enumerate() {
            let around = around(board, point);
            neighbours[number] = squeeze(around & free, free);
            let (movers, free) = ((around & mover).count_ones(), (around & free).count_ones());
            touches[number] = Touches { movers, free };
        }
        let flies = |men: u8, hand: u8| men + hand <= variant.rules().flies_up_to;
        let jumps = flies(sector.mover, sector.mover_hand);
        let whole = |line: &u32| *line & mover == 0;
        let lines = || board.lines().iter().map(|line| line.bits());
        Row {
            closable: squeeze(closable(board, mover, free, jumps, sector.mover_hand > 0), free),
            touches,
            steps: touches.iter().map(|touches| touches.movers).sum(),
            mills: lines().filter(|line| line & mover == *line).count(),
            lines: lines().filter(whole).map(|line| squeeze(line, free)).collect(),
            neighbours,
            opponent_jumps: flies(sector.opponent, sector.opponent_hand),
            opponent_places: sector.opponent_hand > 0,
        }
    }

    /// The surroundings of the position with these men of the opponent.
    #[inline]
    pub(super) fn surroundings(&self, opponent: u32) -> usize {
        let mut taken = Touches::default();
        let mut inside = 0;
        for man in ones(opponent) {
            let Touches { movers, free } = self.touches[man as usize % MAX_POINTS];
            taken.movers += movers;
            taken.free += free;
            inside += ones(self.neighbours[man as usize % MAX_POINTS] & opponent).count() as u32;
        }
        let (mut closable, mut mills) = (0, 0);
        for line in &self.lines {
            let gap = line & !opponent;
            if gap == 0 {
                mills += 1;
            } else if gap & (gap - 1) == 0 && self.closes(gap, line & opponent, opponent) {
                closable |= gap;
            }
        }
        let numbers = [
            (up_to_two(self.closable & !opponent), CLOSABLE),
            (up_to_two(closable), CLOSABLE),
            ((self.steps - taken.movers) as usize, STEPS),
            ((taken.free - inside) as usize, STEPS),
            (self.mills, MILLS),
            (mills, MILLS),
        ];
        numbers.iter().fold(0, |sum, (number, most)| sum * most + (*number).min(most - 1))
    }

    /// Returns `true` if a man of the opponent outside a line can reach its gap.
    #[inline]
    fn closes(&self, gap: u32, pair: u32, opponent: u32) -> bool {
        if self.opponent_places {
            return true;
        }
        let near = self.neighbours[gap.trailing_zeros() as usize % MAX_POINTS];
        (self.opponent_jumps || near & opponent & !pair != 0) && opponent != pair
    }
}

/// The number of members of a set, 2 if there are more. (Without an instruction for it, as on older
/// processors, counting them all takes long.)
#[inline]
fn up_to_two(set: u32) -> usize {
    usize::from(set != 0) + usize::from(set & set.wrapping_sub(1) != 0)
}

/// The points at which men can close a mill on a board with no others.
fn closable(board: &Board, men: u32, free: u32, jumps: bool, places: bool) -> u32 {
    let closes = |point: &u32| {
        let Some(at) = Point::new(*point as usize) else { return false };
        let from = if jumps { men } else { around(board, *point) & men };
        let step = |man: u32| board.completes(Points::from_bits(men & !(1 << man)), at);
        if places { board.completes(Points::from_bits(men), at) } else { ones(from).any(step) }
    };
    ones(free).filter(closes).fold(0, |points, point| points | 1 << point)
}

fn around(board: &Board, point: u32) -> u32 {
    Point::new(point as usize).map_or(0, |point| board.neighbours(point).bits())
}

/// The members of `set`, renumbered among the points of `free`.
fn squeeze(set: u32, free: u32) -> u32 {
    ones(free).enumerate().fold(0, |sum, (to, from)| sum | (set >> from & 1) << to)
}
