use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};
use sysinfo::{Process, ProcessesToUpdate, System};

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

/// Three quarters of the memory there is, for the machine or, if that is less, for the container
/// this runs in; where the system does not say, no limit.
pub(crate) fn usual_memory() -> Size {
    let Ok(mut system) = System::new() else { return Size(u64::MAX) };
    system.refresh_memory();
    let container = sysinfo::get_current_pid().ok().and_then(|own| {
        system.refresh_processes(ProcessesToUpdate::Some(&[own]), false);
        system.process(own).and_then(Process::cgroup_limits)
    });
    three_quarters(system.total_memory(), container.map(|limits| limits.total_memory))
}

/// Of the smaller of the two; the machine's is 0 where it is not known.
fn three_quarters(machine: u64, container: Option<u64>) -> Size {
    let known = [Some(machine), container].into_iter().flatten().filter(|bytes| *bytes > 0);
    Size(known.min().map_or(u64::MAX, |bytes| bytes / 4 * 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_container_with_less_memory_than_its_machine_counts() {
        assert_eq!(three_quarters(16 << 30, None), Size(12 << 30));
        assert_eq!(three_quarters(16 << 30, Some(4 << 30)), Size(3 << 30));
        assert_eq!(three_quarters(16 << 30, Some(u64::MAX)), Size(12 << 30));
        assert_eq!(three_quarters(0, None), Size(u64::MAX));
    }

    #[test]
    fn the_memory_of_this_machine_is_known() {
        assert!((1 << 20..u64::MAX).contains(&usual_memory().0));
    }

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
