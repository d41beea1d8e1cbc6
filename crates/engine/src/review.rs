//! The review of a finished game: the value of each move, the mistakes, the moves that would have
//! kept the value, the lines that punish the mistakes, and the accuracy of both sides.
//!
//! A move counts when something was at stake: when the best and the worst move differ in value.
//! **Accuracy** is the share that a side kept of everything it had at stake, in hundredths:
//! 100 × Σ (played − worst) / Σ (best − worst). A win is worth 1, a draw ½ and a loss 0; the
//! engine's estimates lie between ([`Verdict::share`]).

use merels_rules::{AnyMove, AnyPosition, Game, Position, Side, Wdl};

use crate::{Claim, Judge, Judgement, Source, Verdict, chosen};

/// The number of plies kept of the line that punishes a mistake.
const PUNISHING_PLIES: usize = 8;

/// The most moves that are named as better ones.
const MOST_BETTER: usize = 3;

/// The drop of an estimate, as a share of the point, that makes a turning point. With exact values
/// every loss of value is one.
const DROP: f64 = 0.2;

/// The least share of the point that is level, for the engine's estimates.
const LEVEL: f64 = 0.4;

/// The most moments of a game to dwell on.
const MOST_MOMENTS: usize = 3;

/// One move of a reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The move.
    pub mv: AnyMove,
    /// The side that made it.
    pub side: Side,
    /// The source of the judgement of the position before it.
    pub source: Source,
    /// The value of that position for the side to move.
    pub before: Verdict,
    /// The value of the move for that side.
    pub played: Verdict,
    /// The number of moves that would have kept the value, and the number of all moves.
    pub keeping: (usize, usize),
    /// The stake, as a share of the point.
    pub at_stake: f64,
    /// The share that the move gave away.
    pub given_away: f64,
    /// The better moves and the punishing line, if it gave value away.
    pub mistake: Option<Mistake>,
    /// The claims to tell of it.
    pub claims: Vec<Claim>,
}

/// A move that gave value away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Moves that would have kept the value, the best first.
    pub better: Vec<AnyMove>,
    /// The continuation with best play.
    pub line: Vec<AnyMove>,
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves in their order.
    pub moves: Vec<ReviewedMove>,
    /// The value of the last position for its side to move.
    pub end: Verdict,
    /// The side that lost: by the result, or if there is none by the value at the end.
    pub loser: Option<Side>,
}

impl Review {
    /// The accuracy of a side, in hundredths; `None` if it had nothing at stake.
    pub fn accuracy(&self, side: Side) -> Option<f64> {
        let own = || self.moves.iter().filter(|reviewed| reviewed.side == side);
        let at_stake: f64 = own().map(|reviewed| reviewed.at_stake).sum();
        let given_away: f64 = own().map(|reviewed| reviewed.given_away).sum();
        (at_stake > 0.0).then(|| 100.0 * (1.0 - given_away / at_stake))
    }

    /// White's share of the point before each move and at the end, for drawing a curve.
    pub fn curve(&self) -> Vec<f64> {
        let for_white = |share: f64, side| if side == Side::White { share } else { 1.0 - share };
        let before =
            self.moves.iter().map(|reviewed| for_white(reviewed.before.share(), reviewed.side));
        let last = self.moves.last().map_or(Side::White, |reviewed| !reviewed.side);
        before.chain([for_white(self.end.share(), last)]).collect()
    }

    /// The ply of the turning point: the last mistake of the loser in a position that was level or
    /// better for it. If there is none, or nobody lost, the last mistake.
    pub fn turning_ply(&self) -> Option<usize> {
        let stood = |reviewed: &ReviewedMove| match reviewed.before.result() {
            Some(result) => result >= Wdl::Draw,
            None => reviewed.before.share() >= LEVEL,
        };
        let turned = |reviewed: &ReviewedMove| {
            reviewed.mistake.is_some() && Some(reviewed.side) == self.loser && stood(reviewed)
        };
        let is_mistake = |reviewed: &ReviewedMove| reviewed.mistake.is_some();
        let moves = self.moves.iter();
        moves.clone().rposition(turned).or_else(|| moves.clone().rposition(is_mistake))
    }

    /// The plies of the mistakes to dwell on, in their order: the turning point, and those that
    /// gave away the most; at most three.
    pub fn moments(&self) -> Vec<usize> {
        let turning = self.turning_ply();
        let given_away = |ply: &usize| self.moves[*ply].given_away;
        let is_mistake = |ply: &usize| self.moves[*ply].mistake.is_some();
        let mut plies: Vec<usize> = (0..self.moves.len()).filter(is_mistake).collect();
        plies.sort_by(|one, other| {
            let first = (Some(*other) == turning).cmp(&(Some(*one) == turning));
            first.then(given_away(other).total_cmp(&given_away(one)))
        });
        plies.truncate(MOST_MOMENTS);
        plies.sort_unstable();
        plies
    }
}

impl Judge {
    /// Reviews a game; `progress` is called with the number of finished moves.
    pub fn review(&mut self, game: &Game<AnyPosition>, progress: &mut dyn FnMut(usize)) -> Review {
        let mut review = ReviewInProgress::new(game.clone());
        loop {
            match review.step(self) {
                ReviewStep::Done(_, review) => return review,
                ReviewStep::Next(next) => review = next,
            }
            progress(review.done());
        }
    }
}

