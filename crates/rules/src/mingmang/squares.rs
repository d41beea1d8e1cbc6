use alloc::format;
use alloc::string::String;

/// The number of rows of the largest board.
pub const MAX_SIZE: usize = 19;

/// The number of rows of the smallest board.
pub const MIN_SIZE: usize = 3;

/// A square, by its row from the top and its column from the left, both counted from 0.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Row from the top, from 0.
    pub row: u8,
    /// Column from the left, from 0.
    pub column: u8,
}

impl Square {
    /// The square in this row and column, both counted from 0 and below [`MAX_SIZE`].
    pub const fn new(row: usize, column: usize) -> Option<Square> {
        if row < MAX_SIZE && column < MAX_SIZE {
            Some(Square { row: row as u8, column: column as u8 })
        } else {
            None
        }
    }

    /// The name: column letter, then row number from the top. `a4` is row 4, column 1.
    pub fn name(self) -> String {
        format!("{}{}", (b'a' + self.column) as char, self.row + 1)
    }

    /// The index in a grid of the largest size, which is the same on every board.
    pub(super) const fn index(self) -> usize {
        self.row as usize * MAX_SIZE + self.column as usize
    }

    /// The next square in a direction, on a board of this size.
    pub(super) fn next(self, (down, right): Direction, size: usize) -> Option<Square> {
        let row = self.row.checked_add_signed(down)?;
        let column = self.column.checked_add_signed(right)?;
        let inside = (row as usize) < size && (column as usize) < size;
        inside.then_some(Square { row, column })
    }
}

/// A step: rows down, columns right.
pub(super) type Direction = (i8, i8);

pub(super) const UP: Direction = (-1, 0);
pub(super) const LEFT: Direction = (0, -1);
pub(super) const RIGHT: Direction = (0, 1);
pub(super) const DOWN: Direction = (1, 0);

const WORDS: usize = (MAX_SIZE * MAX_SIZE).div_ceil(64);

/// A set of squares, one bit each.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Squares([u64; WORDS]);

impl Squares {
    /// Returns `true` if the square is a member.
    pub fn contains(&self, square: Square) -> bool {
        let index = square.index();
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns `true` if the set has no member.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The members, row by row from the top.
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        let words = self.0;
        words.into_iter().enumerate().flat_map(|(i, mut word)| {
            core::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                let index = i * 64 + bit;
                let member = (word != 0).then(|| Square::new(index / MAX_SIZE, index % MAX_SIZE));
                word &= word.wrapping_sub(1);
                member.flatten()
            })
        })
    }

    /// Adds the square if it is not a member, otherwise removes it.
    pub(super) fn toggle(&mut self, square: Square) {
        let index = square.index();
        self.0[index / 64] ^= 1 << (index % 64);
    }
}
