//! One command of the house's chores, announced and timed.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

pub(crate) struct Step<'a> {
    pub(crate) what: &'a str,
    pub(crate) program: &'a str,
    pub(crate) arguments: &'a [&'a str],
    /// The folder in which it is run, from the workspace's.
    pub(crate) folder: &'a str,
}

impl<'a> Step<'a> {
    /// A command of cargo, run in the workspace's folder.
    pub(crate) const fn cargo(what: &'a str, arguments: &'a [&'a str]) -> Step<'a> {
        Step { what, program: "cargo", arguments, folder: "." }
    }

    /// A command that is run in the folder `web`.
    pub(crate) const fn web(what: &'a str, program: &'a str, arguments: &'a [&'a str]) -> Step<'a> {
        Step { what, program, arguments, folder: "web" }
    }

    /// Runs it and says what it is and how long it took.
    pub(crate) fn run(&self, root: &Path, environment: &[(&str, &str)]) -> Result<()> {
        let Step { what, program, arguments, .. } = self;
        println!("\n== {what}: {program} {}", arguments.join(" "));
        let begun = Instant::now();
        self.run_quietly(root, environment).with_context(|| format!("{what} failed"))?;
        println!("== {what}: good after {} s", begun.elapsed().as_secs());
        Ok(())
    }

    /// Runs it; as cargo, the one that runs this program.
    pub(crate) fn run_quietly(&self, root: &Path, environment: &[(&str, &str)]) -> Result<()> {
        let this_cargo = env::var_os("CARGO").filter(|_| self.program == "cargo");
        let program = this_cargo.unwrap_or_else(|| self.program.into());
        let mut command = Command::new(program);
        for name in env::vars_os().map(|(name, _)| name).filter(is_about_this_program) {
            command.env_remove(name);
        }
        let status = command
            .args(self.arguments)
            .envs(environment.iter().copied())
            .current_dir(root.join(self.folder))
            .status()
            .with_context(|| format!("{} cannot be run", self.program))?;
        if !status.success() {
            bail!("{} {} ended with {status}", self.program, self.arguments.join(" "));
        }
        Ok(())
    }
}

/// Returns `true` for a variable that cargo set for this program. Build scripts look at some of
/// them, and what they build would be built once for us and once for those who call cargo
/// themselves.
fn is_about_this_program(name: &OsString) -> bool {
    let name = name.to_string_lossy();
    name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
}

/// The folder into which cargo builds.
pub(crate) fn target_folder(root: &Path) -> PathBuf {
    target_folder_named(root, env::var_os("CARGO_TARGET_DIR"))
}

fn target_folder_named(root: &Path, named: Option<OsString>) -> PathBuf {
    root.join(named.unwrap_or_else(|| "target".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cargo_says_of_this_program_is_not_passed_on() {
        for (name, about_us) in [
            ("CARGO_PKG_NAME", true),
            ("CARGO_MANIFEST_DIR", true),
            ("CARGO_TARGET_DIR", false),
            ("CARGO", false),
        ] {
            assert_eq!(is_about_this_program(&name.into()), about_us, "{name}");
        }
    }

    #[test]
    fn the_load_finds_its_binary_where_cargo_target_dir_says() {
        let root = Path::new("/merels");
        let folder = |named: Option<&str>| target_folder_named(root, named.map(Into::into));
        assert_eq!(folder(None), Path::new("/merels/target"));
        assert_eq!(folder(Some("elsewhere")), Path::new("/merels/elsewhere"));
        assert_eq!(folder(Some("/var/cache/merels")), Path::new("/var/cache/merels"));
    }
}
