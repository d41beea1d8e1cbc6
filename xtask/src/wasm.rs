//! The module of the page: `crates/wasm` built for WebAssembly and kept in `web/wasm`, so that nobody
//! needs a second toolchain to run the site. Beside it lies a fingerprint of the sources it was built
//! from.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::step::{Step, target_folder};
use crate::{modules, wasm_toolchain};

const CRATE: &str = "wasm";

/// The kept files, from the workspace's folder.
const MODULE: &str = "web/wasm/merels.wasm";
const FINGERPRINT: &str = "crates/wasm/built-from.txt";

/// Builds the module and keeps it.
pub(crate) fn build(root: &Path, may_install: bool) -> Result<()> {
    let target = target_folder(root);
    let toolchain = wasm_toolchain::provide(root, may_install)?;
    let folder = target.join("wasm-build");
    let folder_text = folder.to_string_lossy();
    let mut arguments = vec!["rustc", "--locked", "--profile", "wasm", "--package", "merels-wasm"];
    // Elsewhere the crate is an ordinary library.
    arguments.extend(["--lib", "--crate-type", "cdylib"]);
    arguments.extend(["--target", wasm_toolchain::TARGET, "--target-dir", &folder_text]);
    arguments.extend(toolchain.arguments.iter().copied());
    let environment: Vec<(&str, &str)> =
        toolchain.environment.iter().map(|(name, value)| (*name, value.as_str())).collect();
    Step::cargo("the module of the page", &arguments).run(root, &environment)?;
    let built = folder.join(wasm_toolchain::TARGET).join("wasm").join("merels_wasm.wasm");
    let module = root.join(MODULE);
    fs::create_dir_all(module.parent().context("a kept file has a folder")?)?;
    fs::copy(&built, &module).with_context(|| built.display().to_string())?;
    fs::write(root.join(FINGERPRINT), fingerprint(root)?)?;
    let bytes = fs::metadata(&module)?.len();
    println!("== {MODULE}: {} KB, {} KB gzipped", bytes / 1000, gzipped(&module)? / 1000);
    Ok(())
}

/// Fails if the kept module was built from other sources than these.
pub(crate) fn check(root: &Path) -> Result<()> {
    println!("\n== WebAssembly: the sources of {MODULE}");
    let kept = fs::read_to_string(root.join(FINGERPRINT)).unwrap_or_default();
    let changed = differences(&kept, &fingerprint(root)?);
    if !changed.is_empty() {
        bail!(
            "{MODULE} is older than the sources of {}: run `cargo xtask wasm`",
            changed.join(", ")
        );
    }
    Ok(())
}

/// The crates whose line differs between two fingerprints.
fn differences(kept: &str, now: &str) -> Vec<String> {
    let lines = |text: &str| -> BTreeMap<String, String> {
        let pairs = text.lines().filter_map(|line| line.split_once(' '));
        pairs.map(|(name, sum)| (name.to_owned(), sum.to_owned())).collect()
    };
    let (kept, now) = (lines(kept), lines(now));
    let names = kept.keys().chain(now.keys()).filter(|name| kept.get(*name) != now.get(*name));
    let mut names: Vec<String> = names.cloned().collect();
    names.sort();
    names.dedup();
    names
}

/// A line for each crate that the module is made of: its name, and a checksum of its manifest and its
/// code without comments, blank lines and tests.
fn fingerprint(root: &Path) -> Result<String> {
    let mut text = String::new();
    for (name, code) in modules::code_of(root, CRATE)? {
        let _ = writeln!(text, "{name} {:016x}", checksum(&code));
    }
    Ok(text)
}

/// The 64-bit FNV-1a checksum of a text's lines that are not blank.
fn checksum(text: &str) -> u64 {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
    let bytes = lines.flat_map(|line| line.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The size of a file as it travels.
fn gzipped(file: &Path) -> Result<u64> {
    let output = Command::new("gzip").args(["-9", "-c"]).arg(file).output()?;
    if !output.status.success() {
        bail!("gzip ended with {}", output.status);
    }
    Ok(output.stdout.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_do_not_count_and_code_does() {
        assert_eq!(checksum("a\n\n  \nb\n"), checksum("a  \nb"));
        assert_ne!(checksum("a\nb\n"), checksum("b\na\n"));
        assert_ne!(checksum("  a\n"), checksum("a\n"));
    }

    #[test]
    fn changed_new_and_lost_crates_are_named() {
        let kept = "engine 1\nrules 2\nold 3\n";
        assert_eq!(differences(kept, kept), [""; 0]);
        assert_eq!(differences(kept, "engine 9\nrules 2\nnew 3\n"), ["engine", "new", "old"]);
        assert_eq!(differences("", "engine 1\n"), ["engine"]);
    }
}
