//! The one gate: `cargo xtask test` checks everything that must hold before a change lands.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use std::{env, fs};

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Formatting, lints, documentation and all tests
    Test {
        /// Compare the graphics card's tables with the processor's as well
        #[arg(long)]
        gpu: bool,
    },
}

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Test { gpu } => test(gpu),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// One command of the gate.
struct Step {
    what: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

/// Quick checks first; `--locked` keeps the versions that were tested.
const STEPS: &[Step] = &[
    Step { what: "formatting", arguments: &["fmt", "--all", "--check"], environment: &[] },
    Step {
        what: "lints",
        arguments: &["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"],
        environment: &[],
    },
    Step {
        what: "documentation",
        arguments: &["doc", "--locked", "--workspace", "--no-deps"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
    },
    Step {
        what: "fuzz targets compile",
        arguments: &["check", "--locked", "--manifest-path", "fuzz/Cargo.toml"],
        environment: &[("CARGO_TARGET_DIR", "target/fuzz")],
    },
    Step {
        what: "tests",
        arguments: &["test", "--locked", "--workspace"],
        // A changed snapshot is a failure here; `cargo insta` or INSTA_UPDATE accepts it.
        environment: &[("INSTA_UPDATE", "no")],
    },
];

fn test(gpu: bool) -> Result<()> {
    let root = root()?;
    let start = Instant::now();
    install_packages()?;
    for step in STEPS {
        println!("\n== {}: cargo {}", step.what, step.arguments.join(" "));
        let begun = Instant::now();
        cargo(&root, step).with_context(|| format!("{} failed", step.what))?;
        println!("== {}: good after {} s", step.what, begun.elapsed().as_secs());
    }
    if gpu {
        println!("\n== tables of the graphics card and of the processor");
        compare_backends(&root)?;
    }
    println!("\nAll good after {} s.", start.elapsed().as_secs());
    Ok(())
}

/// What the tests need beside Rust, each as a program to look for and the Debian package it is in.
const PACKAGES: &[(&str, &str)] = &[("c++", "g++")];

/// Installs what is missing, and says so.
fn install_packages() -> Result<()> {
    let missing: Vec<&str> = PACKAGES
        .iter()
        .filter(|(program, _)| Command::new(program).arg("--version").output().is_err())
        .map(|(_, package)| *package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("== installing {}", missing.join(", "));
    for arguments in [&["update", "--quiet"][..], &["install", "--yes", "--quiet"]] {
        let packages: &[&str] = if arguments[0] == "install" { &missing } else { &[] };
        let status = Command::new("apt-get").args(arguments).args(packages).status();
        if !status.is_ok_and(|status| status.success()) {
            bail!("apt-get {} failed: install {} by hand", arguments[0], missing.join(", "));
        }
    }
    Ok(())
}

/// Solves variants on both backends and compares the files of the sectors byte by byte.
fn compare_backends(root: &Path) -> Result<()> {
    let build = &["build", "--locked", "--release"];
    cargo(root, &Step { what: "release build", arguments: build, environment: &[] })?;
    let folder = root.join("target").join("compare-backends");
    let orders =
        [("three", 3), ("five", 5), ("six", 6), ("six-nofly", 6), ("nine", 5), ("lasker", 5)];
    for (variant, men) in orders {
        let mut files = Vec::new();
        for device in ["cpu", "cuda"] {
            let tables = folder.join(device);
            // What an earlier comparison left would not be computed again.
            let _ = fs::remove_dir_all(tables.join(variant));
            let status = Command::new(root.join("target/release/merels"))
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

fn cargo(root: &Path, step: &Step) -> Result<()> {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(program)
        .args(step.arguments)
        .envs(step.environment.iter().copied())
        .current_dir(root)
        .status()?;
    if !status.success() {
        bail!("cargo {} ended with {status}", step.arguments.join(" "));
    }
    Ok(())
}

/// The workspace's folder.
fn root() -> Result<PathBuf> {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    Ok(xtask.parent().context("xtask lies in the workspace")?.to_owned())
}
