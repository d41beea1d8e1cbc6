//! The names of the variants: ids as constants, and a parser for them.

use alloc::string::String;
use core::str::FromStr;

use thiserror::Error;

use super::variant::{BoardName, Flying, Options, PLACES, Removal, Variant};

/// The words for an unusual option, in an id and in a title.
const fn flying_words(flying: Flying) -> [&'static str; 2] {
    match flying {
        Flying::Never => ["nofly", " without flying"],
        Flying::AtThree => ["fly3", " with flying at three men"],
        Flying::AtFour => ["fly4", " with flying at four men"],
        Flying::Always => ["flyalways", " with flying always"],
    }
}

const fn removal_words(removal: Removal) -> [&'static str; 2] {
    match removal {
        Removal::Usual => ["", ""],
        Removal::Strict => ["strict", ", mills always safe"],
        Removal::Lenient => ["lenient", ", mills never safe"],
    }
}

const LASKER_WORDS: [&str; 2] = ["lasker", ", place or move"];
const MISERE_WORDS: [&str; 2] = ["misere", ", misère"];

impl BoardName {
    /// The board's name, such as `nine`.
    pub const fn id(self) -> &'static str {
        match self {
            BoardName::Three => "three",
            BoardName::Five => "five",
            BoardName::Six => "six",
            BoardName::Seven => "seven",
            BoardName::Nine => "nine",
            BoardName::Ten => "ten",
            BoardName::Eleven => "eleven",
            BoardName::Twelve => "twelve",
            BoardName::Sesotho => "sesotho",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            BoardName::Three => "Three Men's Morris",
            BoardName::Five => "Five Men's Morris",
            BoardName::Six => "Six Men's Morris",
            BoardName::Seven => "Seven Men's Morris",
            BoardName::Nine => "Nine Men's Morris",
            BoardName::Ten => "Ten Men's Morris",
            BoardName::Eleven => "Eleven Men's Morris",
            BoardName::Twelve => "Twelve Men's Morris",
            BoardName::Sesotho => "Sesotho Morabaraba",
        }
    }
}

/// The index of a kind of text in the arrays of words.
const ID: usize = 0;
const TITLE: usize = 1;

/// The length of the longest text.
const TEXT_LEN: usize = 112;

/// A text that is put together at compile time.
#[derive(Copy, Clone)]
struct Text {
    bytes: [u8; TEXT_LEN],
    len: usize,
}

impl Text {
    const fn plus(mut self, more: &str) -> Text {
        let mut i = 0;
        while i < more.len() {
            self.bytes[self.len] = more.as_bytes()[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// Adds the words of one option, in ids after a `+`.
    const fn option(self, words: [&str; 2], kind: usize) -> Text {
        let text = if kind == ID { self.plus("+") } else { self };
        text.plus(words[kind])
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => panic!("texts are put together from texts"),
        }
    }
}

const fn text_of(variant: Variant, kind: usize) -> Text {
    let board = variant.board_name();
    let (options, usual) = (variant.options(), board.usual());
    let mut text = Text { bytes: [0; TEXT_LEN], len: 0 };
    // Two games have their own names.
    let own_name = matches!(board, BoardName::Ten)
        && options.lasker
        && matches!((options.removal, options.misere), (Removal::Usual, false))
        && options.flying as u8 == usual.flying as u8;
    if own_name {
        return text.plus(if kind == ID { "lasker" } else { "Lasker Morris" });
    }
    let old_id = kind == ID
        && matches!(board, BoardName::Six)
        && matches!(options.flying, Flying::Never)
        && matches!(options.removal, Removal::Usual)
        && !(options.lasker || options.misere);
    if old_id {
        return text.plus("six-nofly");
    }
    text = text.plus(if kind == ID { board.id() } else { board.title() });
    if options.flying as u8 != usual.flying as u8 {
        text = text.option(flying_words(options.flying), kind);
    }
    if options.lasker {
        text = text.option(LASKER_WORDS, kind);
    }
    if !matches!(options.removal, Removal::Usual) {
        text = text.option(removal_words(options.removal), kind);
    }
    if options.misere {
        text = text.option(MISERE_WORDS, kind);
    }
    text
}

const fn all_texts(kind: usize) -> [Text; PLACES] {
    let mut texts = [Text { bytes: [0; TEXT_LEN], len: 0 }; PLACES];
    let mut place = 0;
    while place < PLACES {
        texts[place] = text_of(Variant::at(place), kind);
        place += 1;
    }
    texts
}

const fn as_strs(texts: &'static [Text; PLACES]) -> [&'static str; PLACES] {
    let mut strs = [""; PLACES];
    let mut place = 0;
    while place < PLACES {
        strs[place] = texts[place].as_str();
        place += 1;
    }
    strs
}

const ID_TEXTS: &[Text; PLACES] = &all_texts(ID);
const TITLE_TEXTS: &[Text; PLACES] = &all_texts(TITLE);

/// The canonical names, by index.
pub(super) const IDS: &[&str; PLACES] = &as_strs(ID_TEXTS);

/// The names that people use, by index.
pub(super) const TITLES: &[&str; PLACES] = &as_strs(TITLE_TEXTS);

/// The reason why a name is not a variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownVariant {
    /// The first word is not a board.
    #[error(
        "there is no board '{0}'; the boards are three, five, six, seven, nine, ten, eleven, \
         twelve and sesotho"
    )]
    Board(String),
    /// A later word is not an option.
    #[error(
        "there is no option '{0}'; the options are nofly, fly3, fly4, flyalways, lasker, strict, \
         lenient and misere"
    )]
    Option(String),
    /// Two words choose the same thing.
    #[error("'{0}' repeats or contradicts an earlier option")]
    Twice(String),
    /// The option has no meaning on this board.
    #[error("'{0}' means nothing on the board of three, where only misere does")]
    Meaningless(String),
}

