//! The compiler for WebAssembly: rustup's, or Debian's packages, unpacked into the target folder because
//! they cannot be installed beside rustup. Debian has the standard library only as source, so it is
//! built along.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::step::target_folder;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Every browser of the last years knows both.
const FEATURES: &str = "-C target-feature=+simd128,+bulk-memory";

/// The arguments and environment with which cargo builds for [`TARGET`].
pub(crate) struct Toolchain {
    pub(crate) arguments: Vec<&'static str>,
    pub(crate) environment: Vec<(&'static str, String)>,
}

/// The Debian packages that are unpacked with those they need of these kinds.
const PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];
const KINDS: [&str; 5] = ["rustc-web", "rust-web-src", "libstd-rust-web", "lld-", "libllvm"];

/// Finds a toolchain, or unpacks Debian's.
pub(crate) fn provide(root: &Path, may_install: bool) -> Result<Toolchain> {
    let flags = ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FEATURES.to_owned());
    if rustup_has_target(root) {
        return Ok(Toolchain { arguments: Vec::new(), environment: vec![flags] });
    }
    let folder = target_folder(root).join("wasm-toolchain");
    if !folder.join("rustc").exists() {
        if !may_install {
            bail!("the module of the page needs `rustup target add {TARGET}`");
        }
        unpack(&folder)?;
    }
    let linker = found(&folder.join("usr/bin"), "wasm-ld-")?;
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    Ok(Toolchain {
        arguments: vec!["-Z", "build-std=std,panic_abort"],
        environment: vec![
            flags,
            ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", text(linker)),
            ("RUSTC", text(folder.join("rustc"))),
            ("RUSTC_BOOTSTRAP", "1".to_owned()),
        ],
    })
}

fn rustup_has_target(root: &Path) -> bool {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", TARGET]).current_dir(root);
    let output = rustc.stderr(Stdio::null()).output();
    output.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout);
        output.status.success() && Path::new(folder.trim()).exists()
    })
}

/// Downloads Debian's packages and unpacks them into a folder, with a script that runs their compiler.
fn unpack(folder: &Path) -> Result<()> {
    println!("== Debian's compiler for WebAssembly will be unpacked in {}", folder.display());
    let packages = folder.join("packages");
    fs::create_dir_all(&packages)?;
    said("apt-get", &["update", "--quiet"], &packages)?;
    let names = package_names(&packages)?;
    let download = [vec!["download"], names.iter().map(String::as_str).collect()].concat();
    said("apt-get", &download, &packages)?;
    for entry in fs::read_dir(&packages)? {
        let package = entry?.path();
        said("dpkg", &["-x", &package.to_string_lossy(), &folder.to_string_lossy()], folder)?;
    }
    fs::remove_dir_all(&packages)?;
    let usr = folder.join("usr");
    let libraries = found(&usr.join("lib"), std::env::consts::ARCH)?;
    let script = format!(
        "#!/bin/sh\nexport LD_LIBRARY_PATH='{}'\nexec '{}' --sysroot '{}' \"$@\"\n",
        libraries.display(),
        usr.join("bin/rustc").display(),
        usr.display()
    );
    // Last, because it says that all is there.
    let unfinished = folder.join("rustc.unfinished");
    fs::write(&unfinished, script)?;
    fs::set_permissions(&unfinished, fs::Permissions::from_mode(0o755))?;
    Ok(fs::rename(unfinished, folder.join("rustc"))?)
}

/// The names of all packages to unpack: Debian's versions move on.
fn package_names(folder: &Path) -> Result<Vec<String>> {
    let linkers = said("apt-cache", &["search", "--names-only", "^lld-[0-9]+$"], folder)?;
    let linker = newest_linker(&linkers).context("Debian has no package lld")?;
    let mut arguments = vec!["depends", "--recurse", "--no-recommends", "--no-suggests"];
    arguments.extend(["--no-conflicts", "--no-breaks", "--no-replaces", "--no-enhances"]);
    arguments.extend(PACKAGES);
    arguments.push(&linker);
    let names = said("apt-cache", &arguments, folder)?;
    let is_wanted = |name: &&str| KINDS.iter().any(|kind| name.starts_with(kind));
    Ok(names.lines().filter(is_wanted).map(str::to_owned).collect())
}

/// The linker with the highest version in a list of packages, each with what it is.
fn newest_linker(packages: &str) -> Option<String> {
    let names = packages.lines().filter_map(|line| line.split(' ').next());
    let versions = names.filter_map(|name| name.strip_prefix("lld-")?.parse::<u32>().ok());
    versions.max().map(|version| format!("lld-{version}"))
}

/// The first entry of a folder whose name begins so.
fn found(folder: &Path, start: &str) -> Result<PathBuf> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let begins = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start))
    };
    paths.find(begins).with_context(|| format!("{} has no {start}…", folder.display()))
}

/// Runs a command and gives what it says.
fn said(program: &str, arguments: &[&str], folder: &Path) -> Result<String> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output().with_context(|| format!("{program} cannot be run"))?;
    if !output.status.success() {
        bail!("{program} {} ended with {}", arguments.join(" "), output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_linker_is_taken_by_number() {
        let list = "lld-9 - linker\nlld-22 - linker\nlld-14 - linker\nlld-x - other\n";
        assert_eq!(newest_linker(list).as_deref(), Some("lld-22"));
        assert_eq!(newest_linker(""), None);
    }
}
