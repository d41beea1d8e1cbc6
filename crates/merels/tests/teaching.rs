//! The computer's teaching material: lessons and exact openings.

mod common;

use std::fs;
use std::path::Path;

use common::{run, stderr, stdout};
use merels_engine::{Openings, Oracle};
use merels_rules::morris::{MorrisPosition, Points, Setup, Variant};
use merels_rules::{Side, Value, Wdl};
use merels_tables::Tables;

/// The bytes of a lesson.
const LESSON: usize = 12;

fn succeeds(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

#[test]
fn lessons_are_exact_and_the_same_for_the_same_seed() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    succeeds(&["solve", "six", "--tables", text(&tables), "--device", "cpu"]);
    let sample = |name: &str, source: &[&str]| {
        let file = folder.path().join(name);
        let fixed = ["sample", "six", "--positions", "3000", "--seed", "5", "--along-draws", "2"];
        succeeds(&[&fixed[..], &["--out", text(&file)], source].concat());
        fs::read(file).unwrap()
    };
    let from_tables = sample("a", &["--tables", text(&tables)]);
    let solved = sample("b", &["--solve", "--device", "cpu"]);
    assert!(from_tables == solved, "tables and solving give the same file");
    let header = b"merels lessons 1 six\n";
    let lessons = from_tables.strip_prefix(header).expect("the header");
    assert!(lessons.len() > 1_500 * LESSON && lessons.len().is_multiple_of(LESSON));
    let tables = Tables::new(&tables, Variant::SIX);
    for lesson in lessons.chunks(LESSON) {
        let points = |at: usize| {
            Points::from_bits(u32::from_le_bytes(lesson[at..at + 4].try_into().unwrap()))
        };
        let setup = Setup {
            variant: Variant::SIX,
            men: [points(0), points(4)],
            hand: [lesson[8], lesson[9]],
            side: Side::White,
            quiet: 0,
        };
        let value = tables.value(&setup.position().unwrap()).unwrap().unwrap();
        let result = match value {
            Value::Loss(_) => 0,
            Value::Draw => 1,
            Value::Win(_) => 2,
        };
        assert_eq!((lesson[10], u16::from(lesson[11])), (result, value.plies().unwrap_or(0)));
    }
}

/// The openings of six that come with the program are made again from nothing.
#[test]
fn openings_of_six_are_what_solving_says() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("six.openings");
    let plies = Openings::built_in(Variant::SIX).expect("there are some").plies().to_string();
    let made = ["openings", "six", "--solve", "--device", "cpu", "--plies", &plies, "--out"];
    succeeds(&[&made[..], &[text(&file)]].concat());
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/openings/six.openings");
    assert!(fs::read(file).unwrap() == fs::read(shipped).unwrap());
}

#[test]
fn openings_go_on_as_drawn_lines() {
    let folder = tempfile::tempdir().unwrap();
    let [tables, out] = ["tables", "out"].map(|name| folder.path().join(name));
    succeeds(&["solve", "six", "--tables", text(&tables), "--device", "cpu"]);
    let made = ["openings", "six", "--plies", "4", "--tables", text(&tables), "--out", text(&out)];
    let refused = run(&[&made[..], &["--drawn-lines", "3"]].concat(), "");
    assert!(!refused.status.success() && !out.exists());
    assert!(stderr(&refused).contains("must not be less than --plies"), "{}", stderr(&refused));
    let said = succeeds(&[&made[..], &["--drawn-lines", "6"]].concat());
    assert!(said.contains("drawn lines with"), "{said}");
    let openings = Openings::from_bytes(fs::read(&out).unwrap()).unwrap();
    let start = MorrisPosition::start(Variant::SIX);
    assert_eq!((openings.plies(), openings.result(&start)), (4, Some(Wdl::Draw)));
    assert!(!openings.is_on_drawn_line(&start), "lines begin later");
}

#[test]
fn openings_know_the_starts_that_are_known() {
    for (variant, start) in [
        (Variant::NINE, Wdl::Draw),
        (Variant::SIX, Wdl::Draw),
        (Variant::TWELVE, Wdl::Win),
        (Variant::LASKER, Wdl::Draw),
    ] {
        let openings = Openings::built_in(variant).expect("there are some");
        let known = openings.result(&MorrisPosition::start(variant));
        assert_eq!(known, Some(start), "{}", variant.id());
    }
}

#[test]
fn tables_that_are_missing_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for command in ["sample", "openings"] {
        let output =
            run(&[command, "six", "--tables", text(folder.path()), "--out", text(&out)], "");
        assert!(!output.status.success());
        let message = stderr(&output);
        assert!(message.contains("the tables of six") && message.contains("--solve"), "{message}");
        assert!(!out.exists());
    }
}
