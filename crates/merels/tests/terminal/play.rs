//! A game on the full screen.

use crate::pty::{Terminal, click, size};

#[test]
fn nine_with_keys_mouse_and_typed_moves() {
    let mut terminal = Terminal::start(&["play", "nine"]);
    terminal.see("White, where do you place a man?");
    terminal.see("Nine Men’s Morris");
    // The cursor starts on e4; Enter places there, a second time it is taken.
    terminal.press("\r");
    terminal.see("White places e4.");
    terminal.press("\r");
    terminal.see("e4 is occupied.");
    terminal.press("\x1b[A\r");
    terminal.see("Black places e5.");
    // a7 is the top left point: column 4 of the board, below the title.
    terminal.press(&click(5, 2));
    terminal.see("White places a7.");
    terminal.press(":a1\r:d7\r:d1\r");
    terminal.see("Black places d1.");
    // White closes a7-d7-g7 and must take; Esc lets the placement go again.
    terminal.press(":g7\r");
    terminal.see("You closed a mill: take one of Black’s men.");
    terminal.see("×B×");
    terminal.press("\x1b");
    terminal.see("g7 is taken back.");
    terminal.press(":g7xa1\r");
    terminal.see("White places g7, closes a mill");
    terminal.see("━");
    terminal.press("u");
    terminal.see("White takes back g7xa1.");
    terminal.press("?");
    terminal.see("Any key goes back to the board.");
    terminal.press(" ");
    terminal.see("White, where do you place a man?");
    terminal.press("q");
    terminal.see("Leave?");
    terminal.press("y");
    let after = terminal.ends_well();
    assert!(after.contains("merels play nine --resume"), "{after}");
}

/// Once `merels play nine` sat two people down and said nothing of the computer.
#[test]
fn the_computer_is_offered_where_nobody_said_who_plays() {
    let mut terminal = Terminal::start(&["play", "nine"]);
    terminal.see("Press c to play");
    terminal.press("c");
    terminal.see("Black: Computer, level 2");
    terminal.press(":d6\r");
    terminal.see("Black places");
    terminal.press("c");
    terminal.see("only where two people play");
    terminal.press("\x03");
    terminal.ends_well();
    let mut terminal = Terminal::start(&["play", "nine", "--plain"]);
    terminal.see("Type computer to play against the computer.");
    terminal.press("d6\rcomputer\r");
    terminal.see("White: Computer, level 2");
    terminal.press("\x03");
    terminal.ends_well();
    for named in [["--names", "Ada,Bo"], ["--black", "computer"]] {
        let mut terminal = Terminal::start(&[&["play", "nine", "--plain"][..], &named].concat());
        terminal.see("place a man?");
        assert!(!terminal.text().contains("Type computer"), "{}", terminal.text());
        terminal.press("\x03");
        terminal.ends_well();
    }
}

#[test]
fn control_c_leaves_the_terminal_as_it_was() {
    let mut terminal = Terminal::start(&["play", "mingmang", "--size", "19"]);
    terminal.see("White, which pawn do you move?");
    terminal.press("\x03");
    terminal.ends_well();
}

#[test]
fn a_draw_and_a_resignation() {
    let mut terminal = Terminal::start(&["play", "nimble", "--position", "0,0,1,2 1"]);
    terminal.see("Player 1, which pawn do you move?");
    terminal.press("d");
    terminal.see("Player 1 proposes a draw. Player 2, do you accept? (y/n)");
    terminal.press("n");
    terminal.see("Player 2 declines the draw.");
    terminal.press(":4-1\r");
    terminal.see("Player 1 plays 4-1.");
    terminal.press("r");
    terminal.see("Player 2, do you really resign?");
    terminal.press("y");
    terminal.see("Player 1 wins: Player 2 gave up.");
    terminal.press("q");
    terminal.ends_well();
}

