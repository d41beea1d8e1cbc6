//! The questions to the players, the same in the dialogue and on the full screen, and their yes or no.

use merels_messages::{Language, Naming};
use merels_rules::{AnyPosition, Choice, Position, Side};

use super::session::Session;

pub(crate) fn to_choose(session: &Session) -> String {
    let (language, told, position) = (session.language(), session.told(), session.position());
    match (session.asks(), position) {
        (asks @ (Choice::Placement | Choice::PlacementOrMan), AnyPosition::Morris(morris)) => {
            let name = if asks == Choice::Placement { "ask-place" } else { "ask-place-or-move" };
            let hand = ("hand", morris.hand(position.side()).into());
            language.say_with(name, &[("side", told.mover().into()), hand])
        }
        (Choice::Destination, _) => language.say("ask-to"),
        (Choice::Removal, _) => {
            let enemy = ("enemy", told.side(!position.side()).into());
            language.say_with("status-capture", &[enemy])
        }
        (_, AnyPosition::Morris(_)) => told.say("ask-man"),
        _ => told.say("ask-pawn"),
    }
}

pub(crate) fn to_accept(session: &Session, offering: Side) -> String {
    let say = |name, side| {
        let side = ("side", session.told().side(side).into());
        session.language().say_with(name, &[side])
    };
    format!("{} {}", say("event-draw-offered", offering), say("ask-accept", !offering))
}

/// A yes or a no, whole or as its first letter, in the player's language or in English.
pub(crate) fn yes_or_no(language: Language, typed: &str) -> Option<bool> {
    let typed = typed.trim().to_lowercase();
    let means = |language: Language, name| {
        let word = language.say(name);
        word == typed || typed.chars().count() == 1 && word.starts_with(&typed)
    };
    [language, Language::ENGLISH].into_iter().find_map(|language| {
        match (means(language, "answer-yes"), means(language, "answer-no")) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yes_and_no_are_understood_in_both_languages() {
        let german = Language::from_code("de").unwrap();
        for typed in ["ja", "J", "yes", "y"] {
            assert_eq!(yes_or_no(german, typed), Some(true), "{typed}");
        }
        for typed in ["nein", "n", "no"] {
            assert_eq!(yes_or_no(german, typed), Some(false), "{typed}");
        }
        for typed in ["", "vielleicht", "e"] {
            assert_eq!(yes_or_no(german, typed), None, "{typed}");
        }
        assert_eq!(yes_or_no(Language::ENGLISH, "ja"), None);
    }
}
