//! Puzzles on the site: which one comes next, and what a move in one comes to. They come with the
//! program, so that a site without tables has them too.

use jiff::Timestamp;
use merels_engine::{Puzzle, PuzzleMove, PuzzleSet, Theme};
use merels_live::Refusal;
use merels_rules::morris::{Move, Variant};
use merels_rules::{
    AnyMove, AnyPosition, Coordinates, Game, GameId, Happening, Position, SplitMix, Value,
};

/// So many of those nearest to a player's strength are drawn from.
const NEAREST: usize = 6;

/// So many plies of the answer to a move are told.
pub(crate) const TOLD: usize = 6;

/// The sets that there are.
pub(crate) fn sets() -> impl Iterator<Item = &'static PuzzleSet> {
    Variant::LISTED.into_iter().filter_map(PuzzleSet::built_in)
}

/// The puzzles of a game.
pub(crate) fn set(game: GameId) -> Option<&'static PuzzleSet> {
    sets().find(|set| GameId::Morris(set.variant) == game)
}

/// The puzzle of the day is no harder than this, and what is at stake in it is no farther away.
const HARDEST_OF_THE_DAY: u32 = 1400;
const FARTHEST_OF_THE_DAY: u16 = 15;

/// The puzzle of the day, the same for all and for everybody: its game and its number from 1.
pub(crate) fn of_the_day(now: Timestamp) -> Option<(GameId, usize)> {
    let day = now.as_second().div_euclid(24 * 60 * 60);
    let numbered = |set: &'static PuzzleSet| {
        let game = GameId::Morris(set.variant);
        let suits = |(_, puzzle): &(usize, &Puzzle)| is_for_everybody(puzzle);
        (1..).zip(&set.puzzles).filter(suits).map(move |(number, _)| (game, number))
    };
    let mut all: Vec<(GameId, usize)> = sets().flat_map(numbered).collect();
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

/// The number of the next puzzle for somebody of this strength: one that was not tried, if there is
/// one, of this theme.
pub(crate) fn next(
    set: &PuzzleSet,
    rating: i64,
    tried: &[String],
    theme: Option<Theme>,
    lot: u64,
) -> Option<usize> {
    let fits = |puzzle: &Puzzle| theme.is_none_or(|theme| puzzle.themes.contains(&theme));
    let fresh = |puzzle: &Puzzle| !tried.contains(&puzzle.position.to_string());
    let numbered = || set.puzzles.iter().enumerate().filter(|(_, puzzle)| fits(puzzle));
    let mut open: Vec<(usize, &Puzzle)> = numbered().filter(|(_, puzzle)| fresh(puzzle)).collect();
    if open.is_empty() {
        open = numbered().collect();
    }
    open.sort_by_key(|(number, puzzle)| {
        (
            (i64::from(puzzle.rating()) - rating).abs(),
            SplitMix::new(lot ^ *number as u64).next_u64(),
        )
    });
    open.truncate(NEAREST);
    let chosen = SplitMix::new(lot).below(open.len().max(1));
    open.get(chosen).map(|(number, _)| number + 1)
}

/// What came of a move.
pub(crate) struct Attempt {
    pub(crate) mv: Move,
    pub(crate) solved: bool,
    /// After the move, and after the reply that refutes it if it is wrong.
    pub(crate) after: Game<AnyPosition>,
    /// What each of those turns did.
    pub(crate) turns: Vec<Vec<Happening>>,
}

/// Plays a move as people type it, and if it is wrong the reply that refutes it.
///
/// # Errors
///
/// If it is no move, or not a legal one.
pub(crate) fn attempt(puzzle: &Puzzle, text: &str) -> Result<Attempt, Refusal> {
    let mut after = Game::new(AnyPosition::Morris(puzzle.position));
    let mv = after.position().parse_move_as(text, Coordinates::NamesOrNumbers)?;
    after.play(mv)?;
    let AnyMove::Morris(mv) = mv else { return Err(Refusal::NothingOwed) };
    let mut turns = vec![after.happenings(0)];
    let solved = mv == puzzle.solution().mv;
    let reply = puzzle.answer(mv).and_then(|answer| answer.line.first());
    if let Some(reply) = reply.filter(|_| !solved && after.outcome().is_none()) {
        after.play(AnyMove::Morris(*reply))?;
        turns.push(after.happenings(1));
    }
    Ok(Attempt { mv, solved, after, turns })
}

/// The move that is to be found, as text.
pub(crate) fn solution(puzzle: &Puzzle) -> String {
    puzzle.position.move_text(puzzle.solution().mv)
}

/// The answer to a move, as text.
pub(crate) fn line(puzzle: &Puzzle, mv: Move) -> Vec<String> {
    let mut position = puzzle.position;
    position.play_unchecked(mv);
    let answer = puzzle.answer(mv).map_or(&[][..], |answer| &answer.line);
    let text = |mv: &Move| {
        let text = position.move_text(*mv);
        position.play_unchecked(*mv);
        text
    };
    answer.iter().take(TOLD).map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_puzzle_of_the_day_is_the_same_all_day_and_another_the_next() {
        let at = |text: &str| of_the_day(text.parse().unwrap());
        assert_eq!(at("2026-11-16T00:00:00Z"), at("2026-11-16T23:59:59Z"));
        assert_ne!(at("2026-11-16T23:59:59Z"), at("2026-11-17T00:00:00Z"));
    }

    /// One of them won in 71 plies.
    #[test]
    fn the_puzzle_of_the_day_is_for_everybody_and_every_game_has_its_days() {
        let mut seen = std::collections::HashSet::new();
        for day in 0..365 {
            let (game, number) = of_the_day(Timestamp::from_second(day * 86_400).unwrap()).unwrap();
            let puzzle = &set(game).unwrap().puzzles[number - 1];
            assert!(puzzle.rating() <= 1400, "{}", puzzle.position);
            assert!(puzzle.value.plies().is_none_or(|plies| plies <= 15), "{}", puzzle.position);
            seen.insert((game, number));
        }
        assert!(seen.len() > 150, "{} different ones in a year", seen.len());
        for set in sets() {
            assert!(seen.iter().any(|(game, _)| *game == GameId::Morris(set.variant)));
        }
    }

    #[test]
    fn what_was_tried_does_not_come_again_while_there_is_something_else() {
        let set = sets().next().unwrap();
        let tried: Vec<String> =
            set.puzzles.iter().skip(1).map(|puzzle| puzzle.position.to_string()).collect();
        assert_eq!(next(set, 1000, &tried, None, 7), Some(1));
        let all: Vec<String> = set.puzzles.iter().map(|p| p.position.to_string()).collect();
        assert!(next(set, 1000, &all, None, 7).is_some());
        let easy = next(set, 100, &[], None, 7).unwrap();
        let hard = next(set, 2500, &[], None, 7).unwrap();
        assert!(set.puzzles[easy - 1].rating() < set.puzzles[hard - 1].rating());
        for theme in Theme::ALL {
            let number = next(set, 1000, &[], Some(theme), 7).unwrap();
            assert!(set.puzzles[number - 1].themes.contains(&theme));
        }
    }

    #[test]
    fn every_wrong_move_of_every_puzzle_is_answered() {
        for puzzle in sets().flat_map(|set| &set.puzzles) {
            for answer in &puzzle.moves {
                let text = puzzle.position.move_text(answer.mv);
                let attempt = attempt(puzzle, &text).unwrap();
                assert_eq!(attempt.solved, answer.mv == puzzle.solution().mv);
                let over = attempt.after.outcome().is_some();
                assert!(attempt.solved || over || attempt.turns.len() == 2, "{text}");
            }
        }
    }
}
