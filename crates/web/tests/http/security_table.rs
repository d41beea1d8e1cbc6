//! The table in docs/security.md: what it says is met names a test, and every test it names is there.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// The answers that a row may give.
const ANSWERS: [&str; 7] = ["yes", "in part", "by reading", "written", "none", "host", "no"];

/// The names of all functions in the Rust files under a folder.
fn functions(folder: &Path, found: &mut HashSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            functions(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let names = text.split("fn ").skip(1).filter_map(|rest| rest.split('(').next());
            found.extend(names.map(str::to_owned));
        }
    }
}

/// The texts between backquotes that are names of tests.
fn tests(text: &str) -> Vec<&str> {
    let is_name = |text: &&str| {
        let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        text.matches('_').count() > 2 && text.bytes().all(is_plain)
    };
    text.split('`').skip(1).step_by(2).filter(is_name).collect()
}

#[test]
fn every_yes_of_the_table_names_a_test_that_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().parent().unwrap();
    let mut known = HashSet::new();
    for folder in ["crates", "xtask/src"] {
        functions(&root.join(folder), &mut known);
    }
    let page = fs::read_to_string(root.join("docs/security.md")).unwrap();
    for name in tests(&page) {
        assert!(known.contains(name), "{name} is no test");
    }
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let is_point = |row: &&str| row.starts_with(|c: char| c.is_ascii_digit());
    let rows: Vec<Vec<&str>> =
        rows.filter(is_point).map(|row| row.split(" | ").collect()).collect();
    assert!(rows.len() > 70, "{}", rows.len());
    for row in &rows {
        let [point, _, answer, how] = row[..] else { panic!("four columns: {row:?}") };
        assert!(ANSWERS.contains(&answer), "{point}: {answer}");
        let needs_test = matches!(answer, "yes" | "in part");
        assert!(!needs_test || !tests(how).is_empty(), "{point} names no test");
    }
    // These were gone through once more.
    for point in
        ["2.3.2", "2.4.1", "3.4.2", "6.3.1", "6.3.4", "6.4.3", "7.2.4", "7.4.3", "15.1.2", "15.1.3"]
    {
        assert!(rows.iter().any(|row| row[0].split(", ").any(|known| known == point)), "{point}");
    }
}
