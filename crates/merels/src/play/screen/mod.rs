//! The full screen: the board, played with cursor keys and mouse, and a panel beside it.

mod app;
mod board;
mod computer;
mod layout;
mod panel;

pub(crate) use self::computer::Computer;

use std::env;
use std::time::Duration;

use anyhow::Result;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;

use self::app::App;
use self::board::Palette;
use super::table::Table;
use crate::draw::Labels;

/// How long to wait for a key before looking at other things.
const PATIENCE: Duration = Duration::from_millis(50);

/// Plays until the players leave. The terminal is left as it was, whatever happens.
pub(crate) fn run(table: Table, computer: Computer, labels: Labels) -> Result<()> {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let mut app = App::new(table, computer, labels, Palette::new(!no_color));
    let mut terminal = ratatui::try_init()?;
    let played = execute!(std::io::stdout(), EnableMouseCapture)
        .map_err(anyhow::Error::from)
        .and_then(|()| {
            while !app.is_done() {
                app.tick();
                terminal.draw(|frame| app.draw(frame))?;
                if event::poll(PATIENCE)? {
                    app.handle(&event::read()?);
                }
            }
            Ok(())
        });
    let mouse_released = execute!(std::io::stdout(), DisableMouseCapture);
    ratatui::restore();
    if let Some(message) = app.leave() {
        println!("{message}");
    }
    played?;
    Ok(mouse_released?)
}
