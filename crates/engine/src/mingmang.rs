//! The search's view of Ming Mang.

use merels_rules::mingmang::{MAX_SIZE, MingMangPosition, Move, Square};
use merels_rules::{Position, Side};

use crate::evaluate::{Evaluate, TACTICAL};

/// A bit that keeps packed moves from being 0.
const PACKED: u16 = 1 << 15;
/// The bit of a packed move for a slide along the column instead of the row.
const ALONG_COLUMN: u16 = 1 << 5;

/// The value of a pawn, and of each direction in which it can slide.
const PAWN: i32 = 100;
const FREE_DIRECTION: i32 = 4;
/// The value of a pawn on the rim, which is hard to enclose; in a corner it is safe.
const RIM: i32 = 6;

impl Evaluate for MingMangPosition {
    const HISTORY: usize = 1 << 15;

    fn evaluate(&self) -> i32 {
        worth(self, self.side()) - worth(self, !self.side())
    }

    fn material(&self) -> i32 {
        PAWN * (self.pawns(self.side()).len() as i32 - self.pawns(!self.side()).len() as i32)
    }

    fn rank(&self, moves: &[Move], ranks: &mut Vec<i32>) {
        let before = self.pawns(self.side()).len();
        ranks.extend(moves.iter().map(|mv| {
            let next = self.after_unchecked(*mv);
            let captured = (next.pawns(self.side()).len() - before) as i32;
            if captured > 0 { TACTICAL + captured } else { 0 }
        }));
    }

    fn is_quiet(&self, _: Move, next: &MingMangPosition) -> bool {
        next.pawns(self.side()).len() == self.pawns(self.side()).len()
    }

    fn pack(&self, mv: Move) -> u16 {
        let from = u16::from(mv.from.row) * MAX_SIZE as u16 + u16::from(mv.from.column);
        let to = if mv.from.row == mv.to.row {
            u16::from(mv.to.column)
        } else {
            ALONG_COLUMN | u16::from(mv.to.row)
        };
        PACKED | from << 6 | to
    }

    fn unpack(&self, packed: u16) -> Option<Move> {
        let from = (packed >> 6 & 0x1ff) as usize;
        let from = Square::new(from / MAX_SIZE, from % MAX_SIZE)?;
        let goal = (packed & 31) as usize;
        let to = if packed & ALONG_COLUMN != 0 {
            Square::new(goal, from.column as usize)?
        } else {
            Square::new(from.row as usize, goal)?
        };
        Some(Move { from, to }).filter(|mv| self.is_legal(*mv))
    }
}

fn worth(position: &MingMangPosition, side: Side) -> i32 {
    let last = position.size() as u8 - 1;
    let free = |row: Option<u8>, column: Option<u8>| {
        let (Some(row), Some(column)) = (row, column) else { return false };
        row <= last
            && column <= last
            && Square::new(row as usize, column as usize)
                .is_some_and(|square| position.owner(square).is_none())
    };
    let mut sum = 0;
    for Square { row, column } in position.pawns(side).iter() {
        let directions = [
            free(row.checked_sub(1), Some(column)),
            free(Some(row + 1), Some(column)),
            free(Some(row), column.checked_sub(1)),
            free(Some(row), Some(column + 1)),
        ];
        let open = directions.into_iter().filter(|open| *open).count() as i32;
        let rims = i32::from(row == 0 || row == last) + i32::from(column == 0 || column == last);
        sum += PAWN + FREE_DIRECTION * open + RIM * rims;
    }
    sum
}
