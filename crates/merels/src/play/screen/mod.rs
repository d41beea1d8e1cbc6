//! The full screen on which a game is played, by people and the computer.

mod app;
mod commands;
mod computer;
mod keys;
pub(crate) mod words;

pub(crate) use self::computer::Computer;

use std::io::{self, Write};

use anyhow::Result;

use self::app::App;
use super::board_screen;
use super::session::Session;
use crate::draw::Style;

/// Plays until the players leave, a signal asks to or the terminal is gone. The game is kept,
/// whatever happens.
pub(crate) fn run(session: Session, computer: Computer, style: Option<Style>) -> Result<()> {
    let mut app = App::new(session, computer, style);
    let played = board_screen::run(&mut app);
    // Nobody may be left to read the farewell.
    if let Some(message) = app.leave() {
        let _ = writeln!(io::stdout(), "{message}");
    }
    played
}
