//! The effects of keys while a game is played on the full screen.

use crossterm::event::KeyCode;
use merels_rules::Spot;

use super::app::{App, Question};
use super::computer::Purpose;
use crate::play::board_screen::Key;
use crate::play::command::Command;
use crate::play::question::yes_or_no;

impl App {
    pub(super) fn handle_key(&mut self, code: KeyCode) {
        self.screen.notice.clear();
        if matches!(self.computer.purpose(), Some(Purpose::Hint | Purpose::Analysis)) {
            self.computer.hurry();
            return;
        }
        if let Some(question) = self.question {
            return self.answer(question, code);
        }
        if self.screen.is_at_board() && self.session.draw_offer().is_some() {
            return self.answer_draw(code);
        }
        match self.screen.take_key(code) {
            Key::Done => {}
            Key::Line(line) => self.enter(&line),
            Key::Own(code) => self.handle_own_key(code),
        }
    }

    fn handle_own_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') if self.computer.purpose().is_some() => {
                self.computer.hurry();
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.screen.cursor),
            KeyCode::Esc if !self.session.draft().is_empty() => self.obey(Command::Undo),
            KeyCode::Char('s') => self.screen.type_line("save ".to_owned()),
            KeyCode::Char('l') => self.screen.type_line("load ".to_owned()),
            KeyCode::Char('?') => self.obey(Command::Help),
            KeyCode::Char('m') => self.obey(Command::Moves),
            KeyCode::Char('u') => self.obey(Command::Undo),
            KeyCode::Char('h') => self.obey(Command::Hint),
            KeyCode::Char('i') => self.obey(Command::Analyse),
            KeyCode::Char('d') => self.obey(Command::Draw),
            KeyCode::Char('r') => self.obey(Command::Resign),
            KeyCode::Char('c') => self.obey(Command::Computer),
            KeyCode::Char('a') => self.obey(Command::Again),
            KeyCode::Char('n') => self.obey(Command::Next),
            KeyCode::Char('q') => self.obey(Command::Quit),
            _ => {}
        }
    }

    /// A line was typed: a command, a whole move or a point.
    fn enter(&mut self, line: &str) {
        let line = line.trim();
        if let Some(command) = Command::parse(line) {
            return self.obey(command);
        }
        if self.is_computers_turn() {
            return;
        }
        let answered = self.session.answer(line);
        self.tell(answered);
    }

    pub(super) fn choose(&mut self, spot: Spot) {
        if self.is_computers_turn() {
            return;
        }
        let chosen = self.session.touch(spot);
        self.tell(chosen);
    }

    /// Returns `true` if the computer is to move, and says so.
    pub(super) fn is_computers_turn(&mut self) -> bool {
        let waiting = self.session.computer_to_move().is_some();
        if waiting {
            self.notice("play-computers-turn");
        }
        waiting
    }

    fn answer(&mut self, question: Question, code: KeyCode) {
        self.question = None;
        match (question, self.yes_or_no(code)) {
            (Question::Resigning, Some(true)) => {
                let events = self.session.resign();
                self.screen.log.extend(events);
            }
            (Question::Leaving, Some(true)) => self.screen.done = true,
            (Question::Leaving, _) if code == KeyCode::Char('q') => self.screen.done = true,
            (_, Some(false)) => {}
            _ => self.question = Some(question),
        }
    }

    fn answer_draw(&mut self, code: KeyCode) {
        let Some(accept) = self.yes_or_no(code) else { return };
        let events = self.session.answer_draw(accept);
        self.screen.log.extend(events);
    }

    fn yes_or_no(&self, code: KeyCode) -> Option<bool> {
        match code {
            KeyCode::Char(letter) => yes_or_no(self.language(), &letter.to_string()),
            KeyCode::Esc => Some(false),
            _ => None,
        }
    }
}
