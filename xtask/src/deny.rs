//! Licences, duplicate versions and sources of everything we build on, by cargo-deny.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::step::{Step, target_folder};

/// The version that was tried with our `deny.toml`.
const VERSION: &str = "0.20.2";

/// Advisories change by the day without us: the hosted workflow asks for them, not the gate.
pub(crate) fn check(root: &Path) -> Result<()> {
    let program = program(&target_folder(root));
    let program = program.to_string_lossy();
    let arguments = ["--locked", "check", "licenses", "bans", "sources"];
    Step { what: "licences and duplicates", program: &program, arguments: &arguments, folder: "." }
        .run(root, &[])
}

fn program(target: &Path) -> PathBuf {
    tools(target).join("bin").join("cargo-deny")
}

fn tools(target: &Path) -> PathBuf {
    target.join("tools")
}

/// The command that installs it, if it is missing.
pub(crate) fn missing(target: &Path) -> Option<String> {
    let tools = tools(target);
    (!program(target).exists()).then(|| {
        format!("cargo install cargo-deny --version {VERSION} --locked --root {}", tools.display())
    })
}

/// Installs it if it is missing. Unoptimised, it is compiled in a fraction of the time and still
/// quick enough.
pub(crate) fn install(root: &Path) -> Result<()> {
    let target = target_folder(root);
    if missing(&target).is_none() {
        return Ok(());
    }
    let tools = tools(&target);
    let (folder, build) = (tools.to_string_lossy(), tools.join("build"));
    let build = build.to_string_lossy();
    let arguments = [
        "install",
        "cargo-deny",
        "--version",
        VERSION,
        "--locked",
        "--debug",
        "--root",
        &folder,
        "--target-dir",
        &build,
    ];
    // Nobody will look for its mistakes with a debugger.
    let lean = [("CARGO_PROFILE_DEV_DEBUG", "0")];
    Step::cargo("installing cargo-deny", &arguments).run(root, &lean)
}
