use std::fs;
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};

/// An amount of memory in bytes, read as `800M`, `12G` or a bare number of bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) u64);

impl FromStr for Size {
    type Err = Error;

    fn from_str(text: &str) -> Result<Size> {
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
            "" | "B" => 0,
            "K" | "KB" | "KIB" => 10,
            "M" | "MB" | "MIB" => 20,
            "G" | "GB" | "GIB" => 30,
            "T" | "TB" | "TIB" => 40,
            other => bail!("'{other}' is no unit of memory: K, M, G or T is wanted"),
        };
        let number: u64 = digits.parse().context("a whole number with a unit is wanted")?;
        let bytes = number.checked_mul(1 << shift).context("that is more than any machine has")?;
        Ok(Size(bytes))
    }
}

/// Three quarters of the machine's memory; where the system does not say, no limit.
pub(crate) fn usual_memory() -> Size {
    Size(machine_memory().map_or(u64::MAX, |bytes| bytes / 4 * 3))
}

/// What Linux says in `/proc/meminfo`.
fn machine_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        for (text, bytes) in [("17", 17), ("2K", 2048), ("3M", 3 << 20), ("12GiB", 12 << 30)] {
            assert_eq!(text.parse::<Size>().expect(text), Size(bytes));
        }
        for text in ["", "G", "1.5G", "-1", "3X", "99999999999T"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
