//! Puzzles: the one of the day, the next one for a player, and the players' records. The sets come with
//! the program, so that a site without tables has them too.

use jiff::Timestamp;
use merels_engine::{Puzzle, PuzzleMove, PuzzleSet, Theme, line_text};
use merels_live::Refusal;
use merels_model::PlayerId;
use merels_rules::morris::{Move, Variant};
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Happening, Position, SplitMix, Value};
pub use merels_store::PuzzleRecord;
use merels_store::PuzzleTry;

use super::days::Days;
use super::play_text;
use crate::analysis::Analysis;
use crate::error::{Result, ServiceError};
use crate::site::Site;

/// The next puzzle is drawn from this many of those nearest to a player's strength.
const NEAREST: usize = 6;

/// The most plies that are told of the answer to a move.
const TOLD: usize = 6;

/// Whoever has tried fewer puzzles than this gets the easiest, whatever the rating.
const NEWCOMER_TRIES: i64 = 5;
const NEWCOMER_RATING: i64 = 700;

/// The hardest puzzle of the day, and the farthest end that is at stake in it, in plies.
const HARDEST_OF_THE_DAY: u32 = 1400;
const FARTHEST_OF_THE_DAY: u16 = 15;

#[derive(Copy, Clone, Debug)]
pub struct NumberedPuzzle {
    pub game: GameId,
    /// From 1.
    pub number: usize,
    pub puzzle: &'static Puzzle,
}

/// A move that was tried in a puzzle.
#[derive(Debug)]
pub struct PuzzleAttempt {
    pub mv: Move,
    /// The value of the move to the side that makes it.
    pub value: Value,
    pub solved: bool,
    /// The game after the move, and after the reply that refutes it if it is wrong.
    pub after: Game<AnyPosition>,
    /// The happenings of each of those turns.
    pub turns: Vec<Vec<Happening>>,
    /// The best play after the move, as text.
    pub line: Vec<String>,
}

impl NumberedPuzzle {
    pub fn find(game: GameId, number: usize) -> Option<NumberedPuzzle> {
        let puzzle = puzzle_set(game)?.puzzles.get(number.checked_sub(1)?)?;
        Some(NumberedPuzzle { game, number, puzzle })
    }

    pub fn start(&self) -> Game<AnyPosition> {
        Game::new(AnyPosition::Morris(self.puzzle.position))
    }

    /// The move that is to be found, as text.
    pub fn solution(&self) -> String {
        self.puzzle.position.move_text(self.puzzle.solution().mv)
    }

    /// Plays a move as people type it, and if it is wrong the reply that refutes it.
    ///
    /// # Errors
    ///
    /// If it is no move, or not a legal one.
    pub fn attempt(&self, text: &str) -> Result<PuzzleAttempt, Refusal> {
        let mut after = self.start();
        let (mv, happenings) = play_text(&mut after, text)?;
        let AnyMove::Morris(mv) = mv else { return Err(Refusal::NothingOwed) };
        // A set answers every legal move.
        let known = self.puzzle.answer(mv).ok_or(Refusal::NothingOwed)?;
        let line: Vec<AnyMove> =
            known.line.iter().take(TOLD).copied().map(AnyMove::Morris).collect();
        let line = line_text(after.position(), &line);
        let mut turns = vec![happenings];
        let solved = mv == self.puzzle.solution().mv;
        if let Some(reply) = known.line.first().filter(|_| !solved && after.outcome().is_none()) {
            after.play(AnyMove::Morris(*reply))?;
            turns.push(after.happenings(1));
        }
        Ok(PuzzleAttempt { mv, value: known.value, solved, after, turns, line })
    }
}

pub fn puzzle_sets() -> impl Iterator<Item = &'static PuzzleSet> {
    Variant::LISTED.into_iter().filter_map(PuzzleSet::built_in)
}

pub(super) fn puzzle_set(game: GameId) -> Option<&'static PuzzleSet> {
    puzzle_sets().find(|set| GameId::Morris(set.variant) == game)
}

pub(super) fn numbered(set: &'static PuzzleSet) -> impl Iterator<Item = NumberedPuzzle> {
    let game = GameId::Morris(set.variant);
    (1..).zip(&set.puzzles).map(move |(number, puzzle)| NumberedPuzzle { game, number, puzzle })
}

#[derive(Clone)]
pub struct Puzzles {
    pub(crate) site: Site,
    pub(crate) analysis: Analysis,
    pub(crate) days: Days,
}

impl Puzzles {
    /// The puzzle of the day, the same for all.
    pub fn of_the_day(&self) -> Option<NumberedPuzzle> {
        of_the_day(puzzle_sets(), self.site.clock.now())
    }

    /// The puzzle of the day of one game.
    pub fn of_the_day_in(&self, game: GameId) -> Option<NumberedPuzzle> {
        of_the_day(puzzle_set(game).into_iter(), self.site.clock.now())
    }

