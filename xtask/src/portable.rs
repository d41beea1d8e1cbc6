//! The crates that build for WebAssembly: nothing beneath them may need an operating system.

use std::collections::BTreeSet;
use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

const PORTABLE: [&str; 6] = [
    "merels-rules",
    "merels-engine",
    "merels-model",
    "merels-messages",
    "merels-drawing",
    "merels-wasm",
];

/// Crates that stand for files, sockets, threads and the system's randomness.
const NATIVE: [&str; 8] =
    ["crossterm", "getrandom", "libc", "mio", "rayon", "rusqlite", "rustix", "tokio"];

/// Fails and names the crates beneath the portable ones that are not.
pub(crate) fn check(root: &Path) -> Result<()> {
    println!("\n== WebAssembly: crates that need an operating system");
    let mut tree = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    tree.args(["tree", "--locked", "--target", "wasm32-unknown-unknown", "--edges", "normal"]);
    tree.args(["--prefix", "none", "--format", "{p}"]).current_dir(root);
    for name in PORTABLE {
        tree.args(["--package", name]);
    }
    let output = tree.output().context("cargo tree cannot be run")?;
    if !output.status.success() {
        bail!("cargo tree ended with {}", output.status);
    }
    let lines = String::from_utf8(output.stdout)?;
    let native = native_crates(&lines);
    if !native.is_empty() {
        bail!("{} build for WebAssembly no more: they need {native:?}", PORTABLE.join(", "));
    }
    Ok(())
}

/// The native crates in a list of crates, one on each line.
fn native_crates(tree: &str) -> BTreeSet<&str> {
    let names = tree.lines().filter_map(|line| line.split(' ').next());
    names.filter(|name| NATIVE.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn native_crates_are_found_and_named_once() {
        let tree = "merels-model v0.1.0 (/merels)\njiff v0.2.39\ntokio v1.54.1\nmio v1.2.4 (*)\nmio v1.2.4\n";
        assert_eq!(native_crates(tree), BTreeSet::from(["mio", "tokio"]));
    }
}
