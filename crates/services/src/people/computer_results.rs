//! A player's results against the computer: by game and level, and the row of wins.

use merels_engine::Level;
use merels_model::{PlayerId, Results};
use merels_rules::mingmang::MingMangPosition;
use merels_rules::morris::MorrisPosition;
use merels_rules::{AnyPosition, GameId, Wdl};
use merels_store::{ComputerResult, Store};

use crate::error::Result;

/// The number of games that are looked back upon.
const LOOKED_BACK: u32 = 500;

/// The losses in a row at a level after which the gentler one is offered.
const LOSSES_BEFORE_GENTLER: usize = 2;

/// A player's games against the computer, the last first.
#[derive(Clone, Debug, Default)]
pub struct ComputerResults {
    results: Vec<ComputerResult>,
}

impl ComputerResults {
    pub(super) async fn of(store: &Store, player: &PlayerId) -> Result<ComputerResults> {
        let mut results = store.games().computer_results(player, LOOKED_BACK).await?;
        results.retain(begins_usually);
        Ok(ComputerResults { results })
    }

    pub fn at(&self, game: GameId, level: &str) -> Results {
        let mut sum = Results::default();
        for result in self.same(game, level) {
            sum.add(result.result);
        }
        sum
    }

    fn same<'a>(
        &'a self,
        game: GameId,
        level: &'a str,
    ) -> impl Iterator<Item = &'a ComputerResult> {
        self.results.iter().filter(move |r| r.game == game.id() && r.level == level)
    }

    /// The number of games won in a row, up to the last one.
    pub fn streak(&self) -> usize {
        self.results.iter().take_while(|result| result.result == Wdl::Win).count()
    }

    /// The level that comes next: the one above after a win, the one below after two losses.
    pub fn next_level(&self, game: GameId, level: &str) -> Option<Level> {
        let Ok(Level::Numbered(number)) = level.parse() else { return None };
        let lost = self.same(game, level).take_while(|result| result.result == Wdl::Loss).count();
        match self.same(game, level).next()?.result {
            Wdl::Win => Level::numbered(number.get() + 1),
            Wdl::Loss if lost >= LOSSES_BEFORE_GENTLER => Level::numbered(number.get() - 1),
            _ => None,
        }
    }

    /// Every game and level that was played, with its results.
    pub fn all(&self) -> Vec<(GameId, String, Results)> {
        let mut all: Vec<(GameId, String, Results)> = Vec::new();
        for result in &self.results {
            let Ok(game) = result.game.parse() else { continue };
            if !all.iter().any(|(g, level, _)| *g == game && *level == result.level) {
                all.push((game, result.level.clone(), self.at(game, &result.level)));
            }
        }
        all
    }
}

/// Returns `true` if a game began as its kind does. One that goes on from somewhere is practice.
fn begins_usually(result: &ComputerResult) -> bool {
    let Ok(game) = result.game.parse::<GameId>() else { return false };
    match game.parse_position(&result.start) {
        Ok(AnyPosition::Morris(start)) => start == MorrisPosition::start(start.variant()),
        Ok(AnyPosition::MingMang(start)) => {
            MingMangPosition::start(start.size(), start.no_repeat())
                .is_ok_and(|usual| usual == start)
        }
        // Every strip is a start.
        Ok(AnyPosition::Nimble(_)) => true,
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(results: &[Wdl]) -> ComputerResults {
        let result = |result: &Wdl| ComputerResult {
            game: "nine".into(),
            start: GameId::NINE.start().to_string(),
            level: "2".into(),
            result: *result,
        };
        ComputerResults { results: results.iter().map(result).collect() }
    }

    #[test]
    fn after_a_win_the_next_level_is_offered_after_two_losses_the_one_below() {
        let next = |results: &[Wdl]| played(results).next_level(GameId::NINE, "2");
        assert_eq!(next(&[Wdl::Win, Wdl::Loss]), Level::numbered(3));
        assert_eq!(next(&[Wdl::Loss, Wdl::Loss]), Level::numbered(1));
        assert_eq!(next(&[Wdl::Loss, Wdl::Win]), None);
        assert_eq!(next(&[Wdl::Draw]), None);
        assert_eq!(next(&[]), None);
    }

    #[test]
    fn games_that_go_on_from_somewhere_are_practice() {
        let usual = played(&[Wdl::Draw]).results.remove(0);
        assert!(begins_usually(&usual));
        let start = "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0 0".to_owned();
        assert!(!begins_usually(&ComputerResult { start, ..usual.clone() }));
        let strip =
            ComputerResult { game: "nimble".into(), start: "0,1 1".into(), ..usual.clone() };
        assert!(begins_usually(&strip));
        let small =
            ComputerResult { game: "mingmang".into(), start: "xoo/x.o/xxo w".into(), ..usual };
        assert!(begins_usually(&small));
    }

    #[test]
    fn wins_in_a_row_are_counted_from_the_last_game() {
        assert_eq!(played(&[Wdl::Win, Wdl::Win, Wdl::Draw, Wdl::Win]).streak(), 2);
        assert_eq!(played(&[Wdl::Loss, Wdl::Win]).streak(), 0);
        let results = Results { wins: 1, losses: 1, draws: 0 };
        assert_eq!(played(&[Wdl::Loss, Wdl::Win]).at(GameId::NINE, "2"), results);
    }
}
