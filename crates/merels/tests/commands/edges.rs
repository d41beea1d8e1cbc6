//! Pipes that close early, texts with a byte-order mark or without sense, files that cannot be written.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{merels, run, run_command, run_in, stderr, stdout};

/// The program with the tables of `three` and a few files, in a folder of its own.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        let solved = folder.command(&["solve", "three", "--device", "cpu"]).output().unwrap();
        assert!(solved.status.success(), "{}", stderr(&solved));
        fs::write(folder.path("game"), "[Game \"three\"]\n\n1. b2 a1 2. c1 *\n").unwrap();
        fs::write(folder.path("puzzles"), "merels puzzles three\n").unwrap();
        folder
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// A command in which `@name` stands for a file of the folder.
    fn command(&self, args: &[&str]) -> Command {
        let named = |arg: &&str| match arg.strip_prefix('@') {
            Some(name) => self.path(name),
            None => (*arg).to_owned(),
        };
        let args: Vec<String> = args.iter().map(named).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut command = merels(self.0.path(), &args);
        command.env("MERELS_TABLES", self.0.path());
        command
    }

    /// Runs a command whose output nobody reads, as behind `| head -0`.
    fn unheard(&self, args: &[&str], input: &str) -> Output {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = self.command(args);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // It may have ended already, and that is right.
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
        child.wait_with_output().expect("the program ends")
    }
}

#[test]
fn a_closed_output_is_a_quiet_end_of_every_command() {
    let folder = Folder::new();
    let positions = "xxxxxxxxx w 3 3\n".repeat(200);
    for args in [
        &["probe", "three", "--json"][..],
        &["probe", "three", "--line"],
        &["moves", "three"],
        &["moves", "three", "--json"],
        &["puzzles", "three", "--check", "@puzzles"],
        &["puzzles", "six", "--play", "--plain"],
        &["openings", "three", "--plies", "2", "--out", "@openings"],
        &["openings", "three", "--plies", "2", "--drawn-lines", "3", "--out", "@openings"],
        &["sample", "three", "--positions", "20", "--out", "@lessons"],
        &["show", "three", "xxxxxxxxx w 3 3"],
        &["perft", "three", "2", "--divide"],
        &["replay", "@game"],
        &["review", "@game"],
        &["tables"],
        &["tables", "export", "three", "--out", "-"],
        &["verify", "three"],
        &["completions", "bash"],
        &["engine", "--game", "three"],
        &["play", "three", "--plain"],
        &["play", "--list"],
    ] {
        let input = if args[0] == "engine" { "uci\nisready\n" } else { &positions };
        let output = folder.unheard(args, input);
        let said = stderr(&output);
        let noise = ["panicked", "roken pipe", "closed", "merels:"];
        assert!(!noise.iter().any(|word| said.contains(word)), "{args:?}: {said}");
        assert!(output.status.success(), "{args:?}: {output:?}");
    }
    let kept = stdout(&run_in(folder.0.path(), &["play", "--list"], ""));
    assert!(!kept.contains("interrupted"), "{kept}");
}

#[test]
fn a_byte_order_mark_is_read_past_everywhere() {
    let folder = Folder::new();
    let marked = |text: &str| format!("\u{feff}{text}");
    let write = |name: &str, text: &str| fs::write(folder.path(name), marked(text)).unwrap();
    write("position", "xxxxxxxxx w 3 3\n");
    write("openings", "b2 a1\n");
    write("set", "merels puzzles three\n");
    write("atlas", "");
    let engines = ["match", "--level1", "1", "--level2", "1", "--games", "2", "--depth", "1"];
    let of_three = [&engines[..], &["--game", "three", "--openings", "@openings"]].concat();
    for (args, input, wanted) in [
        (&["move", "--game", "three", "--in", "@position", "--out", "@after"][..], "", "move: "),
        (&["moves", "three"], "xxxxxxxxx w 3 3\n", "a1 b1"),
        (&["probe", "three"], "xxxxxxxxx w 3 3\n", "wins in 9 plies"),
        (&["show", "three", "--file", "-"], "xxxxxxxxx w 3 3\n", "White is to move."),
        (&["puzzles", "three", "--check", "@set"], "", "0 puzzles agree"),
        (&["play", "three", "--plain"], "b2\n", "White places b2."),
        (&["engine"], "uci\n", "uciok"),
        (&of_three, "", "engine1: "),
    ] {
        let output = run_command(&mut folder.command(args), marked(input).as_bytes());
        assert!(stdout(&output).contains(wanted), "{args:?}: {output:?}");
        assert!(output.status.success(), "{args:?}: {output:?}");
    }
}

#[test]
fn a_line_that_is_no_text_does_not_end_the_training() {
    let folder = Folder::new();
    let mut train = folder.command(&["puzzles", "six", "--play", "--plain"]);
    let output = run_command(&mut train, b"\xff\xfe\n?\nq\n");
    assert!(output.status.success(), "{output:?}");
    assert!(stdout(&output).contains("The solution: "), "{}", stdout(&output));
}

#[test]
fn verify_does_not_say_done_before_its_error() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["verify", "three", "--tables", folder.path().to_str().unwrap()], "");
    assert!(stderr(&output).contains("there is no table of three"), "{output:?}");
    assert!(!stderr(&output).contains("done"), "{output:?}");
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_work() {
    let folder = Folder::new();
    fs::create_dir(folder.path("folder")).unwrap();
    let engines = ["--engine1", "no-such-engine", "--engine2", "no-such-engine"];
    for out in ["@missing/file", "@folder"] {
        for args in [
            &[&["match", "--records", out], &engines[..]].concat()[..],
            &["atlas", "--out", out, "three"],
            &["puzzles", "three", "--out", out],
            &["sample", "three", "--out", out],
            &["openings", "three", "--out", out],
            &["move", "--in", "@nothing", "--out", out],
        ] {
            let output = folder.command(args).output().unwrap();
            let said = stderr(&output);
            assert!(said.starts_with("merels: cannot write "), "{args:?}: {said}");
            assert!(!output.status.success() && stdout(&output).is_empty(), "{args:?}");
        }
    }
    // What cannot be used for another reason leaves no file behind, and an old one as it was.
    let missing = ["sample", "five", "--out", "@fresh"];
    assert!(!folder.command(&missing).output().unwrap().status.success());
    assert!(!Path::new(&folder.path("fresh")).exists());
    let kept = ["sample", "five", "--out", "@game"];
    assert!(!folder.command(&kept).output().unwrap().status.success());
    assert!(fs::read_to_string(folder.path("game")).unwrap().contains("b2"));
}
