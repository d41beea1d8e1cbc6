//! Training with puzzles on the full screen.

use std::fs;

use crate::pty::{Terminal, click, size};

/// Three Men's Morris; c1 wins, and every other move gives that away.
const PUZZLE: &str = "WWxBBxxxx w 1 1 0\twin in 1\tmill\t1\tc1 win in 1;a3 loss in 2 c2;\
    b3 loss in 2 c2;c2 draw b3;c3 loss in 2 c2\n";

/// A file with so many puzzles, all the same, in a folder that goes with the guard.
fn file_with(puzzles: usize) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("three.puzzles");
    fs::write(&path, format!("merels puzzles three\n{}", PUZZLE.repeat(puzzles))).unwrap();
    (folder, path.to_str().unwrap().to_owned())
}

#[test]
fn puzzles_are_played_with_keys_mouse_and_typed_moves() {
    let (_folder, file) = file_with(3);
    let mut terminal = Terminal::start(&["puzzles", "three", "--play", "--file", &file]);
    terminal.see("Three Men’s Morris: puzzle 1 of 3, rated 830");
    terminal.see("One move wins: which?");
    terminal.see("White, where do you place a man?");
    // The cursor starts on b2, where Black stands; c2 is right of it and only draws.
    terminal.press("\r");
    terminal.see("b2 is occupied.");
    terminal.press("\x1b[C\r");
    terminal.see("White places c2.");
    terminal.see("Black places b3.");
    terminal.see("No: c2 draws. Your opponent answers b3");
    terminal.see("Not this one. Enter tries again");
    assert!(!terminal.text().contains('○'), "nothing can be chosen:\n{}", terminal.text());
    // c1 lies below; found now, the first try has counted.
    terminal.press("\r");
    terminal.see("White, where do you place a man?");
    terminal.press("\x1b[B\r");
    terminal.see("Right: c1 wins at once.");
    terminal.see("Theme: mill");
    terminal.press("\r");
    terminal.see("puzzle 2 of 3");
    terminal.see("Solved 0 of 1, 0 in a row.");
    // c1 is the bottom right point: two spacings of 6 columns and 3 rows from a3, below the title.
    terminal.press(&click(5 + 12, 2 + 6));
    terminal.see("Right: c1 wins at once.");
    terminal.press("n");
    terminal.see("Solved 1 of 2, 1 in a row.");
    terminal.press(":c1\r");
    terminal.see("That was the last puzzle. Enter leaves.");
    terminal.press("\r");
    let after = terminal.ends_well();
    assert!(after.contains("Solved 2 of 3, 2 in a row."), "{after}");
}

#[test]
fn hints_and_solutions_of_puzzles_do_not_count_as_solved() {
    let (_folder, file) = file_with(3);
    let mut terminal = Terminal::start(&["puzzles", "three", "--play", "--file", &file]);
    terminal.see("One move wins: which?");
    terminal.press("h");
    terminal.see("Theme: mill. Another hint tells");
    terminal.press("h");
    terminal.see("It begins with c1.");
    terminal.press("\r");
    terminal.see("Right: c1 wins at once.");
    terminal.press("n");
    terminal.see("Solved 0 of 1, 0 in a row.");
    terminal.press("s");
    terminal.see("The solution: c1 wins at once.");
    terminal.press("n");
    terminal.see("Solved 0 of 2, 0 in a row.");
    // What the theme is may be known.
    terminal.press("h:c1\r");
    terminal.see("Right: c1");
    terminal.press("q");
    let after = terminal.ends_well();
    assert!(after.contains("Solved 1 of 3, 1 in a row."), "{after}");
}

#[test]
fn puzzles_have_the_help_styles_and_labels_of_the_board() {
    let (_folder, file) = file_with(1);
    let looks = ["--style", "ascii", "--coords", "numbers"];
    let args = [&["puzzles", "three", "--play", "--file", &file][..], &looks].concat();
    let mut terminal = Terminal::start_sized(size(120, 40), &args);
    terminal.see("White, where do you place a man?");
    terminal.see("---");
    terminal.see(" W ");
    terminal.press("?");
    terminal.see("The first try");
    terminal.see("Any key goes back to the board.");
    terminal.press(" :resign\r");
    terminal.see("That is for games.");
    terminal.press(":5\r");
    terminal.see("No: 5 draws. Your opponent answers 7");
    terminal.press("\x1b");
    terminal.see("White, where do you place a man?");
    terminal.press("\x03");
    let after = terminal.ends_well();
    assert!(after.contains("Solved 0 of 1, 0 in a row."), "{after}");
}

#[test]
fn puzzles_are_asked_line_by_line_if_that_is_wanted() {
    let (_folder, file) = file_with(2);
    let plain = ["puzzles", "three", "--play", "--plain", "--file", &file];
    let mut terminal = Terminal::start(&plain);
    terminal.see("One move wins: which?");
    terminal.press("c2\r");
    terminal.see("No: c2 draws. Your opponent answers b3");
    terminal.see("The solution: c1 wins at once.");
    terminal.press("q\r");
    terminal.see("Solved 0 of 1, 0 in a row.");
    terminal.ends_well();
}
