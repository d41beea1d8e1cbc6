//! Takes the whole terminal, shows a screen on it until that is done, and gives it back as it was.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use std::{mem, thread};

use anyhow::Result;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::execute;
use ratatui::backend::Backend;
use ratatui::{DefaultTerminal, Frame};

use super::BoardScreen;
use crate::play::signals;

/// The wait for a key before a look at other things.
const PATIENCE: Duration = Duration::from_millis(50);

pub(crate) trait FullScreen {
    fn board_screen(&mut self) -> &mut BoardScreen;

    /// Does what is due without a key.
    fn tick(&mut self);

    fn draw(&mut self, frame: &mut Frame<'_>);

    fn handle(&mut self, event: &Event);
}

/// Shows a screen until it is done, a signal asks to leave or the terminal is gone. The terminal is
/// left as it was, whatever happens.
pub(crate) fn run(screen: &mut impl FullScreen) -> Result<()> {
    let told_to_leave = Arc::new(AtomicBool::new(false));
    let leave = Arc::clone(&told_to_leave);
    signals::watch(move |_| leave.store(true, Ordering::Relaxed))?;
    let shown = show(screen, &told_to_leave);
    // Who hangs up takes the terminal away: that it cannot be tidied is no failure.
    if told_to_leave.load(Ordering::Relaxed) { Ok(()) } else { shown }
}

fn show(screen: &mut impl FullScreen, told_to_leave: &AtomicBool) -> Result<()> {
    let mut terminal = ratatui::try_init()?;
    let played = execute!(io::stdout(), EnableMouseCapture)
        .map_err(anyhow::Error::from)
        .and_then(|()| follow(&mut terminal, screen, told_to_leave));
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

fn follow(
    terminal: &mut DefaultTerminal,
    screen: &mut impl FullScreen,
    told_to_leave: &AtomicBool,
) -> Result<()> {
    let events = read_events();
    while !screen.board_screen().done && !told_to_leave.load(Ordering::Relaxed) {
        screen.tick();
        if mem::take(&mut screen.board_screen().repaint) {
            // Not `Terminal::clear`: that asks the terminal where its cursor is.
            terminal.backend_mut().clear()?;
            terminal.swap_buffers();
        }
        terminal.draw(|frame| screen.draw(frame))?;
        match events.recv_timeout(PATIENCE) {
            Ok(event) => screen.handle(&event?),
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
