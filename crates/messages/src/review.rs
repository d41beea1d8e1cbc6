//! Reviews of games in words.

use crate::{Language, Worth};

/// The names of the sources of values, the most certain first.
const SOURCES: [&str; 4] = ["tables", "openings", "theory", "engine"];

impl Language {
    /// The sources of the values in a review, as sentences.
    pub fn sources(self, is_used: impl Fn(&str) -> bool) -> String {
        let used = SOURCES.into_iter().filter(|source| is_used(source));
        used.map(|source| self.say(&format!("source-{source}"))).collect::<Vec<_>>().join(" ")
    }

    /// The move on which a game turned: its ply, its side, and the worth of the best move and of this
    /// one.
    pub fn turned(self, ply: usize, side: String, [best, played]: [Worth; 2]) -> String {
        let values = [
            ("number", (ply / 2 + 1).into()),
            ("side", side.into()),
            ("before", self.worth_of_move(best).into()),
            ("after", self.worth_of_move(played).into()),
        ];
        self.say_with("review-turned", &values)
    }

    /// The worth of the best move and of the one that was played, as a sentence.
    pub fn from_to(self, [best, played]: [Worth; 2]) -> String {
        let from_to = [
            ("before", self.worth_of_move(best).into()),
            ("after", self.worth_of_move(played).into()),
        ];
        self.say_with("review-from-to", &from_to)
    }

    /// The moves that would have kept the value, counted among all, and some of them; the line that
    /// punishes. As sentences.
    pub fn better(
        self,
        (kept, all): (usize, usize),
        better: &[String],
        line: &[String],
    ) -> Vec<String> {
        let keeping =
            [("kept", kept.into()), ("all", all.into()), ("moves", better.join(", ").into())];
        let mut sentences = vec![self.say_with("review-better", &keeping)];
        if !line.is_empty() {
            sentences.push(self.say_with("review-line", &[("line", line.join(" ").into())]));
        }
        sentences
    }
}
