//! Moves as numbers of a fixed space, as programs that learn want them.
//!
//! - Morris, n points: ((f·n) + t)·(n+1) + r, where f is 0 for a placement, else 1 + the point
//!   that the man leaves, t the point it goes to, and r 0 for no removal, else 1 + the point taken.
//! - Ming Mang on n×n and Nimble with n squares: from · squares + to.

use merels_rules::morris::{self, Point};
use merels_rules::{AnyMove, AnyPosition, mingmang, nimble};

/// How many numbers there are; not all of them are moves.
pub(crate) fn count(position: &AnyPosition) -> usize {
    let spots = position.spot_count();
    match position {
        AnyPosition::Morris(_) => (spots + 1) * spots * (spots + 1),
        AnyPosition::MingMang(_) | AnyPosition::Nimble(_) => spots * spots,
    }
}

/// The number of a move.
pub(crate) fn number(position: &AnyPosition, mv: AnyMove) -> usize {
    let spots = position.spot_count();
    match mv {
        AnyMove::Morris(morris::Move { from, to, removed }) => {
            let one_up = |point: Option<Point>| point.map_or(0, |point| 1 + point.number());
            (one_up(from) * spots + to.number()) * (spots + 1) + one_up(removed)
        }
        AnyMove::MingMang(_) | AnyMove::Nimble(_) => position
            .spots_of(mv)
            .iter()
            .fold(0, |number, spot| number * spots + usize::from(spot.0)),
    }
}

/// The move of a number, legal or not.
pub(crate) fn numbered(position: &AnyPosition, number: usize) -> Option<AnyMove> {
    let spots = position.spot_count();
    if number >= count(position) {
        return None;
    }
    Some(match position {
        AnyPosition::Morris(_) => {
            let (rest, removed) = (number / (spots + 1), number % (spots + 1));
            let (from, to) = (rest / spots, rest % spots);
            let one_down = |number: usize| number.checked_sub(1).and_then(Point::new);
            let (from, removed) = (one_down(from), one_down(removed));
            AnyMove::Morris(morris::Move { from, to: Point::new(to)?, removed })
        }
        AnyPosition::MingMang(board) => {
            let size = board.size();
            let square = |spot: usize| mingmang::Square::new(spot / size, spot % size);
            let (from, to) = (square(number / spots)?, square(number % spots)?);
            AnyMove::MingMang(mingmang::Move { from, to })
        }
        AnyPosition::Nimble(_) => {
            let square = |spot: usize| u8::try_from(spot + 1).ok();
            let (from, to) = (square(number / spots)?, square(number % spots)?);
            AnyMove::Nimble(nimble::Move { from, to })
        }
    })
}
