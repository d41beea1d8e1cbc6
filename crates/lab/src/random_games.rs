//! Uniformly random games, for their results and as a measure of speed.

use merels_rules::morris::MorrisPosition;
use merels_rules::{Outcome, SplitMix};

#[derive(Debug, Default)]
pub struct RandomGames {
    pub plies: u64,
    /// White won, Black won, drawn.
    pub results: [u32; 3],
}

/// Plays uniformly random games to their end, without repetition bookkeeping.
pub fn play(start: MorrisPosition, games: u32, seed: u64) -> RandomGames {
    let mut random = SplitMix::new(seed);
    let mut tally = RandomGames::default();
    for _ in 0..games {
        let mut position = start;
        while let Some(mv) = position.random_move(&mut random) {
            position.play_unchecked(mv);
            tally.plies += 1;
        }
        let winner = position.outcome().and_then(Outcome::winner);
        tally.results[winner.map_or(2, |side| side.index())] += 1;
    }
    tally
}
