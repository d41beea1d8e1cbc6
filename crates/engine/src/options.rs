use std::fmt;
use std::sync::Arc;

use crate::level::Level;
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
    /// Whether full strength and `perfect` choose by chance among opening moves of nearly equal
    /// worth, so that games differ. The levels below always do; analysis had better not.
    pub variety: bool,
    /// Exact values, asked by [`Level::Perfect`] alone.
    pub oracle: Option<Arc<dyn Oracle>>,
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
            search: SearchOptions::default(),
        }
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
            .field("search", &self.search)
            .finish()
    }
}
