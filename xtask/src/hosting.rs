//! The walk of docs/hosting.md, done: a fresh Debian in a folder, the package, and every command that the
//! page says is run.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::step::{Step, target_folder};

/// The beginning of a block that is run, and of one that is run when the site is up.
const RUN: &str = "```sh run";
const SITE: &str = "```sh site";

/// Makes the fresh Debian, runs the commands in it, starts the site there and asks it.
const WALK: &str = include_str!("hosting.sh");

pub(crate) fn walk(root: &Path) -> Result<()> {
    let page = fs::read_to_string(root.join("docs").join("hosting.md"))?;
    let target = target_folder(root);
    let package = package(&target.join("debian"))?;
    let folder = target.join("hosting");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("commands.sh"), commands(&page, RUN)?)?;
    fs::write(folder.join("site.sh"), commands(&page, SITE)?)?;
    let script = folder.join("walk.sh");
    fs::write(&script, WALK)?;
    let names = [&script, &folder, &package].map(|path| path.display().to_string());
    let arguments = names.each_ref().map(String::as_str);
    Step { what: "the walk through hosting", program: "bash", arguments: &arguments, folder: "." }
        .run(root, &[])
}

/// The commands of all blocks that begin like this, one after the other.
fn commands(page: &str, start: &str) -> Result<String> {
    let mut commands = String::from("set -eux\n");
    let mut blocks = page.split(start).skip(1).peekable();
    if blocks.peek().is_none() {
        bail!("docs/hosting.md has no block that begins with {start}");
    }
    for block in blocks {
        let (block, _) = block.split_once("\n```").context("a block of docs/hosting.md is open")?;
        // Each begins where the operator would: at home.
        commands += "cd /root\n";
        commands += block.trim_start();
        commands.push('\n');
    }
    Ok(commands)
}

/// The newest package.
fn package(folder: &Path) -> Result<PathBuf> {
    let mut packages: Vec<PathBuf> = match fs::read_dir(folder) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(_) => Vec::new(),
    };
    packages.retain(|path| path.extension().is_some_and(|ending| ending == "deb"));
    packages.sort_by_key(|path| fs::metadata(path).and_then(|file| file.modified()).ok());
    packages.pop().context("there is no package yet: cargo xtask deb makes it")
}
