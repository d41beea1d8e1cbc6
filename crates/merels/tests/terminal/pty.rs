//! The program on a pseudo-terminal, and what its screen shows.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const SIZE: PtySize = size(80, 24);

pub(crate) const fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// The longest time that the program may take to show something.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program on a terminal of 80 by 24.
pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    master: Box<dyn MasterPty + Send>,
    /// Reads what the program writes, until the terminal is closed.
    reader: JoinHandle<()>,
    closing: Arc<AtomicBool>,
    state: Arc<tempfile::TempDir>,
}

impl Terminal {
    pub(crate) fn start(args: &[&str]) -> Terminal {
        Terminal::start_sized(SIZE, args)
    }

    pub(crate) fn start_sized(size: PtySize, args: &[&str]) -> Terminal {
        Terminal::start_in(Arc::new(tempfile::tempdir().unwrap()), size, args)
    }

    /// Another window of the same person, who keeps the games of both in one folder.
    pub(crate) fn beside(&self, args: &[&str]) -> Terminal {
        Terminal::start_in(Arc::clone(&self.state), SIZE, args)
    }

    fn start_in(state: Arc<tempfile::TempDir>, size: PtySize, args: &[&str]) -> Terminal {
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_merels"));
        command.args(args);
        command.env("XDG_STATE_HOME", state.path());
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C");
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

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the screen shows a text.
    pub(crate) fn see(&mut self, wanted: &str) {
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
    pub(crate) fn signal(&self, name: &str) {
        let process = self.child.process_id().unwrap().to_string();
        let sent = std::process::Command::new("kill").args(["-s", name, &process]).status();
        assert!(sent.unwrap().success());
    }

    /// Takes the terminal away, as closing its window does, and waits for the end of the program.
    /// Gives the folder in which it keeps its games.
    pub(crate) fn hang_up(mut self) -> Arc<tempfile::TempDir> {
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

    /// Ends the program as a crash does.
    pub(crate) fn kill(&mut self) {
        self.signal("KILL");
        self.child.wait().unwrap();
    }

    /// Waits for the end of the program, however it ends, and gives what it wrote.
    pub(crate) fn ends(mut self) -> String {
        self.read_to_end();
        self.text()
    }

    fn read_to_end(&mut self) {
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.screen.process(&bytes);
        }
    }

    /// Waits for the end of the program; the terminal must be as it was.
    pub(crate) fn ends_well(mut self) -> String {
        self.read_to_end();
        assert!(self.child.wait().unwrap().success());
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen(), "the alternate screen was left");
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        self.text()
    }
}

/// A left click in the SGR encoding, cells counted from 1.
pub(crate) fn click(column: u16, row: u16) -> String {
    format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
}
