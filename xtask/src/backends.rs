//! The tables of the graphics card against the processor's.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::step::{Step, target_folder};

/// Solves variants on both backends and compares the files of the sectors byte by byte.
pub(crate) fn compare(root: &Path) -> Result<()> {
    let build = ["build", "--locked", "--release", "-p", "merels"];
    Step::cargo("release build", &build).run_quietly(root, &[])?;
    let target = target_folder(root);
    let folder = target.join("compare-backends");
    let orders =
        [("three", 3), ("five", 5), ("six", 6), ("six-nofly", 6), ("nine", 5), ("lasker", 5)];
    for (variant, men) in orders {
        let mut files = Vec::new();
        for device in ["cpu", "cuda"] {
            let tables = folder.join(device);
            // What an earlier comparison left would not be computed again.
            let _ = fs::remove_dir_all(tables.join(variant));
            let status = Command::new(target.join("release").join("merels"))
                .args(["solve", variant, "--men", &men.to_string(), "--device", device])
                .arg("--tables")
                .arg(&tables)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()?;
            if !status.success() {
                bail!("solving {variant} on {device} ended with {status}");
            }
            files.push(read_all(&tables.join(variant))?);
        }
        if files[0] != files[1] {
            bail!("the tables of {variant} differ");
        }
        println!("{variant}: {} files are the same", files[0].len());
    }
    Ok(())
}

/// The files of a folder by name.
fn read_all(folder: &Path) -> Result<BTreeMap<OsString, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        files.insert(entry.file_name(), fs::read(entry.path())?);
    }
    Ok(files)
}
