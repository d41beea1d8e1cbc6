//! The names that players may give themselves.

use std::collections::HashSet;
use std::sync::LazyLock;

use merels_messages::Language;
use merels_model::skeleton;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::GeneralSecurityProfile;

use crate::error::ServiceError;

/// The longest name, in characters.
const LONGEST: usize = 30;

/// Names that the site gives to others, in all its languages: nobody may be taken for them, with a number
/// or without.
const RESERVED: &str = "level, classic, perfect, player, former player, a former player, nobody, anonymous, \
    white, black, system, merels, server, stufe, klassisch, perfekt, spieler, spielerin, \
    ehemaliger spieler, ein ehemaliger spieler, niemand, anonym, weiß, schwarz";

/// Nobody may seem to speak for the site, or to be its computer, whatever else is in the name.
const STAFF: &str = "computer, rechner, operator, operatorin, betreiber, betreiberin, admin, \
    administrator, administratorin, moderator, moderatorin, mod, staff, support, \
    official, offiziell, root, team";

/// The mark of bots, which no person has in a name.
const BOT: &str = "bot";

static RESERVED_SKELETONS: LazyLock<HashSet<String>> = LazyLock::new(|| skeletons(RESERVED));
static GUEST_SKELETONS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let guest = |language: Language| language.say("name-guest").to_lowercase();
    Language::ALL.map(guest).iter().map(|word| skeleton(word)).collect()
});
static STAFF_SKELETONS: LazyLock<HashSet<String>> = LazyLock::new(|| skeletons(STAFF));

fn skeletons(words: &str) -> HashSet<String> {
    words.split(", ").map(skeleton).collect()
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    Long,
    /// It has characters that cannot be seen, or no letter.
    Unseen,
    Reserved,
    /// It looks like the name of a guest.
    Guest,
}

impl Unfit {
    pub const fn message(self) -> &'static str {
        match self {
            Unfit::Long => "signup-name-long",
            Unfit::Unseen => "signup-name-odd",
            Unfit::Reserved => "signup-name-reserved",
            Unfit::Guest => "signup-name-guest",
        }
    }
}

/// A name as it is kept: one way of writing each character, one blank between words.
pub fn tidy(name: &str) -> String {
    let composed: String = name.nfkc().collect();
    composed.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn check(name: &str) -> Result<(), Unfit> {
    if name.chars().count() > LONGEST {
        return Err(Unfit::Long);
    }
    if name.chars().any(is_unseen) || !name.chars().any(char::is_alphabetic) || is_decorated(name) {
        return Err(Unfit::Unseen);
    }
    let readings = readings(name);
    if readings.iter().any(|words| GUEST_SKELETONS.contains(&words.join(" "))) {
        return Err(Unfit::Guest);
    }
    if readings.iter().any(|words| is_reserved(words)) { Err(Unfit::Reserved) } else { Ok(()) }
}

/// The words that a name can be read as, without marks above and below letters. Digits may stand beside
/// a word, or for its letters; other characters may part words, or the letters of one.
fn readings(name: &str) -> Vec<Vec<String>> {
    let plain = without_marks(name);
    let texts = [plain.to_lowercase(), skeleton(&plain)];
    let read = |text: &String| {
        let parted: Vec<String> = words(text).map(str::to_owned).collect();
        let stripped = text.split_whitespace().map(letters).filter(|word| !word.is_empty());
        [stripped.collect(), vec![letters(text)], spelled(&parted), parted]
    };
    let readings = texts.iter().flat_map(read);
    readings.map(|words| words.iter().map(|word| skeleton(word)).collect()).collect()
}

/// A text without marks above and below its letters.
fn without_marks(text: &str) -> String {
    text.nfd().filter(|c| !is_combining_mark(*c)).nfc().collect()
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphabetic()).collect()
}

/// The words of a name, letters that stand alone put together to one.
fn spelled(words: &[String]) -> Vec<String> {
    let is_letter = |word: &String| word.chars().count() == 1;
    let parts = words.chunk_by(|one, next| is_letter(one) && is_letter(next));
    parts.map(<[String]>::concat).collect()
}

fn is_reserved(words: &[String]) -> bool {
    RESERVED_SKELETONS.contains(&words.join(" "))
        || words.iter().any(|word| STAFF_SKELETONS.contains(word) || *word == skeleton(BOT))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty())
}

