use merels_rules::{Position, Repetition};

/// The positions of the game and of the searched line, for detecting repetitions.
#[derive(Clone, Debug)]
pub(crate) struct RepetitionStack {
    rule: Repetition,
    /// Hashes from the start of the game; without the side to move in games that forbid repetition.
    keys: Vec<u64>,
    /// The index of the position that the search began from.
    root: usize,
}

impl RepetitionStack {
    /// The stack of a game whose current position is the last of `positions`.
    pub(crate) fn of<P: Position>(positions: &[P]) -> RepetitionStack {
        let rule = positions.last().map_or(Repetition::Allowed, |last| last.repetition());
        let keys: Vec<u64> = positions.iter().map(|position| key(rule, position)).collect();
        RepetitionStack { rule, root: keys.len().saturating_sub(1), keys }
    }

    pub(crate) fn push<P: Position>(&mut self, position: &P) {
        self.keys.push(key(self.rule, position));
    }

    pub(crate) fn pop(&mut self) {
        self.keys.pop();
    }

    /// Returns `true` if the last position counts as a draw: it occurred before in the search, or
    /// twice before in the game.
    #[inline]
    pub(crate) fn is_drawn(&self, reversible: usize) -> bool {
        if self.rule != Repetition::ThirdDraws || reversible < 4 {
            return false;
        }
        let now = self.keys.len() - 1;
        let first = now.saturating_sub(reversible);
        let mut in_game = 0;
        // Sides alternate, and each side needs two plies to come back.
        let mut at = now;
        while at >= first + 2 {
            at -= 2;
            if self.keys[at] == self.keys[now] {
                if at > self.root {
                    return true;
                }
                in_game += 1;
            }
        }
        in_game >= 2
    }

    /// The number of times that a position occurred in the game.
    pub(crate) fn times<P: Position>(&self, position: &P) -> usize {
        let now = key(self.rule, position);
        self.keys.iter().filter(|key| **key == now).count()
    }

    /// Returns `true` if the last position is illegal because its arrangement occurred before.
    #[inline]
    pub(crate) fn is_forbidden(&self) -> bool {
        self.rule == Repetition::Forbidden
            && self.keys.split_last().is_some_and(|(now, earlier)| earlier.contains(now))
    }
}

#[inline]
fn key<P: Position>(rule: Repetition, position: &P) -> u64 {
    if rule == Repetition::Forbidden { position.arrangement() } else { position.hash() }
}
