//! The perfect tables as the computer player and the board ask them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::output::note;
use anyhow::{Context, Result, bail};
use merels_engine::{Level, Oracle};
use merels_rules::morris::{MorrisPosition, Move};
use merels_rules::{AnyPosition, DrawRank, GameId, Value};
use merels_tables::{TableError, Tables};

/// The tables of one game, complete and readable when they were opened. A file that was damaged since
/// counts as unknown and is never answered from; the first time, that is said.
#[derive(Debug)]
pub(crate) struct TableOracle {
    tables: Tables,
    complained: AtomicBool,
}

/// The tables of a game for a player of this level. `perfect` cannot do without; the other levels
/// never ask them, so that a folder with the tables of other games alone is only mentioned.
pub(crate) fn open_for(
    level: Level,
    folder: Option<&Path>,
    game: GameId,
) -> Result<Option<Arc<TableOracle>>> {
    let Some(folder) = folder else {
        if level == Level::Perfect {
            bail!("level perfect needs the perfect tables of {game}: give --tables DIR");
        }
        return Ok(None);
    };
    if !folder.is_dir() {
        bail!("there is no folder {} with tables", folder.display());
    }
    match open(folder, game) {
        Ok(exact) => Ok(Some(exact)),
        Err(error) if level == Level::Perfect => Err(error),
        Err(error) => {
            note!("merels: going on without tables: {error:#}");
            Ok(None)
        }
    }
}

pub(crate) fn open(folder: &Path, game: GameId) -> Result<Arc<TableOracle>> {
    let GameId::Morris(variant) = game else { bail!("there are no tables of {game}") };
    let tables = Tables::new(folder, variant);
    let start = MorrisPosition::start(variant);
    if tables
        .value(&start)
        .with_context(|| format!("the tables of {game} cannot be used"))?
        .is_none()
    {
        bail!(
            "the tables of {game} in {} are not complete: merels solve {game} makes them",
            folder.display()
        );
    }
    Ok(Arc::new(TableOracle::new(tables)))
}

impl TableOracle {
    /// An oracle that asks these tables, complete or not.
    pub(crate) fn new(tables: Tables) -> TableOracle {
        TableOracle { tables, complained: AtomicBool::new(false) }
    }

    /// The answer of the tables, if they can be read.
    fn known<T>(&self, answer: Result<Option<T>, TableError>) -> Option<T> {
        answer.unwrap_or_else(|error| {
            if !self.complained.swap(true, Ordering::Relaxed) {
                #[cfg(feature = "serve")]
                tracing::error!(%error, "a table cannot be read: its values are not known");
                #[cfg(not(feature = "serve"))]
                drop(error);
            }
            None
        })
    }

    /// As [`Oracle::moves`], for a position of any game.
    pub(crate) fn exact_moves(&self, position: &AnyPosition) -> Option<Vec<(Move, Value)>> {
        match position {
            AnyPosition::Morris(position) => self.moves(position),
            _ => None,
        }
    }
}

impl Oracle for TableOracle {
    fn value(&self, position: &MorrisPosition) -> Option<Value> {
        if position.variant() != self.tables.variant() {
            return None;
        }
        self.known(self.tables.value(position))
    }

    fn moves(&self, position: &MorrisPosition) -> Option<Vec<(Move, Value)>> {
        if position.variant() != self.tables.variant() {
            return None;
        }
        self.known(self.tables.moves(position))
    }

    fn rank(&self, position: &MorrisPosition) -> Option<DrawRank> {
        if position.variant() != self.tables.variant() {
            return None;
        }
        self.known(self.tables.rank(position))
    }

    fn prefetch(&self, positions: &[MorrisPosition]) {
        self.tables.prefetch(positions);
    }
}
