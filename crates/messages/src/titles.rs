//! The names of games, sides, phases and levels.

use merels_engine::Level;
use merels_rules::morris::{MorrisPosition, Phase};
use merels_rules::{GameId, Side};

use crate::Language;

impl Language {
    pub fn side(self, game: GameId, side: Side) -> String {
        self.say(match (game, side) {
            (GameId::Nimble, Side::White) => "side-first",
            (GameId::Nimble, Side::Black) => "side-second",
            (_, Side::White) => "side-white",
            (_, Side::Black) => "side-black",
        })
    }

    pub fn phase(self, position: &MorrisPosition, side: Side) -> String {
        self.say(match position.phase(side) {
            Phase::Placing if position.may_move(side) => "phase-placing-or-moving",
            Phase::Placing => "phase-placing",
            Phase::Moving => "phase-moving",
            Phase::Flying => "phase-flying",
        })
    }

    pub fn title(self, game: GameId) -> String {
        match game {
            GameId::Morris(variant) => self.variant_title(variant),
            game => self.say(&format!("title-{game}")),
        }
    }

    /// The short name by which a game is chosen among others.
    pub fn short_title(self, game: GameId) -> String {
        if GameId::ALL.contains(&game) {
            self.say(&format!("short-{game}"))
        } else {
            self.title(game)
        }
    }

    /// The name of a level of the computer.
    pub fn level(self, level: &str) -> String {
        match level {
            "classic" | "perfect" | "random" | "beginner" | "careful" | "hasty" => {
                self.say(&format!("level-{level}"))
            }
            number => number.to_owned(),
        }
    }

    /// The computer at a level, as the name of a player.
    pub fn computer(self, level: &str) -> String {
        let numbered = level.parse::<u8>().is_ok();
        let name = if numbered { "seat-computer" } else { "seat-computer-named" };
        self.say_with(name, &[("level", self.level(level).into())])
    }

    /// The word for a numbered level, to stand beside its number.
    pub fn level_name(self, level: &str) -> Option<String> {
        match level.parse().ok()? {
            level @ Level::Numbered(_) => Some(self.say(&format!("level-{}", level.name()))),
            _ => None,
        }
    }

    pub fn level_with_hint(self, level: Level) -> String {
        match level {
            Level::Numbered(number) => {
                let number = number.get().to_string();
                let name = self.level_name(&number).unwrap_or_default();
                let values = [("number", number.into()), ("name", name.into())];
                self.say_with("level-hint-numbered", &values)
            }
            level => self.say(&format!("level-hint-{}", level.name())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Once two games of the German chooser had the same name.
    #[test]
    fn no_two_games_are_called_the_same() {
        for language in Language::ALL {
            for name in [Language::title, Language::short_title] {
                let names: HashSet<String> =
                    GameId::ALL.into_iter().map(|game| name(language, game)).collect();
                assert_eq!(names.len(), GameId::ALL.len(), "{names:?}");
            }
        }
    }
}
