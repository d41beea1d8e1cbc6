//! The rules of the games in words.

use merels_rules::GameId;
use merels_rules::morris::{Flying, LineEarns, Removal, Variant};

use crate::Language;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSection {
    /// The message of the heading, in games whose rules have any.
    pub heading: Option<&'static str>,
    pub sentences: Vec<String>,
}

impl Language {
    pub fn about(self, game: GameId) -> String {
        match game {
            GameId::Morris(variant) => self.about_variant(variant),
            game => self.say(&format!("about-{game}")),
        }
    }

    pub fn rules(self, game: GameId) -> Vec<RuleSection> {
        let sections = match game {
            GameId::Morris(variant) => morris(variant),
            GameId::MingMang => vec![(None, ming_mang("rules-ming-draws"))],
            GameId::MingMangNoRepeat => vec![(None, ming_mang("rules-ming-no-repeat"))],
            GameId::Nimble => vec![(None, vec!["rules-nimble-move", "rules-nimble-end"])],
        };
        let men = match game {
            GameId::Morris(variant) => variant.rules().men,
            _ => 0,
        };
        let say = |name: &str| self.say_with(name, &[("men", men.into())]);
        let section = |(heading, names): (_, Vec<&str>)| RuleSection {
            heading,
            sentences: names.into_iter().map(say).collect(),
        };
        sections.into_iter().map(section).collect()
    }
}

/// A heading and the messages below it.
type Section = (Option<&'static str>, Vec<&'static str>);

fn ming_mang(draws: &'static str) -> Vec<&'static str> {
    vec!["rules-ming-slide", "rules-ming-enclose", "rules-ming-into", "rules-ming-end", draws]
}

fn morris(variant: Variant) -> Vec<Section> {
    let rules = variant.rules();
    let mut sections = vec![(Some("rules-turns"), turns(variant))];
    if rules.line == LineEarns::Removal {
        sections.push((Some("rules-mills"), mills(rules.removal)));
    }
    sections.push((Some("rules-winning"), winning(rules.misere, rules.line)));
    let mut draws = vec!["rules-agreement", "rules-repetition", "rules-quiet"];
    draws.extend(rules.full_board_draws.then_some("rules-full-board"));
    sections.push((Some("rules-drawing"), draws));
    sections
}

/// The ways in which men are placed and move.
fn turns(variant: Variant) -> Vec<&'static str> {
    let rules = variant.rules();
    let placing = rules.may_move_while_placing.then_some("rules-place-or-move");
    let flying = match (variant.options().flying, rules.line) {
        (_, LineEarns::Win) => "rules-no-captures",
        (Flying::Never, _) => "rules-no-flying",
        (Flying::AtThree, _) => "rules-flying",
        (Flying::AtFour, _) => "rules-flying-four",
        (Flying::Always, _) => "rules-flying-always",
    };
    ["rules-placing"].into_iter().chain(placing).chain(["rules-moving", flying]).collect()
}

/// The prize of a mill.
fn mills(removal: Removal) -> Vec<&'static str> {
    let protected = match removal {
        Removal::Usual => "rules-protected",
        Removal::Strict => "rules-always-protected",
        Removal::Lenient => "rules-never-protected",
    };
    vec!["rules-mill", protected, "rules-two-mills", "rules-reopen"]
}

/// The end of the game; in misère the other way round.
fn winning(misere: bool, line: LineEarns) -> Vec<&'static str> {
    match (misere, line) {
        (false, LineEarns::Win) => vec!["rules-first-line", "rules-blocked"],
        (false, LineEarns::Removal) => vec!["rules-reduced", "rules-blocked"],
        (true, LineEarns::Win) => {
            vec!["rules-misere", "rules-first-line-misere", "rules-blocked-misere"]
        }
        (true, LineEarns::Removal) => {
            vec!["rules-misere", "rules-reduced-misere", "rules-blocked-misere"]
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_game_has_a_name_and_rules_in_every_language() {
        let family = Variant::all().map(GameId::Morris);
        let games: HashSet<GameId> = GameId::ALL.into_iter().chain(family).collect();
        for language in Language::ALL {
            let titles: HashSet<String> = games.iter().map(|game| language.title(*game)).collect();
            assert_eq!(titles.len(), games.len(), "two games have the same name");
            for &game in &games {
                let sections = language.rules(game);
                let headings = sections.iter().filter_map(|section| section.heading);
                let headings = headings.map(|name| language.say(name));
                let sentences = sections.iter().flat_map(|section| section.sentences.clone());
                // A message that is missing is said by its name.
                for text in
                    headings.chain(sentences).chain([language.title(game), language.about(game)])
                {
                    let is_name = ["title-", "option-", "about-", "rules-"]
                        .iter()
                        .any(|name| text.contains(name));
                    assert!(!is_name, "{game} {language:?}: {text}");
                }
            }
        }
    }
}
