//! The names of the mill family's variants and of their options.

use merels_rules::morris::{BoardName, Flying, Options, Removal, Variant};

use crate::Language;

/// The rules of flying, by the words that names of variants have for them.
pub const FLYING: [(&str, Flying); 4] = [
    ("nofly", Flying::Never),
    ("fly3", Flying::AtThree),
    ("fly4", Flying::AtFour),
    ("flyalways", Flying::Always),
];

/// The rules of taking a man, likewise.
pub const REMOVAL: [(&str, Removal); 3] =
    [("usual", Removal::Usual), ("strict", Removal::Strict), ("lenient", Removal::Lenient)];

impl Language {
    /// The name of a variant: its board, then the options that are not usual on it.
    pub fn variant_title(self, variant: Variant) -> String {
        let board = self.board_title(variant.board_name());
        match self.unusual(variant) {
            _ if Variant::LISTED.contains(&variant) => self.say(&format!("title-{variant:?}")),
            None => board,
            Some(options) => {
                let values = [("title", board.into()), ("options", options.into())];
                self.say_with("title-with-options", &values)
            }
        }
    }

    pub fn board_title(self, board: BoardName) -> String {
        self.say(&format!("title-{}", board.id()))
    }

    /// The options that are not usual on the board, in words; `None` if all are.
    pub fn unusual(self, variant: Variant) -> Option<String> {
        let board = variant.board_name();
        let Options { flying, lasker, removal, misere } = variant.options();
        let flies =
            FLYING.iter().find(|(_, other)| *other == flying && flying != board.usual().flying);
        let takes =
            REMOVAL.iter().find(|(_, other)| *other == removal && removal != Removal::Usual);
        let words = [
            flies.map(|(word, _)| *word),
            lasker.then_some("lasker"),
            takes.map(|(word, _)| *word),
            misere.then_some("misere"),
        ];
        let said: Vec<String> =
            words.into_iter().flatten().map(|word| self.say(&format!("option-{word}"))).collect();
        (!said.is_empty()).then(|| said.join(", "))
    }

    /// One sentence about a variant: what it is, or how it differs from the usual game on its board.
    pub fn about_variant(self, variant: Variant) -> String {
        let board = variant.board_name();
        match self.unusual(variant) {
            Some(options) if !Variant::LISTED.contains(&variant) => {
                let values =
                    [("board", self.board_title(board).into()), ("options", options.into())];
                self.say_with("about-variant", &values)
            }
            _ => self.say(&format!("about-{variant:?}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusual_options_stand_in_the_title() {
        let variant: Variant = "nine+nofly+strict+misere".parse().unwrap();
        let words = Language::ENGLISH.variant_title(variant);
        assert_eq!(words, "Nine Men’s Morris, no flying, mills always safe, misère");
    }
}
