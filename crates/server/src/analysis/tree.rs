use merels_rules::{AnyPosition, Game};

use super::play;

/// Lines that begin together: each move with those that were tried after it, in the order in which
/// they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) moves: Vec<(String, Tree)>,
}

impl Tree {
    /// Adds a line; what is there already stays.
    pub(crate) fn insert(&mut self, line: &[String]) {
        let Some((first, rest)) = line.split_first() else { return };
        let found = self.moves.iter().position(|(text, _)| text == first);
        let at = found.unwrap_or_else(|| {
            self.moves.push((first.clone(), Tree::default()));
            self.moves.len() - 1
        });
        self.moves[at].1.insert(rest);
    }

    /// Removes the end of a line and all that follows it.
    pub(crate) fn remove(&mut self, line: &[String]) {
        match line {
            [] => {}
            [last] => self.moves.retain(|(text, _)| text != last),
            [first, rest @ ..] => {
                if let Some((_, tree)) = self.moves.iter_mut().find(|(text, _)| text == first) {
                    tree.remove(rest);
                }
            }
        }
    }

    /// How many moves it has.
    pub(crate) fn len(&self) -> usize {
        self.moves.iter().map(|(_, tree)| 1 + tree.len()).sum()
    }

    /// All lines to their ends.
    pub(crate) fn lines(&self) -> Vec<Vec<String>> {
        let mut lines = Vec::new();
        for (text, tree) in &self.moves {
            let below = tree.lines();
            if below.is_empty() {
                lines.push(vec![text.clone()]);
            }
            lines.extend(below.into_iter().map(|mut line| {
                line.insert(0, text.clone());
                line
            }));
        }
        lines
    }

    /// What follows a line, always the move that was tried first.
    pub(crate) fn first_line(&self, line: &[String]) -> Vec<String> {
        let mut tree = self;
        for text in line {
            match tree.moves.iter().find(|(known, _)| known == text) {
                Some((_, next)) => tree = next,
                None => return Vec::new(),
            }
        }
        let mut onward = Vec::new();
        while let Some((text, next)) = tree.moves.first() {
            onward.push(text.clone());
            tree = next;
        }
        onward
    }

    /// Whether every line can be played from here; `game` is as it was afterwards.
    ///
    /// # Errors
    ///
    /// Which move cannot, and why.
    pub(crate) fn check(&self, game: &mut Game<AnyPosition>) -> Result<(), String> {
        for (text, tree) in &self.moves {
            play(game, text)?;
            let checked = tree.check(game);
            game.undo();
            checked?;
        }
        Ok(())
    }
}
