//! Reviews of games in words.

use merels_engine::Skill;
use merels_rules::Wdl;

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

    /// The effect of a turn on the game, without numbers: `turn` is its number and text. By an opinion a
    /// turn that is no mistake has the standing after it, and a mistake that certainly loses gives the
    /// game away, whatever it was worth before.
    pub fn effect(self, turn: &str, worths: [Worth; 2], is_mistake: bool) -> String {
        let [best, played] = worths;
        let name = match (best.value, played.value) {
            (Some(_), Some(_)) => format!("review-turn-{}", change(worths)),
            (None, Some(Wdl::Loss)) if is_mistake => "review-turn-draw-loss".to_owned(),
            _ if is_mistake => format!("review-opinion-{}", change(worths)),
            _ => format!("review-opinion-{}", change([played; 2])),
        };
        self.say_with(&name, &[("turn", turn.into())])
    }

    /// The turn on which a game turned, without numbers.
    pub fn turning_turn(self, turn: &str, side: String, worths: [Worth; 2]) -> String {
        let values = [("turn", turn.into()), ("side", side.into())];
        match worths.map(|worth| worth.value) {
            [Some(_), Some(_)] => {
                self.say_with(&format!("review-where-{}", change(worths)), &values)
            }
            _ => self.say_with("review-where-opinion", &values),
        }
    }

    /// The advice to train a skill.
    pub fn to_train(self, skill: Skill) -> String {
        self.say(&format!("review-train-{}", skill.name()))
    }

    /// The worth of the move that was played, as a sentence.
    pub fn this_move(self, played: Worth) -> String {
        self.say_with("review-this", &[("worth", self.worth_of_move(played).into())])
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

/// The change of a result in the name of a message: `win-draw`. A move is never better than the best.
fn change([best, played]: [Worth; 2]) -> String {
    let [best, played] = [best, played].map(Worth::standing);
    format!("{}-{}", best.word(), played.min(best).word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effect_of_a_turn_is_told_without_numbers() {
        let worth = |value: Option<Wdl>, score: i32| Worth {
            value,
            plies: value.map(|_| 23),
            at_most: false,
            at_least: false,
            score: value.is_none().then_some(score),
        };
        let (win, draw, loss) = (Some(Wdl::Win), Some(Wdl::Draw), Some(Wdl::Loss));
        for (best, played, is_mistake, effect) in [
            ((win, 0), (loss, 0), true, "7. d6 gives a won game away."),
            ((draw, 0), (draw, 0), false, "7. d6 holds the draw."),
            ((None, 20), (loss, 0), true, "7. d6 gives the game away."),
            ((None, 20), (None, -300), true, "7. d6 falls behind."),
            (
                (None, 20),
                (None, -300),
                false,
                "7. d6 changes little: the other side stands better.",
            ),
            ((None, 300), (None, 0), true, "7. d6 gives the lead away."),
        ] {
            let worths = [best, played].map(|(value, score)| worth(value, score));
            assert_eq!(Language::ENGLISH.effect("7. d6", worths, is_mistake), effect);
        }
    }
}