#[test]
fn exact_hints_mark_the_board() {
    let tables = tempfile::tempdir().unwrap();
    let path = tables.path().to_str().unwrap();
    let solved = std::process::Command::new(env!("CARGO_BIN_EXE_merels"))
        .args(["solve", "three", "--device", "cpu", "--tables", path])
        .output()
        .unwrap();
    assert!(solved.status.success());
    let mut terminal = Terminal::start(&["play", "three", "--tables", path]);
    terminal.see("White, where do you place a man?");
    terminal.press("h");
    terminal.see("Exact: wins in 9 plies");
    terminal.see("✓");
    terminal.press(":b2\r");
    terminal.see("White places b2.");
    // The marks belonged to the position before.
    assert!(!terminal.text().contains('✓'), "{}", terminal.text());
    terminal.press("\x03");
    terminal.ends_well();
}

#[test]
fn terminate_and_hang_up_leave_as_control_c_does() {
    for name in ["TERM", "HUP", "INT"] {
        let mut terminal = Terminal::start(&["play", "nine"]);
        terminal.see("White, where do you place a man?");
        terminal.press("\r");
        terminal.see("White places e4.");
        terminal.signal(name);
        let after = terminal.ends_well();
        assert!(after.contains("merels play nine --resume"), "{name}: {after}");
    }
}

#[test]
fn a_vanished_terminal_ends_the_play_and_keeps_the_game() {
    for args in [&["play", "nine"][..], &["play", "nine", "--plain"]] {
        let mut terminal = Terminal::start(args);
        terminal.see("place a man");
        terminal.press(if args.len() == 2 { ":d6\r" } else { "d6\r" });
        terminal.see("White places d6.");
        let state = terminal.hang_up();
        let list = std::process::Command::new(env!("CARGO_BIN_EXE_merels"))
            .args(["play", "--list"])
            .env("XDG_STATE_HOME", state.path())
            .output()
            .unwrap();
        let list = String::from_utf8(list.stdout).unwrap();
        assert!(list.starts_with("  1  nine ") && !list.contains("interrupted"), "{list}");
    }
}

#[test]
fn terminate_ends_the_dialogue_in_good_order() {
    for name in ["TERM", "INT"] {
        let mut terminal = Terminal::start(&["play", "nine", "--plain"]);
        terminal.see("White, where do you place a man?");
        terminal.press("d6\r");
        terminal.see("Black, where do you place a man?");
        terminal.signal(name);
        let after = terminal.ends_well();
        assert!(after.contains("Good-bye.") && after.contains("--resume"), "{name}: {after}");
    }
}

#[test]
fn the_dialogue_shows_progress_and_can_be_interrupted() {
    for interruption in ["\x03", "\r"] {
        let long = ["play", "nine", "--plain", "--white", "computer", "--level", "10"];
        let mut terminal = Terminal::start(&[&long[..], &["--movetime", "3600000"]].concat());
        terminal.see("Thinking (Enter hurries): ");
        terminal.see("depth ");
        terminal.press(interruption);
        terminal.see("The engine sees");
        terminal.see("Black, where do you place a man?");
        terminal.press("\x03");
        terminal.ends_well();
    }
}

#[test]
fn nimble_with_64_squares_fits_the_screen() {
    let longest = ["play", "nimble", "--squares", "64", "--pawns", "99", "--seed", "1"];
    let mut terminal = Terminal::start(&longest);
    terminal.see("Player 1, which pawn do you move?");
    terminal.see(" 64");
    terminal.press("\x03");
    terminal.ends_well();
}

#[test]
fn a_narrow_terminal_is_told_so_in_words_that_fit() {
    let mut terminal = Terminal::start_sized(size(16, 5), &["play", "nine"]);
    terminal.see("leaves.");
    assert!(terminal.text().replace('\n', " ").contains("Please enlarge to 80x24. q leaves."));
    terminal.press("q");
    terminal.ends_well();
}