/// Restores the `+` signs of a name: in a URL they arrive as blanks or as `%2B`.
fn with_plus_signs(name: &str) -> String {
    name.replace("%2B", "+").replace("%2b", "+").replace(' ', "+")
}

/// Reads a name: the board, then options in any order. A blank or `%2B` counts as `+`.
impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        let name = with_plus_signs(name);
        let mut words = name.split('+');
        let first = words.next().unwrap_or_default();
        let mut chosen = Chosen::default();
        let board = match first {
            "six-nofly" => {
                chosen.flying = Some(Flying::Never);
                Some(BoardName::Six)
            }
            "lasker" => {
                chosen.lasker = true;
                Some(BoardName::Ten)
            }
            _ => BoardName::ALL.into_iter().find(|board| board.id() == first),
        };
        let board = board.ok_or_else(|| UnknownVariant::Board(first.into()))?;
        for word in words {
            chosen.add(word)?;
            if board == BoardName::Three && word != MISERE_WORDS[ID] {
                return Err(UnknownVariant::Meaningless(word.into()));
            }
        }
        Ok(Variant::new(board, chosen.on(board)))
    }
}

/// The options named so far.
#[derive(Default)]
struct Chosen {
    flying: Option<Flying>,
    lasker: bool,
    removal: Option<Removal>,
    misere: bool,
}

impl Chosen {
    fn add(&mut self, word: &str) -> Result<(), UnknownVariant> {
        let again = match word {
            "nofly" => self.flying.replace(Flying::Never).is_some(),
            "fly3" => self.flying.replace(Flying::AtThree).is_some(),
            "fly4" => self.flying.replace(Flying::AtFour).is_some(),
            "flyalways" => self.flying.replace(Flying::Always).is_some(),
            "lasker" => core::mem::replace(&mut self.lasker, true),
            "strict" => self.removal.replace(Removal::Strict).is_some(),
            "lenient" => self.removal.replace(Removal::Lenient).is_some(),
            "misere" => core::mem::replace(&mut self.misere, true),
            _ => return Err(UnknownVariant::Option(word.into())),
        };
        if again { Err(UnknownVariant::Twice(word.into())) } else { Ok(()) }
    }

    fn on(self, board: BoardName) -> Options {
        Options {
            flying: self.flying.unwrap_or(board.usual().flying),
            lasker: self.lasker,
            removal: self.removal.unwrap_or(Removal::Usual),
            misere: self.misere,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_variant_has_its_own_name_and_is_read_back() {
        let ids: HashSet<&str> = Variant::all().map(Variant::id).collect();
        let titles: HashSet<&str> = Variant::all().map(Variant::title).collect();
        assert_eq!((ids.len(), titles.len()), (2 + 8 * 48, 2 + 8 * 48));
        for variant in Variant::all() {
            assert_eq!(variant.id().parse(), Ok(variant));
            assert_eq!(variant.id().replace('+', " ").parse(), Ok(variant));
            assert_eq!(variant.id().replace('+', "%2B").parse(), Ok(variant));
        }
    }

    #[test]
    fn names_of_the_first_edition_stay() {
        let ids = Variant::LISTED.map(Variant::id);
        assert_eq!(ids, ["nine", "six", "six-nofly", "five", "three", "lasker", "twelve"]);
        assert_eq!("six+nofly".parse(), Ok(Variant::SIX_NO_FLY));
        assert_eq!("ten+lasker".parse(), Ok(Variant::LASKER));
        assert_eq!("lasker+misere".parse::<Variant>().unwrap().id(), "ten+lasker+misere");
        assert_eq!(Variant::SIX_NO_FLY.title(), "Six Men's Morris without flying");
        let long: Variant = "sesotho+misere+lenient+lasker+flyalways".parse().unwrap();
        assert_eq!(long.id(), "sesotho+flyalways+lasker+lenient+misere");
    }

    #[test]
    fn what_is_wrong_with_a_name_is_said() {
        let fault = |name: &str| name.parse::<Variant>().unwrap_err();
        assert_eq!(fault("eight"), UnknownVariant::Board("eight".into()));
        assert_eq!(fault(""), UnknownVariant::Board("".into()));
        assert_eq!(fault("nine+"), UnknownVariant::Option("".into()));
        assert_eq!(fault("nine+fly5"), UnknownVariant::Option("fly5".into()));
        assert_eq!(fault("nine+fly3+nofly"), UnknownVariant::Twice("nofly".into()));
        assert_eq!(fault("six-nofly+fly3"), UnknownVariant::Twice("fly3".into()));
        assert_eq!(fault("three+strict"), UnknownVariant::Meaningless("strict".into()));
    }
}
