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

use std::env;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use ratatui::backend::Backend;

use self::app::App;
use self::board::Look;
use self::signs::Signs;
use super::session::Session;
use super::signals;
use crate::draw::Style;

/// How long to wait for a key before looking at other things.
const PATIENCE: Duration = Duration::from_millis(50);

/// Plays until the players leave or a signal asks to. The terminal is left as it was, whatever
/// happens.
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
    played
}

fn show(app: &mut App, told_to_leave: &AtomicBool) -> Result<()> {
    let mut terminal = ratatui::try_init()?;
    let played =
        execute!(io::stdout(), EnableMouseCapture).map_err(anyhow::Error::from).and_then(|()| {
            while !app.is_done() && !told_to_leave.load(Ordering::Relaxed) {
                app.tick();
                if app.takes_repaint() {
                    // Not `Terminal::clear`: that asks the terminal where its cursor is.
                    terminal.backend_mut().clear()?;
                    terminal.swap_buffers();
                }
                terminal.draw(|frame| app.draw(frame))?;
                if event::poll(PATIENCE)? {
                    app.handle(&event::read()?);
                }
            }
            Ok(())
        });
    let mouse_released = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    played?;
    Ok(mouse_released?)
}
