//! The source of exact values that the arguments of a command name.

use anyhow::{Context, Result, bail};
use merels_lab::{Lab, LabError, exact};
use merels_rules::Value;
use merels_rules::morris::{MorrisPosition, Variant};
use merels_tables::Tables;

use super::solve::DeviceArgs;
use crate::cli::TablesFolder;
use crate::output::note;

/// The sources of exact values.
#[derive(Debug, clap::Args)]
pub(crate) struct ExactArgs {
    #[command(flatten)]
    pub(crate) folder: TablesFolder,
    /// Solve the game for the purpose, without tables; nothing else is kept of it
    #[arg(long)]
    solve: bool,
    #[command(flatten)]
    device: DeviceArgs,
}

impl ExactArgs {
    /// Does work with exact values of a variant. What cannot be answered is refused before.
    pub(crate) fn with_lab<T>(
        &self,
        variant: Variant,
        work: impl FnOnce(Lab<'_>) -> Result<T, LabError>,
    ) -> Result<T> {
        self.check(variant)?;
        let values = |positions: &[MorrisPosition]| self.values(variant, positions);
        Ok(work(Lab { variant, values: &values, note: &|line| note!("{line}") })?)
    }

    fn check(&self, variant: Variant) -> Result<()> {
        if self.solve {
            return Ok(());
        }
        let folder = &self.folder.tables;
        let tables = Tables::new(folder, variant);
        let start = tables.value(&MorrisPosition::start(variant));
        if start.context("the tables cannot be used")?.is_none() {
            bail!(
                "the tables of {id} in {} are not complete: merels solve {id} makes them, and \
                 --solve does without",
                folder.display(),
                id = variant.id()
            );
        }
        Ok(())
    }

    fn values(
        &self,
        variant: Variant,
        positions: &[MorrisPosition],
    ) -> Result<Vec<Value>, LabError> {
        if !self.solve {
            return exact::from_tables(&self.folder.tables, variant, positions);
        }
        let memory = self.device.memory();
        let solved = self.device.with_backend(variant, |backend| {
            exact::by_solving(backend, memory, variant, positions)
        });
        solved.map_err(|error| LabError::Values(error.into()))
    }
}
