//! The decisive moment of a finished game, in a learner's terms. It is typed, so that every user
//! interface can word it in its own language. It is read off the turns, not searched for.
//!
//! ```
//! use merels_engine::{TurningPoint, turning_point};
//! use merels_rules::{Game, GameId, Position};
//!
//! let three: GameId = "three".parse()?;
//! let mut game = Game::new(three.start());
//! // Black should have gone to c1.
//! for text in ["a1", "a3", "b1", "c2", "c1"] {
//!     game.play(game.position().parse_move(text)?)?;
//! }
//! let stopped_by = game.position().parse_move("c1")?;
//! assert_eq!(turning_point(&game), Some(TurningPoint::Overlooked { stopped_by }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use merels_rules::{
    AnyMove, AnyPosition, Game, Happening, Outcome, Position, Side, Spot, WinReason,
};

use crate::nimble::nim_sum;

/// The decisive moment of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum TurningPoint {
    /// One man of the winner went back and forth between two points and closed a mill each time.
    DoubleMill {
        /// The number of mills it closed in a row.
        mills: usize,
        /// The spot it last left.
        from: Spot,
        /// The spot it last reached.
        to: Spot,
    },
    /// The winner closed more mills, or took the decisive man.
    Mills {
        /// The winner's mills.
        won: usize,
        /// The loser's mills.
        lost: usize,
        /// The last man that was taken.
        taken: Spot,
    },
    /// The loser's last turn could no longer have stopped the line.
    Unstoppable,
    /// The loser's last turn could have stopped the line.
    Overlooked {
        /// The move that stops it.
        stopped_by: AnyMove,
    },
    /// No man of the loser could move any more.
    ShutIn {
        /// The number of his men.
        men: usize,
        /// The point that was taken last.
        to: Spot,
    },
    /// The winner's turn that captured the most pawns (Ming Mang).
    Captures {
        /// The number of pawns.
        pawns: usize,
        /// The turn.
        by: AnyMove,
    },
    /// The loser had a won position until this turn of his (Nimble).
    Slip {
        /// The turn.
        by: AnyMove,
    },
    /// The loser never had a won position (Nimble).
    NeverLetGo,
    /// Nothing on the board decided the game, but men or pawns had been lost: the number that each
    /// side had left.
    Standing {
        /// White's.
        white: usize,
        /// Black's.
        black: usize,
    },
}

/// The decisive moment of a game; `None` if it is not over, or if there is nothing to say.
pub fn turning_point(game: &Game<AnyPosition>) -> Option<TurningPoint> {
    let outcome = game.outcome()?;
    let (winner, reason) = match outcome {
        Outcome::Win { winner, reason } => (winner, reason),
        Outcome::Draw(_) => return standing(game),
        Outcome::Aborted => return None,
    };
    match (reason, game.position()) {
        (WinReason::Reduced, _) => mills(game, winner),
        (WinReason::FirstLine, _) => line(game, winner),
        (WinReason::Blocked, AnyPosition::Morris(end)) => {
            let to = *game.position().spots_of(*game.moves().last()?).last()?;
            Some(TurningPoint::ShutIn { men: end.total(!winner), to })
        }
        (WinReason::Blocked | WinReason::NoPawns, AnyPosition::MingMang(_)) => {
            captures(game, winner)
        }
        (WinReason::Blocked, AnyPosition::Nimble(_)) => Some(slip(game, winner)),
        (WinReason::Resignation | WinReason::Time, _) => standing(game),
        _ => None,
    }
}

/// The turns of a side with their events, the last first.
fn turns_of(game: &Game<AnyPosition>, side: Side) -> impl Iterator<Item = Vec<Happening>> {
    let by = move |ply: &usize| game.positions()[*ply].side() == side;
    (0..game.ply()).rev().filter(by).map(|ply| game.happenings(ply))
}

