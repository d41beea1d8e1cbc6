use std::collections::BTreeMap;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use fluent_syntax::ast::Entry;
use unic_langid::LanguageIdentifier;

include!(concat!(env!("OUT_DIR"), "/catalogues.rs"));

const BROWSER_PREFIXES: [&str; 2] = ["board-", "app-"];

static READ: [OnceLock<Catalogue>; CATALOGUES.len()] =
    [const { OnceLock::new() }; CATALOGUES.len()];

pub(crate) struct Catalogue {
    bundle: FluentBundle<FluentResource>,
    /// The messages for the browser's side, their variables left open.
    pub(crate) browser: BTreeMap<String, String>,
}

impl Catalogue {
    /// The files are part of the program, so a fault in them is a fault of the program: the tests
    /// read them all. In WebAssembly they are handed in, and empty until then.
    pub(crate) fn of(language: usize) -> &'static Catalogue {
        READ[language].get_or_init(|| {
            let (code, source) = CATALOGUES[language];
            Catalogue::read(code, source)
                .unwrap_or_else(|fault| panic!("the messages of {code}: {fault}"))
        })
    }

    /// Takes the text of a catalogue from outside. The first text of a language counts.
    pub(crate) fn hand_in(language: usize, source: &str) -> Result<(), String> {
        let catalogue = Catalogue::read(CATALOGUES[language].0, source)?;
        READ[language].get_or_init(|| catalogue);
        Ok(())
    }

    fn read(code: &str, source: &str) -> Result<Catalogue, String> {
        let resource = FluentResource::try_new(source.to_owned())
            .map_err(|(_, errors)| format!("{errors:?}"))?;
        let names = resource.entries().filter_map(|entry| match entry {
            Entry::Message(message) => Some(message.id.name),
            _ => None,
        });
        let names: Vec<String> = names
            .filter(|name| BROWSER_PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
            .map(str::to_owned)
            .collect();
        let identifier: LanguageIdentifier = code.parse().map_err(|fault| format!("{fault:?}"))?;
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // The marks would stand in page titles and labels as strange characters.
        bundle.set_use_isolating(false);
        bundle.add_resource(resource).map_err(|errors| format!("{errors:?}"))?;
        let mut catalogue = Catalogue { bundle, browser: BTreeMap::new() };
        // Without values the variables stay as they are written: {$name}.
        let open = |name: String| Some((name.clone(), catalogue.say(&name, &FluentArgs::new())?));
        catalogue.browser = names.into_iter().filter_map(open).collect();
        Ok(catalogue)
    }

    pub(crate) fn say(&self, name: &str, values: &FluentArgs<'_>) -> Option<String> {
        let pattern = self.bundle.get_message(name)?.value()?;
        Some(self.bundle.format_pattern(pattern, Some(values), &mut Vec::new()).into_owned())
    }
}
