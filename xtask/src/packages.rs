//! The system's packages that the gate needs beside Rust, installed where they are missing.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::postgres;

/// Something the gate needs, and the Debian packages it is in.
struct Need {
    is_there: fn() -> bool,
    packages: &'static [&'static str],
}

const NEEDS: &[Need] = &[
    // The graphics card's kernels are compiled for the host and tested there.
    Need { is_there: || answers("c++"), packages: &["g++"] },
    // Types and tests of the scripts.
    Need { is_there: || answers("node"), packages: &["nodejs"] },
    Need { is_there: || answers("npm"), packages: &["npm"] },
    // The Python package.
    Need { is_there: makes_python_environments, packages: &["python3-venv"] },
    // The site's tests.
    Need { is_there: || postgres::programs().is_some(), packages: &["postgresql"] },
    Need { is_there: || answers("nats-server"), packages: &["nats-server"] },
    // It knows no option that only answers.
    Need { is_there: || Path::new("/usr/bin/pebble").exists(), packages: &["pebble"] },
    Need { is_there: || answers("aiosmtpd"), packages: &["python3-aiosmtpd"] },
    Need { is_there: || answers("chromium"), packages: &["chromium"] },
    Need { is_there: || answers("chromedriver"), packages: &["chromium-driver"] },
];

fn answers(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn makes_python_environments() -> bool {
    let mut command = Command::new("python3");
    command.args(["-c", "import ensurepip, venv"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The Debian packages that are missing.
pub(crate) fn missing() -> Vec<&'static str> {
    missing_of(NEEDS)
}

fn missing_of(needs: &[Need]) -> Vec<&'static str> {
    needs.iter().filter(|need| !(need.is_there)()).flat_map(|need| need.packages).copied().collect()
}

/// Installs what is missing and says so before.
pub(crate) fn install() -> Result<()> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    println!("== these Debian packages are missing and will be installed: {}", missing.join(", "));
    for arguments in [&["update", "--quiet"][..], &["install", "--yes", "--quiet"]] {
        let packages: &[&str] = if arguments[0] == "install" { &missing } else { &[] };
        let status = Command::new("apt-get")
            .args(arguments)
            .args(packages)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .status();
        if !status.is_ok_and(|status| status.success()) {
            bail!("apt-get {} failed: install {} by hand", arguments[0], missing.join(", "));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_answer_is_missing() {
        let needs = [
            Need { is_there: || answers("cargo"), packages: &["cargo"] },
            Need { is_there: || answers("no such program"), packages: &["nothing", "else"] },
        ];
        assert_eq!(missing_of(&needs), ["nothing", "else"]);
    }
}
