//! The one gate: everything that must hold before a change lands.

use std::env;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::postgres::Postgres;
use crate::{backends, packages};

/// One command of the gate.
pub(crate) struct Step {
    pub(crate) what: &'static str,
    pub(crate) program: &'static str,
    pub(crate) arguments: &'static [&'static str],
    /// Where it is run, from the workspace's folder.
    pub(crate) folder: &'static str,
}

/// Quick checks first; `--locked` keeps the versions that were tested.
const CHECKS: &[Step] = &[
    Step {
        what: "formatting",
        program: "cargo",
        arguments: &["fmt", "--all", "--check"],
        folder: ".",
    },
    Step {
        what: "web packages",
        program: "npm",
        arguments: &["ci", "--no-fund", "--no-audit"],
        folder: "web",
    },
    Step {
        what: "types of the scripts",
        program: "npm",
        arguments: &["run", "check"],
        folder: "web",
    },
    Step {
        what: "tests of the scripts",
        program: "node",
        arguments: &["--test", "test/"],
        folder: "web",
    },
    Step {
        what: "lints",
        program: "cargo",
        arguments: &["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"],
        folder: ".",
    },
    Step {
        what: "documentation",
        program: "cargo",
        arguments: &["doc", "--locked", "--workspace", "--no-deps"],
        folder: ".",
    },
    Step {
        what: "fuzz targets compile",
        program: "cargo",
        arguments: &[
            "check",
            "--locked",
            "--manifest-path",
            "fuzz/Cargo.toml",
            "--target-dir",
            "target/fuzz",
        ],
        folder: ".",
    },
];

const TESTS: Step = Step {
    what: "tests",
    program: "cargo",
    arguments: &["test", "--locked", "--workspace"],
    folder: ".",
};

pub(crate) fn test(root: &Path, gpu: bool) -> Result<()> {
    let start = Instant::now();
    packages::install()?;
    for step in CHECKS {
        run(root, step, &[("RUSTDOCFLAGS", "-D warnings")])?;
    }
    let postgres = Postgres::start().context("starting PostgreSQL for the tests")?;
    let environment = [
        // A changed snapshot is a failure here; `cargo insta` or INSTA_UPDATE accepts it.
        ("INSTA_UPDATE", "no"),
        ("MERELS_TEST_POSTGRES", postgres.address()),
        ("MERELS_TEST_BROWSER", "1"),
    ];
    run(root, &TESTS, &environment)?;
    drop(postgres);
    if gpu {
        println!("\n== tables of the graphics card and of the processor");
        backends::compare(root)?;
    }
    println!("\nAll good after {} s.", start.elapsed().as_secs());
    Ok(())
}

fn run(root: &Path, step: &Step, environment: &[(&str, &str)]) -> Result<()> {
    println!("\n== {}: {} {}", step.what, step.program, step.arguments.join(" "));
    let begun = Instant::now();
    run_step(root, step, environment).with_context(|| format!("{} failed", step.what))?;
    println!("== {}: good after {} s", step.what, begun.elapsed().as_secs());
    Ok(())
}

/// Runs a step; as cargo, the one that runs this program.
pub(crate) fn run_step(root: &Path, step: &Step, environment: &[(&str, &str)]) -> Result<()> {
    let this_cargo = env::var_os("CARGO").filter(|_| step.program == "cargo");
    let program = this_cargo.unwrap_or_else(|| step.program.into());
    let status = Command::new(program)
        .args(step.arguments)
        .envs(environment.iter().copied())
        .current_dir(root.join(step.folder))
        .status()
        .with_context(|| format!("{} cannot be run", step.program))?;
    if !status.success() {
        bail!("{} {} ended with {status}", step.program, step.arguments.join(" "));
    }
    Ok(())
}
