//! The other commands: what they print, and their exit codes.

mod common;
#[path = "commands/edges.rs"]
mod edges;

use common::{run, stderr, stdout};

const START: &str = "xxxxxxxxxxxxxxxxxxxxxxxx w 9 9 0";

#[test]
fn moves_of_one_position() {
    let output = run(&["moves", "nimble", "0,0,1", "1"], "");
    assert_eq!(stdout(&output), "3-1 3-2\n");
    let output = run(&["moves", "nine", "WWxBBxxxxxxxxxxxxxxxxxxx w 7 7 0"], "");
    assert!(stdout(&output).starts_with("g1xb2 g1xd2 f2 c3 "), "{}", stdout(&output));
    let finished = run(&["moves", "nine", "WWWBBxxxxxxxxxxxxxxxxxxx w 0 0 0"], "");
    assert_eq!((stdout(&finished).as_str(), finished.status.code()), ("\n", Some(0)));
}

#[test]
fn moves_of_many_positions_answer_line_by_line() {
    let output = run(&["moves", "nimble"], "0,0,1 1\nwhat\n1,0 2\n0,1 2");
    assert_eq!(stdout(&output), "3-1 3-2\n\n\n2-1\n");
    assert_eq!(
        stderr(&output),
        "merels: line 2: character 1: 'what' is no count: a whole number is wanted\n"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn moves_as_json() {
    let output = run(&["moves", "three", "--json"], "WWWBBxxxx b 0 1\nWBxxxxxxx w 2 2\n");
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn show_says_and_draws_everything() {
    for (name, game, position, style) in [
        ("show_nine_blocks", "nine", "WWWBBxxxxxxxxBxxxxxxxxBx b 6 5 0", "blocks"),
        ("show_nine_ascii", "nine", "WWWBBxxxxxxxxBxxxxxxxxBx b 6 5 0", "ascii"),
        ("show_six_letters", "six", "WBWxxxxxxxxxxxxB w 2 2", "letters"),
        ("show_twelve", "twelve", "WBxxxxxxxxxxxxxxxxxxxxxx w 11 11", "blocks"),
        ("show_three_finished", "three", "WWWBBxxxx b 0 1", "ascii"),
        ("show_mingmang", "mingmang", "xooo/x..o/x..o/xxxo b", "ascii"),
        ("show_nimble", "nimble", "0,0,12,2,0,2 2", "ascii"),
    ] {
        let output = run(&["show", game, position, "--style", style], "");
        insta::assert_snapshot!(name, stdout(&output));
    }
}

const BOARD: &str = "WWWBBxxxxxxxxBxxxxxxxxBx";

#[test]
fn show_draws_a_bare_board_without_guessing_the_rest() {
    let bare = stdout(&run(&["show", "nine", BOARD, "--style", "ascii"], ""));
    insta::assert_snapshot!("show_bare_board", bare);
    let dots = BOARD.replace('x', ".");
    assert_eq!(stdout(&run(&["show", "nine", &dots, "--style", "ascii"], "")), bare);
}

#[test]
fn show_takes_side_and_hands_of_a_bare_board() {
    let full = run(&["show", "nine", &format!("{BOARD} b 6 5 0")], "");
    let named = run(&["show", "nine", BOARD, "--side", "black", "--hands", "6,5"], "");
    assert_eq!(stdout(&named), stdout(&full), "{}", stderr(&named));
    let side = stdout(&run(&["show", "nine", BOARD, "--side", "black"], ""));
    assert!(side.contains("\nBlack is to move.\n") && !side.contains("wins"), "{side}");
    let hands = stdout(&run(&["show", "nine", BOARD, "--hands", "6,5"], ""));
    assert!(hands.contains("White, placing: 3 on the board, 6 in hand, 0 captured"), "{hands}");
    assert!(!hands.contains("to move"), "{hands}");
    for (args, reason) in [
        (&["nine", "WWW"][..], "the board has 3 letters; 24 are wanted"),
        (&["nine", BOARD, "--hands", "9,9"], "men"),
        (&["nine", BOARD, "--hands", "six"], "two numbers are wanted, such as 6,7"),
        (&["nine", START, "--side", "black"], "for bare boards; this position says its own"),
        (&["nine"], "required"),
    ] {
        let output = run(&[&["show"], args].concat(), "");
        assert!(!output.status.success() && stdout(&output).is_empty(), "{args:?}");
        assert!(stderr(&output).contains(reason), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn show_reads_the_board_that_move_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (before, after) = (path("before.txt"), path("after.txt"));
    std::fs::write(&before, format!("{BOARD}\n")).unwrap();
    let moved = run(&["move", "--in", &before, "--out", &after, "--depth", "2"], "");
    assert!(moved.status.success(), "{}", stderr(&moved));
    let written = std::fs::read_to_string(&after).unwrap();
    let shown = stdout(&run(&["show", "nine", "--file", &after], ""));
    assert!(shown.contains(written.trim()), "{shown}");
    assert_eq!(stdout(&run(&["show", "nine", "--file", "-"], &written)), shown);
    let missing = run(&["show", "nine", "--file", &path("none.txt")], "");
    assert!(stderr(&missing).contains("cannot read "), "{}", stderr(&missing));
}

#[test]
fn a_record_with_a_byte_order_mark_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.merels");
    std::fs::write(&file, "\u{feff}[Game \"nine\"]\r\n\r\n1. d6 *\r\n").unwrap();
    let output = run(&["replay", file.to_str().unwrap()], "");
    assert!(stdout(&output).contains("1 move, legal"), "{}", stderr(&output));
}

#[test]
fn perft_ends_with_the_count_alone() {
    let output = run(&["perft", "nine", "3"], "");
    assert_eq!(stdout(&output), "12144\n");
    let divided = run(&["perft", "nimble", "2", "--position", "0,0,1 1", "--divide"], "");
    assert_eq!(stdout(&divided), "3-1 0\n3-2 1\n1\n");
    assert_eq!(stdout(&run(&["perft", "six", "0", "--divide"], "")), "1\n");
}

#[test]
fn perft_forbids_repeats_where_the_game_does() {
    let position = ["--position", "xooo/x..o/x..o/xxxo w"];
    let free = run(&[&["perft", "mingmang", "4"][..], &position].concat(), "");
    let strict = run(&[&["perft", "mingmang-norepeat", "4"][..], &position].concat(), "");
    let count = |text: String| text.trim().parse::<u64>().unwrap();
    assert!(count(stdout(&strict)) < count(stdout(&free)));
}

#[test]
fn replay_shows_the_end_or_the_wrong_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.merels");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "[Game \"three\"]\n\n1. a1 b1 2. a2 b2 3. a3 1-0\n").unwrap();
    let good = run(&["replay", path, "--style", "ascii"], "");
    insta::assert_snapshot!(stdout(&good));
    std::fs::write(&file, "[Game \"three\"]\n\n1. a1 b1 2. a2 a1 *\n").unwrap();
    let bad = run(&["replay", path], "");
    assert_eq!(bad.status.code(), Some(1));
    assert!(
        stderr(&bad).ends_with("line 3, character 16: move 2, Black, a1: a1 is occupied\n"),
        "{}",
        stderr(&bad)
    );
    std::fs::write(&file, [0xff, 0xfe]).unwrap();
    assert!(stderr(&run(&["replay", path], "")).contains("is not a text file"));
}

#[test]
fn bad_usage_is_2_and_refused_input_is_1() {
    for (args, code) in [
        (&["moves", "chess"][..], 2),
        (&["perft", "nine", "many"], 2),
        (&["play", "nine", "--size", "5"], 2),
        (&["play", "mingmang", "--squares", "5"], 2),
        (&["play", "nine", "--position", START, "--first", "black"], 2),
        (&["play", "mingmang", "--size", "2"], 1),
        (&["play", "nimble", "--squares", "65"], 1),
        // Nobody could move.
        (&["play", "nimble", "--squares", "1"], 1),
        (&["play", "nimble", "--pawns", "0"], 1),
        (&["play", "nimble", "--position", "5,0 1"], 1),
        (&["play", "nine", "--position", "xxx"], 1),
        (&["show", "nine", "xxx"], 1),
        (&["replay", "/no/such/file"], 1),
        (&["--help"], 0),
        (&["completions", "bash"], 0),
    ] {
        let output = run(args, "");
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
        assert_eq!(stderr(&output).is_empty(), code == 0, "{args:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = common::merels(std::path::Path::new("/nonexistent"), &["moves", "nine"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    use std::io::Write;
    let mut input = child.stdin.take().unwrap();
    for _ in 0..10_000 {
        if writeln!(input, "{START}").is_err() {
            break;
        }
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(stderr(&output), "");
    assert!(output.status.success());
}

#[test]
fn boards_with_options_are_read_by_any_spelling() {
    for name in ["seven+misere+lasker", "seven+lasker+misere", "seven lasker misere"] {
        assert_eq!(stdout(&run(&["perft", name, "2"], "")), "272\n", "{name}");
    }
    let moves = stdout(&run(&["moves", "three+misere", "WWxBBxxxx w 1 1"], ""));
    assert!(moves.starts_with("c1 "), "{moves}");
}

#[test]
fn a_wrong_option_is_named() {
    let output = run(&["perft", "nine+fly5", "2"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there is no option 'fly5'"), "{}", stderr(&output));
    let output = run(&["solve", "three+strict"], "");
    assert!(stderr(&output).contains("means nothing on the board of three"), "{}", stderr(&output));
}

#[test]
fn boards_with_a_centre_are_drawn() {
    let drawn = |game: &str, points: usize| {
        let position = format!("{} w 0 0", "x".repeat(points));
        stdout(&run(&["show", game, &position, "--style", "ascii"], ""))
    };
    assert!(drawn("seven", 17).contains(".---.---.---.---."), "{}", drawn("seven", 17));
    assert!(drawn("sesotho", 25).contains(".---.---.---.---.---.---."), "{}", drawn("sesotho", 25));
}

#[test]
fn every_command_has_a_page_for_man() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["manual", &folder.path().display().to_string()], "");
    assert!(output.status.success(), "{}", stderr(&output));
    let help = stdout(&run(&["--help"], ""));
    let commands = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.contains(&"play"), "{help}");
    for command in commands {
        let page = folder.path().join(format!("merels-{command}.1"));
        assert!(page.is_file(), "{}", page.display());
    }
}

#[test]
fn the_help_of_a_command_teaches_rules_behind_a_plus() {
    for (command, example) in [("probe", "six+lenient"), ("play", "nine+flyalways")] {
        let help = stdout(&run(&[command, "--help"], ""));
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("a board with rules behind a +"), "{help}");
        assert!(words.contains(example), "{help}");
    }
}