#[test]
fn styles_act_on_the_full_screen() {
    for (style, signs, absent) in [
        ("blocks", ["▓▓▓", "░░░", "─"], "W"),
        ("ascii", [" W ", " B ", "---"], "─"),
        ("letters", [" W ", " B ", "+"], "-"),
    ] {
        let mut terminal = Terminal::start(&["play", "six", "--style", style]);
        terminal.see("White, where do you place a man?");
        terminal.press(":a1\r:e1\r");
        terminal.see("Black places e1.");
        let board: String = terminal.text().lines().skip(1).take(15).map(board_part).collect();
        for sign in signs {
            assert!(board.contains(sign), "{style} shows {sign}:\n{}", terminal.text());
        }
        assert!(!board.contains(absent), "{style} has no {absent}:\n{}", terminal.text());
        terminal.press("\x03");
        terminal.ends_well();
    }
}

/// The left part of a row, where the board is.
fn board_part(line: &str) -> String {
    line.chars().take(32).collect::<String>() + "\n"
}

#[test]
fn moves_and_board_do_on_the_full_screen_what_they_do_in_the_dialogue() {
    let mut terminal = Terminal::start(&["play", "three"]);
    terminal.see("White, where do you place a man?");
    terminal.press(":moves\r");
    terminal.see("a1 b1 c1 a2 b2 c2 a3 b3 c3");
    terminal.press(" :board\r");
    terminal.see("White, placing: 0 on the board");
    terminal.press("\x03");
    terminal.ends_well();
}

#[test]
fn a_win_offers_the_next_level_on_a_key() {
    let position = "WWxxxxxxxWxxxxxxxxBxBxxB w 0 0";
    let args = ["play", "nine", "--black", "computer", "--level", "3", "--position", position];
    let mut terminal = Terminal::start(&args);
    terminal.see("White, which man do you move?");
    terminal.press(":a4-g1xb6\r");
    terminal.see("n level 4");
    terminal.press("n");
    terminal.see("The computer plays at level 4");
    terminal.see("(Computer, level 4)");
    terminal.press("\x03");
    terminal.ends_well();
}

#[test]
fn the_full_screen_says_what_decided_the_game() {
    let position = "WWxxxxxxxWxxxxxxxxBxBxxB w 0 0";
    let mut terminal = Terminal::start(&["play", "nine", "--position", position]);
    terminal.see("White, which man do you move?");
    terminal.press(":a4-g1xb6\r");
    terminal.see("White closed 1 mill");
    terminal.press("\x03");
    terminal.ends_well();
}

/// A window asks whether to go on with an interrupted game; another goes on with it meanwhile.
#[test]
fn two_terminals_on_one_kept_game_lose_no_move() {
    let plain = ["play", "nine", "--plain"];
    let resume = ["play", "nine", "--plain", "--resume"];
    let mut first = Terminal::start(&plain);
    first.see("place a man");
    first.press("d6\rf4\r");
    first.see("Black places f4.");
    first.kill();
    let (mut late, mut unwilling) = (first.beside(&plain), first.beside(&plain));
    late.see("Go on with it? (y/n)");
    unwilling.see("Go on with it? (y/n)");
    let mut quick = first.beside(&resume);
    quick.see("White, placing: 1 on the board");
    quick.press("d2\rb4\r");
    quick.see("Black places b4.");
    // Setting the game aside here does not open it to a third while it is played there.
    unwilling.press("no\r");
    unwilling.see("place a man");
    let third = first.beside(&resume).ends();
    assert!(third.contains("no unfinished game of nine was kept"), "{third}");
    quick.press("quit\r");
    quick.ends_well();
    late.press("yes\r");
    late.see("White, placing: 2 on the board");
    late.press("g7\rquit\r");
    late.ends_well();
    let list = first.beside(&["play", "--list"]).ends();
    assert!(list.contains("ply 5"), "{list}");
}
