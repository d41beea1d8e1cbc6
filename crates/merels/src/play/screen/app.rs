//! The state of a game on the full screen and what it shows.

use crossterm::event::Event;
use merels_messages::Language;
use merels_rules::{AnyMove, Value};
use ratatui::Frame;

use super::computer::{Computer, Purpose};
use super::words;
use crate::draw::Style;
use crate::play::board_screen::{BoardScreen, FullScreen, Input, Scene};
use crate::play::session::Session;

pub(crate) struct App {
    pub(super) session: Session,
    pub(super) computer: Computer,
    pub(super) screen: BoardScreen,
    /// The question that must be answered before anything else.
    pub(super) question: Option<Question>,
    /// The values of all moves in the position now, once the player has asked the tables.
    pub(super) values: Vec<(AnyMove, Value)>,
}

/// A yes-or-no question.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Resigning,
    Leaving,
}

impl FullScreen for App {
    fn board_screen(&mut self) -> &mut BoardScreen {
        &mut self.screen
    }

    /// Lets the computer begin what is due and takes what it has finished.
    fn tick(&mut self) {
        match self.computer.finished() {
            Some((Purpose::Move, Some(report))) => {
                let played = self.session.play_computer(&report);
                self.tell(played);
            }
            Some((Purpose::Hint | Purpose::Analysis, Some(report))) => {
                self.screen.log.push(self.session.told().hint(&report));
            }
            Some((_, None)) | None => {}
        }
        self.computer.move_if_due(&self.session);
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let scene = Scene {
            session: &self.session,
            title: self.language().title(self.session.position().game()),
            prompt: self.prompt(),
            keys: self.language().say("screen-keys"),
            choosing: true,
            values: &self.values,
        };
        self.screen.draw(frame, &scene);
    }

    fn handle(&mut self, event: &Event) {
        match Input::of(event) {
            Some(Input::Leave) => self.screen.done = true,
            Some(Input::Key(code)) => self.handle_key(code),
            Some(Input::Click(mouse)) if self.question.is_none() => {
                if let Some(spot) = self.screen.take_click(mouse) {
                    self.choose(spot);
                }
            }
            Some(Input::Click(_)) | None => {}
        }
    }
}

impl App {
    pub(crate) fn new(session: Session, computer: Computer, style: Option<Style>) -> App {
        let mut screen = BoardScreen::new(session.position(), style);
        screen.log.extend(session.offer_of_computer("screen-offer-computer"));
        screen.log.extend(session.ending());
        App { session, computer, screen, question: None, values: Vec::new() }
    }

    pub(super) fn language(&self) -> Language {
        self.session.language()
    }

    /// Ends the session; says what became of an unfinished game.
    pub(crate) fn leave(self) -> Option<String> {
        self.session.leave()
    }

    /// The one line that says what to do now.
    fn prompt(&self) -> String {
        match self.question {
            Some(Question::Resigning) => return self.session.told().say("ask-resign"),
            Some(Question::Leaving) => return self.language().say("ask-leave"),
            None => {}
        }
        match self.computer.purpose() {
            Some(purpose) => self.thinking(purpose),
            None => words::to_do(&self.session),
        }
    }

    /// The computer's thoughts as far as they have come.
    fn thinking(&self, purpose: Purpose) -> String {
        let so_far = match self.computer.latest() {
            Some(info) => self.session.told().thought(info),
            None => "...".to_owned(),
        };
        let name = match purpose {
            Purpose::Move => "play-thinking",
            Purpose::Hint => "play-advising",
            Purpose::Analysis => "play-analysing",
        };
        self.language().say_with(name, &[("thought", so_far.into())])
    }

    /// Tells what a choice led to; what moves were worth belongs to the position before.
    pub(super) fn tell(&mut self, outcome: Result<Vec<String>, String>) {
        if outcome.as_ref().is_ok_and(|events| !events.is_empty()) {
            self.values.clear();
        }
        self.screen.tell(outcome);
    }
}