/// A review that is made move by move, so that others can be served in between.
#[derive(Debug)]
pub struct ReviewInProgress {
    game: Game<AnyPosition>,
    so_far: Game<AnyPosition>,
    moves: Vec<ReviewedMove>,
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
        ReviewInProgress { moves: Vec::with_capacity(game.ply()), game, so_far, known: None }
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
            let (end, loser) = (judgement.verdict, loser(&self.game, judgement.verdict));
            return ReviewStep::Done(self.game, Review { moves: self.moves, end, loser });
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
        self.moves.push(reviewed);
        ReviewStep::Next(self)
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

/// The shares of the point that the best, the worst and one other move keep.
struct Stake {
    best: f64,
    worst: f64,
    played: f64,
}

impl Stake {
    fn of(mv: AnyMove, judgement: &Judgement) -> Stake {
        let shares = || judgement.moves.iter().map(|judged| judged.verdict.share());
        let (best, worst) = (shares().fold(0.0, f64::max), shares().fold(1.0, f64::min));
        let played = judgement.of(mv).unwrap_or(judgement.verdict).share();
        Stake { best, worst, played }
    }
}

impl Judgement {
    /// Returns `true` if a move is a mistake: it gives away a result, or by the engine's estimate a
    /// good part of the point.
    pub fn gives_away(&self, mv: AnyMove) -> bool {
        let played = self.of(mv).unwrap_or(self.verdict);
        match (self.verdict.result(), played.result()) {
            (Some(before), Some(after)) => after < before,
            _ => {
                let stake = Stake::of(mv, self);
                stake.best - stake.played >= DROP
            }
        }
    }
}

/// The moves of a line as text, starting from a position.
pub fn line_text(start: &AnyPosition, line: &[AnyMove]) -> Vec<String> {
    let mut position = start.clone();
    let text = |mv: &AnyMove| {
        let text = position.move_text(*mv);
        position.play_unchecked(*mv);
        text
    };
    line.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use merels_rules::GameId;

    use super::*;

    fn played(game: &str, start: &str, moves: &[&str]) -> Game<AnyPosition> {
        let game: GameId = game.parse().unwrap();
        let mut game = Game::new(game.parse_position(start).unwrap());
        for text in moves {
            game.play(game.position().parse_move(text).unwrap()).unwrap();
        }
        game
    }

    /// The first player wins only by 4-3, plays another move, and the second keeps the win.
    #[test]
    fn the_move_that_gave_the_game_away_is_named_with_what_would_have_kept_it() {
        let game = played("nimble", "0,0,1,1 1", &["4-1", "3-1"]);
        let mut heard = Vec::new();
        let review = Judge::new(None).review(&game, &mut |done| heard.push(done));
        assert_eq!(heard, [1, 2]);
        let slip = &review.moves[0];
        assert_eq!(
            (slip.before, slip.played),
            (Verdict::Known(Wdl::Win), Verdict::Known(Wdl::Loss))
        );
        let mistake = slip.mistake.as_ref().unwrap();
        assert_eq!(line_text(game.start(), &mistake.better), ["4-3"]);
        assert_eq!(review.turning_ply(), Some(0));
        assert_eq!(review.accuracy(Side::White), Some(0.0));
        assert_eq!(review.accuracy(Side::Black), Some(100.0));
        assert_eq!(review.curve(), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn nothing_is_held_against_those_who_had_no_choice() {
        let game = played("nimble", "0,1 1", &["2-1"]);
        let review = Judge::new(None).review(&game, &mut |_| {});
        assert_eq!(review.accuracy(Side::White), None);
        assert_eq!(review.turning_ply(), None);
    }

    /// A review of moves by these sides from one result to another, which White lost.
    fn lost_by_white(moves: &[(Side, Wdl, Wdl)]) -> Review {
        let mv = GameId::NINE.start().parse_move("d6").unwrap();
        let reviewed = |&(side, before, played): &(Side, Wdl, Wdl)| {
            let [before, played] = [before, played].map(Verdict::Known);
            let given_away = before.share() - played.share();
            let mistake =
                (given_away > 0.0).then(|| Mistake { better: Vec::new(), line: Vec::new() });
            ReviewedMove {
                mv,
                side,
                source: Source::Tables,
                before,
                played,
                keeping: (1, 2),
                at_stake: 1.0,
                given_away,
                mistake,
                claims: Vec::new(),
            }
        };
        let moves = moves.iter().map(reviewed).collect();
        Review { moves, end: Verdict::Known(Wdl::Loss), loser: Some(Side::White) }
    }

    #[test]
    fn the_game_turns_when_the_loser_was_last_level() {
        use Side::{Black, White};
        use Wdl::{Draw, Loss, Win};
        let review = lost_by_white(&[
            (White, Draw, Loss),
            (Black, Win, Draw),
            (White, Draw, Loss),
            (Black, Win, Win),
            (White, Loss, Loss),
            (Black, Win, Draw),
        ]);
        assert_eq!(review.turning_ply(), Some(2), "not the last slip, which the winner made");
        assert_eq!(review.moments(), [0, 1, 2]);
        let mut longer = vec![(White, Draw, Loss); 3];
        longer.extend([(Black, Win, Loss), (White, Win, Draw), (White, Draw, Loss)]);
        let review = lost_by_white(&longer);
        assert_eq!(review.turning_ply(), Some(5));
        assert_eq!(review.moments(), [0, 3, 5], "the turning point and the greatest losses");
        assert_eq!(lost_by_white(&[(Black, Win, Draw)]).turning_ply(), Some(0));
    }
}
