//! The coach's claims, checked by a second reading of their definitions.

mod common;

use common::{run, stderr, stdout};

#[test]
fn five_thousand_moves_of_six_have_no_false_claim() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let solved = run(&["solve", "six", "--tables", path, "--device", "cpu"], "");
    assert!(solved.status.success(), "{}", stderr(&solved));
    let asked = ["--mistakes", "2500", "--good", "2500"];
    let report = run(&[&["claims", "six", "--tables", path][..], &asked].concat(), "");
    assert!(report.status.success(), "{}", stdout(&report));
    let told = stdout(&report);
    assert!(told.contains(" of 2500 ("), "{told}");
    assert!(told.contains("false: 0"), "{told}");
}
