//! Stands in for the site in a build without it.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Result, bail};

/// Starts the site (not part of this build)
///
/// This program was built without the cargo feature `serve`; build it again with that feature.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Taken, so that every way to ask for the site gets the same answer
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _any: Vec<OsString>,
}

pub(crate) fn run(_: &Args) -> Result<ExitCode> {
    bail!(
        "this build has no site; build it with the cargo feature `serve`, which is on unless \
         --no-default-features is given: cargo build --release --features serve"
    )
}
