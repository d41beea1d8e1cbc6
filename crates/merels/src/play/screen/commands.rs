//! The effects of commands while a game is played on the full screen, typed or on a key.

use std::path::Path;

use merels_engine::Level;
use merels_rules::{AnyMove, Spot};

use super::app::{App, Question};
use super::words;
use crate::play::command::Command;

impl App {
    pub(super) fn obey(&mut self, command: Command) {
        let over = self.session.result().is_some();
        let waiting = self.session.computer_to_move().is_some();
        match command {
            Command::Help => {
                self.screen.read(words::help(&self.session, "screen-help", self.screen.signs()));
            }
            Command::Rules => self.screen.read(self.session.told().rules()),
            Command::Board => {
                self.screen.repaint = true;
                self.screen.log.extend(self.session.told().counts());
            }
            Command::Moves => self.screen.read(words::moves(&self.session)),
            Command::Hint | Command::Analyse | Command::Draw | Command::Resign if waiting => {
                self.is_computers_turn();
            }
            Command::Undo => match self.undo() {
                Some(event) => self.screen.log.push(event),
                None => self.notice("refusal-no-turn"),
            },
            Command::Hint | Command::Analyse | Command::Draw | Command::Resign if over => {}
            Command::Hint => self.hint(),
            Command::Analyse => self.computer.analyse(self.session.game()),
            Command::Draw => {
                let events = self.session.offer_draw();
                self.screen.log.extend(events);
            }
            Command::Resign => self.question = Some(Question::Resigning),
            Command::Save(file) => self.screen.notice = self.session.save(&file),
            Command::Load(file) => self.screen.notice = self.load(&file),
            Command::Computer => match self.session.seat_computer() {
                Some(event) => self.screen.log.push(event),
                None => self.notice("play-computer-plays"),
            },
            Command::Again if over => self.restart(None),
            Command::Next if over => match self.session.suggested_level() {
                Some(level) => self.restart(Some(level)),
                None => self.notice("play-no-level"),
            },
            Command::Again | Command::Next => self.notice("play-not-over"),
            Command::Quit if over || self.session.game().ply() == 0 => self.screen.done = true,
            Command::Quit => self.question = Some(Question::Leaving),
            Command::FileMissing(word) => self.screen.type_line(format!("{word} ")),
        }
    }

    fn restart(&mut self, level: Option<Level>) {
        self.computer.cancel();
        self.values.clear();
        self.screen.log = self.session.restart(level).into_iter().collect();
    }

    pub(super) fn notice(&mut self, name: &str) {
        self.screen.notice = self.language().say(name);
    }

    /// Asks the tables, whose answer colours the board, or else the engine.
    fn hint(&mut self) {
        match self.computer.exact_moves(self.session.position()) {
            Some(moves) => {
                self.screen.log.push(self.session.told().exact_hint(&moves));
                let wrapped = |(mv, value)| (AnyMove::Morris(mv), value);
                self.values = moves.into_iter().map(wrapped).collect();
            }
            None => self.computer.advise(self.session.game()),
        }
    }

    /// Takes turns back; the computer's thoughts belong to the position that goes.
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
                self.screen.log = vec![self.session.told().turn_of()];
                self.screen.log.extend(left);
                self.screen.log.extend(self.session.result());
                self.screen.cursor = Spot(0);
                self.session.about_file("play-loaded", file)
            }
            Err(reason) => reason,
        }
    }
}
