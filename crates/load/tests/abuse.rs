//! One visitor's abuse in short: the others are refused nothing. How long they wait is measured by
//! `cargo xtask load --abuse`, on a machine that has nothing else to do.

use std::io::Write;
use std::path::Path;
use std::process::Command;

#[test]
fn strangers_moves_are_refused_and_the_players_are_not() {
    let load = Path::new(env!("CARGO_BIN_EXE_merels-load"));
    // Another package's program, which cargo builds beside this one when it tests the workspace.
    let binary = load.with_file_name("merels");
    if !binary.exists() {
        let line = "SKIPPED abuse in short: cargo build -p merels makes the server for it\n";
        let _ = std::io::stderr().write_all(line.as_bytes());
        return;
    }
    let output = Command::new(load)
        .args(["--abuse", "moves", "--seconds", "3", "--settle", "0", "--no-bounds", "--binary"])
        .arg(binary)
        .output()
        .unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    let details = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}\n{details}");
    assert!(report.contains("bogus moves"), "{report}");
    assert!(details.contains(" with 403") && !details.contains(" with 200"), "{details}");
}
