//! The sources in which `merels probe` finds exact values.

use std::path::Path;

use anyhow::Result;
use merels_engine::{Oracle, endgames};
use merels_rules::morris::{MorrisPosition, Move, Variant};
use merels_rules::{DrawRank, Position, Value};
use merels_tables::Tables;

/// The tables, or the small endgames where there are none.
pub(crate) enum Exact {
    Tables(Box<Tables>),
    Endgames(&'static dyn Oracle),
}

impl Exact {
    /// The tables of a variant in the folder of all tables, if there is such a folder.
    pub(crate) fn open(folder: &Path, variant: Variant) -> Exact {
        match endgames() {
            Some(endgames) if !folder.is_dir() => Exact::Endgames(endgames),
            _ => Exact::Tables(Box::new(Tables::new(folder, variant))),
        }
    }

    pub(crate) fn value(&self, position: &MorrisPosition) -> Result<Option<Value>> {
        Ok(match self {
            Exact::Tables(tables) => tables.value(position)?,
            Exact::Endgames(endgames) => match position.outcome() {
                Some(outcome) => Some(Value::of_outcome(outcome, position.side())),
                None => endgames.value(position),
            },
        })
    }

    /// As [`Tables::rank`].
    pub(crate) fn rank(&self, position: &MorrisPosition) -> Result<Option<DrawRank>> {
        Ok(match self {
            Exact::Tables(tables) => tables.rank(position)?,
            Exact::Endgames(endgames) => endgames.rank(position),
        })
    }

    /// As [`Tables::moves`].
    pub(crate) fn moves(&self, position: &MorrisPosition) -> Result<Option<Vec<(Move, Value)>>> {
        Ok(match self {
            Exact::Tables(tables) => tables.moves(position)?,
            Exact::Endgames(endgames) => endgames.moves(position),
        })
    }
}
