//! The sums of a player's past games: results by game and opponent, streaks, favourite openings.

use std::collections::HashMap;

use merels_model::{PlayerId, Results, Seat, StoredGame};
use merels_rules::morris::Move;
use merels_rules::{AnyMove, AnyPosition, GameId, Position, Side, Wdl};
use merels_store::Opening;

/// The openings of a game that are named.
const OPENINGS: usize = 3;

/// An opening that was not played so often is nobody's favourite.
const LEAST_PLAYED: u32 = 2;

/// A way to begin that a player likes: the own first turn, and the other's before it if Black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Favourite {
    pub game: GameId,
    pub side: Side,
    pub turns: Vec<String>,
    pub results: Results,
}

/// The sums of past games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// Against people, by kind of game; the most played first.
    pub by_game: Vec<(GameId, Results)>,
    /// By opponent, the most frequent first.
    pub by_opponent: Vec<(String, Results)>,
    /// Games against people won in a row, up to now and at most.
    pub streak: u32,
    pub longest_streak: u32,
}

impl Past {
    /// Looks back upon finished games, the last first.
    pub(super) fn of(player: &PlayerId, games: &[StoredGame]) -> Past {
        let (mut by_game, mut by_opponent) = (HashMap::new(), HashMap::new());
        let (mut row, mut longest, mut unbroken) = (0, 0, None);
        for game in games.iter().filter(|game| game.is_between_people()) {
            let Some(side) = game.side_of(player) else { continue };
            let Some(result) = game.score.and_then(|score| score.for_side(side)) else { continue };
            by_game.entry(game.game).or_insert_with(Results::default).add(result);
            if let Seat::Player { name, .. } = &game.seats[(!side).index()] {
                by_opponent.entry(name.clone()).or_insert_with(Results::default).add(result);
            }
            row = if result == Wdl::Win { row + 1 } else { 0 };
            longest = longest.max(row);
            if result != Wdl::Win {
                unbroken.get_or_insert(longest);
            }
        }
        let mut by_game: Vec<_> = by_game.into_iter().collect();
        by_game.sort_by_key(|(game, sum)| (std::cmp::Reverse(sum.games()), game.id()));
        let mut by_opponent: Vec<_> = by_opponent.into_iter().collect();
        by_opponent.sort_by(|(a, x), (b, y)| y.games().cmp(&x.games()).then(a.cmp(b)));
        let streak = unbroken.unwrap_or(longest);
        Past { by_game, by_opponent, streak, longest_streak: longest }
    }
}

/// The favourite openings of each game. What the board's symmetries make the same counts as one.
pub(super) fn favourites(openings: &[Opening]) -> Vec<Favourite> {
    let mut found: Vec<Favourite> = Vec::new();
    for opening in openings {
        let Opening { game, side, score, .. } = opening;
        let (Some(turns), Some(result)) = (standard_turns(opening), score.for_side(*side)) else {
            continue;
        };
        let same = |f: &&mut Favourite| f.game == *game && f.side == *side && f.turns == turns;
        match found.iter_mut().find(same) {
            Some(known) => known.results.add(result),
            None => {
                let mut results = Results::default();
                results.add(result);
                found.push(Favourite { game: *game, side: *side, turns, results });
            }
        }
    }
    found.retain(|favourite| favourite.results.games() >= LEAST_PLAYED);
    found.sort_by_key(|favourite| std::cmp::Reverse(favourite.results.games()));
    let mut named: HashMap<(GameId, Side), usize> = HashMap::new();
    found.retain(|favourite| {
        let count = named.entry((favourite.game, favourite.side)).or_default();
        *count += 1;
        *count <= OPENINGS
    });
    found
}

/// The turns up to the player's own first, as the first of all that are the same by symmetry; nothing
/// if the game did not begin as usual or ended before.
fn standard_turns(opening: &Opening) -> Option<Vec<String>> {
    let start = opening.game.start();
    let wanted = 1 + opening.side.index();
    if opening.start != start.to_string() || opening.turns.len() < wanted {
        return None;
    }
    let turns = &opening.turns[..wanted];
    let AnyPosition::Morris(board) = &start else { return Some(turns.to_vec()) };
    let mut moves: Vec<Move> = Vec::new();
    for text in turns {
        let AnyMove::Morris(mv) = start.parse_move(text).ok()? else { return None };
        moves.push(mv);
    }
    let images = board.board().symmetries().iter().map(|symmetry| {
        let image = |mv: &Move| start.move_text(AnyMove::Morris(mv.transformed(symmetry)));
        moves.iter().map(image).collect::<Vec<_>>()
    });
    images.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(side: Side, score: &str, turns: &[&str]) -> Opening {
        Opening {
            game: GameId::NINE,
            start: GameId::NINE.start().to_string(),
            side,
            score: score.parse().unwrap(),
            turns: turns.iter().map(|turn| (*turn).to_owned()).collect(),
        }
    }

    #[test]
    fn openings_that_are_the_same_by_symmetry_count_as_one() {
        let white = Side::White;
        let played = [
            opening(white, "1-0", &["d6", "d2"]),
            opening(white, "0-1", &["b4", "a1"]),
            opening(white, "1/2-1/2", &["f4"]),
            opening(white, "1-0", &["a1", "d6"]),
            opening(Side::Black, "0-1", &["d6", "d2"]),
            opening(Side::Black, "0-1", &["b4", "f4"]),
            opening(Side::Black, "0-1", &["d6"]),
        ];
        let found = favourites(&played);
        let shown: Vec<_> = found.iter().map(|f| (f.side, f.turns.len(), f.results)).collect();
        let sum = |wins, losses, draws| Results { wins, losses, draws };
        assert_eq!(shown, [(white, 1, sum(1, 1, 1)), (Side::Black, 2, sum(2, 0, 0))]);
    }
}
