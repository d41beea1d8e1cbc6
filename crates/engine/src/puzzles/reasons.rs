//! The reasons why a move of a puzzle is right or wrong, from the values that the set holds.

use merels_rules::morris::Move;
use merels_rules::{AnyMove, AnyPosition, Game};

use super::{Puzzle, PuzzleMove};
use crate::{Claim, Judge, JudgedMove, Judgement, Source, Verdict, endgames, explained};

impl Puzzle {
    /// The claims to tell of a legal move after it was tried. Those of a wrong move do not name the
    /// solution.
    pub fn reasons(&self, mv: Move) -> Vec<Claim> {
        let Some(answer) = self.answer(mv) else { return Vec::new() };
        let game = Game::new(AnyPosition::Morris(self.position));
        let is_right = mv == self.solution().mv;
        let after = if is_right { None } else { refutation(answer) };
        // Everything that matters is in the set; small endgames know longer lines.
        let judge = Judge::new(None).with_endgames(endgames());
        let mv = AnyMove::Morris(mv);
        let claims = judge.claims_after(&game, mv, &self.judgement(), after.as_ref());
        explained(&claims, is_right)
    }

    fn judgement(&self) -> Judgement {
        let mut moves: Vec<JudgedMove> = self
            .moves
            .iter()
            .map(|answer| judged(answer.mv, Verdict::Exact(answer.value)))
            .collect();
        moves.sort_by_key(|judged| std::cmp::Reverse(judged.verdict.preference()));
        let (source, verdict) = (Source::Tables, Verdict::Exact(self.value));
        Judgement { source, verdict, rank: None, moves }
    }
}

/// The best reply to a wrong move, as the judgement of the position after it.
fn refutation(answer: &PuzzleMove) -> Option<Judgement> {
    let verdict = Verdict::Exact(answer.value).flipped();
    let reply = judged(*answer.line.first()?, verdict);
    Some(Judgement { source: Source::Tables, verdict, rank: None, moves: vec![reply] })
}

fn judged(mv: Move, verdict: Verdict) -> JudgedMove {
    JudgedMove { mv: AnyMove::Morris(mv), verdict, answers: None, rank: None }
}

#[cfg(test)]
mod tests {
    use merels_rules::morris::Variant;

    use super::*;
    use crate::PuzzleSet;

    fn names(claim: &Claim, solution: AnyMove) -> bool {
        match claim {
            Claim::Misses { .. } | Claim::OnlyMove { .. } | Claim::OnlyStep { .. } => true,
            Claim::OthersLoseTo { reply, .. } => *reply == solution,
            _ => false,
        }
    }

    #[test]
    fn most_moves_of_puzzles_have_reasons_and_wrong_ones_give_nothing_away() {
        let (mut wrong, mut refuted, mut right, mut explained) = (0, 0, 0, 0);
        for set in [Variant::SIX, Variant::NINE].into_iter().filter_map(PuzzleSet::built_in) {
            for puzzle in set.puzzles.iter().step_by(7) {
                let solution = AnyMove::Morris(puzzle.solution().mv);
                right += 1;
                explained += usize::from(!puzzle.reasons(puzzle.solution().mv).is_empty());
                for answer in puzzle.moves.iter().skip(1).step_by(5) {
                    let reasons = puzzle.reasons(answer.mv);
                    wrong += 1;
                    refuted += usize::from(!reasons.is_empty());
                    assert!(!reasons.iter().any(|claim| names(claim, solution)), "{reasons:?}");
                    assert!(reasons.len() <= 2, "{reasons:?}");
                }
            }
        }
        assert!(refuted * 10 > wrong * 6, "{refuted} of {wrong} wrong moves");
        assert!(explained * 10 > right * 6, "{explained} of {right} solutions");
    }
}
