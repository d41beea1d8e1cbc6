//! The names of the variants: ids as constants, and a parser for them.

use alloc::string::String;
use core::str::FromStr;

use thiserror::Error;

use super::variant::{BoardName, Flying, Options, PLACES, Removal, Variant};

/// The word for who flies.
const fn flying_word(flying: Flying) -> &'static str {
    match flying {
        Flying::Never => "nofly",
        Flying::AtThree => "fly3",
        Flying::AtFour => "fly4",
        Flying::Always => "flyalways",
    }
}

const fn removal_word(removal: Removal) -> &'static str {
    match removal {
        Removal::Usual => "",
        Removal::Strict => "strict",
        Removal::Lenient => "lenient",
    }
}

const LASKER: &str = "lasker";
const MISERE: &str = "misere";

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
}

/// The length of the longest id.
const ID_LEN: usize = 40;

/// An id that is put together at compile time.
#[derive(Copy, Clone)]
struct Id {
    bytes: [u8; ID_LEN],
    len: usize,
}

impl Id {
    const EMPTY: Id = Id { bytes: [0; ID_LEN], len: 0 };

    const fn of(variant: Variant) -> Id {
        let board = variant.board_name();
        let (options, usual) = (variant.options(), board.usual());
        let flies_as_usual = options.flying as u8 == usual.flying as u8;
        let others_usual = matches!((options.removal, options.misere), (Removal::Usual, false));
        // Two games have their own names.
        if matches!(board, BoardName::Ten) && options.lasker && flies_as_usual && others_usual {
            return Id::EMPTY.plus(LASKER);
        }
        let never_flies = matches!(options.flying, Flying::Never);
        if matches!(board, BoardName::Six) && never_flies && !options.lasker && others_usual {
            return Id::EMPTY.plus("six-nofly");
        }
        let mut id = Id::EMPTY.plus(board.id());
        if !flies_as_usual {
            id = id.option(flying_word(options.flying));
        }
        if options.lasker {
            id = id.option(LASKER);
        }
        if !matches!(options.removal, Removal::Usual) {
            id = id.option(removal_word(options.removal));
        }
        if options.misere {
            id = id.option(MISERE);
        }
        id
    }

    const fn plus(mut self, more: &str) -> Id {
        let mut i = 0;
        while i < more.len() {
            self.bytes[self.len] = more.as_bytes()[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    const fn option(self, word: &str) -> Id {
        self.plus("+").plus(word)
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => panic!("ids are put together from texts"),
        }
    }
}

const ID_TEXTS: &[Id; PLACES] = &{
    let mut ids = [Id::EMPTY; PLACES];
    let mut place = 0;
    while place < PLACES {
        ids[place] = Id::of(Variant::at(place));
        place += 1;
    }
    ids
};

/// The canonical names, by index.
pub(super) const IDS: &[&str; PLACES] = &{
    let mut ids = [""; PLACES];
    let mut place = 0;
    while place < PLACES {
        ids[place] = ID_TEXTS[place].as_str();
        place += 1;
    }
    ids
};

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
            if board == BoardName::Three && word != MISERE {
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
        assert_eq!(ids.len(), 2 + 8 * 48);
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
