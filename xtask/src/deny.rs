//! Licences, duplicate versions and sources of everything we build on, by cargo-deny.

use std::path::Path;

use anyhow::{Result, bail};

use crate::step::{Step, target_folder};

/// The version that was tried with our `deny.toml`.
const VERSION: &str = "0.20.2";

/// Advisories change by the day without us: the hosted workflow asks for them, not the gate.
pub(crate) fn check(root: &Path, may_install: bool) -> Result<()> {
    let tools = target_folder(root).join("tools");
    let program = tools.join("bin").join("cargo-deny");
    if !program.exists() {
        if !may_install {
            bail!("cargo-deny is missing: cargo install cargo-deny --version {VERSION} --locked");
        }
        install(root, &tools)?;
    }
    let program = program.to_string_lossy();
    let arguments = ["--locked", "check", "licenses", "bans", "sources"];
    Step { what: "licences and duplicates", program: &program, arguments: &arguments, folder: "." }
        .run(root, &[])
}

/// Unoptimised, it is compiled in a fraction of the time and still quick enough.
fn install(root: &Path, tools: &Path) -> Result<()> {
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
    Step::cargo("installing cargo-deny", &arguments).run(root, &[])
}
