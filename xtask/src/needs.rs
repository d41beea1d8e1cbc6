//! The gate's needs beside the workspace and its toolchain: installed before any work where it is
//! missing, or listed.

use std::path::Path;

use anyhow::{Result, bail};

use crate::step::{Step, target_folder};
use crate::{deny, packages, python};

const WEB: Step<'_> = Step::web("web packages", "npm", &["ci", "--no-fund", "--no-audit"]);

/// Installs what is missing; where that is not wanted, fails with the list of it.
pub(crate) fn provide(root: &Path, may_install: bool) -> Result<()> {
    if !may_install {
        return refuse(&missing(root, &target_folder(root), &packages::missing())?);
    }
    packages::install()?;
    // Always: it is quick, and what is there may be of another version.
    WEB.run(root, &[])?;
    deny::install(root)?;
    python::provide(root, true)
}

/// The commands that would install what is missing, these Debian packages among it.
fn missing(root: &Path, target: &Path, packages: &[&str]) -> Result<Vec<String>> {
    let mut commands = Vec::new();
    if !packages.is_empty() {
        commands.push(format!("apt-get install {}", packages.join(" ")));
    }
    if !root.join("web").join("node_modules").exists() {
        commands.push("npm --prefix web ci".to_owned());
    }
    commands.extend(deny::missing(target));
    commands.extend(python::missing(target)?);
    Ok(commands)
}

fn refuse(missing: &[String]) -> Result<()> {
    if !missing.is_empty() {
        bail!("the gate needs what is not there:\n  {}", missing.join("\n  "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a folder that is not there, all that lies in the workspace's folder is missing.
    #[test]
    fn no_install_fails_with_the_list_of_everything_that_is_missing() {
        let nowhere = Path::new("/nonexistent");
        let commands = missing(nowhere, nowhere, &["chromium", "chromium-driver"]).unwrap();
        let error = refuse(&commands).unwrap_err().to_string();
        let lines: Vec<&str> = error.lines().skip(1).map(str::trim).collect();
        let wanted = [
            "apt-get install chromium chromium-driver",
            "npm --prefix web ci",
            "cargo install cargo-deny",
            "python3 -m venv",
        ];
        assert_eq!(lines.len(), wanted.len(), "{error}");
        assert!(lines.iter().zip(wanted).all(|(line, start)| line.starts_with(start)), "{error}");
        assert!(refuse(&[]).is_ok());
    }
}