/// The marks in a row that some scripts need.
const MOST_MARKS: usize = 3;

/// Marks that only decorate letters: lines under, over and through them, circles around them; and more in
/// a row than any script needs. (UTS 39 lists the marks that names of things need.)
fn is_decorated(name: &str) -> bool {
    let is_line = |c: char| matches!(c, '\u{334}'..='\u{338}');
    let is_strange = |c: char| is_combining_mark(c) && (is_line(c) || !c.identifier_allowed());
    let marks: Vec<bool> = name.chars().map(is_combining_mark).collect();
    name.chars().any(is_strange)
        || marks.split(|is_mark| !is_mark).any(|row| row.len() > MOST_MARKS)
}

/// Characters that cannot be seen, or that turn the writing round: with them one could look like
/// another. The Hangul fillers are letters that nobody sees.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}'
            | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..)
}

pub fn tidy_and_fit(text: &str) -> Result<String, Unfit> {
    let name = tidy(text);
    check(&name).map(|()| name)
}

/// The same for one who reads English.
///
/// # Errors
///
/// Says what is wrong with the name.
pub fn checked_name(text: &str) -> Result<String, String> {
    tidy_and_fit(text).map_err(|unfit| Language::ENGLISH.say(unfit.message()))
}

impl From<Unfit> for ServiceError {
    fn from(unfit: Unfit) -> ServiceError {
        ServiceError::unfit("name", unfit.message())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_may_be_taken_for_the_site_or_its_computer() {
        for name in [
            "Computer",
            "COMPUTER 3",
            "Соmputer",
            "C0mputer",
            "Level 5",
            "Stufe 12",
            "Former Player",
            "a former player",
            "Ehemaliger Spieler",
            "Moderator",
            "The Moderator",
            "Site-Admin",
            "Ｍｏｄｅｒａｔｏｒ",
            "Moderatorin Ada",
            "Player 1",
            "Ada (bot)",
            "Ada B0t",
            "Computer, level 3",
            "Computer, Stufe 3",
            "Der Rechner",
            "Operator",
            "0perator Ada",
            "Betreiberin",
            "A.d.m.i.n",
            "The A d m i n",
            "Ad-min",
            "M o d",
            "Ada a_d_m_i_n",
            "Ádmín",
            "a\u{331}d\u{331}min",
            "Ope\u{301}rator",
        ] {
            assert_eq!(check(&tidy(name)), Err(Unfit::Reserved), "{name}");
        }
        for name in
            ["Ada", "Guesty", "Levelle", "Modest", "Bottom", "李", "Badminton", "J. R. R. T."]
        {
            assert_eq!(check(&tidy(name)), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_name_like_that_of_a_guest_is_refused_for_that_reason() {
        for name in ["Guest 1234567", "Guest 12", "Gast", "Guеst 1", "Ｇａｓｔ 7"] {
            assert_eq!(check(&tidy(name)), Err(Unfit::Guest), "{name}");
        }
        assert!(checked_name("Guest 12").unwrap_err().starts_with("Guests"));
    }

    #[test]
    fn a_name_has_a_letter_and_nothing_unseen() {
        for name in ["123", "...", "🎉", "\u{3164}", "Ada\u{202e}", "A\u{200b}da", "\u{2800}"] {
            assert_eq!(check(&tidy(name)), Err(Unfit::Unseen), "{name:?}");
        }
        // Lines under, over and through letters, circles around them, and heaps of marks.
        for name in [
            "A\u{332}d\u{332}a",
            "A\u{305}da",
            "A\u{336}da",
            "A\u{20dd}",
            "Z\u{300}\u{301}\u{302}\u{303}",
        ] {
            assert_eq!(check(&tidy(name)), Err(Unfit::Unseen), "{name:?}");
        }
        for name in ["Ẹ\u{301}niọlá", "Nguyễn", "हिन्दी", "สมชาย", "مُحَمَّد", "Şükrü", "Łukasz"]
        {
            assert_eq!(check(&tidy(name)), Ok(()), "{name:?}");
        }
        assert_eq!(check(&"a".repeat(31)), Err(Unfit::Long));
        assert_eq!(tidy("  Ａｄａ \u{a0} Lovelace "), "Ada Lovelace");
        assert_eq!(check("🎉 Ada 🎉"), Ok(()));
    }
}
