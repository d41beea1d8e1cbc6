use std::collections::BTreeMap;

use fluent_bundle::{FluentArgs, FluentValue};
use fluent_langneg::{NegotiationStrategy, negotiate_languages};
use unic_langid::LanguageIdentifier;

use crate::catalogue::{CATALOGUES, Catalogue};

/// A language with a catalogue.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(usize);

impl Language {
    /// The language of those whose own has no catalogue.
    pub const ENGLISH: Language = Language(0);

    pub const ALL: [Language; CATALOGUES.len()] = {
        let mut all = [Language::ENGLISH; CATALOGUES.len()];
        let mut next = 1;
        while next < all.len() {
            all[next] = Language(next);
            next += 1;
        }
        all
    };

    pub const fn index(self) -> usize {
        self.0
    }

    /// The code as in the `lang` attribute of pages.
    pub const fn code(self) -> &'static str {
        CATALOGUES[self.0].0
    }

    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The best language for an `Accept-Language` header, else English.
    pub fn accepted(header: &str) -> Language {
        let wishes = header.split(',').filter_map(|wish| {
            let mut parts = wish.split(';').map(str::trim);
            let tag = parts.next()?.parse().ok()?;
            let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok());
            Some((weight.unwrap_or(1.0), tag))
        });
        let mut wishes: Vec<(f32, LanguageIdentifier)> = wishes.collect();
        wishes.retain(|(weight, _)| *weight > 0.0);
        // Negotiation goes by order alone. A stable sort keeps the order of equal weights.
        wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
        let wishes: Vec<LanguageIdentifier> = wishes.into_iter().map(|(_, tag)| tag).collect();
        Language::negotiated(&wishes).unwrap_or(Language::ENGLISH)
    }

    /// The language of a POSIX locale such as `de_AT.UTF-8`.
    pub fn of_locale(locale: &str) -> Option<Language> {
        let tag = locale.split(['.', '@']).next()?;
        Language::negotiated(&[tag.parse().ok()?])
    }

    fn negotiated(wishes: &[LanguageIdentifier]) -> Option<Language> {
        let tags = Language::ALL.iter().filter_map(|language| language.code().parse().ok());
        let tags: Vec<LanguageIdentifier> = tags.collect();
        let best = negotiate_languages(wishes, &tags, None, NegotiationStrategy::Lookup);
        Language::from_code(&best.first()?.to_string())
    }

    /// Takes the text of this language's catalogue, in a build that carries none.
    ///
    /// # Errors
    ///
    /// The faults of the text.
    pub fn hand_in(self, catalogue: &str) -> Result<(), String> {
        Catalogue::hand_in(self.0, catalogue)
    }

    /// A message without variables.
    pub fn say(self, name: &str) -> String {
        self.say_with(name, &[])
    }

    /// A message with its variables filled in. One that a language lacks is said in English.
    pub fn say_with(self, name: &str, values: &[(&'static str, FluentValue<'_>)]) -> String {
        let args: FluentArgs<'_> = values.iter().cloned().collect();
        [self, Language::ENGLISH]
            .into_iter()
            .find_map(|language| Catalogue::of(language.0).say(name, &args))
            .unwrap_or_else(|| name.to_owned())
    }

    pub fn own_name(self) -> String {
        self.say("language-name")
    }

    /// A number with a decimal point, as it is written in this language.
    pub fn decimal(self, number: &str) -> String {
        number.replace('.', &self.say("decimal-mark"))
    }

    /// The messages for the browser's side, by name.
    pub fn browser_words(self) -> &'static BTreeMap<String, String> {
        &Catalogue::of(self.0).browser
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn german() -> Language {
        Language::from_code("de").unwrap()
    }

    #[test]
    fn one_who_waits_is_said_in_the_singular() {
        let said = |waiting: usize| {
            german().say_with("lobby-here", &[("here", 3.into()), ("waiting", waiting.into())])
        };
        assert!(said(0).ends_with("niemand wartet auf ein Gegenüber."), "{}", said(0));
        assert!(said(1).ends_with("eine wartet auf ein Gegenüber."), "{}", said(1));
        assert!(said(2).ends_with("2 warten auf ein Gegenüber."), "{}", said(2));
    }

    #[test]
    fn browser_words_keep_their_variables_open() {
        for language in Language::ALL {
            let words = language.browser_words();
            assert!(!words.is_empty());
            assert!(words.values().any(|text| text.contains("{$")));
        }
    }

    #[test]
    fn the_best_accepted_language_is_chosen() {
        assert_eq!(Language::accepted("de-AT,de;q=0.9,en;q=0.8"), german());
        assert_eq!(Language::accepted("fr, en;q=0.4, de;q=0.6"), german());
        assert_eq!(Language::accepted("en;q=0, de;q=0.1"), german());
        assert_eq!(Language::accepted("*, de-Latn-CH-1996"), german());
        assert_eq!(Language::accepted("fr"), Language::ENGLISH);
        assert_eq!(Language::accepted(";q=,,;"), Language::ENGLISH);
    }

    #[test]
    fn a_locale_names_its_language() {
        assert_eq!(Language::of_locale("de_AT.UTF-8"), Some(german()));
        assert_eq!(Language::of_locale("de"), Some(german()));
        assert_eq!(Language::of_locale("C.UTF-8"), None);
    }

    #[test]
    fn every_language_has_its_own_name_and_number_form() {
        let names = Language::ALL.map(Language::own_name);
        assert_eq!(names, ["English", "Deutsch"]);
        assert_eq!(Language::ALL.map(|language| language.decimal("0.50")), ["0.50", "0,50"]);
    }
}
