//! Perft: the standard leaf count for comparing move generators.

use alloc::vec::Vec;

use crate::{Game, Position, Repetition};

/// The number of move sequences of `depth` plies from a position, the standard count for comparing
/// move generators. The last ply is counted without playing it. Repetitions do not draw here, but
/// moves into a forbidden repetition are left out.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    perft_from(&mut Game::new(position.clone()), depth)
}

/// The moves of a position, each with the [`perft`] count of the `depth - 1` plies that follow it.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut game = Game::new(position.clone());
    let moves = if depth == 0 { Vec::new() } else { game.legal_moves() };
    let below = |mv| {
        game.play(mv).expect("listed moves are legal");
        let count = perft_from(&mut game, depth - 1);
        game.undo();
        (mv, count)
    };
    moves.into_iter().map(below).collect()
}

fn perft_from<P: Position>(game: &mut Game<P>, depth: u32) -> u64 {
    if game.position().repetition() == Repetition::Forbidden {
        perft_game(game, depth)
    } else {
        perft_below(game.position(), depth, &mut Vec::new())
    }
}

/// `stack` holds the untried moves of all plies above.
fn perft_below<P: Position>(position: &P, depth: u32, stack: &mut Vec<P::Move>) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => {
            let base = stack.len();
            position.moves_into(stack);
            let mut count = 0;
            for i in base..stack.len() {
                let next = position.after_unchecked(stack[i]);
                count += perft_below(&next, depth - 1, stack);
            }
            stack.truncate(base);
            count
        }
    }
}

fn perft_game<P: Position>(game: &mut Game<P>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = game.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for mv in moves {
        game.play(mv).expect("listed moves are legal");
        count += perft_game(game, depth - 1);
        game.undo();
    }
    count
}
