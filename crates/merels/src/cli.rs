//! Arguments that several commands share.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use merels_rules::GameId;
use merels_rules::morris::Variant;

/// Reads a game id; the list of ids shows in the help and in the complaint about a wrong one.
pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameId> {
    PossibleValuesParser::new(GameId::ALL.map(GameId::id)).try_map(|id| id.parse::<GameId>())
}

/// Reads the id of a morris variant.
pub(crate) fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::id)).map(|id| {
        let named = |variant: &Variant| variant.id() == id;
        Variant::ALL.into_iter().find(named).expect("clap takes listed ids only")
    })
}

/// Where the perfect tables are, in commands that can do without.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OptionalTables {
    /// The folder of the perfect tables, for exact play
    #[arg(long, value_name = "DIR", env = "MERELS_TABLES")]
    pub(crate) tables: Option<PathBuf>,
}

/// Where the perfect tables are, in commands that cannot do without.
#[derive(Debug, clap::Args)]
pub(crate) struct TablesFolder {
    /// The folder of the perfect tables
    #[arg(long, value_name = "DIR", env = "MERELS_TABLES", default_value = "tables")]
    pub(crate) tables: PathBuf,
}
