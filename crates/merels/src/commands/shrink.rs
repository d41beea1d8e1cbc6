//! `merels tables shrink`: tables without distances from those with them.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use merels_rules::morris::{MorrisPosition, Variant};
use merels_solver::{InFiles, SolveOptions, solve};
use merels_tables::{Folder, Tables};

use super::solve::{Bars, DeviceArgs};
use crate::cli::{TablesFolder, VARIANT_HELP, variant_parser};

/// Takes the distances out of perfect tables, which then say who wins, but not when.
///
/// They keep an eighth of the space. Each file is replaced by a smaller one, which is read again
/// and compared; sectors whose values followed from others by a search are solved again. Stopped at
/// any moment, the same command goes on where it was.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
    variant: Variant,
    #[command(flatten)]
    folder: TablesFolder,
    #[command(flatten)]
    device: DeviceArgs,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let (begun, id) = (Instant::now(), args.variant.id());
    let start = MorrisPosition::start(args.variant);
    if Tables::new(&args.folder.tables, args.variant).value(&start)?.is_none() {
        bail!("the tables of {id} are not complete: merels solve {id} --values wdl makes them");
    }
    let bars = Bars::new();
    let options = SolveOptions { men: None, memory: args.device.memory(), checks: 0 };
    let folder = Folder::new(&args.folder.tables, args.variant);
    let shrunk = args.device.with_backend(args.variant, |backend| {
        solve(backend, options, &mut InFiles::without_distances(folder.clone()), &bars)
    });
    shrunk.inspect_err(|_| bars.clear())?;
    bars.end(begun.elapsed());
    Ok(ExitCode::SUCCESS)
}
