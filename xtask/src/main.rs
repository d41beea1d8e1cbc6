//! The one gate: `cargo xtask test` checks everything that must hold before a change lands.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

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
    Test,
}

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Test => test(),
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

fn test() -> Result<()> {
    let root = root()?;
    let start = Instant::now();
    for step in STEPS {
        println!("\n== {}: cargo {}", step.what, step.arguments.join(" "));
        let begun = Instant::now();
        cargo(&root, step).with_context(|| format!("{} failed", step.what))?;
        println!("== {}: good after {} s", step.what, begun.elapsed().as_secs());
    }
    println!("\nAll good after {} s.", start.elapsed().as_secs());
    Ok(())
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
