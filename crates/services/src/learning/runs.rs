//! Runs against the clock: puzzles from easy to hard, one move each, until the time or the mistakes are
//! used up.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use merels_engine::PuzzleSet;
use merels_model::PlayerId;
use merels_rules::{GameId, SplitMix};
use merels_store::{NewRun, PuzzleRun, RunAnswer};

use super::puzzles::{NumberedPuzzle, Puzzles, numbered, puzzle_set};
use crate::error::{Result, ServiceError};

/// The time of a run.
pub const RUN_LASTS: SignedDuration = SignedDuration::from_mins(3);

/// The mistakes that end a run.
pub const MISTAKES: i64 = 3;

/// The puzzles of one difficulty before the next harder ones come.
const OF_EACH: usize = 4;

#[derive(Clone, Debug)]
pub struct Run {
    pub game: GameId,
    pub solved: i64,
    pub mistakes: i64,
    /// The most that the player solved in a run.
    pub best: i64,
    /// The time that is left.
    pub left: SignedDuration,
    /// The puzzle to be answered; none when the run is over.
    pub puzzle: Option<NumberedPuzzle>,
}

impl Run {
    fn of(set: &'static PuzzleSet, run: &PuzzleRun, now: Timestamp) -> Run {
        let left = (run.began + RUN_LASTS).duration_since(now).max(SignedDuration::ZERO);
        let goes_on = left > SignedDuration::ZERO && run.mistakes < MISTAKES;
        let place = usize::try_from(run.answered()).unwrap_or_default();
        Run {
            game: GameId::Morris(set.variant),
            solved: run.solved,
            mistakes: run.mistakes,
            best: run.best,
            left,
            puzzle: goes_on.then(|| puzzle_in_run(set, run.seed as u64, place)).flatten(),
        }
    }

    pub const fn answered(&self) -> i64 {
        self.solved + self.mistakes
    }
}

/// The puzzle at a place of the order that follows from a seed: so many of each difficulty, the easiest
/// first, and the hardest to the end.
fn puzzle_in_run(set: &'static PuzzleSet, seed: u64, place: usize) -> Option<NumberedPuzzle> {
    let mut by_rating: BTreeMap<u32, Vec<NumberedPuzzle>> = BTreeMap::new();
    for one in numbered(set) {
        by_rating.entry(one.puzzle.rating()).or_default().push(one);
    }
    let hardest = by_rating.len().checked_sub(1)?;
    let step = (place / OF_EACH).min(hardest);
    let mut puzzles = by_rating.into_values().nth(step)?;
    SplitMix::new(seed ^ step as u64).shuffle(&mut puzzles);
    puzzles.get((place - step * OF_EACH) % puzzles.len()).copied()
}

impl Puzzles {
    /// Begins a run with the puzzles of a game.
    pub async fn begin_run(&self, player: &PlayerId, game: GameId) -> Result<Run> {
        puzzle_set(game).ok_or(ServiceError::NotFound)?;
        let seed = getrandom::u64().unwrap_or_default() as i64;
        let new = NewRun { player: player.clone(), game, began: self.site.clock.now(), seed };
        self.site.store.accounts().begin_run(new).await?;
        self.run(player, game).await?.ok_or(ServiceError::NotFound)
    }

    /// A player's last run with the puzzles of a game.
    pub async fn run(&self, player: &PlayerId, game: GameId) -> Result<Option<Run>> {
        let set = puzzle_set(game).ok_or(ServiceError::NotFound)?;
        let run = self.site.store.accounts().puzzle_run(player, game).await?;
        Ok(run.map(|run| Run::of(set, &run, self.site.clock.now())))
    }

    /// Answers the puzzle that stands after so many others. What comes too late, or twice, counts for
    /// nothing; says whether the move was right.
    ///
    /// # Errors
    ///
    /// If it is no legal move, or there is no run.
    pub async fn answer_in_run(
        &self,
        player: &PlayerId,
        game: GameId,
        answered: i64,
        text: &str,
    ) -> Result<(Option<bool>, Run)> {
        let run = self.run(player, game).await?.ok_or(ServiceError::NotFound)?;
        let Some(puzzle) = run.puzzle.filter(|_| run.answered() == answered) else {
            return Ok((None, run));
        };
        let refused = |refusal| ServiceError::Refused(game, refusal);
        let solved = puzzle.attempt(text).map_err(refused)?.solved;
        let answer = RunAnswer { player: player.clone(), game, answered, solved };
        self.site.store.accounts().answer_in_run(answer).await?;
        if solved {
            self.days().has_learned(player).await?;
        }
        let run = self.run(player, game).await?.ok_or(ServiceError::NotFound)?;
        Ok((Some(solved), run))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::puzzles::puzzle_sets;
    use super::*;

    #[test]
    fn a_run_goes_from_easy_to_hard_without_repeating_itself() {
        for set in puzzle_sets() {
            let of = |place| puzzle_in_run(set, 7, place).unwrap();
            let ratings: Vec<u32> = (0..50).map(|place| of(place).puzzle.rating()).collect();
            assert!(ratings.is_sorted());
            assert_eq!(ratings[0], ratings[OF_EACH - 1]);
            assert!(ratings[0] < ratings[OF_EACH]);
            let first: HashSet<usize> = (0..30).map(|place| of(place).number).collect();
            assert_eq!(first.len(), 30);
            assert_ne!(of(0).number, puzzle_in_run(set, 8, 0).unwrap().number);
        }
    }

    #[test]
    fn a_run_ends_with_its_time_and_with_the_third_mistake() {
        let set = puzzle_sets().next().unwrap();
        let began = Timestamp::UNIX_EPOCH;
        let run = |solved, mistakes| PuzzleRun { began, seed: 1, solved, mistakes, best: 9 };
        let goes_on = |solved, mistakes, seconds| {
            let now = began + SignedDuration::from_secs(seconds);
            Run::of(set, &run(solved, mistakes), now).puzzle.is_some()
        };
        assert!(goes_on(0, 0, 0) && goes_on(5, 2, 179));
        assert!(!goes_on(5, 2, 180) && !goes_on(5, 3, 10));
    }
}
