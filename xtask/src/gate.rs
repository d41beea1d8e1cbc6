//! The one gate: everything that must hold before a change lands.

use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::postgres::{Commit, Postgres};
use crate::step::Step;
use crate::{backends, deny, fuzz, load, modules, needs, portable, python, wasm};

/// The time for which each fuzz target is run here.
const FUZZ_SECONDS: u64 = 10;
const LONG_FUZZ_SECONDS: u64 = 300;

/// Measurements of the site's load when there is time for them: every attack of one visitor, and
/// kills.
const LONG_LOADS: [&[&str]; 2] = [&["--abuse"], &["--games", "50", "--kills", "200"]];

/// Pictures of every page, and random games of the page's module against the program.
const LONG_TESTS: [(&str, &str); 2] =
    [("MERELS_TEST_PICTURES", "all"), ("MERELS_TEST_RANDOM_GAMES", "10000")];

const FORMAT: Step<'_> = Step::cargo("formatting", &["fmt", "--all", "--check"]);

const LINTS: Step<'_> = Step::cargo(
    "lints",
    &["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"],
);

/// Of the scripts; npm's script names the files, as Node's versions disagree about folders.
const WEB: &[Step<'_>] = &[
    Step::web("types of the scripts", "npm", &["run", "check"]),
    Step::web("tests of the scripts", "npm", &["test"]),
];

const LEAN: &[Step<'_>] = &[
    Step::cargo(
        "lints of the engine, which needs no table files",
        &["clippy", "--locked", "-p", "merels-engine", "--lib", "--", "-D", "warnings"],
    ),
    Step::cargo(
        "lints without the features",
        &[
            "clippy",
            "--locked",
            "-p",
            "merels",
            "--no-default-features",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
    ),
    Step::cargo(
        "the program without its features",
        &["test", "--locked", "-p", "merels", "--no-default-features", "--test", "lean"],
    ),
];

const DOCUMENTATION: Step<'_> =
    Step::cargo("documentation", &["doc", "--locked", "--workspace", "--no-deps"]);

const TESTS: Step<'_> = Step::cargo(
    "tests",
    // The fuzz targets would be built without what they run with.
    &["test", "--locked", "--workspace", "--exclude", "merels-fuzz"],
);

/// The tests that need neither a service nor the whole program: for the day's work.
const QUICK_TESTS: &[Step<'_>] = &[
    Step::cargo(
        "unit tests",
        &["test", "--locked", "--workspace", "--lib", "--bins", "--exclude", "merels-fuzz"],
    ),
    Step::cargo(
        "rules and numbering",
        &["test", "--locked", "-p", "merels-rules", "-p", "merels-tables", "--tests"],
    ),
];

/// A changed snapshot is a failure here; `cargo insta` or INSTA_UPDATE accepts it.
const FROZEN: (&str, &str) = ("INSTA_UPDATE", "no");

pub(crate) struct Options {
    pub(crate) gpu: bool,
    pub(crate) long: bool,
    pub(crate) may_install: bool,
}

/// The whole gate.
pub(crate) fn test(root: &Path, options: &Options) -> Result<()> {
    let start = Instant::now();
    needs::provide(root, options.may_install)?;
    FORMAT.run(root, &[])?;
    modules::check(root)?;
    portable::check(root)?;
    wasm::check(root)?;
    deny::check(root)?;
    for step in WEB {
        step.run(root, &[])?;
    }
    LINTS.run(root, &[])?;
    DOCUMENTATION.run(root, &[("RUSTDOCFLAGS", "-D warnings")])?;
    let postgres =
        Postgres::start(Commit::InMemory).context("starting PostgreSQL for the tests")?;
    let python = python::interpreter(root)?;
    let services = [
        FROZEN,
        ("MERELS_TEST_POSTGRES", postgres.address()),
        ("MERELS_TEST_BROWSER", "1"),
        ("MERELS_TEST_PEBBLE", "1"),
        // The Python that Debian's aiosmtpd is installed for.
        ("MERELS_TEST_SMTP", "/usr/bin/python3"),
        // The packages of the folder `web` are there by now.
        ("MERELS_TEST_NODE", "1"),
        ("MERELS_TEST_OPENAPI", &python),
    ];
    let more = LONG_TESTS.into_iter().filter(|_| options.long);
    TESTS.run(root, &services.into_iter().chain(more).collect::<Vec<_>>())?;
    drop(postgres);
    for step in LEAN {
        step.run(root, &[FROZEN])?;
    }
    python::test(root)?;
    fuzz::run(root, None, if options.long { LONG_FUZZ_SECONDS } else { FUZZ_SECONDS })?;
    for arguments in LONG_LOADS.iter().filter(|_| options.long) {
        println!("\n== load {}", arguments.join(" "));
        load::run(root, false, &arguments.iter().map(OsString::from).collect::<Vec<_>>())?;
    }
    if options.gpu {
        println!("\n== tables of the graphics card and of the processor");
        backends::compare(root)?;
    }
    println!("\nAll good after {} s.", start.elapsed().as_secs());
    Ok(())
}

/// The part for the day's work.
pub(crate) fn quick_test(root: &Path) -> Result<()> {
    let start = Instant::now();
    FORMAT.run(root, &[])?;
    modules::check(root)?;
    portable::check(root)?;
    LINTS.run(root, &[])?;
    for step in QUICK_TESTS {
        step.run(root, &[FROZEN])?;
    }
    println!(
        "\nGood so far after {} s; cargo xtask test does the rest.",
        start.elapsed().as_secs()
    );
    Ok(())
}