fn closes_mill(turn: &[Happening]) -> bool {
    turn.iter().any(|happening| matches!(happening, Happening::ClosedMill { .. }))
}

fn mills(game: &Game<AnyPosition>, winner: Side) -> Option<TurningPoint> {
    let turns: Vec<_> = turns_of(game, winner).collect();
    if let Some(double) = double_mill(&turns) {
        return Some(double);
    }
    let taken = turns.first()?.iter().find_map(|happening| match happening {
        Happening::Took { at, .. } => Some(*at),
        _ => None,
    })?;
    let won = turns.iter().filter(|turn| closes_mill(turn)).count();
    let lost = turns_of(game, !winner).filter(|turn| closes_mill(turn)).count();
    Some(TurningPoint::Mills { won, lost, taken })
}

/// The man that closed a mill with each of the last turns, back and forth.
fn double_mill(turns: &[Vec<Happening>]) -> Option<TurningPoint> {
    let step = |turn: &Vec<Happening>| match turn.first() {
        Some(Happening::Moved { from, to, .. }) if closes_mill(turn) => Some((*from, *to)),
        _ => None,
    };
    let (from, to) = step(turns.first()?)?;
    let back_and_forth = |(number, turn): &(usize, &Vec<Happening>)| {
        step(turn) == Some(if number % 2 == 0 { (from, to) } else { (to, from) })
    };
    let mills = turns.iter().enumerate().take_while(back_and_forth).count();
    (mills > 1).then_some(TurningPoint::DoubleMill { mills, from, to })
}

/// Finds out if the loser could have stopped the line.
fn line(game: &Game<AnyPosition>, winner: Side) -> Option<TurningPoint> {
    let before = game.positions().get(game.ply().checked_sub(2)?)?;
    let wins_next = |after: &AnyPosition| {
        let replies = after.legal_moves().into_iter();
        let ends = |mv| after.play(mv).ok().and_then(|end| end.outcome());
        after.outcome().is_none()
            && replies.filter_map(ends).any(|end| end.winner() == Some(winner))
    };
    let stops = |mv: &AnyMove| before.play(*mv).is_ok_and(|after| !wins_next(&after));
    Some(match before.legal_moves().into_iter().find(stops) {
        Some(stopped_by) => TurningPoint::Overlooked { stopped_by },
        None => TurningPoint::Unstoppable,
    })
}

fn captures(game: &Game<AnyPosition>, winner: Side) -> Option<TurningPoint> {
    let captured = |ply: usize| {
        let turn = game.happenings(ply);
        let pawns = turn.iter().find_map(|happening| match happening {
            Happening::Captured { side, at } if *side == winner => Some(at.len()),
            _ => None,
        })?;
        Some(TurningPoint::Captures { pawns, by: game.moves()[ply] })
    };
    let pawns = |turn: &TurningPoint| match turn {
        TurningPoint::Captures { pawns, .. } => *pawns,
        _ => 0,
    };
    (0..game.ply()).filter_map(captured).max_by_key(pawns)
}

/// The loser's last turn that failed to balance the strip: the side that faces a balanced strip
/// loses against best play.
fn slip(game: &Game<AnyPosition>, winner: Side) -> TurningPoint {
    let balanced = |position: &AnyPosition| match position {
        AnyPosition::Nimble(strip) => nim_sum(strip) == 0,
        _ => false,
    };
    let slips = |ply: &usize| {
        let [before, after] = [&game.positions()[*ply], &game.positions()[ply + 1]];
        before.side() != winner && !balanced(before) && !balanced(after)
    };
    match (0..game.ply()).rev().find(slips) {
        Some(ply) => TurningPoint::Slip { by: game.moves()[ply] },
        None => TurningPoint::NeverLetGo,
    }
}

