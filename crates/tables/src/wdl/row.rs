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
    /// The points next to more than 0, 1, 2 and 3 of the mover's men.
    beside: [u32; 4],
    /// The mover's steps if the opponent had no men.
    steps: usize,
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

impl Row {
    pub(super) fn new(variant: Variant, sector: Sector, mover: u32) -> Row {
        let board = variant.board();
        let free = ((1 << board.len()) - 1) & !mover;
        let mut neighbours = [0; MAX_POINTS];
        let mut beside = [0; 4];
        let mut steps = 0;
        for (number, point) in ones(free).enumerate() {
            let around = around(board, point);
            neighbours[number] = squeeze(around & free, free);
            let men = (around & mover).count_ones() as usize;
            steps += men;
            beside.iter_mut().take(men).for_each(|points| *points |= 1 << number);
        }
        let flies = |men: u8, hand: u8| men + hand <= variant.rules().flies_up_to;
        let jumps = flies(sector.mover, sector.mover_hand);
        let whole = |line: &u32| *line & mover == 0;
        let lines = || board.lines().iter().map(|line| line.bits());
        Row {
            closable: squeeze(closable(board, mover, free, jumps, sector.mover_hand > 0), free),
            beside,
            steps,
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
        let count = |set: u32| set.count_ones() as usize;
        let taken: usize = self.beside.iter().map(|points| count(points & opponent)).sum();
        let mut steps = 0;
        for man in ones(opponent) {
            steps += count(self.neighbours[man as usize] & !opponent);
        }
        let (mut closable, mut mills) = (0u32, 0);
        for line in &self.lines {
            let men = line & opponent;
            match men.count_ones() {
                3 => mills += 1,
                2 if self.closes(line & !opponent, men, opponent) => closable |= line & !opponent,
                _ => {}
            }
        }
        let numbers = [
            (count(self.closable & !opponent), CLOSABLE),
            (count(closable), CLOSABLE),
            (self.steps - taken, STEPS),
            (steps, STEPS),
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
