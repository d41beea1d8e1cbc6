//! The house's own commands: `cargo xtask test` is the one gate, `cargo xtask load` measures the
//! site.

mod backends;
mod gate;
mod load;
mod packages;
mod postgres;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Everything that must hold before a change lands
    ///
    /// Formatting, lints, documentation, and all tests: of the rules and the engine, of the
    /// terminal, of the site with a real SQLite, a real PostgreSQL and a real browser. What is
    /// missing for that is installed with apt-get and npm.
    Test {
        /// Compare the graphics card's tables with the processor's as well
        #[arg(long)]
        gpu: bool,
    },
    /// Plays many games at once against the site and measures it: see `cargo xtask load -- --help`
    Load {
        /// What `merels-load` is told
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    let run = || -> Result<()> {
        let root = root()?;
        match Cli::parse().task {
            Task::Test { gpu } => gate::test(&root, gpu),
            Task::Load { arguments } => load::run(&root, &arguments),
        }
    };
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's folder.
fn root() -> Result<PathBuf> {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    Ok(xtask.parent().context("xtask lies in the workspace")?.to_owned())
}
