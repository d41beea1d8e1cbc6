//! Builds the site and what loads it, and lets the one load the other.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::postgres::{Commit, Postgres};
use crate::step::{Step, target_folder};

const BUILD: Step<'_> = Step::cargo(
    "the build that is handed out",
    &[
        "build",
        "--locked",
        "--profile",
        "dist",
        "-p",
        "merels",
        "--features",
        "merels/jemalloc",
        "-p",
        "merels-load",
    ],
);

/// Lets the load load the site, on a PostgreSQL of its own if that is wanted.
pub(crate) fn run(root: &Path, on_postgres: bool, arguments: &[OsString]) -> Result<()> {
    BUILD.run_quietly(root, &[])?;
    let postgres = on_postgres.then(|| Postgres::start(Commit::ToDisk)).transpose()?;
    let database = postgres.as_ref().map(|postgres| postgres.create("merels")).transpose()?;
    let folder = target_folder(root).join("dist");
    let mut load = Command::new(folder.join("merels-load"));
    load.arg("--binary").arg(folder.join("merels"));
    if let Some(database) = database {
        load.args(["--database", &database]);
    }
    let status = load.args(arguments).status()?;
    if !status.success() {
        bail!("the load ended with {status}");
    }
    Ok(())
}
