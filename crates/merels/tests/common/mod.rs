//! Runs the program as a user would.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program, with a state folder of its own.
pub(crate) fn merels(state: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merels"));
    command.args(args).env("XDG_STATE_HOME", state).env("LC_ALL", "C").env_remove("NO_COLOR");
    command
}

/// Runs the program in a fresh state folder on the given input.
pub(crate) fn run(args: &[&str], input: &str) -> Output {
    let state = tempfile::tempdir().expect("a temporary folder");
    run_in(state.path(), args, input)
}

pub(crate) fn run_in(state: &Path, args: &[&str], input: &str) -> Output {
    run_command(&mut merels(state, args), input.as_bytes())
}

/// Runs a command on the given input, which need not be text.
pub(crate) fn run_command(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that ends early has closed the pipe; that is its right.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}
