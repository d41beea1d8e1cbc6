use std::fmt;
use std::sync::Arc;

use crate::evaluation::Evaluation;
use crate::level::Level;
use crate::openings::OpeningsChoice;
use crate::oracle::Oracle;
use crate::search::SearchOptions;

/// How an engine is set up.
#[derive(Clone)]
pub struct EngineOptions {
    /// The size of the transposition table in MiB.
    pub hash_mib: usize,
    /// How many threads search.
    pub threads: usize,
    /// How well it plays.
    pub level: Level,
    /// Makes what is left to chance repeatable: the same seed, game and limits give the same move.
    pub seed: Option<u64>,
    /// Whether full strength and `perfect` choose by chance among opening moves of equal worth,
    /// exactly known or nearly, so that games differ. The levels below always do; analysis had better not.
    pub variety: bool,
    /// Exact values, asked by [`Level::Perfect`] alone.
    pub oracle: Option<Arc<dyn Oracle>>,
    /// What judges positions at full strength.
    pub evaluation: Evaluation,
    /// Which openings full strength knows by heart.
    pub openings: OpeningsChoice,
    /// Parts of the search, all on by default.
    pub search: SearchOptions,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            hash_mib: 64,
            threads: 1,
            level: Level::FULL,
            seed: None,
            variety: false,
            oracle: None,
            evaluation: Evaluation::default(),
            openings: OpeningsChoice::BuiltIn,
            search: SearchOptions::default(),
        }
    }
}

impl EngineOptions {
    /// Whether what was learned with the other options means something else with these.
    pub(crate) fn judges_otherwise_than(&self, other: &EngineOptions) -> bool {
        self.evaluation != other.evaluation || self.search.contempt != other.search.contempt
    }
}

impl fmt::Debug for EngineOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineOptions")
            .field("hash_mib", &self.hash_mib)
            .field("threads", &self.threads)
            .field("level", &self.level)
            .field("seed", &self.seed)
            .field("variety", &self.variety)
            .field("oracle", &self.oracle.is_some())
            .field("evaluation", &self.evaluation)
            .field("openings", &self.openings)
            .field("search", &self.search)
            .finish()
    }
}
