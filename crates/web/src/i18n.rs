//! Everything the site says comes from here: one catalogue of messages in each language.
//!
//! The messages are Project Fluent files under `web/messages`. Those whose names begin with `board-`
//! or `app-` are for the browser's side and travel in the page with their variables left open.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::Entry;
use serde_json::{Map, Value};
use unic_langid::LanguageIdentifier;

/// A language that the site speaks.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Language {
    English,
    German,
}

/// Which messages the browser's side needs.
const BROWSER_PREFIXES: [&str; 2] = ["board-", "app-"];

struct Catalogue {
    bundle: FluentBundle<FluentResource>,
    /// The messages for the browser's side.
    browser: Value,
}

static ENGLISH: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::new("en", include_str!("../../../web/messages/en.ftl")));
static GERMAN: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::new("de", include_str!("../../../web/messages/de.ftl")));

impl Catalogue {
    /// The files are part of the program, so a fault in them is a fault of the program: the tests
    /// read them all.
    fn new(code: &str, source: &str) -> Catalogue {
        let resource = FluentResource::try_new(source.to_owned())
            .unwrap_or_else(|(_, errors)| panic!("the messages of {code}: {errors:?}"));
        let names: Vec<String> = message_names(&resource)
            .filter(|name| BROWSER_PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
            .map(str::to_owned)
            .collect();
        let language: LanguageIdentifier = code.parse().expect("a language");
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // The marks would stand in page titles and labels as strange characters.
        bundle.set_use_isolating(false);
        bundle
            .add_resource(resource)
            .unwrap_or_else(|errors| panic!("the messages of {code}: {errors:?}"));
        let mut browser = Map::new();
        for name in names {
            // Without values the variables stay as they are written: {$name}.
            if let Some(text) = format(&bundle, &name, &FluentArgs::new()) {
                browser.insert(name, Value::String(text));
            }
        }
        Catalogue { bundle, browser: Value::Object(browser) }
    }
}

fn message_names(resource: &FluentResource) -> impl Iterator<Item = &str> {
    resource.entries().filter_map(|entry| match entry {
        Entry::Message(message) => Some(message.id.name),
        _ => None,
    })
}

fn format(
    bundle: &FluentBundle<FluentResource>,
    name: &str,
    values: &FluentArgs<'_>,
) -> Option<String> {
    let pattern = bundle.get_message(name)?.value()?;
    Some(bundle.format_pattern(pattern, Some(values), &mut Vec::new()).into_owned())
}

impl Language {
    pub(crate) const ALL: [Language; 2] = [Language::English, Language::German];

    /// As in the `lang` attribute of pages.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// The language as those call it who speak it.
    pub(crate) const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The first language of an `Accept-Language` header that the site speaks, else English.
    pub(crate) fn accepted(header: &str) -> Language {
        let mut wishes: Vec<(f32, Language)> = header
            .split(',')
            .filter_map(|wish| {
                let mut parts = wish.split(';');
                let code = parts.next()?.trim().split('-').next()?;
                let weight = parts.find_map(|part| part.trim().strip_prefix("q=")?.parse().ok());
                Some((weight.unwrap_or(1.0), Language::from_code(code)?))
            })
            .collect();
        // A stable sort: of equal wishes the first one counts.
        wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
        wishes.first().map_or(Language::English, |(_, language)| *language)
    }

    fn catalogue(self) -> &'static Catalogue {
        match self {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }

    /// A message without variables.
    pub(crate) fn say(self, name: &str) -> String {
        self.say_with(name, &[])
    }

    /// A message with its variables filled in. One that a language lacks is said in English.
    pub(crate) fn say_with(self, name: &str, values: &[(&'static str, FluentValue<'_>)]) -> String {
        let args: FluentArgs<'_> = values.iter().cloned().collect();
        format(&self.catalogue().bundle, name, &args)
            .or_else(|| format(&ENGLISH.bundle, name, &args))
            .unwrap_or_else(|| name.to_owned())
    }

    /// A number with a point, as it is written in this language.
    pub(crate) fn decimal(self, number: &str) -> String {
        match self {
            Language::English => number.to_owned(),
            Language::German => number.replace('.', ","),
        }
    }

    /// The messages for the browser's side, by name.
    pub(crate) fn browser_words(self) -> &'static Value {
        &self.catalogue().browser
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Every message of a file with the variables it uses.
    fn messages(source: &str) -> BTreeMap<String, Vec<String>> {
        let resource = FluentResource::try_new(source.to_owned()).unwrap();
        let mut names: Vec<String> = message_names(&resource).map(str::to_owned).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "a message stands twice");
        let variables = |name: &str| {
            let start = source.find(&format!("\n{name} =")).unwrap() + 1;
            let body = &source[start..];
            let end = body.find("\n\n").unwrap_or(body.len());
            // A message ends where the next line begins without a blank or a brace.
            let lines = body[..end].lines().enumerate();
            let text: String = lines
                .take_while(|(i, line)| *i == 0 || line.starts_with([' ', '}']))
                .map(|(_, line)| line)
                .collect();
            let mut found: Vec<String> = text
                .split('$')
                .skip(1)
                .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
                .collect();
            found.sort();
            found.dedup();
            found
        };
        names.iter().map(|name| (name.clone(), variables(name))).collect()
    }

    #[test]
    fn one_who_waits_is_said_in_the_singular() {
        let said = |waiting: usize| {
            Language::German
                .say_with("lobby-here", &[("here", 3.into()), ("waiting", waiting.into())])
        };
        assert!(said(0).ends_with("niemand wartet auf ein Gegenüber."), "{}", said(0));
        assert!(said(1).ends_with("eine wartet auf ein Gegenüber."), "{}", said(1));
        assert!(said(2).ends_with("2 warten auf ein Gegenüber."), "{}", said(2));
    }

    #[test]
    fn what_is_moved_has_one_name_in_german() {
        let source = include_str!("../../../web/messages/de.ftl");
        assert!(source.contains("Stein"));
        assert!(!source.contains("Figur") && !source.contains("Bauer"));
    }

    #[test]
    #[should_panic(expected = "a message stands twice")]
    fn a_message_that_stands_twice_is_found() {
        messages("one = 1\n\ntwo = 2\n\none = 3\n");
    }

    #[test]
    fn all_languages_have_the_same_messages_with_the_same_variables() {
        let english = messages(include_str!("../../../web/messages/en.ftl"));
        let german = messages(include_str!("../../../web/messages/de.ftl"));
        for (name, variables) in &english {
            assert_eq!(german.get(name), Some(variables), "{name}");
        }
        assert_eq!(english.len(), german.len());
    }

    #[test]
    fn nothing_shouts() {
        for source in [
            include_str!("../../../web/messages/en.ftl"),
            include_str!("../../../web/messages/de.ftl"),
        ] {
            assert!(!source.contains('!'));
        }
    }

    #[test]
    fn browser_words_keep_their_variables_open() {
        for language in Language::ALL {
            let words = language.browser_words().as_object().unwrap();
            assert!(!words.is_empty());
            assert!(words.values().any(|text| text.as_str().unwrap().contains("{$")));
        }
    }

    #[test]
    fn the_best_accepted_language_is_chosen() {
        assert_eq!(Language::accepted("de-AT,de;q=0.9,en;q=0.8"), Language::German);
        assert_eq!(Language::accepted("fr, en;q=0.4, de;q=0.6"), Language::German);
        assert_eq!(Language::accepted("fr"), Language::English);
        assert_eq!(Language::accepted(";q=,,;"), Language::English);
    }
}