fn standing(game: &Game<AnyPosition>) -> Option<TurningPoint> {
    let ([white, black], lost) = match game.position() {
        AnyPosition::Morris(position) => {
            let lost = Side::ALL.iter().any(|side| position.captured(*side) > 0);
            (Side::ALL.map(|side| position.total(side)), lost)
        }
        AnyPosition::MingMang(position) => {
            let [white, black] = Side::ALL.map(|side| position.pawns(side).len());
            ([white, black], white != black)
        }
        AnyPosition::Nimble(_) => return None,
    };
    lost.then_some(TurningPoint::Standing { white, black })
}

#[cfg(test)]
mod tests {
    use merels_rules::GameId;

    use super::*;

    fn played(game: &str, start: &str, moves: &[&str]) -> Game<AnyPosition> {
        let game: GameId = game.parse().unwrap();
        let start =
            if start.is_empty() { game.start() } else { game.parse_position(start).unwrap() };
        let mut game = Game::new(start);
        for text in moves {
            game.play(game.position().parse_move(text).unwrap()).unwrap();
        }
        game
    }

    fn spot(game: &Game<AnyPosition>, name: &str) -> Spot {
        game.position().parse_spot(name).unwrap()
    }

    #[test]
    fn a_double_mill_is_told_with_its_mills() {
        // From d2 the man steps to d1 and back, closing a mill each time.
        let start = "WxWWxWxWxxxxxxxxxBBBxxBB w 0 0";
        let moves = ["d3-d2xe5", "d7-a7", "d2-d1xd6", "b6-f6", "d1-d2xf6"];
        let game = played("nine", start, &moves);
        let (from, to) = (spot(&game, "d1"), spot(&game, "d2"));
        assert_eq!(turning_point(&game), Some(TurningPoint::DoubleMill { mills: 2, from, to }));
    }

    #[test]
    fn other_mills_are_counted_and_the_last_man_is_named() {
        let game = played("nine", "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0", &["f4-g1xb6"]);
        let taken = spot(&game, "b6");
        assert_eq!(turning_point(&game), Some(TurningPoint::Mills { won: 1, lost: 0, taken }));
    }

    #[test]
    fn a_block_names_the_point_that_shut_in() {
        let game = played("nine", "BxBxWxxxxWxxxxWxxxxxxBWB w 0 0", &["d2-d1"]);
        let to = spot(&game, "d1");
        assert_eq!(turning_point(&game), Some(TurningPoint::ShutIn { men: 4, to }));
    }

    #[test]
    fn a_line_was_overlooked_or_could_not_be_stopped() {
        let game = played("three", "WWxxxxxxB b 1 2", &["a3", "c1"]);
        let stopped_by = game.position().parse_move("c1").unwrap();
        assert_eq!(turning_point(&game), Some(TurningPoint::Overlooked { stopped_by }));
        // No man of Black reaches b1 or holds b2.
        let game = played("three", "WxWxWxBxB b 0 0", &["a3-b3", "b2-b1"]);
        assert_eq!(turning_point(&game), Some(TurningPoint::Unstoppable));
    }

    #[test]
    fn the_turn_that_let_go_of_a_strip_is_named() {
        let game = played("nimble", "0,0,1,2 1", &["4-1", "3-1", "4-1"]);
        let by = game.position().parse_move("3-1").unwrap();
        assert_eq!(turning_point(&game), Some(TurningPoint::Slip { by }));
        let game = played("nimble", "0,1 1", &["2-1"]);
        assert_eq!(turning_point(&game), Some(TurningPoint::NeverLetGo));
    }

    #[test]
    fn who_gives_up_is_told_how_it_stood() {
        let mut game = played("nine", "", &["d6", "d2"]);
        game.resign(Side::Black);
        assert_eq!(turning_point(&game), None, "nothing was lost yet");
        let mut game = played("nine", "WWxxxxxxxxxxxWxxBxBxBxxB w 0 0", &["f4-e3"]);
        game.resign(Side::Black);
        assert_eq!(turning_point(&game), Some(TurningPoint::Standing { white: 3, black: 4 }));
    }
}
