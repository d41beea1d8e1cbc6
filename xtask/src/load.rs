//! Builds the site and what loads it, and lets the one load the other.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::step::{Step, target_folder};

const BUILD: Step<'_> = Step::cargo(
    "release build",
    &["build", "--locked", "--release", "-p", "merels", "-p", "merels-load"],
);

pub(crate) fn run(root: &Path, arguments: &[OsString]) -> Result<()> {
    BUILD.run_quietly(root, &[])?;
    let release = target_folder(root).join("release");
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
