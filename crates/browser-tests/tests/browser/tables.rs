//! Perfect tables of a small game.

use std::path::Path;

use anyhow::Result;
use merels_engine::Oracle;
use merels_rules::Value;
use merels_rules::morris::{MorrisPosition, Variant};
use merels_solver::{Cpu, InFiles, SolveOptions, solve};
use merels_tables::{Folder, Tables};

pub(crate) struct Solved(Tables);

impl Oracle for Solved {
    fn value(&self, position: &MorrisPosition) -> Option<Value> {
        self.0.value(position).ok()?
    }
}

/// Solves a variant into files.
pub(crate) fn solved(folder: &Path, id: &str) -> Result<Solved> {
    let variant: Variant = id.parse()?;
    let mut files = InFiles::new(Folder::new(folder, variant));
    let options = SolveOptions { men: None, memory: u64::MAX, checks: 0 };
    solve(&mut Cpu::new(variant), options, &mut files, &())?;
    Ok(Solved(Tables::new(folder, variant)))
}
