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
        &["4", "21", "9", "23", "10", "0", "b4-a4", "4-6", "4-7", "moves", "undo", "undo"],
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
    let text = against_classic(
        &["--position", "WxWxxxxWxxxWBBBxxxBBxxxx b 0 0"],
        &["g4", "f4", "b4", "g7", "undo", "f4", "f6", "g1", "moves"],
    );
    assert!(text.contains("White has three men left and flies"), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn nine_against_the_computer_until_the_person_flies() {
    let text = against_classic(
        &["--position", "WWxxxxxxxxxxxxWxxBBBxxBx b 0 0"],
        &["e5-e4", "e4", "b2", "quit"],
    );
    assert!(text.contains("Black has three men left and flies"), "{text}");
    assert!(text.contains("Black flies"), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn the_change_of_phase_is_said_in_words() {
    let text = play(&["three", "--quiet"], &["a1", "b2", "c1", "b1", "b3", "c3", "quit"]);
    assert!(
        text.contains("All men are placed: from now on they move.\nWhite, which man do you move?"),
        "{text}"
    );
    insta::assert_snapshot!(text);
}

#[test]
fn quiet_draws_the_board_on_demand_only() {
    let text = play(
        &["nine", "--quiet", "--black", "computer", "--level", "classic"],
        &["d6", "board", "quit"],
    );
    assert_eq!(text.matches("placing: 1 on the board").count(), 2, "one board, two sides: {text}");
    insta::assert_snapshot!(text);
}

#[test]
fn numbers_stand_in_the_log_and_in_reasons_too() {
    let text = play(
        &["nine", "--quiet", "--coords", "numbers"],
        &["19", "d6", "4", "16", "d1", "22", "4", "undo", "undo", "moves", "quit"],
    );
    assert!(text.contains("White places 19."), "{text}");
    assert!(text.contains("\n19 is occupied.\n"), "{text}");
    let points = ["d6", "d2", "d5", "d1", "d7"];
    let named =
        |line: &&str| points.iter().any(|point| line.contains(point)) && !line.contains('?');
    assert_eq!(text.lines().skip(3).find(named), None, "{text}");
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
    let reason = "Black declines the draw.\nThe computer finds it too early: it agrees only after 20 \
                  plies in a row without a placement or a capture.\n";
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
    assert!(
        behind.contains("The computer has not judged this game yet: make a move first."),
        "{behind}"
    );
    assert!(behind.contains("Draw by agreement."), "{behind}");
    let ahead = play_from("BBxWxWBxxxxxBxxxBxWxWxBB w 0 0 40", "b2-b4");
    assert!(ahead.contains("The computer thinks that it stands better."), "{ahead}");
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
    assert!(text.contains("A move is two squares, as in 4-2."), "{text}");
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
    for args in [["play", "nine", "--resume"], ["play", "--resume", "nine"]] {
        let second = run_in(state.path(), &args, "d2\nundo\nquit\n");
        assert!(stdout(&second).contains("White places d2."), "{}", stdout(&second));
        assert!(stdout(&second).contains("White, placing: 2 on the board"), "{}", stdout(&second));
    }
    let other = run_in(state.path(), &["play", "six", "--resume"], "");
    assert_eq!(other.status.code(), Some(1));
    assert!(stderr(&other).contains("no unfinished game of six was kept"));
}

#[test]
fn a_kept_game_stays_when_resuming_it_is_refused() {
    let state = tempfile::tempdir().unwrap();
    run_in(state.path(), &["play", "nine"], "d6\nf4\n");
    for refused in [
        &["play", "nine", "--resume", "--level", "perfect"][..],
        &["play", "nine", "--resume", "--names", "a,b,c"],
        &["play", "nine", "--resume", "2"],
        &["play", "nine", "--resume", "no-number"],
    ] {
        let refused = run_in(state.path(), refused, "");
        assert_eq!(refused.status.code(), Some(1), "{}", stdout(&refused));
    }
    let resumed = run_in(state.path(), &["play", "nine", "--resume"], "d2\n");
    assert!(stdout(&resumed).contains("White places d2."), "{}", stderr(&resumed));
}

#[test]
fn a_kept_game_is_gone_when_it_is_over() {
    let state = tempfile::tempdir().unwrap();
    run_in(state.path(), &["play", "three"], "a1\nb2\n");
    let over = run_in(state.path(), &["play", "three", "--resume"], "resign\nyes\nquit\n");
    assert!(stdout(&over).contains("Black wins: White gave up."), "{}", stdout(&over));
    let list = run_in(state.path(), &["play", "--list"], "");
    assert_eq!(stdout(&list), "No unfinished game is kept.\n");
    assert_eq!(std::fs::read_dir(state.path().join("merels")).unwrap().count(), 0);
}

#[test]
fn several_unfinished_games_are_kept_and_listed() {
    let state = tempfile::tempdir().unwrap();
    run_in(state.path(), &["play", "nine"], "d6\n");
    run_in(state.path(), &["play", "nine", "--names", "Ada,Bo"], "f4\nd6\n");
    let computer = ["play", "six", "--black", "computer", "--level", "classic"];
    run_in(state.path(), &computer, "a1\n");
    let list = stdout(&run_in(state.path(), &["play", "--list"], ""));
    let lines: Vec<&str> = list.lines().collect();
    assert!(lines[0].starts_with("  1  six ") && lines[0].ends_with("ply 2    ? - Merels classic"));
    assert!(
        lines[1].starts_with("  2  nine ") && lines[1].ends_with("ply 2    Ada - Bo"),
        "{list}"
    );
    assert!(lines[2].starts_with("  3  nine ") && lines[2].ends_with("ply 1    two people"));
    let nine = stdout(&run_in(state.path(), &["play", "nine", "--list"], ""));
    assert!(nine.starts_with("  2  nine "), "{nine}");

    let oldest = run_in(state.path(), &["play", "--resume", "3"], "");
    assert!(stdout(&oldest).contains("White, placing: 1 on the board"), "{}", stdout(&oldest));
    let wrong = run_in(state.path(), &["play", "six", "--resume", "1"], "");
    assert!(stderr(&wrong).contains("game 1 is one of nine, not of six"), "{}", stderr(&wrong));
    let newest = run_in(state.path(), &["play", "--resume"], "");
    assert!(stdout(&newest).contains("Nine Men’s Morris"), "{}", stdout(&newest));
}

#[test]
fn a_resumed_game_goes_on_against_the_same_computer() {
    let state = tempfile::tempdir().unwrap();
    let args = ["play", "nine", "--white", "computer", "--level", "3", "--seed", "1"];
    run_in(state.path(), &args, "d6\n");
    let resumed = stdout(&run_in(state.path(), &["play", "nine", "--resume"], "g7\nd1\n"));
    assert!(resumed.contains("White: Computer, level 3."), "{resumed}");
    assert!(resumed.contains("The engine sees "), "{resumed}");
    let stronger = ["play", "nine", "--resume", "--level", "4"];
    let resumed = stdout(&run_in(state.path(), &stronger, ""));
    assert!(resumed.contains("White: Computer, level 4."), "{resumed}");
    let people = ["play", "nine", "--resume", "--white", "human"];
    let resumed = stdout(&run_in(state.path(), &people, ""));
    assert!(!resumed.contains("Computer"), "{resumed}");
}

#[test]
fn a_loaded_record_is_kept_under_its_own_game() {
    let state = tempfile::tempdir().unwrap();
    let file = state.path().join("six.merels");
    let file = file.to_str().unwrap();
    run_in(state.path(), &["play", "six"], &format!("a1\nsave {file}\nresign\nyes\nquit\n"));
    let text = stdout(&run_in(state.path(), &["play", "nine"], &format!("d6\nload {file}\n")));
    assert!(text.ends_with("The game is kept: merels play six --resume goes on with it.\n"));
    let list = stdout(&run_in(state.path(), &["play", "--list"], ""));
    let kinds: Vec<&str> = list.lines().filter_map(|line| line.get(5..9)).collect();
    assert_eq!(&kinds[..2], ["six ", "nine"], "the game before is kept too: {list}");
    let six = stdout(&run_in(state.path(), &["play", "six", "--resume"], ""));
    assert!(six.contains("Six Men’s Morris") && six.contains("White, placing: 1 on"), "{six}");
}

#[test]
fn player_names_go_into_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.merels");
    let file = file.to_str().unwrap();
    let save = format!("d6\nsave {file}\n");
    let record = |args: &[&str]| {
        let output = run(&[&["play", "nine"], args].concat(), &save);
        assert!(output.status.success(), "{}", stderr(&output));
        std::fs::read_to_string(file).unwrap()
    };
    let both = record(&["--names", "Ada, Bo \"B\" Lee"]);
    assert!(both.contains("[White \"Ada\"]\n[Black \"Bo \\\"B\\\" Lee\"]\n"), "{both}");
    let against = record(&["--names", "Ada", "--black", "computer", "--level", "classic"]);
    assert!(against.contains("[White \"Ada\"]\n[Black \"Merels classic\"]\n"), "{against}");
    for (names, reason) in [
        ("a,b,c", "3 names were given, but two people play"),
        ("Merels 3", "'Merels 3' is what the computer is called"),
    ] {
        let refused = run(&["play", "nine", "--names", names], "");
        assert_eq!(refused.status.code(), Some(1));
        assert!(stderr(&refused).contains(reason), "{}", stderr(&refused));
    }
}

#[cfg(unix)]
#[test]
fn a_closed_output_pipe_is_no_crash() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;

    let state = tempfile::tempdir().unwrap();
    let mut child = common::merels(state.path(), &["play", "nine"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"d6\n").unwrap();
    let mut line = String::new();
    while !line.contains("White places d6") {
        line.clear();
        assert_ne!(output.read_line(&mut line).unwrap(), 0);
    }
    drop(output);
    let _ = input.write_all(b"f4\nboard\nboard\n");
    drop(input);
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", stderr(&ended));
    assert_eq!(stderr(&ended), "");
    let list = stdout(&run_in(state.path(), &["play", "--list"], ""));
    assert!(list.starts_with("  1  nine ") && !list.contains("interrupted"), "{list}");
}

#[test]
fn a_win_offers_the_next_level() {
    let position = "WWxxxxxxxWxxxxxxxxBxBxxB w 0 0";
    let args = ["nine", "--black", "computer", "--level", "3", "--position", position];
    let text = play(&args, &["a4-g1xb6", "next", "quit"]);
    assert!(text.contains("White wins: Black has fewer than three men."), "{text}");
    assert!(text.contains("play again, next for level 4 or quit"), "{text}");
    assert!(text.contains("The computer plays at level 4 now."), "{text}");
}

#[test]
fn the_dialogue_says_what_decided_the_game() {
    let mill = ["nine", "--position", "WWxxxxxxxWxxxxxxxxBxBxxB w 0 0"];
    let text = play(&mill, &["a4-g1xb6", "quit"]);
    let decided = "White closed 1 mill, Black none; the last one took b6.";
    assert!(text.contains(&format!("fewer than three men.\n{decided}\n")), "{text}");
    let line = play(&["three", "--quiet"], &["a1", "a3", "b1", "c2", "c1", "quit"]);
    assert!(line.contains("a line of three.\nc1 would have stopped the line.\n"), "{line}");
    let resigned = play(&mill, &["resign", "yes", "quit"]);
    let left = "White gave up.\nWhite had 3 men left, Black 3.\n";
    assert!(resigned.contains(left), "{resigned}");
}

#[test]
fn two_losses_in_a_row_offer_the_level_below() {
    let args = ["nine", "--black", "computer", "--level", "3"];
    let text = play(&args, &["resign", "yes", "next", "again", "resign", "yes", "next", "quit"]);
    assert!(text.contains("No other level is suggested."), "{text}");
    assert!(text.contains("play again, next for level 2 or quit"), "{text}");
    assert!(text.contains("The computer plays at level 2 now."), "{text}");
}

/// Several moves draw; the computer may play any of them, but a hint is the one that is hardest to
/// answer.
#[test]
fn a_hint_leaves_nothing_to_chance() {
    let hint = |seed: u32| {
        let seed = seed.to_string();
        let position = "WWxBBxxxxxxxxxxxxxxxxxxx w 7 7";
        let args =
            ["nine", "--quiet", "--movetime", "200", "--seed", &seed, "--position", position];
        let text = play(&args, &["hint", "quit"]);
        text.lines().find(|line| line.contains("Try ")).unwrap().to_owned()
    };
    for seed in 1..=8 {
        let hint = hint(seed);
        assert!(hint.contains("closes the mill "), "{hint}");
    }
}

#[test]
fn a_hint_says_why() {
    let hint = |position: &str| {
        let args = ["nine", "--quiet", "--movetime", "200", "--position", position];
        let text = play(&args, &["hint", "quit"]);
        text.lines().find(|line| line.contains("Try ")).unwrap().to_owned()
    };
    let closing = hint("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7");
    assert!(closing.contains("Try g1x") && closing.contains("closes the mill "), "{closing}");
    let winning = hint("WWxxxxxxxWxxxxxxxxBxBxxB w 0 0");
    assert!(winning.contains("It wins at once. It closes the mill "), "{winning}");
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
