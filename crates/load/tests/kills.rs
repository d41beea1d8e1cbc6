//! The server killed under play: what it acknowledged is there, once.

use std::io::Write;
use std::path::Path;
use std::process::Command;

#[test]
fn ten_kills_under_play_lose_and_double_nothing() {
    let load = Path::new(env!("CARGO_BIN_EXE_merels-load"));
    // Another package's program, which cargo builds beside this one when it tests the workspace.
    let binary = load.with_file_name("merels");
    if !binary.exists() {
        let line = "SKIPPED ten kills under play: cargo build -p merels makes the server for it\n";
        let _ = std::io::stderr().write_all(line.as_bytes());
        return;
    }
    let output = Command::new(load)
        .args(["--games", "12", "--kills", "10", "--binary"])
        .arg(binary)
        .output()
        .unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}\n{errors}");
    let figure = |name: &str| -> usize {
        let line = report.lines().find(|line| line.starts_with(name)).expect(name);
        line.split_whitespace().nth(name.split(' ').count()).unwrap().parse().expect(line)
    };
    assert_eq!(figure("kills"), 10);
    assert!(figure("moves") > 100, "{report}");
    for bad in ["errors", "lost", "doubled", "never sent"] {
        assert_eq!(figure(bad), 0, "{report}");
    }
}
