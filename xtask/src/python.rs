//! The Python package: its wheel is built, put into an environment of its own, and tested there. In the
//! same environment are the programs that look at the description of the interface.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::step::{Step, target_folder};

/// The tools from PyPI that build and test the wheel and judge the description of the interface,
/// and the modules by which they are known.
const TOOLS: [&str; 7] = [
    "maturin>=1.9,<2",
    "pytest",
    "numpy",
    "pettingzoo",
    "openapi-spec-validator>=0.9,<1",
    "openapi-python-client>=0.29,<1",
    "schemathesis>=4.32,<5",
];
const MODULES: &str = "import maturin, pytest, numpy, pettingzoo, openapi_spec_validator, \
                       openapi_python_client, schemathesis";

const FORMAT: Step<'_> = of_crate("formatting of the Python package", &["fmt", "--check"]);
const LINTS: Step<'_> =
    of_crate("lints of the Python package", &["clippy", "--quiet", "--", "-D", "warnings"]);

/// A command of cargo, run on the crate of the package, which is a workspace of its own.
const fn of_crate<'a>(what: &'a str, arguments: &'a [&'a str]) -> Step<'a> {
    Step { what, program: "cargo", arguments, folder: "python" }
}

pub(crate) fn test(root: &Path) -> Result<()> {
    FORMAT.run(root, &[])?;
    LINTS.run(root, &[])?;
    let target = target_folder(root);
    let python = interpreter(root)?;
    let wheels = text(&target.join("wheels"))?;
    let step = |what, arguments: &[&str], path: &[(&str, &str)]| {
        Step { what, program: &python, arguments, folder: "python" }.run(root, path)
    };
    let build = ["-m", "maturin", "build", "--quiet", "--release", "--out", &wheels];
    step("the Python wheel", &build, &[])?;
    let install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"];
    let wheel = ["--force-reinstall", "--find-links", &wheels, "merels"];
    step("its installation", &[&install[..], &wheel].concat(), &[])?;
    // The program makes the tables that are probed.
    let programs = text(&target.join("debug"))?;
    let path = format!("{programs}:{}", env::var("PATH").unwrap_or_default());
    let tests = ["-m", "pytest", "-q", "-rs", "tests", "../docs/python.md"];
    step("tests of the Python package", &tests, &[("PATH", &path)])
}

/// The Python that has the tools.
pub(crate) fn interpreter(root: &Path) -> Result<String> {
    Ok(format!("{}/bin/python", environment(&target_folder(root))?))
}

fn environment(target: &Path) -> Result<String> {
    text(&target.join("python"))
}

/// The command that makes the environment with the tools, if it is missing.
pub(crate) fn missing(target: &Path) -> Result<Option<String>> {
    let environment = environment(target)?;
    let mut modules = Command::new(format!("{environment}/bin/python"));
    modules.args(["-c", MODULES]).stdout(Stdio::null()).stderr(Stdio::null());
    if modules.status().is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let tools = TOOLS.map(|tool| format!("'{tool}'")).join(" ");
    Ok(Some(format!("python3 -m venv {environment} && {environment}/bin/pip install {tools}")))
}

/// Makes the environment with the tools, unless they are there; where that is not wanted, fails with
/// what is missing.
pub(crate) fn provide(root: &Path, may_install: bool) -> Result<()> {
    let target = target_folder(root);
    let Some(command) = missing(&target)? else { return Ok(()) };
    if !may_install {
        bail!("the Python package needs what is not there:\n  {command}");
    }
    let environment = environment(&target)?;
    let python = interpreter(root)?;
    println!("== {environment} will be made, with {} from PyPI", TOOLS.join(" "));
    let make = Step {
        what: "Python environment",
        program: "python3",
        arguments: &["-m", "venv", &environment],
        folder: ".",
    };
    make.run(root, &[])?;
    let install = [&["-m", "pip", "install", "--quiet"][..], &TOOLS].concat();
    Step { what: "Python tools", program: &python, arguments: &install, folder: "." }.run(root, &[])
}

fn text(path: &Path) -> Result<String> {
    let text = path.to_str().with_context(|| format!("{} is no text", path.display()))?;
    Ok(text.to_owned())
}
