//! The mill family in words: the names of variants, what their options mean, and what the atlas
//! knows of them.

use std::sync::LazyLock;

use merels_rules::morris::{BoardName, Flying, LineEarns, Options, Removal, Variant};

use crate::edge::fields::Fields;
use crate::error::Failure;
use crate::i18n::Language;

/// Who flies, by the words that names of variants have for it.
pub(crate) const FLYING: [(&str, Flying); 4] = [
    ("nofly", Flying::Never),
    ("fly3", Flying::AtThree),
    ("fly4", Flying::AtFour),
    ("flyalways", Flying::Always),
];

/// Which man is taken, likewise.
pub(crate) const REMOVAL: [(&str, Removal); 3] =
    [("usual", Removal::Usual), ("strict", Removal::Strict), ("lenient", Removal::Lenient)];

impl Language {
    /// The name of a variant: its board, then the options that are not usual on it.
    pub(crate) fn variant_title(self, variant: Variant) -> String {
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

    pub(crate) fn board_title(self, board: BoardName) -> String {
        self.say(&format!("title-{}", board.id()))
    }

    /// The options that are not usual on the board, in words; `None` if all are.
    pub(crate) fn unusual(self, variant: Variant) -> Option<String> {
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
    pub(crate) fn about_variant(self, variant: Variant) -> String {
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

/// The names of the messages that say how men move and what a turn may do.
pub(crate) fn turn_rules(variant: Variant) -> Vec<&'static str> {
    let rules = variant.rules();
    let placing = rules.may_move_while_placing.then_some("rules-place-or-move");
    let flying = match (variant.options().flying, rules.line) {
        (_, LineEarns::Win) => "rules-no-captures",
        (Flying::Never, _) => "rules-no-flying",
        (Flying::AtThree, _) => "rules-flying",
        (Flying::AtFour, _) => "rules-flying-four",
        (Flying::Always, _) => "rules-flying-always",
    };
    placing.into_iter().chain(["rules-moving", flying]).collect()
}

/// What mills earn.
pub(crate) fn mill_rules(variant: Variant) -> Vec<&'static str> {
    let protected = match variant.rules().removal {
        Removal::Usual => "rules-protected",
        Removal::Strict => "rules-always-protected",
        Removal::Lenient => "rules-never-protected",
    };
    vec!["rules-mill", protected, "rules-two-mills", "rules-reopen"]
}

/// How the game is decided; in misère the other way round.
pub(crate) fn winning_rules(variant: Variant) -> Vec<&'static str> {
    let rules = variant.rules();
    match (rules.misere, rules.line) {
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

/// The variant that the fields of a form choose: a board, and options where they are not usual.
///
/// # Errors
///
/// Which field is not understood.
pub(crate) fn chosen(fields: &Fields) -> Result<Variant, Failure> {
    let unknown = |word: &str| Failure::Field("failure-unknown-game", word.to_owned());
    let word = fields.get("board").unwrap_or(BoardName::Nine.id());
    let board = BoardName::ALL.into_iter().find(|board| board.id() == word);
    let board = board.ok_or_else(|| unknown(word))?;
    let mut options = board.usual();
    if let Some(word) = fields.get("flying").filter(|word| *word != "usual") {
        let found = FLYING.iter().find(|(other, _)| *other == word);
        options.flying = found.ok_or_else(|| unknown(word))?.1;
    }
    if let Some(word) = fields.get("removal") {
        let found = REMOVAL.iter().find(|(other, _)| *other == word);
        options.removal = found.ok_or_else(|| unknown(word))?.1;
    }
    options.lasker = fields.get("lasker").is_some();
    options.misere = fields.get("misere").is_some();
    Ok(Variant::new(board, options))
}

/// A row of the atlas: what best play makes of a variant.
#[derive(Clone, Debug)]
pub(crate) struct AtlasRow {
    pub(crate) variant: Variant,
    /// `win`, `draw` or `loss` for whoever begins.
    pub(crate) start: String,
    /// How far the end is, with a `+` if it may be further; empty in a draw.
    pub(crate) plies: String,
    /// The first moves that are worth that.
    pub(crate) best: Vec<String>,
    /// In hundredths of all positions.
    pub(crate) drawn: f64,
    pub(crate) longest_win: String,
}

/// The rows of the atlas, in its order.
pub(crate) static ATLAS: LazyLock<Vec<AtlasRow>> = LazyLock::new(|| {
    include_str!("../../../docs/atlas.csv").lines().skip(1).filter_map(atlas_row).collect()
});

/// Reads a row; those of what is not computed have fewer fields.
fn atlas_row(line: &str) -> Option<AtlasRow> {
    let fields: Vec<&str> = line.split(',').collect();
    let [id, start, plies, moves, longest_win, _, win, loss, draw, ..] = fields[..] else {
        return None;
    };
    let count = |text: &str| text.parse::<f64>().ok();
    let (win, loss, draw) = (count(win)?, count(loss)?, count(draw)?);
    let worth = format!(" {start} {plies}");
    let best = moves.split("; ").filter_map(|one| one.strip_suffix(worth.trim_end()));
    Some(AtlasRow {
        variant: id.parse().ok()?,
        start: start.to_owned(),
        plies: plies.to_owned(),
        best: best.map(str::to_owned).collect(),
        drawn: 100.0 * draw / (win + loss + draw),
        longest_win: longest_win.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_atlas_is_read() {
        let lines = include_str!("../../../docs/atlas.csv").lines().skip(1);
        let computed = lines.filter(|line| !line.contains("not computed"));
        assert_eq!(ATLAS.len(), computed.count());
        let row = |id: &str| {
            let variant: Variant = id.parse().unwrap();
            ATLAS.iter().find(|row| row.variant == variant).expect(id)
        };
        let three = row("three");
        assert_eq!((three.start.as_str(), three.plies.as_str()), ("win", "9"));
        assert_eq!(three.best, ["b2"]);
        assert_eq!(row("nine").best.len(), 4);
        assert!((row("nine").drawn - 22.3).abs() < 0.1);
        assert_eq!(row("nine+strict").longest_win, "251+");
    }

    #[test]
    fn every_variant_has_a_name_and_rules_in_every_language() {
        for language in Language::ALL {
            for variant in Variant::all() {
                let title = language.variant_title(variant);
                let about = language.about_variant(variant);
                let rules = [turn_rules(variant), mill_rules(variant), winning_rules(variant)];
                let said = rules.concat().into_iter().map(|name| language.say(name));
                // A message that is missing is said by its name.
                for text in said.chain([title, about]) {
                    let is_name = ["title-", "option-", "about-", "rules-"]
                        .iter()
                        .any(|name| text.contains(name));
                    assert!(!is_name, "{variant:?} {language:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn options_are_named_and_chosen_by_fields() {
        let choose = |query: &str| chosen(&Fields::of_query(query).unwrap());
        let variant = choose("board=nine&flying=nofly&removal=strict&misere=on").unwrap();
        assert_eq!(variant.id(), "nine+nofly+strict+misere");
        assert_eq!(choose("").unwrap(), Variant::NINE);
        assert_eq!(
            choose("board=ten&lasker=on&flying=usual&removal=usual").unwrap(),
            Variant::LASKER
        );
        assert_eq!(choose("board=three&flying=fly3&lasker=on").unwrap(), Variant::THREE);
        for query in ["board=eight", "flying=high", "removal=none"] {
            assert!(choose(query).is_err(), "{query}");
        }
        let words = Language::English.variant_title(variant);
        assert_eq!(words, "Nine Men’s Morris, no flying, mills always safe, misère");
    }
}
