//! Builds the site and what loads it, and lets the one load the other.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::gate::{Step, run_step};

const BUILD: Step = Step {
    what: "release build",
    program: "cargo",
    arguments: &["build", "--locked", "--release", "-p", "merels", "-p", "merels-load"],
    folder: ".",
};

pub(crate) fn run(root: &Path, arguments: &[OsString]) -> Result<()> {
    run_step(root, &BUILD, &[])?;
    let release = root.join("target").join("release");
    let status = Command::new(release.join("merels-load"))
        .arg("--binary")
        .arg(release.join("merels"))
        .args(arguments)
        .status()?;
    if !status.success() {
        bail!("the load ended with {status}");
    }
    Ok(())
}
