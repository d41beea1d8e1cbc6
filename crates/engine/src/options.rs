use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::evaluation::Evaluation;
use crate::level::Level;
use crate::openings::OpeningsChoice;
use crate::oracle::Oracle;
use crate::search::SearchOptions;
use crate::stopwatch::system_clock;

/// The options of an engine.
#[derive(Clone)]
pub struct EngineOptions {
    /// The size of the transposition table in MiB.
    pub hash_mib: usize,
    /// The number of search threads.
    pub threads: usize,
    /// The playing strength.
    pub level: Level,
    /// The seed of random choices: the same seed, game and limits give the same move.
    pub seed: Option<u64>,
    /// Lets full strength and `perfect` choose at random among opening moves of equal value,
    /// exactly or nearly equal, so that games differ. The lower levels always do; analysis should
    /// not.
    pub variety: bool,
    /// Lets `perfect` choose among draws by their rank, if the oracle knows ranks.
    pub ranks: bool,
    /// Exact values, used only by [`Level::Perfect`].
    pub oracle: Option<Arc<dyn Oracle>>,
    /// Small exact endgames, such as [`endgames`](crate::endgames), used only at full strength.
    /// Probing them must be cheap.
    pub endgames: Option<&'static dyn Oracle>,
    /// The evaluation at full strength.
    pub evaluation: Evaluation,
    /// The openings that full strength uses.
    pub openings: OpeningsChoice,
    /// Parts of the search, all on by default.
    pub search: SearchOptions,
    /// The clock: the time since some moment that stays the same. The system's, unless another is
    /// handed in.
    pub clock: fn() -> Duration,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            hash_mib: 64,
            threads: 1,
            level: Level::FULL,
            seed: None,
            variety: false,
            ranks: false,
            oracle: None,
            endgames: None,
            evaluation: Evaluation::default(),
            openings: OpeningsChoice::BuiltIn,
            search: SearchOptions::default(),
            clock: system_clock,
        }
    }
}

impl EngineOptions {
    /// Returns `true` if table entries made with the other options are invalid with these.
    pub(crate) fn invalidates_table_of(&self, other: &EngineOptions) -> bool {
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
            .field("ranks", &self.ranks)
            .field("oracle", &self.oracle.is_some())
            .field("endgames", &self.endgames.is_some())
            .field("evaluation", &self.evaluation)
            .field("openings", &self.openings)
            .field("search", &self.search)
            .finish()
    }
}
