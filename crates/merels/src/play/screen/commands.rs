//! What commands do while a game is played on the full screen, typed or on a key.

use std::path::Path;

use merels_engine::Level;
use merels_rules::{AnyMove, Spot};

use super::app::{App, Question};
use super::words;
use crate::messages;
use crate::play::command::Command;

impl App {
    pub(super) fn obey(&mut self, command: Command) {
        let over = self.session.result().is_some();
        let waiting = self.session.computer_to_move().is_some();
        match command {
            Command::Help => {
                self.screen.read(words::help(self.session.position(), self.screen.signs()));
            }
            Command::Rules => self.screen.read(messages::rules(self.session.position())),
            Command::Board => {
                self.screen.repaint = true;
                self.screen
                    .log
                    .extend(messages::facts(self.session.position(), self.session.labels()));
            }
            Command::Moves => {
                let moves = messages::moves(self.session.game(), self.session.labels());
                self.screen.read(format!("The moves of {}:\n\n{moves}", self.session.mover()));
            }
            Command::Hint | Command::Analyse | Command::Draw | Command::Resign if waiting => {
                self.is_computers_turn();
            }
            Command::Undo => match self.undo() {
                Some(event) => self.screen.log.push(event),
                None => self.screen.notice = "There is nothing to take back.".to_owned(),
            },
            Command::Hint | Command::Analyse | Command::Draw | Command::Resign if over => {}
            Command::Hint => self.hint(),
            Command::Analyse => self.computer.analyse(self.session.game()),
            Command::Draw => {
                let events = self.session.offer_draw();
                self.screen.log.extend(events);
            }
            Command::Resign => self.question = Some(Question::Resigning),
            Command::Save(file) => self.screen.notice = self.save(&file),
            Command::Load(file) => self.screen.notice = self.load(&file),
            Command::Again if over => self.restart(None),
            Command::Next if over => match self.session.suggested_level() {
                Some(level) => self.restart(Some(level)),
                None => {
                    self.screen.notice = "No other level is suggested; a plays again.".to_owned();
                }
            },
            Command::Again | Command::Next => {
                self.screen.notice = "This game is not over yet.".to_owned();
            }
            Command::Quit if over || self.session.game().ply() == 0 => self.screen.done = true,
            Command::Quit => self.question = Some(Question::Leaving),
            Command::FileMissing(word) => self.screen.type_line(format!("{word} ")),
        }
    }

    fn restart(&mut self, level: Option<Level>) {
        self.computer.cancel();
        self.session.restart(level);
        self.values.clear();
        self.screen.log.clear();
        if let Some(level) = level {
            self.screen.log.push(format!("The computer plays at level {level} now."));
        }
    }

    /// Asks the tables, whose answer colours the board, or else the engine.
    fn hint(&mut self) {
        match self.computer.exact_moves(self.session.position()) {
            Some(moves) => {
                let (position, labels) = (self.session.position(), self.session.labels());
                self.screen.log.push(messages::exact_hint(position, labels, &moves));
                let wrapped = |(mv, value)| (AnyMove::Morris(mv), value);
                self.values = moves.into_iter().map(wrapped).collect();
            }
            None => self.computer.advise(self.session.game()),
        }
    }

    fn save(&self, file: &Path) -> String {
        match self.session.save(file) {
            Ok(()) => format!("Saved to {}.", file.display()),
            Err(error) => format!("Not saved: {error:#}."),
        }
    }

    /// What the computer is thinking of belongs to the position that goes.
    fn undo(&mut self) -> Option<String> {
        self.computer.cancel();
        if self.session.draft().is_empty() {
            self.values.clear();
        }
        self.session.undo()
    }

    fn load(&mut self, file: &Path) -> String {
        self.computer.cancel();
        self.values.clear();
        match self.session.load(file) {
            Ok(left) => {
                self.screen.log = vec![messages::to_move(self.session.position()) + "."];
                self.screen.log.extend(left);
                self.screen.log.extend(self.session.result());
                self.screen.cursor = Spot(0);
                format!("Loaded {}.", file.display())
            }
            Err(error) => format!("Not loaded: {error:#}."),
        }
    }
}
