//! The program without its cargo features: small to build, and it says what is missing.

mod common;

use std::process::Command;

#[cfg(not(feature = "serve"))]
#[test]
fn a_build_without_the_site_says_how_to_get_it() {
    for args in [&["serve"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let output = common::run(args, "");
        assert_eq!(output.status.code(), Some(1));
        let error = common::stderr(&output);
        assert!(error.contains("cargo build --release --features serve"), "{error}");
    }
}

#[cfg(not(feature = "gpu"))]
#[test]
fn a_build_without_graphics_cards_says_how_to_get_them_and_solves_without() {
    let solve = |device| common::run(&["solve", "three", "--no-save", "--device", device], "");
    let refused = solve("cuda");
    assert_eq!(refused.status.code(), Some(1));
    let error = common::stderr(&refused);
    assert!(error.contains("cargo build --release --features gpu"), "{error}");
    assert!(solve("auto").status.success());
}

#[test]
fn without_features_neither_databases_nor_drivers_are_compiled() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package", "merels", "--no-default-features"])
        .args(["--edges", "normal,build", "--prefix", "none", "--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", common::stderr(&output));
    let crates = common::stdout(&output);
    let named = |name: &str| crates.lines().any(|line| line.split(' ').next() == Some(name));
    assert!(named("merels-engine"), "{crates}");
    for heavy in ["sqlx", "axum", "tokio", "cudarc"] {
        assert!(!named(heavy), "{heavy} is compiled:\n{crates}");
    }
}
