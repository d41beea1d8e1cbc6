//! The house's own commands: `cargo xtask test` is the one gate, `cargo xtask load` measures the
//! site.

mod backends;
mod debian;
mod deny;
mod fuzz;
mod gate;
mod hosting;
mod load;
mod modules;
mod needs;
mod packages;
mod portable;
mod postgres;
mod python;
mod sbom;
mod step;
mod tour;
mod wasm;
mod wasm_toolchain;

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
    /// terminal, of the site with a real SQLite, a real PostgreSQL and a real browser; licences,
    /// and ten seconds of every fuzz target. What is missing for that is installed with apt-get,
    /// npm, cargo and pip.
    Test {
        /// Compare the graphics card's tables with the processor's as well
        #[arg(long, conflicts_with = "quick")]
        gpu: bool,
        /// Run the checks that take hours as well: pictures of every page at three widths, five
        /// minutes of every fuzz target, every attack of one visitor with a minute of settling, 200
        /// kills under play, and 10,000 random games of the page's module
        #[arg(long, conflicts_with = "quick")]
        long: bool,
        /// Formatting, lints, unit and property tests only: for the day's work
        #[arg(long)]
        quick: bool,
        /// Install nothing: what is missing is listed and the gate fails
        #[arg(long)]
        no_install: bool,
    },
    /// Fuzzes the parsers, table files, socket messages, passkeys and the engine's protocol
    ///
    /// Interesting inputs are kept in target/fuzz-corpus, where the next run begins.
    Fuzz {
        /// One target: position, moves, record, table, socket, engine or passkey [default: all]
        target: Option<String>,
        /// Seconds for each
        #[arg(long, default_value_t = 600)]
        seconds: u64,
    },
    /// Builds the Python package and tests it, in an environment of its own
    Python {
        /// Install nothing: what is missing is an error
        #[arg(long)]
        no_install: bool,
    },
    /// Builds the Debian package, in target/debian
    ///
    /// With the program, its pages for man, a hardened systemd unit, a user, a file of settings and the
    /// list of what it is built from.
    Deb,
    /// Lists everything that the program is built from, in target/sbom (a CycloneDX SBOM)
    Sbom,
    /// Walks through docs/hosting.md in a fresh Debian, with the package that `deb` built
    ///
    /// As root, with debootstrap: a new Debian in target/hosting, every command of the page that is
    /// marked for it, and the site started there with the page's settings.
    Hosting,
    /// Writes docs/modules.md: which modules of each crate import which
    Modules,
    /// Builds the module of the page, in web/wasm
    ///
    /// With rustup's target wasm32-unknown-unknown, or with Debian's compiler for WebAssembly, which is
    /// unpacked in the target folder.
    Wasm {
        /// Install nothing: what is missing is an error
        #[arg(long)]
        no_install: bool,
    },
    /// Makes the pictures of docs/tour.md anew
    ///
    /// In a real browser, on a site with players and games of its own.
    Tour,
    /// Plays many games at once against the site and measures it: see `cargo xtask load -- --help`
    Load {
        /// Start a PostgreSQL that waits for the disk, as a real one does, and play on it; comes first
        #[arg(long)]
        postgres: bool,
        /// Arguments for `merels-load`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    let run = || -> Result<()> {
        let root = root()?;
        match Cli::parse().task {
            Task::Test { quick: true, .. } => gate::quick_test(&root),
            Task::Test { gpu, long, no_install, .. } => {
                gate::test(&root, &gate::Options { gpu, long, may_install: !no_install })
            }
            Task::Fuzz { target, seconds } => fuzz::run(&root, target.as_deref(), seconds),
            Task::Python { no_install } => {
                python::provide(&root, !no_install)?;
                python::test(&root)
            }
            Task::Deb => debian::package(&root),
            Task::Sbom => sbom::write(&root).map(drop),
            Task::Hosting => hosting::walk(&root),
            Task::Modules => modules::write(&root),
            Task::Wasm { no_install } => wasm::build(&root, !no_install),
            Task::Tour => tour::make(&root),
            Task::Load { postgres, arguments } => load::run(&root, postgres, &arguments),
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
