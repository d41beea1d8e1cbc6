//! The table in docs/security.md names tests: they must be there.

use std::collections::HashSet;
use std::path::Path;

/// The names of all functions in the Rust files under a folder.
fn functions(folder: &Path, found: &mut HashSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            functions(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let names = text.split("fn ").skip(1).filter_map(|rest| rest.split('(').next());
            found.extend(names.map(str::to_owned));
        }
    }
}

#[test]
fn every_test_that_the_table_names_is_there() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut known = HashSet::new();
    functions(crates, &mut known);
    let table = std::fs::read_to_string(crates.parent().unwrap().join("docs/security.md")).unwrap();
    let quoted = table.split('`').skip(1).step_by(2);
    let is_name = |text: &&str| {
        text.matches('_').count() > 2 && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
    };
    let named: Vec<&str> = quoted.filter(is_name).collect();
    assert!(named.len() > 40, "{named:?}");
    for name in named {
        assert!(known.contains(name), "{name} is no test");
    }
}
