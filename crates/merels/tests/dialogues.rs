//! The line dialogue, typed as a player would, against snapshots.

mod common;

use common::{run, run_in, stderr, stdout};

/// Plays a dialogue, one answer a line.
fn play(args: &[&str], answers: &[&str]) -> String {
    let output = run(&[&["play"], args].concat(), &(answers.join("\n") + "\n"));
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    stdout(&output)
}

#[test]
fn nimble_to_its_end() {
    insta::assert_snapshot!(play(
        &["nimble", "--position", "0,0,1,2,0,2 1"],
        &["2", "7", "4", "2", "2", "1", "4", "3", "6", "1", "3", "1", "6", "1", "3", "1"],
    ));
}

#[test]
fn ming_mang_row_and_column() {
    insta::assert_snapshot!(play(
        &["mingmang"],
        &["1", "1", "4", "1", "4", "8", "4", "6", "1", "6", "4", "6", "5", "6", "2", "6"],
    ));
}

#[test]
fn nine_by_points_numbers_and_whole_moves() {
    insta::assert_snapshot!(play(
        &["nine", "--style", "ascii"],
        &[
            "d6",
            "d6",
            "d4",
            "24",
            "19",
            "16",
            "d7",
            "c5",
            "d5",
            "",
            "A1",
            "b4",
            "help",
            "g7",
            "undo",
            "c5",
            "undo",
            "moves",
            "e5xa1",
            "d5-c5",
            "hello there",
            "board",
        ],
    ));
}

#[test]
fn nine_moving_mill_and_flying() {
    insta::assert_snapshot!(play(
        &["nine", "--position", "WWxxBBxxxWxxxxBxBxxxxBxx w 0 0", "--coords", "numbers"],
        &["4", "21", "9", "23", "10", "0", "b4-a4", "d2-c3"],
    ));
}

/// The person plays Black against the classic player.
fn against_classic(start: &[&str], answers: &[&str]) -> String {
    let args = ["nine", "--white", "computer", "--level", "classic", "--style", "ascii"];
    play(&[&args[..], start].concat(), answers)
}

#[test]
fn nine_against_the_computer_placing_and_closing_a_mill() {
    insta::assert_snapshot!(against_classic(
        &["--first", "black"],
        &["d6", "d6", "a1", "f6", "b6", "b2", "a1"],
    ));
}

#[test]
fn nine_against_the_computer_moving_until_it_flies() {
    insta::assert_snapshot!(against_classic(
        &["--position", "WxWxxxxWxxxWBBBxxxBBxxxx b 0 0"],
        &["g4", "f4", "b4", "f6", "a1", "moves"],
    ));
}

#[test]
fn nine_against_the_computer_and_winning() {
    insta::assert_snapshot!(against_classic(
        &["--position", "WxWxxxxWxxxxBBBxxxBBxxxx b 0 0"],
        &["f4-f6", "f4", "f6", "d3"],
    ));
}

#[test]
fn nine_against_the_computer_and_losing() {
    insta::assert_snapshot!(against_classic(
        &["--position", "WWxxxxxxxxxxxxWxxxBxBxxB b 0 0"],
        &["b6-d6"],
    ));
}

