//! The boards of all games as numbered spots, for code that draws them and handles clicks.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::mingmang::{self, Square};
use crate::morris::{self, Point};
use crate::text::{Field, TextError};
use crate::{AnyMove, AnyPosition, Position, Side, nimble};

/// A place on any board: the point's number in the morris games, the square's number row by row
/// from the top in Ming Mang, the square counted from 0 in Nimble.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(pub u16);

impl AnyPosition {
    /// The number of spots on the board.
    pub fn spot_count(&self) -> usize {
        match self {
            AnyPosition::Morris(position) => position.board().len(),
            AnyPosition::MingMang(position) => position.size() * position.size(),
            AnyPosition::Nimble(position) => position.squares(),
        }
    }

    /// The name of a spot, such as `d6`, `a4` or `3`.
    pub fn spot_name(&self, spot: Spot) -> String {
        match self {
            AnyPosition::Morris(position) => match self.point_at(spot) {
                Some(point) => position.board().name(point).into(),
                None => format!("point {}", spot.0),
            },
            AnyPosition::MingMang(_) => match self.square_at(spot) {
                Some(square) => square.name(),
                None => format!("square {}", spot.0),
            },
            AnyPosition::Nimble(_) => (u32::from(spot.0) + 1).to_string(),
        }
    }

    /// Reads a spot as people type it: by its name, or in the morris games also by its number.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has no such spot.
    pub fn parse_spot(&self, text: &str) -> Result<Spot, TextError> {
        let field = Field { text, column: 1 };
        match self {
            AnyPosition::Morris(position) => {
                let point = morris::parse_typed_point(position.board(), field)?;
                Ok(Spot(point.number() as u16))
            }
            AnyPosition::MingMang(position) => {
                let square = mingmang::parse_square(position.size(), field)?;
                Ok(spot_of_square(square, position.size()))
            }
            AnyPosition::Nimble(position) => {
                let number = field.number("square", u32::MAX)? as usize;
                let last = position.squares();
                let square = (1..=last).contains(&number).then(|| Spot(number as u16 - 1));
                square.ok_or_else(|| {
                    field.error(format!("there is no square {number}: the strip has {last}"))
                })
            }
        }
    }

    /// The owner of the man or pawn on a spot. In Nimble every pawn belongs to the side to move.
    pub fn owner_at(&self, spot: Spot) -> Option<Side> {
        match self {
            AnyPosition::Morris(position) => position.owner(self.point_at(spot)?),
            AnyPosition::MingMang(position) => position.owner(self.square_at(spot)?),
            AnyPosition::Nimble(position) => {
                let pawns = position.pawns().get(spot.0 as usize)?;
                (*pawns > 0).then_some(position.side())
            }
        }
    }

    /// The spots of a move in the order in which they are chosen.
    pub fn spots_of(&self, mv: AnyMove) -> Vec<Spot> {
        match mv {
            AnyMove::Morris(morris::Move { from, to, removed }) => {
                let points = [from, Some(to), removed].into_iter().flatten();
                points.map(|point| Spot(point.number() as u16)).collect()
            }
            AnyMove::MingMang(mingmang::Move { from, to }) => {
                let AnyPosition::MingMang(position) = self else { return Vec::new() };
                [from, to].map(|square| spot_of_square(square, position.size())).into()
            }
            AnyMove::Nimble(nimble::Move { from, to }) => {
                [from, to].map(|square| Spot(u16::from(square) - 1)).into()
            }
        }
    }

    /// The move that these spots spell, legal or not; `None` if they spell none, as a single spot
    /// does when a man must be moved.
    pub(crate) fn move_of(&self, spots: &[Spot]) -> Option<AnyMove> {
        match self {
            AnyPosition::Morris(position) => {
                let points: Option<Vec<Point>> = spots.iter().map(|s| self.point_at(*s)).collect();
                let mover = position.side();
                let starts_with_man =
                    position.may_move(mover) && self.owner_at(*spots.first()?) == Some(mover);
                Some(AnyMove::Morris(match points?[..] {
                    [from, to] if starts_with_man => morris::Move::step(from, to),
                    [from, to, removed] => morris::Move::step(from, to).taking(removed),
                    [to] if position.may_place(mover) && !starts_with_man => {
                        morris::Move::place(to)
                    }
                    [to, removed] => morris::Move::place(to).taking(removed),
                    _ => return None,
                }))
            }
            AnyPosition::MingMang(_) => {
                let &[from, to] = spots else { return None };
                let (from, to) = (self.square_at(from)?, self.square_at(to)?);
                Some(AnyMove::MingMang(mingmang::Move { from, to }))
            }
            AnyPosition::Nimble(_) => {
                let &[from, to] = spots else { return None };
                Some(AnyMove::Nimble(nimble::Move { from: from.0 as u8 + 1, to: to.0 as u8 + 1 }))
            }
        }
    }

    /// The morris point of a spot, if the board has it.
    pub fn point_at(&self, spot: Spot) -> Option<Point> {
        let AnyPosition::Morris(position) = self else { return None };
        Point::new(spot.0 as usize).filter(|point| point.number() < position.board().len())
    }

    /// The Ming Mang square of a spot, if the board has it.
    pub fn square_at(&self, spot: Spot) -> Option<Square> {
        let AnyPosition::MingMang(position) = self else { return None };
        let (row, column) = (spot.0 as usize / position.size(), spot.0 as usize % position.size());
        Square::new(row, column).filter(|square| (square.row as usize) < position.size())
    }
}

pub(crate) fn spot_of_square(square: Square, size: usize) -> Spot {
    Spot((square.row as usize * size + square.column as usize) as u16)
}
