//! Arguments that several commands share.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use merels_messages::Language;
use merels_rules::GameId;
use merels_rules::morris::Variant;

/// The help for a game that [`game_parser`] reads.
pub(crate) const GAME_HELP: &str = "The game, one of these or a board with rules behind a +, such as \
                                    seven or nine+flyalways: merels --help has them all";

/// The help for a variant that [`variant_parser`] reads.
pub(crate) const VARIANT_HELP: &str = "The variant, one of these or a board with rules behind a +, \
                                       such as six+lenient or seven+flyalways: merels --help has \
                                       them all";

/// Reads a game id: one of the list that shows in the help, or a board with options.
pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameId> {
    NameParser { listed: GameId::ALL.map(GameId::id).to_vec(), read: |id| id.parse::<GameId>() }
}

/// Reads the id of a morris variant: one of the list that shows in the help, or a board with
/// options.
pub(crate) fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    NameParser {
        listed: Variant::LISTED.map(Variant::id).to_vec(),
        read: |id| id.parse::<Variant>(),
    }
}

/// Shows some names in the help and in completions, and reads more than those.
#[derive(Clone)]
struct NameParser<T, E> {
    listed: Vec<&'static str>,
    read: fn(&str) -> Result<T, E>,
}

impl<T, E> TypedValueParser for NameParser<T, E>
where
    T: Clone + Send + Sync + 'static,
    E: std::error::Error + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let read = self.read;
        StringValueParser::new().try_map(move |text| read(&text)).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.listed.iter().map(PossibleValue::new)))
    }
}

/// The language of commands that speak to people.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Speech {
    /// The language to speak [default: that of LC_ALL, LC_MESSAGES or LANG, else en]
    #[arg(long, value_name = "CODE", value_parser = language_parser())]
    language: Option<Language>,
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    let known = |code: String| Language::from_code(&code).unwrap_or(Language::ENGLISH);
    PossibleValuesParser::new(Language::ALL.map(Language::code)).map(known)
}

impl Speech {
    /// The chosen language, else that of the locale, else English. An unset or empty variable passes
    /// the question on.
    pub(crate) fn language(&self) -> Language {
        let locale = || {
            let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
            ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set)
        };
        let spoken = || locale().and_then(|locale| Language::of_locale(&locale));
        self.language.or_else(spoken).unwrap_or(Language::ENGLISH)
    }
}

/// The folder of the perfect tables, in commands that can do without.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OptionalTables {
    /// The folder of the perfect tables, for exact play
    #[arg(long, value_name = "DIR", env = "MERELS_TABLES")]
    pub(crate) tables: Option<PathBuf>,
}

/// The folder of the perfect tables, in commands that cannot do without.
#[derive(Debug, clap::Args)]
pub(crate) struct TablesFolder {
    /// The folder of the perfect tables
    #[arg(long, value_name = "DIR", env = "MERELS_TABLES", default_value = "tables")]
    pub(crate) tables: PathBuf,
}
