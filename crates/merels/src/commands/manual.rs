//! `merels manual`: the same help as pages for `man`.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};

/// Writes a page for `man` about each command into a folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels manual ~/.local/share/man/man1    then: man merels-serve")]
pub(crate) struct Args {
    /// The folder, which is made if it is not there
    folder: PathBuf,
}

/// Writes the pages of a whole command line.
pub(crate) fn run(args: &Args, program: clap::Command) -> Result<ExitCode> {
    let written = fs::create_dir_all(&args.folder)
        .and_then(|()| clap_mangen::generate_to(program, &args.folder));
    written.with_context(|| format!("{} cannot be written to", args.folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