    /// The record of a player with the puzzles of a game.
    pub async fn record(&self, player: &PlayerId, game: GameId) -> Result<PuzzleRecord> {
        Ok(self.site.store.accounts().puzzle_record(player, game).await?)
    }

    /// The puzzle of a game that a player is at, if it is of this theme; else, or `after` it, the next
    /// one, at which the player is from then on.
    pub async fn go_on(
        &self,
        player: &PlayerId,
        game: GameId,
        theme: Option<Theme>,
        after: Option<usize>,
    ) -> Result<NumberedPuzzle> {
        let set = puzzle_set(game).ok_or(ServiceError::NotFound)?;
        if let Some(position) = self.site.store.accounts().puzzle_at(player, game).await? {
            let is_it = |one: &NumberedPuzzle| one.puzzle.position.to_string() == position;
            let fits = |one: &NumberedPuzzle| {
                theme.is_none_or(|theme| one.puzzle.themes.contains(&theme))
                    && after != Some(one.number)
            };
            if let Some(puzzle) = numbered(set).find(is_it).filter(fits) {
                return Ok(puzzle);
            }
        }
        let next = self.drawn(Some(player), game, theme, after).await?;
        let position = next.puzzle.position.to_string();
        self.site.store.accounts().go_to_puzzle(player, game, &position).await?;
        Ok(next)
    }

    /// A puzzle of a game near a player's strength, of this theme, and not tried yet if there is one.
    pub async fn next(
        &self,
        player: Option<&PlayerId>,
        game: GameId,
        theme: Option<Theme>,
    ) -> Result<NumberedPuzzle> {
        self.drawn(player, game, theme, None).await
    }

    /// The same, and not the one after which it comes.
    async fn drawn(
        &self,
        player: Option<&PlayerId>,
        game: GameId,
        theme: Option<Theme>,
        after: Option<usize>,
    ) -> Result<NumberedPuzzle> {
        let set = puzzle_set(game).ok_or(ServiceError::NotFound)?;
        let (record, tried) = match player {
            Some(player) => (
                self.record(player, game).await?,
                self.site.store.accounts().tried_puzzles(player, game).await?,
            ),
            None => (PuzzleRecord::default(), Vec::new()),
        };
        let rating = if record.tried < NEWCOMER_TRIES { NEWCOMER_RATING } else { record.rating };
        let seed = getrandom::u64().unwrap_or_default();
        next(set, rating, &tried, (theme, after), seed).ok_or(ServiceError::NotFound)
    }

    /// Keeps a player's try; the first one at a puzzle counts. With the solution shown it is over.
    pub async fn keep(
        &self,
        player: &PlayerId,
        puzzle: &NumberedPuzzle,
        solved: bool,
        gave_up: bool,
    ) -> Result<PuzzleRecord> {
        let attempt = PuzzleTry {
            player: player.clone(),
            game: puzzle.game,
            position: puzzle.puzzle.position.to_string(),
            rating: i64::from(puzzle.puzzle.rating()),
            solved,
            is_over: solved || gave_up,
            at: self.site.clock.now(),
        };
        let record = self.site.store.accounts().try_puzzle(attempt).await?;
        if solved {
            self.days.has_learned(player).await?;
        }
        Ok(record)
    }

    pub(super) const fn days(&self) -> &Days {
        &self.days
    }

    /// A player's ratings with the puzzles of a game over time, the oldest first.
    pub async fn ratings(&self, player: &PlayerId, game: GameId) -> Result<Vec<i64>> {
        Ok(self.site.store.accounts().puzzle_ratings(player, game).await?)
    }

    /// Returns `true` if a player has tried a puzzle.
    pub async fn is_tried(&self, player: &PlayerId, puzzle: &NumberedPuzzle) -> Result<bool> {
        let tried = self.site.store.accounts().tried_puzzles(player, puzzle.game).await?;
        Ok(tried.contains(&puzzle.puzzle.position.to_string()))
    }
}

fn of_the_day(
    sets: impl Iterator<Item = &'static PuzzleSet>,
    now: Timestamp,
) -> Option<NumberedPuzzle> {
    let day = now.as_second().div_euclid(24 * 60 * 60);
    let mut all: Vec<NumberedPuzzle> =
        sets.flat_map(numbered).filter(|one| is_for_everybody(one.puzzle)).collect();
    let place = SplitMix::new(day as u64).below(all.len().max(1));
    (place < all.len()).then(|| all.swap_remove(place))
}

fn is_for_everybody(puzzle: &Puzzle) -> bool {
    let near = |plies: u16| plies <= FARTHEST_OF_THE_DAY;
    let loses_soon =
        |answer: &PuzzleMove| matches!(answer.value, Value::Loss(plies) if near(plies));
    let at_stake = match puzzle.value {
        Value::Draw => puzzle.moves.iter().any(loses_soon),
        Value::Win(plies) | Value::Loss(plies) => near(plies),
    };
    at_stake && puzzle.rating() <= HARDEST_OF_THE_DAY
}

