//! The games for a page that plays by itself: rules, engine, words and boards behind one function.
//!
//! [`Pocket::answer`] takes a request as JSON and gives its answer as JSON. Requests carry
//! the whole game they are about, so a worker that was stopped begins anew without loss. The crate
//! knows no page and no network; networks, openings, endgames, puzzles and catalogues are not part of
//! the code: the page hands them in when a level or a language needs them. docs/wasm.md lists the
//! requests.
//!
//! The same function runs in the program and, built with `cargo xtask wasm`, in the page. A test
//! holds the kept file against the program.
//!
//! ```
//! use std::time::Duration;
//!
//! use merels_wasm::Pocket;
//!
//! let mut pocket = Pocket::new(|| Duration::ZERO);
//! let request = r#"{"perft": {"game": {"kind": "nine"}, "depth": 3}}"#;
//! assert_eq!(pocket.answer(request, &[]), r#"{"leaves":12144}"#);
//! ```

mod answer;
mod board;
mod dispatch;
#[cfg(target_family = "wasm")]
mod exports;
mod kept;
mod knowledge;
mod learning;
mod pocket;
mod request;
mod thinking;

pub use pocket::Pocket;
