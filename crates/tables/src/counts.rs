use merels_rules::Value;

/// The number of positions of a sector, up to symmetry, with each value, and the longest games.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// Positions that the side to move wins.
    pub win: u64,
    /// Positions that the side to move loses.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
    /// The most plies of a win; 0 if there is none.
    pub longest_win: u16,
    /// The most plies of a loss; 0 if there is none.
    pub longest_loss: u16,
}

impl Counts {
    /// Adds `positions` that all have this value.
    pub fn add(&mut self, value: Value, positions: u64) {
        if positions == 0 {
            return;
        }
        match value {
            Value::Win(plies) => {
                self.win += positions;
                self.longest_win = self.longest_win.max(plies);
            }
            Value::Loss(plies) => {
                self.loss += positions;
                self.longest_loss = self.longest_loss.max(plies);
            }
            Value::Draw => self.draw += positions,
        }
    }

    /// Adds the counts of another sector.
    pub fn merge(&mut self, other: &Counts) {
        self.win += other.win;
        self.loss += other.loss;
        self.draw += other.draw;
        self.longest_win = self.longest_win.max(other.longest_win);
        self.longest_loss = self.longest_loss.max(other.longest_loss);
    }

    /// The number of all positions.
    pub fn total(&self) -> u64 {
        self.win + self.loss + self.draw
    }
}
