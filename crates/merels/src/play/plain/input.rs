//! The input of the dialogue: typed lines and signals.
//!
//! Lines are read on a thread of their own, one at a time and only when one is wanted, so that a
//! signal reaches the dialogue at any time and a long script is not swallowed.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::input::line_text;
use crate::play::signals::{self, Signal};

#[derive(Debug)]
pub(crate) enum Event {
    /// A line without its end.
    Line(String),
    EndOfInput,
    Failed(io::Error),
    Signal(Signal),
}

#[derive(Debug)]
pub(crate) struct Input {
    events: Receiver<Event>,
    wanted: Sender<()>,
    /// True while a line is being read.
    reading: bool,
    /// A line that came before it was asked for.
    early: Option<Event>,
}

impl Input {
    /// Reads standard input and listens for signals.
    pub(crate) fn start() -> io::Result<Input> {
        let (sender, events) = channel();
        let (wanted, wishes) = channel();
        let signal_sender = sender.clone();
        signals::watch(move |signal| {
            let _ = signal_sender.send(Event::Signal(signal));
        })?;
        // The thread ends with the program, or when nobody wants a line any more.
        thread::spawn(move || {
            for () in wishes {
                if sender.send(read_line(&mut io::stdin().lock())).is_err() {
                    break;
                }
            }
        });
        Ok(Input { events, wanted, reading: false, early: None })
    }

    pub(crate) fn next(&mut self) -> Event {
        if let Some(event) = self.early.take() {
            return event;
        }
        self.want_line();
        let event = self.events.recv().unwrap_or(Event::EndOfInput);
        self.noted(event)
    }

    /// A line or signal that has come by now. A line is looked for only if `lines` says so.
    pub(crate) fn poll(&mut self, lines: bool) -> Option<Event> {
        if lines && self.early.is_none() {
            self.want_line();
        }
        let event = self.events.try_recv().ok()?;
        Some(self.noted(event))
    }

    /// Keeps what [`Input::poll`] gave for the next question.
    pub(crate) fn keep(&mut self, event: Event) {
        self.early = Some(event);
    }

    fn want_line(&mut self) {
        if !self.reading {
            self.reading = self.wanted.send(()).is_ok();
        }
    }

    fn noted(&mut self, event: Event) -> Event {
        if !matches!(event, Event::Signal(_)) {
            self.reading = false;
        }
        event
    }
}

fn read_line(input: &mut impl BufRead) -> Event {
    let mut line = Vec::new();
    match input.read_until(b'\n', &mut line) {
        Ok(0) => Event::EndOfInput,
        Ok(_) => Event::Line(line_text(&line)),
        Err(error) => Event::Failed(error),
    }
}
