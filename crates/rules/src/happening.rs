//! The events of a turn as a typed list: logs, pages and sounds all format this narration.
//!
//! The list is made from the position before, the move and the position after, so a running game
//! and a stored game tell the same story. The reader of the list chooses the words.
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

/// One event of a turn. `side` is the side that acted, unless noted otherwise. `S` stands for a spot,
/// or for its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "kebab-case"))]
pub enum Happening<S = Spot> {
    /// A man from the hand was placed.
    Placed {
        /// The side that placed it.
        side: Side,
        /// The point it was placed on.
        to: S,
    },
    /// A man or pawn moved along the board.
    Moved {
        /// The side that moved it.
        side: Side,
        /// The spot it left.
        from: S,
        /// The spot it reached.
        to: S,
    },
    /// A man flew, because its side has few men left.
    Flew {
        /// The side that moved it.
        side: Side,
        /// The spot it left.
        from: S,
        /// The spot it reached.
        to: S,
    },
    /// The arriving man closed one or more mills.
    ClosedMill {
        /// The owner of the mills.
        side: Side,
        /// The mills, each in point order, in the order of the board's lines.
        lines: Vec<[S; 3]>,
    },
    /// The arriving man completed a line in a game that the first line decides.
    CompletedLine {
        /// The owner of the lines.
        side: Side,
        /// The lines, each in point order, in the order of the board's lines.
        lines: Vec<[S; 3]>,
    },
    /// An enemy man was taken off the board.
    Took {
        /// The side that took it.
        side: Side,
        /// The spot it stood on.
        at: S,
    },
    /// Enclosed enemy pawns changed colour (Ming Mang).
    Captured {
        /// The side that won them.
        side: Side,
        /// The squares they stand on, row by row from the top.
        at: Vec<S>,
    },
    /// All men of both sides are placed: from now on they move.
    MovingBegan {
        /// The side to move now.
        side: Side,
    },
    /// From now on a side flies: its men reach any empty point.
    FliesNow {
        /// The side that flies.
        side: Side,
        /// The number of men it has left.
        men: usize,
    },
    /// The move ended the game.
    Ended(Outcome),
}

impl<S: Copy> Happening<S> {
    /// The same event with every spot replaced, such as by its name.
    pub fn map<T>(&self, name: impl Fn(S) -> T) -> Happening<T> {
        let all = |lines: &[[S; 3]]| lines.iter().map(|line| line.map(&name)).collect();
        match *self {
            Happening::Placed { side, to } => Happening::Placed { side, to: name(to) },
            Happening::Moved { side, from, to } => {
                Happening::Moved { side, from: name(from), to: name(to) }
            }
            Happening::Flew { side, from, to } => {
                Happening::Flew { side, from: name(from), to: name(to) }
            }
            Happening::ClosedMill { side, ref lines } => {
                Happening::ClosedMill { side, lines: all(lines) }
            }
            Happening::CompletedLine { side, ref lines } => {
                Happening::CompletedLine { side, lines: all(lines) }
            }
            Happening::Took { side, at } => Happening::Took { side, at: name(at) },
            Happening::Captured { side, ref at } => {
                Happening::Captured { side, at: at.iter().copied().map(name).collect() }
            }
            Happening::MovingBegan { side } => Happening::MovingBegan { side },
            Happening::FliesNow { side, men } => Happening::FliesNow { side, men },
            Happening::Ended(outcome) => Happening::Ended(outcome),
        }
    }
}

/// The events of a move, in the order in which they are told and shown. `outcome` is the state of
/// the game after the move as a [`Game`] knows it: a position does not know of repetitions. An
/// ending decided by the players is not part of a turn and is left out.
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
    /// The events of the move at a ply (the first is 0); empty if it was not played.
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

/// The single event of a move in the games that only move pawns.
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

/// The phases that begin with this turn: moving for both sides, flying for either.
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
