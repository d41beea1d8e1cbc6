//! The full screen: the board, played with cursor keys and mouse, and a panel beside it.

mod app;
mod board;
mod commands;
mod computer;
mod keys;
mod layout;
mod panel;
mod signs;

pub(crate) use self::computer::Computer;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use std::{env, mem, thread};

use anyhow::Result;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::execute;
use ratatui::DefaultTerminal;
use ratatui::backend::Backend;

use self::app::App;
use self::board::Look;
use self::signs::Signs;
use super::session::Session;
use super::signals;
use crate::draw::Style;

/// How long to wait for a key before looking at other things.
const PATIENCE: Duration = Duration::from_millis(50);

/// Plays until the players leave, a signal asks to or the terminal is gone. The game is kept and the
/// terminal left as it was, whatever happens.
pub(crate) fn run(session: Session, computer: Computer, style: Option<Style>) -> Result<()> {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let mut app = App::new(session, computer, Look::new(Signs::of(style), !no_color));
    let told_to_leave = Arc::new(AtomicBool::new(false));
    let leave = Arc::clone(&told_to_leave);
    signals::watch(move |_| leave.store(true, Ordering::Relaxed))?;
    let played = show(&mut app, &told_to_leave);
    // Nobody may be left to read the farewell.
    if let Some(message) = app.leave() {
        let _ = writeln!(io::stdout(), "{message}");
    }
    // Who hangs up takes the terminal away: that it cannot be tidied is no failure.
    if told_to_leave.load(Ordering::Relaxed) { Ok(()) } else { played }
}

fn show(app: &mut App, told_to_leave: &AtomicBool) -> Result<()> {
    let mut terminal = ratatui::try_init()?;
    let played = execute!(io::stdout(), EnableMouseCapture)
        .map_err(anyhow::Error::from)
        .and_then(|()| play(&mut terminal, app, told_to_leave));
    let mouse_released = execute!(io::stdout(), DisableMouseCapture);
    // Neither `ratatui::restore` nor dropping a terminal whose cursor cannot be shown: both complain
    // on the error output, which may be gone as well, and that would be a panic.
    let restored = ratatui::try_restore();
    if terminal.show_cursor().is_err() {
        mem::forget(terminal);
    }
    played?;
    mouse_released?;
    Ok(restored?)
}

fn play(terminal: &mut DefaultTerminal, app: &mut App, told_to_leave: &AtomicBool) -> Result<()> {
    let events = read_events();
    while !app.is_done() && !told_to_leave.load(Ordering::Relaxed) {
        app.tick();
        if app.takes_repaint() {
            // Not `Terminal::clear`: that asks the terminal where its cursor is.
            terminal.backend_mut().clear()?;
            terminal.swap_buffers();
        }
        terminal.draw(|frame| app.draw(frame))?;
        match events.recv_timeout(PATIENCE) {
            Ok(event) => app.handle(&event?),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(())
}

/// Reads keys and mouse on a thread of its own: on a terminal that has gone away the reading never
/// comes back, not even to look at a signal.
fn read_events() -> Receiver<io::Result<Event>> {
    let (sender, events) = channel();
    thread::spawn(move || {
        loop {
            let event = event::read();
            let failed = event.is_err();
            if sender.send(event).is_err() || failed {
                break;
            }
        }
    });
    events
}
