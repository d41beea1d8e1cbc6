use merels_rules::Wdl;

/// Wins, losses and draws, counted.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    pub wins: u32,
    pub losses: u32,
    pub draws: u32,
}

impl Results {
    /// Counts one more game.
    pub fn add(&mut self, result: Wdl) {
        match result {
            Wdl::Win => self.wins += 1,
            Wdl::Loss => self.losses += 1,
            Wdl::Draw => self.draws += 1,
        }
    }

    pub const fn games(self) -> u32 {
        self.wins + self.losses + self.draws
    }
}
