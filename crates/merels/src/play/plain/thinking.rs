//! Waiting for the computer: showing how far it has come, and being interrupted.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use merels_engine::{Info, Limits, Report};

use super::Dialogue;
use super::input::Event;
use crate::play::signals::Signal;
use crate::play::thinker::{Role, Task, Thought};

/// The wait for a thought before a look at other things.
const PATIENCE: Duration = Duration::from_millis(50);

/// The length of a wait that is announced to listeners.
const WORTH_A_WORD: Duration = Duration::from_secs(1);

/// Columns of a terminal that does not tell its size.
const USUAL_WIDTH: u16 = 80;

/// Goes back to the start of the line and clears it.
const CLEAR_LINE: &str = "\r\x1b[K";

impl<Out: Write> Dialogue<Out> {
    /// Waits for the computer, telling every depth if wanted. `None` if there is nothing to choose
    /// or a signal asked to leave.
    pub(super) fn think(
        &mut self,
        role: Role,
        limits: Limits,
        aloud: bool,
    ) -> Result<Option<Report>> {
        self.thinker.begin(Task { game: self.session.game().clone(), role, limits });
        let begun = Instant::now();
        let mut shown = false;
        while self.thinker.is_thinking() {
            match self.thinker.wait_for(PATIENCE) {
                Some(Thought::Done(report)) => {
                    self.clear_progress(shown)?;
                    return Ok(report);
                }
                Some(Thought::Progress(info)) if aloud => {
                    self.tell(&[self.session.told().thought(&info)])?;
                }
                Some(Thought::Progress(info)) if self.manner.live => {
                    shown = self.show_progress(&info, begun, shown)?;
                }
                Some(Thought::Progress(_)) | None => {}
            }
            self.look_for_interruption();
            if self.leaving {
                self.thinker.cancel();
                self.clear_progress(shown)?;
                self.say("play-good-bye")?;
            }
        }
        Ok(None)
    }

    /// Ctrl-C or an empty line asks for the answer at once; when only computers play, Ctrl-C leaves.
    fn look_for_interruption(&mut self) {
        match self.input.poll(self.manner.live) {
            None => {}
            Some(Event::Signal(Signal::Interrupt)) if !self.session.is_show() => {
                self.thinker.hurry();
            }
            Some(Event::Signal(_)) => self.leaving = true,
            Some(Event::Line(line)) if line.is_empty() => self.thinker.hurry(),
            Some(event) => self.input.keep(event),
        }
    }

    /// One line that is written over and over; who listens hears once that there is a wait. Says
    /// whether anything was shown so far.
    fn show_progress(&mut self, info: &Info, begun: Instant, shown: bool) -> Result<bool> {
        if self.manner.quiet {
            let is_due = !shown && begun.elapsed() >= WORTH_A_WORD;
            if is_due {
                self.say("play-computers-turn")?;
            }
            return Ok(shown || is_due);
        }
        let thought = ("thought", self.session.told().thought(info).into());
        let line = self.session.language().say_with("play-thinking", &[thought]);
        let width = crossterm::terminal::size().map_or(USUAL_WIDTH, |(columns, _)| columns);
        let line: String = line.chars().take(usize::from(width).saturating_sub(1)).collect();
        write!(self.output, "{CLEAR_LINE}{line}")?;
        self.output.flush()?;
        Ok(true)
    }

    fn clear_progress(&mut self, shown: bool) -> Result<()> {
        if shown && !self.manner.quiet {
            write!(self.output, "{CLEAR_LINE}")?;
        }
        Ok(())
    }
}