fn next(
    set: &'static PuzzleSet,
    rating: i64,
    tried: &[String],
    (theme, after): (Option<Theme>, Option<usize>),
    seed: u64,
) -> Option<NumberedPuzzle> {
    let fits = |one: &NumberedPuzzle| {
        theme.is_none_or(|theme| one.puzzle.themes.contains(&theme)) && after != Some(one.number)
    };
    let is_new = |one: &NumberedPuzzle| !tried.contains(&one.puzzle.position.to_string());
    let fitting = || numbered(set).filter(fits);
    let mut open: Vec<NumberedPuzzle> = fitting().filter(is_new).collect();
    if open.is_empty() {
        open = fitting().collect();
    }
    open.sort_by_key(|one| {
        let apart = (i64::from(one.puzzle.rating()) - rating).abs();
        let is_hard_to_see = rating <= NEWCOMER_RATING && !is_for_everybody(one.puzzle);
        (is_hard_to_see, apart, SplitMix::new(seed ^ one.number as u64).next_u64())
    });
    open.truncate(NEAREST);
    let chosen = SplitMix::new(seed).below(open.len().max(1));
    open.get(chosen).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_puzzle_of_the_day_is_the_same_all_day_and_another_the_next() {
        let at = |text: &str| {
            of_the_day(puzzle_sets(), text.parse().unwrap()).map(|one| (one.game, one.number))
        };
        assert_eq!(at("2026-11-16T00:00:00Z"), at("2026-11-16T23:59:59Z"));
        assert_ne!(at("2026-11-16T23:59:59Z"), at("2026-11-17T00:00:00Z"));
    }

    /// One of them won in 71 plies.
    #[test]
    fn the_puzzle_of_the_day_is_for_everybody_and_every_game_has_its_days() {
        let mut seen = std::collections::HashSet::new();
        for day in 0..365 {
            let at = Timestamp::from_second(day * 86_400).unwrap();
            let NumberedPuzzle { game, number, puzzle } = of_the_day(puzzle_sets(), at).unwrap();
            assert!(puzzle.rating() <= 1400, "{}", puzzle.position);
            assert!(puzzle.value.plies().is_none_or(|plies| plies <= 15), "{}", puzzle.position);
            seen.insert((game, number));
        }
        assert!(seen.len() > 150, "{} different ones in a year", seen.len());
        for set in puzzle_sets() {
            assert!(seen.iter().any(|(game, _)| *game == GameId::Morris(set.variant)));
        }
    }

    #[test]
    fn what_was_tried_does_not_come_again_while_there_is_something_else() {
        let set = puzzle_sets().next().unwrap();
        let tried: Vec<String> =
            set.puzzles.iter().skip(1).map(|puzzle| puzzle.position.to_string()).collect();
        let number = |rating, tried: &[String], theme| {
            next(set, rating, tried, (theme, None), 7).map(|one| one.number)
        };
        assert_eq!(number(1000, &tried, None), Some(1));
        let all: Vec<String> = set.puzzles.iter().map(|p| p.position.to_string()).collect();
        assert!(number(1000, &all, None).is_some());
        let easy = number(100, &[], None).unwrap();
        let hard = number(2500, &[], None).unwrap();
        assert!(set.puzzles[easy - 1].rating() < set.puzzles[hard - 1].rating());
        for theme in Theme::ALL {
            let number = number(1000, &[], Some(theme)).unwrap();
            assert!(set.puzzles[number - 1].themes.contains(&theme));
        }
    }

    #[test]
    fn every_game_has_a_puzzle_of_its_own_each_day() {
        let at = "2026-11-16T12:00:00Z".parse().unwrap();
        for set in puzzle_sets() {
            let one = of_the_day([set].into_iter(), at).unwrap();
            assert_eq!(one.game, GameId::Morris(set.variant));
        }
    }

    #[test]
    fn a_newcomer_gets_easy_puzzles_that_end_soon() {
        for set in puzzle_sets() {
            for seed in 0..50 {
                let one = next(set, NEWCOMER_RATING, &[], (None, None), seed).unwrap();
                assert!(one.puzzle.rating() <= 1000, "{}", one.puzzle.position);
                assert!(is_for_everybody(one.puzzle), "{}", one.puzzle.position);
            }
        }
    }

    #[test]
    fn every_wrong_move_of_every_puzzle_is_answered() {
        for one in puzzle_sets().flat_map(numbered) {
            for answer in &one.puzzle.moves {
                let text = one.puzzle.position.move_text(answer.mv);
                let attempt = one.attempt(&text).unwrap();
                assert_eq!(attempt.solved, answer.mv == one.puzzle.solution().mv);
                let over = attempt.after.outcome().is_some();
                assert!(attempt.solved || over || attempt.turns.len() == 2, "{text}");
            }
        }
    }
}
