//! What happened in a turn, as a typed list: the one narration that logs, pages and sounds format.
//!
//! It is made from the position before, the move and the position after, so a game that is being
//! played and one read from a store tell the same story. Who listens decides the words.
//!
//! ```
//! use merels_rules::{AnyPosition, Game, GameId, Happening, Position, Side};
//!
//! let start = GameId::NINE.parse_position("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7 0")?;
//! let mut game: Game<AnyPosition> = Game::new(start);
//! game.play(game.position().parse_move("g1xb2")?)?;
//! let side = Side::White;
//! let spot = |name| game.position().parse_spot(name);
//! assert_eq!(
//!     game.happenings(0),
//!     [
//!         Happening::Placed { side, to: spot("g1")? },
//!         Happening::ClosedMill { side, lines: vec![["a1", "d1", "g1"].map(|p| spot(p).unwrap())] },
//!         Happening::Took { side, at: spot("b2")? },
//!     ]
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;

use crate::mingmang::MingMangPosition;
use crate::morris::{self, LineEarns, MorrisPosition, Point, Points};
use crate::spot::spot_of_square;
use crate::{AnyMove, AnyPosition, Game, Outcome, Position, Side, Spot};

/// One thing that happened in a turn. `side` is who did it, where nothing else is said.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Happening {
    /// A man from the hand was placed.
    Placed {
        /// Who placed it.
        side: Side,
        /// Where it stands now.
        to: Spot,
    },
    /// A man or pawn moved along the board.
    Moved {
        /// Who moved it.
        side: Side,
        /// Where it stood.
        from: Spot,
        /// Where it stands now.
        to: Spot,
    },
    /// A man flew, as a side may that has few men left.
    Flew {
        /// Who moved it.
        side: Side,
        /// Where it stood.
        from: Spot,
        /// Where it stands now.
        to: Spot,
    },
    /// The man that arrived closed one mill or several.
    ClosedMill {
        /// Whose mills they are.
        side: Side,
        /// The mills, each in point order, in the order of the board's lines.
        lines: Vec<[Spot; 3]>,
    },
    /// The man that arrived completed a line in a game that a line decides.
    CompletedLine {
        /// Whose lines they are.
        side: Side,
        /// The lines, each in point order, in the order of the board's lines.
        lines: Vec<[Spot; 3]>,
    },
    /// An enemy man was taken off the board.
    Took {
        /// Who took it.
        side: Side,
        /// Where it stood.
        at: Spot,
    },
    /// Enclosed enemy pawns changed colour (Ming Mang).
    Captured {
        /// Who won them.
        side: Side,
        /// Where they stand, row by row from the top.
        at: Vec<Spot>,
    },
    /// All men of both sides are placed: from now on they move.
    MovingBegan {
        /// Whose turn it is now.
        side: Side,
    },
    /// From now on a side flies: its men reach any empty point.
    FliesNow {
        /// The side that flies.
        side: Side,
        /// How many men it has left.
        men: usize,
    },
    /// The move ended the game.
    Ended(Outcome),
}

/// What a move did, in the order in which it is told and shown. `outcome` is how the game stands
/// after the move, as a [`Game`] knows it: a position does not know of repetitions. What players
/// end by their word is no part of a turn and is left out.
///
/// The move must have been legal in `before` and have led to `after`.
pub fn happenings(
    before: &AnyPosition,
    mv: AnyMove,
    after: &AnyPosition,
    outcome: Option<Outcome>,
) -> Vec<Happening> {
    let ended = outcome.filter(|outcome| !outcome.is_by_players());
    let mut list = match (before, mv, after) {
        (AnyPosition::Morris(before), AnyMove::Morris(mv), AnyPosition::Morris(after)) => {
            morris_turn(before, mv, after)
        }
        _ => slide(before, mv),
    };
    match (before, after) {
        (AnyPosition::Morris(before), AnyPosition::Morris(after)) if ended.is_none() => {
            list.extend(phases_begun(before, after));
        }
        (AnyPosition::MingMang(before), AnyPosition::MingMang(after)) => {
            list.extend(captured(before, after));
        }
        _ => {}
    }
    list.extend(ended.map(Happening::Ended));
    list
}

impl Game<AnyPosition> {
    /// What the move of a ply (the first is 0) did; nothing if it was not played.
    pub fn happenings(&self, ply: usize) -> Vec<Happening> {
        let (Some(mv), Some([before, after])) =
            (self.moves().get(ply), self.positions().get(ply..ply + 2))
        else {
            return Vec::new();
        };
        let last = ply + 1 == self.ply();
        happenings(before, *mv, after, self.outcome().filter(|_| last))
    }
}

/// A pawn's way in the games that know nothing but moving.
fn slide(before: &AnyPosition, mv: AnyMove) -> Vec<Happening> {
    match before.spots_of(mv)[..] {
        [from, to] => Vec::from([Happening::Moved { side: before.side(), from, to }]),
        _ => Vec::new(),
    }
}

fn captured(before: &MingMangPosition, after: &MingMangPosition) -> Option<Happening> {
    let (side, size) = (before.side(), before.size());
    let changed = before.pawns(!side).iter().filter(|pawn| after.pawns(side).contains(*pawn));
    let at: Vec<Spot> = changed.map(|pawn| spot_of_square(pawn, size)).collect();
    (!at.is_empty()).then_some(Happening::Captured { side, at })
}

fn morris_turn(
    before: &MorrisPosition,
    mv: morris::Move,
    after: &MorrisPosition,
) -> Vec<Happening> {
    let side = before.side();
    let to = spot(mv.to);
    let mut list = Vec::from([match mv.from.map(spot) {
        None => Happening::Placed { side, to },
        Some(from) if before.flies(side) => Happening::Flew { side, from, to },
        Some(from) => Happening::Moved { side, from, to },
    }]);
    let arrived_in = |mill: &Points| mill.contains(mv.to);
    let lines: Vec<_> = after.mills(side).filter(arrived_in).filter_map(line).collect();
    if !lines.is_empty() {
        list.push(match before.variant().rules().line {
            LineEarns::Removal => Happening::ClosedMill { side, lines },
            LineEarns::Win => Happening::CompletedLine { side, lines },
        });
    }
    list.extend(mv.removed.map(|removed| Happening::Took { side, at: spot(removed) }));
    list
}

/// The phases that a turn begins: moving for both, flying for either.
fn phases_begun(before: &MorrisPosition, after: &MorrisPosition) -> Vec<Happening> {
    let placing =
        |position: &MorrisPosition| Side::ALL.iter().any(|side| position.may_place(*side));
    let flying = |position: &MorrisPosition, side| position.may_move(side) && position.flies(side);
    let mut list = Vec::new();
    if placing(before) && !placing(after) {
        list.push(Happening::MovingBegan { side: after.side() });
    }
    let begins_to_fly = |side: &Side| !flying(before, *side) && flying(after, *side);
    let flies = |side| Happening::FliesNow { side, men: after.total(side) };
    list.extend(Side::ALL.into_iter().filter(begins_to_fly).map(flies));
    list
}

fn spot(point: Point) -> Spot {
    Spot(point.number() as u16)
}

/// The spots of a mill; every line of every board has three.
fn line(mill: Points) -> Option<[Spot; 3]> {
    mill.into_iter().map(spot).collect::<Vec<_>>().try_into().ok()
}
