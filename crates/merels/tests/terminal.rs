//! The full screen, driven through a pseudo-terminal as a person at a keyboard would.
#![cfg(unix)]

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const SIZE: PtySize = size(80, 24);

const fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// How long the program may take to show something.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program on a terminal of 80 by 24.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    master: Box<dyn MasterPty + Send>,
    /// Reads what the program writes, until the terminal is closed.
    reader: JoinHandle<()>,
    closing: Arc<AtomicBool>,
    state: tempfile::TempDir,
}

impl Terminal {
    fn start(args: &[&str]) -> Terminal {
        Terminal::start_sized(SIZE, args)
    }

    fn start_sized(size: PtySize, args: &[&str]) -> Terminal {
        let state = tempfile::tempdir().unwrap();
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_merels"));
        command.args(args);
        command.env("XDG_STATE_HOME", state.path());
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = channel();
        let closing = Arc::new(AtomicBool::new(false));
        let closed = Arc::clone(&closing);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                let unheard = sender.send(bytes[..count].to_vec()).is_err();
                if unheard || closed.load(Ordering::SeqCst) {
                    break;
                }
            }
        });
        Terminal {
            child,
            keyboard: pair.master.take_writer().unwrap(),
            output,
            screen: vt100::Parser::new(
                NonZero::new(size.rows).unwrap(),
                NonZero::new(size.cols).unwrap(),
                0,
            ),
            master: pair.master,
            reader,
            closing,
            state,
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the screen shows a text.
    fn see(&mut self, wanted: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.text().contains(wanted) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(_) => panic!("'{wanted}' does not appear in\n{}", self.text()),
            }
        }
    }

    /// Sends a signal to the program.
    fn signal(&self, name: &str) {
        let process = self.child.process_id().unwrap().to_string();
        let sent = std::process::Command::new("kill").args(["-s", name, &process]).status();
        assert!(sent.unwrap().success());
    }

    /// Takes the terminal away, as closing its window does, and waits for the end of the program.
    /// Gives the folder in which it keeps its games.
    fn hang_up(mut self) -> tempfile::TempDir {
        self.closing.store(true, Ordering::SeqCst);
        // The answer to a key wakes the reader, which then lets go of the terminal.
        self.press("?");
        self.reader.join().unwrap();
        drop((self.keyboard, self.master));
        let deadline = Instant::now() + PATIENCE;
        while self.child.try_wait().unwrap().is_none() {
            if Instant::now() > deadline {
                self.child.kill().unwrap();
                panic!("the program goes on without a terminal");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        self.state
    }

    /// Waits for the end of the program; the terminal must be as it was.
    fn ends_well(mut self) -> String {
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.screen.process(&bytes);
        }
        assert!(self.child.wait().unwrap().success());
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen(), "the alternate screen was left");
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        self.text()
    }
}

/// A left click in the SGR encoding, cells counted from 1.
fn click(column: u16, row: u16) -> String {
    format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
}

#[test]
fn nine_with_keys_mouse_and_typed_moves() {
    let mut terminal = Terminal::start(&["play", "nine"]);
    terminal.see("White: place a man");
    terminal.see("Nine Men's Morris");
    // The cursor starts on e4; Enter places there, a second time it is taken.
    terminal.press("\r");
    terminal.see("White places e4.");
    terminal.press("\r");
    terminal.see("That does not go: e4 is occupied.");
    terminal.press("\x1b[A\r");
    terminal.see("Black places e5.");
    // a7 is the top left point: column 4 of the board, below the title.
    terminal.press(&click(5, 2));
    terminal.see("White places a7.");
    terminal.press(":a1\r:d7\r:d1\r");
    terminal.see("Black places d1.");
    // White closes a7-d7-g7 and must take; Esc lets the placement go again.
    terminal.press(":g7\r");
    terminal.see("White closes a mill: take one of Black's men");
    terminal.see("×B×");
    terminal.press("\x1b");
    terminal.see("g7 is taken back.");
    terminal.press(":g7xa1\r");
    terminal.see("White places g7, closing a mill,");
    terminal.see("━");
    terminal.press("u");
    terminal.see("White takes back g7xa1.");
    terminal.press("?");
    terminal.see("Any key goes back to the board.");
    terminal.press(" ");
    terminal.see("White: place a man");
    terminal.press("q");
    terminal.see("Leave?");
    terminal.press("y");
    let after = terminal.ends_well();
    assert!(after.contains("merels play nine --resume"), "{after}");
}

#[test]
fn control_c_leaves_the_terminal_as_it_was() {
    let mut terminal = Terminal::start(&["play", "mingmang", "--size", "19"]);
    terminal.see("White: choose a pawn to move");
    terminal.press("\x03");
    terminal.ends_well();
}

#[test]
fn a_draw_and_a_resignation() {
    let mut terminal = Terminal::start(&["play", "nimble", "--position", "0,0,1,2 1"]);
    terminal.see("Player 1: choose a pawn to move");
    terminal.press("d");
    terminal.see("Player 1 offers a draw. Player 2: y accepts, n declines");
    terminal.press("n");
    terminal.see("Player 2 declines the draw.");
    terminal.press(":4-1\r");
    terminal.see("Player 1 plays 4-1.");
    terminal.press("r");
    terminal.see("Player 2, do you really resign?");
    terminal.press("y");
    terminal.see("Player 1 wins: Player 2 resigned");
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
    terminal.see("White: place a man");
    terminal.press("h");
    terminal.see("Exactly: win in 9 by b2");
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
        terminal.see("White: place a man");
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
        terminal.see("White's score:");
        terminal.see("Black, where do you place a man?");
        terminal.press("\x03");
        terminal.ends_well();
    }
}

#[test]
fn nimble_with_64_squares_fits_the_screen() {
    let longest = ["play", "nimble", "--squares", "64", "--pawns", "99", "--seed", "1"];
    let mut terminal = Terminal::start(&longest);
    terminal.see("Player 1: choose a pawn to move");
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
        terminal.see("White: place a man");
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
    terminal.see("White: place a man");
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
    terminal.see("White: choose a man to move");
    terminal.press(":a4-g1xb6\r");
    terminal.see("n level 4");
    terminal.press("n");
    terminal.see("The computer plays at level 4");
    terminal.see("(computer 4)");
    terminal.press("\x03");
    terminal.ends_well();
}

#[test]
fn the_full_screen_says_what_decided_the_game() {
    let position = "WWxxxxxxxWxxxxxxxxBxBxxB w 0 0";
    let mut terminal = Terminal::start(&["play", "nine", "--position", position]);
    terminal.see("White: choose a man to move");
    terminal.press(":a4-g1xb6\r");
    terminal.see("White closed 1 mill");
    terminal.press("\x03");
    terminal.ends_well();
}
