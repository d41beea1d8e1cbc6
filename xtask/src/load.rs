//! Builds the site and what loads it, and lets the one load the other.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::step::{Step, target_folder};

const BUILD: Step<'_> = Step::cargo(
    "the build that is handed out",
    &["build", "--locked", "--profile", "dist", "-p", "merels", "-p", "merels-load"],
);

pub(crate) fn run(root: &Path, arguments: &[OsString]) -> Result<()> {
    BUILD.run_quietly(root, &[])?;
    let folder = target_folder(root).join("dist");
    let status = Command::new(folder.join("merels-load"))
        .arg("--binary")
        .arg(folder.join("merels"))
        .args(arguments)
        .status()?;
    if !status.success() {
        bail!("the load ended with {status}");
    }
    Ok(())
}
