//! Making a review, move by move.

use merels_rules::{AnyMove, AnyPosition, Game, Side, Wdl};

use super::mistakes::Stake;
use super::{Mistake, Review, ReviewedMove};
use crate::{Claim, Judge, Judgement, Verdict, chosen};

/// The number of plies kept of the line that punishes a mistake.
const PUNISHING_PLIES: usize = 8;

/// The most moves that are named as better ones.
const MOST_BETTER: usize = 3;

/// A review that is made move by move, so that others can be served in between.
#[derive(Debug)]
pub struct ReviewInProgress {
    game: Game<AnyPosition>,
    so_far: Game<AnyPosition>,
    moves: Vec<ReviewedMove>,
    /// The mistakes by opinion so far, with what is told of them if they turn out to be none.
    opinions: Vec<(usize, Vec<Claim>)>,
    /// The judgement of the next position, where a mistake made it known already.
    known: Option<Judgement>,
}

/// The result of one step of a review.
#[derive(Debug)]
pub enum ReviewStep {
    /// There is more to do.
    Next(ReviewInProgress),
    /// The review of this game is ready.
    Done(Game<AnyPosition>, Review),
}

impl ReviewInProgress {
    /// The review of a game, of which nothing is done yet.
    pub fn new(game: Game<AnyPosition>) -> ReviewInProgress {
        let so_far = Game::new(game.start().clone());
        let moves = Vec::with_capacity(game.ply());
        ReviewInProgress { moves, game, so_far, opinions: Vec::new(), known: None }
    }

    /// The game.
    pub fn game(&self) -> &Game<AnyPosition> {
        &self.game
    }

    /// The number of moves that are reviewed.
    pub fn done(&self) -> usize {
        self.moves.len()
    }

    /// Judges one more move; after the last one, the end.
    pub fn step(mut self, judge: &mut Judge) -> ReviewStep {
        let judgement = self.known.take().unwrap_or_else(|| judge.judge(&self.so_far));
        let Some(mv) = self.game.moves().get(self.moves.len()).copied() else {
            return self.done_at(judgement.verdict);
        };
        let mut reviewed = reviewed_move(self.so_far.side(), mv, &judgement);
        let before = self.so_far.clone();
        // It was played, so it is legal.
        self.so_far.play_unchecked(mv);
        if let Some(mistake) = &mut reviewed.mistake {
            let after = judge.judge(&self.so_far);
            mistake.line = judge.line(&self.so_far, &after, PUNISHING_PLIES);
            self.known = Some(after);
        }
        let claims = judge.claims_after(&before, mv, &judgement, self.known.as_ref());
        reviewed.claims = chosen(&claims, reviewed.mistake.is_some());
        if reviewed.mistake.is_some() && !reviewed.is_certain() {
            self.opinions.push((self.moves.len(), chosen(&claims, false)));
        }
        self.moves.push(reviewed);
        ReviewStep::Next(self)
    }

    /// The review, now that the value of the last position is known.
    fn done_at(self, end: Verdict) -> ReviewStep {
        let loser = loser(&self.game, end);
        let mut review = Review { moves: self.moves, end, loser };
        for (ply, claims) in self.opinions {
            if !review.falls_for_good(ply) {
                let reviewed = &mut review.moves[ply];
                (reviewed.mistake, reviewed.claims) = (None, claims);
            }
        }
        ReviewStep::Done(self.game, review)
    }
}

fn loser(game: &Game<AnyPosition>, end: Verdict) -> Option<Side> {
    match (game.outcome(), end.result()) {
        (Some(outcome), _) => outcome.winner().map(|winner| !winner),
        (None, Some(Wdl::Loss)) => Some(game.side()),
        (None, Some(Wdl::Win)) => Some(!game.side()),
        (None, _) => None,
    }
}

/// The review of a move, still without the line that punishes it and the claims about it.
fn reviewed_move(side: Side, mv: AnyMove, judgement: &Judgement) -> ReviewedMove {
    let Stake { best, worst, played } = Stake::of(mv, judgement);
    let keeps = judgement.moves.iter().filter(|judged| judged.verdict.keeps(judgement.verdict));
    let better = || keeps.take(MOST_BETTER).map(|judged| judged.mv).collect();
    ReviewedMove {
        mv,
        side,
        source: judgement.source,
        before: judgement.verdict,
        played: judgement.of(mv).unwrap_or(judgement.verdict),
        keeping: (judgement.keeping(), judgement.moves.len()),
        at_stake: (best - worst).max(0.0),
        given_away: (best - played).max(0.0),
        mistake: judgement.gives_away(mv).then(|| Mistake { better: better(), line: Vec::new() }),
        claims: Vec::new(),
    }
}
