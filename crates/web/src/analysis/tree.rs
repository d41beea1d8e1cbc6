use merels_rules::{AnyPosition, Game};

use super::state::play;

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

    pub(crate) fn len(&self) -> usize {
        self.moves.iter().map(|(_, tree)| 1 + tree.len()).sum()
    }

    /// All lines to their ends, as an address has them.
    pub(crate) fn text(&self) -> String {
        let mut lines = Vec::new();
        self.write_lines(&mut Vec::new(), &mut lines);
        lines.join("~")
    }

    fn write_lines<'a>(&'a self, before: &mut Vec<&'a str>, lines: &mut Vec<String>) {
        for (text, tree) in &self.moves {
            before.push(text);
            if tree.moves.is_empty() {
                lines.push(before.join("."));
            }
            tree.write_lines(before, lines);
            before.pop();
        }
    }

    /// The number of the move at the end of a line: its place among all moves of the tree, each before
    /// those that follow it, from 1; 0 for no move at all.
    pub(crate) fn number(&self, line: &[String]) -> Option<usize> {
        let Some((first, rest)) = line.split_first() else { return Some(0) };
        let at = self.moves.iter().position(|(text, _)| text == first)?;
        let before: usize = self.moves[..at].iter().map(|(_, tree)| 1 + tree.len()).sum();
        Some(before + 1 + self.moves[at].1.number(rest)?)
    }

    pub(crate) fn line(&self, number: usize) -> Option<Vec<String>> {
        let (mut tree, mut left, mut line) = (self, number, Vec::new());
        while left > 0 {
            let mut moves = tree.moves.iter();
            let (text, next) = loop {
                let (text, next) = moves.next()?;
                let size = 1 + next.len();
                if left <= size {
                    break (text, next);
                }
                left -= size;
            };
            line.push(text.clone());
            (tree, left) = (next, left - 1);
        }
        Some(line)
    }

    /// The continuation of a line by the moves that were tried first.
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

    /// Checks that every line can be played from here; leaves `game` as it was.
    ///
    /// # Errors
    ///
    /// The first move that cannot be played, and the reason.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_each_before_those_that_follow_it() {
        let mut tree = Tree::default();
        for line in ["a.b.c", "a.d", "e.f"] {
            tree.insert(&line.split('.').map(str::to_owned).collect::<Vec<_>>());
        }
        let lines = ["", "a", "a.b", "a.b.c", "a.d", "e", "e.f"];
        for (number, line) in lines.into_iter().enumerate() {
            let found = tree.line(number).unwrap();
            assert_eq!(found.join("."), line);
            assert_eq!(tree.number(&found), Some(number));
        }
        assert_eq!(tree.line(lines.len()), None);
        assert_eq!(tree.number(&["b".to_owned()]), None);
        assert_eq!(tree.text(), "a.b.c~a.d~e.f");
    }
}
