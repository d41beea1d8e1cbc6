//! The fuzz targets, built with the stable compiler and run one after the other.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::step::{Step, target_folder};

/// The targets; each is the example `fuzz-` and its name.
const TARGETS: [&str; 6] = ["position", "moves", "record", "table", "socket", "engine"];

/// Runs one target, or all, for so many seconds each. What they found interesting is kept in
/// target/fuzz-corpus and is where the next run begins; an input that fails stands in target/fuzz.
pub(crate) fn run(root: &Path, only: Option<&str>, seconds: u64) -> Result<()> {
    if let Some(name) = only
        && !TARGETS.contains(&name)
    {
        bail!("there is no fuzz target '{name}': {}", TARGETS.join(", "));
    }
    let wrapper = root.join("fuzz").join("instrumented");
    let wrapper = wrapper.to_str().context("the workspace's path is no text")?;
    // A wrapper for our own crates alone: what they build on is shared with the tests' build.
    let environment = [("RUSTC_WORKSPACE_WRAPPER", wrapper)];
    let build = [
        "build",
        "--locked",
        "--workspace",
        "--example",
        "fuzz-*",
        "--features",
        "merels-fuzz/run",
    ];
    Step::cargo("fuzz targets compile", &build).run(root, &environment)?;
    for name in TARGETS {
        if only.is_none_or(|only| only == name) {
            run_target(root, name, seconds)?;
        }
    }
    Ok(())
}

fn run_target(root: &Path, name: &str, seconds: u64) -> Result<()> {
    let target = target_folder(root);
    let program = target.join("debug").join("examples").join(format!("fuzz-{name}"));
    let corpus = target.join("fuzz-corpus").join(name);
    let failures = target.join("fuzz");
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&failures)?;
    let seeds = root.join("fuzz").join("seeds").join(name);
    let seconds = format!("-max_total_time={seconds}");
    let artifacts = format!("-artifact_prefix={}/{name}-", failures.display());
    let (program, corpus) = (program.to_string_lossy(), corpus.to_string_lossy());
    let seeds = seeds.to_string_lossy();
    let arguments = [&*corpus, &*seeds, &seconds, &artifacts, "-print_final_stats=1"];
    let what = format!("fuzzing {name}");
    Step { what: &what, program: &program, arguments: &arguments, folder: "." }
        .run(root, &[])
        .with_context(|| format!("the input is in {}", failures.display()))
}
