//! The fuzz targets, built with the stable compiler and run as many side by side as there are processors.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, anyhow, bail};

use crate::step::{Step, target_folder};

/// The targets; each is the example `fuzz-` and its name.
const TARGETS: [&str; 7] = ["position", "moves", "record", "table", "socket", "engine", "passkey"];

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
    let wanted = TARGETS.iter().copied().filter(|name| only.is_none_or(|only| only == *name));
    run_side_by_side(root, &wanted.collect::<Vec<_>>(), seconds)
}

/// Runs targets, as many at once as there are processors: each keeps one busy.
fn run_side_by_side(root: &Path, names: &[&str], seconds: u64) -> Result<()> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            run_target(root, name, seconds)?;
        }
        Ok(())
    };
    let workers = thread::available_parallelism().map_or(1, usize::from).min(names.len());
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, Result<()>>| {
            worker.join().map_err(|_| anyhow!("a fuzzing thread panicked"))?
        };
        workers.into_iter().try_for_each(join)
    })
}

/// Runs a target and then tells what it said, so that those beside it do not get mixed up with it.
fn run_target(root: &Path, name: &str, seconds: u64) -> Result<()> {
    let target = target_folder(root);
    let corpus = target.join("fuzz-corpus").join(name);
    let failures = target.join("fuzz");
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&failures)?;
    println!("\n== fuzzing {name} for {seconds} s");
    let output = Command::new(target.join("debug").join("examples").join(format!("fuzz-{name}")))
        .arg(&corpus)
        .arg(root.join("fuzz").join("seeds").join(name))
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-artifact_prefix={}/{name}-", failures.display()))
        .arg("-print_final_stats=1")
        .current_dir(root)
        .output()
        .with_context(|| format!("the fuzz target {name} cannot be run"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    print!("{}", String::from_utf8_lossy(&output.stdout));
    if !output.status.success() {
        eprint!("{said}");
        bail!("fuzzing {name} failed: the input is in {}", failures.display());
    }
    let figures = said.lines().filter(|line| line.starts_with("stat::"));
    println!("== fuzzing {name}: good\n{}", figures.collect::<Vec<_>>().join("\n"));
    Ok(())
}