#[test]
fn the_computer_answers_a_draw_and_gives_a_hint() {
    let text = play(
        &["nimble", "--white", "computer", "--position", "0,0,1,2 2", "--seed", "1"],
        &["draw", "hint", "analyse", "4-3", "draw", "undo"],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn the_computer_declines_an_early_draw_and_says_why() {
    let text = play(&["nine", "--black", "computer", "--level", "1"], &["draw", "a1", "draw"]);
    let reason = "Black declines the draw: it is too early: only after 20 plies in a row without a \
                  placement or a capture can it be a draw.";
    assert_eq!(text.matches(reason).count(), 2, "{text}");
}

#[test]
fn the_computer_takes_a_late_draw_unless_it_stands_better() {
    let play_from = |position: &str, mv: &str| {
        let level = ["--black", "computer", "--level", "8", "--seed", "1"];
        play(&[&["nine", "--position", position][..], &level].concat(), &["draw", mv, "draw"])
    };
    // Black is far behind and glad of it; before its first move it has no opinion.
    let behind = play_from("WWxBxBxxxxxWWxWxWxBxBxWx w 0 0 40", "a1-a4");
    assert!(behind.contains("it has not judged this game yet: make a move first."), "{behind}");
    assert!(behind.contains("Draw by agreement."), "{behind}");
    let ahead = play_from("BBxWxWBxxxxxBxxxBxWxWxBB w 0 0 40", "b2-b4");
    assert!(ahead.contains("Black declines the draw: it stands better."), "{ahead}");
}

#[test]
fn draw_offered_declined_accepted() {
    insta::assert_snapshot!(play(
        &["six", "--style", "letters"],
        &["a1", "draw", "maybe", "no", "c1", "draw", "yes", "a3", "undo", "quit"],
    ));
}

#[test]
fn six_takes_the_move_numbers_of_gamesman() {
    // 273 is slot 1, c5; #0 is slot 0, a5; 0 is our own point 0, a1; 4095 is slot 15, e1.
    let text = play(&["six", "--style", "letters"], &["273", "#0", "0", "4095", "17", "4096"]);
    for said in [
        "White places c5.",
        "Black places a5.",
        "White places a1.",
        "Black places e1.",
        "17 is the number of no move now",
        "4096 is the number of no move now",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn a_negative_square_of_nimble_gets_a_reason_with_words() {
    let text = play(&["nimble", "--position", "0,0,1,2 1"], &["-1"]);
    assert!(text.contains("a square is missing: a move is two squares, as in 4-2"), "{text}");
    assert!(!text.contains("''"), "{text}");
}

#[test]
fn resignation_asks_once() {
    insta::assert_snapshot!(play(
        &["three", "--first", "black"],
        &["b2", "resign", "no", "resign", "yes", "again", "quit"],
    ));
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.merels");
    let file = file.to_str().unwrap();
    let (save, load) = (format!("save {file}"), format!("load {file}"));
    let text = play(&["five"], &["a1", "e5", &save, "save", "c1", &load, "load /no/such/file"]);
    assert!(text.contains("Saved to"), "{text}");
    assert!(text.contains("Say which file: save game.merels"), "{text}");
    assert!(text.contains("Not loaded: cannot read /no/such/file"), "{text}");
    assert!(text.ends_with("The game is kept: merels play five --resume goes on with it.\n"));
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(saved.ends_with("1. a1 e5 *\n"), "{saved}");
}

#[test]
fn an_unfinished_game_is_resumed() {
    let state = tempfile::tempdir().unwrap();
    let first = run_in(state.path(), &["play", "nine"], "d6\nf4\n");
    assert!(stdout(&first).contains("merels play nine --resume"));
    let second = run_in(state.path(), &["play", "nine", "--resume"], "d2\nquit\n");
    assert!(stdout(&second).contains("White places d2."), "{}", stdout(&second));
    assert!(stdout(&second).contains("White, placing: 2 on the board"), "{}", stdout(&second));
    let other = run_in(state.path(), &["play", "six", "--resume"], "");
    assert_eq!(other.status.code(), Some(1));
    assert!(stderr(&other).contains("no unfinished game of six was kept"));
}

#[cfg(unix)]
#[test]
fn a_killed_game_is_offered_again() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;

    let state = tempfile::tempdir().unwrap();
    let mut child = common::merels(state.path(), &["play", "nine"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    input.write_all(b"d6\nf4\n").unwrap();
    lines.find(|line| line.as_ref().unwrap().contains("Black places f4")).unwrap().unwrap();
    // While it runs, it is nobody else's.
    let beside = run_in(state.path(), &["play", "nine"], "");
    assert_eq!(stderr(&beside), "");
    child.kill().unwrap();
    child.wait().unwrap();

    let next = run_in(state.path(), &["play", "nine"], "");
    assert!(stderr(&next).contains("merels play nine --resume"), "{}", stderr(&next));
    let resumed = run_in(state.path(), &["play", "nine", "--resume"], "d2\n");
    assert!(stdout(&resumed).contains("White, placing: 2 on the board"), "{}", stdout(&resumed));
}
