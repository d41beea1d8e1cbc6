//! The theory of Nimble. A pawn on square s is a heap of s - 1 in Nim: the side to move wins
//! exactly if the exclusive or of all heaps is not 0, by making it 0.

use merels_rules::Position;
use merels_rules::nimble::{Move, NimblePosition};

use crate::score::Score;

/// A position won by theory; the loser decides how long it takes.
const WON: Score = Score::new(10_000);

/// The best move and its score: a winning move if there is one, otherwise the smallest step of the
/// farthest pawn, which makes the game last longest. `None` if the game is over.
pub(crate) fn best_move(position: &NimblePosition) -> Option<(Move, Score)> {
    let sum = nim_sum(position);
    let moves = position.legal_moves();
    let wins = |mv: &&Move| (mv.from - 1) ^ (mv.to - 1) == sum;
    if sum != 0
        && let Some(mv) = moves.iter().find(wins)
    {
        return Some((*mv, WON));
    }
    moves.last().map(|mv| (*mv, WON.flipped()))
}

/// The exclusive or of all heaps; pawns that share a square cancel out in pairs.
pub(crate) fn nim_sum(position: &NimblePosition) -> u8 {
    let odd = position.pawns().iter().enumerate().filter(|(_, pawns)| *pawns % 2 != 0);
    odd.fold(0, |sum, (heap, _)| sum ^ heap as u8)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use merels_rules::nimble::{Strip, parse_position};

    use super::*;

    fn wins(position: &NimblePosition, known: &mut HashMap<Vec<u16>, bool>) -> bool {
        if let Some(value) = known.get(position.pawns()) {
            return *value;
        }
        let value = position.legal_moves().into_iter().any(|mv| {
            let next = position.after_unchecked(mv);
            !wins(&next, known)
        });
        known.insert(position.pawns().to_vec(), value);
        value
    }

    #[test]
    fn theory_agrees_with_brute_force() {
        let mut known = HashMap::new();
        for seed in 0..300 {
            let strip = Strip { squares: 2 + seed as usize % 5, pawns: 2 };
            let position = NimblePosition::random(strip, seed).unwrap();
            let (mv, score) = best_move(&position).unwrap();
            let won = wins(&position, &mut known);
            assert_eq!(score == WON, won, "{position}");
            let next = position.play(mv).unwrap();
            assert!(!won || !wins(&next, &mut known), "{position}");
        }
    }

    #[test]
    fn long_strips_are_no_trouble() {
        let strip = Strip { squares: 64, pawns: 99 };
        let position = NimblePosition::random(strip, 1).unwrap();
        let (mv, _) = best_move(&position).unwrap();
        assert_eq!(nim_sum(&position.play(mv).unwrap()), 0);
        let pair = parse_position("0,0,2 1").unwrap();
        assert_eq!(best_move(&pair).unwrap().1, WON.flipped());
    }
}
