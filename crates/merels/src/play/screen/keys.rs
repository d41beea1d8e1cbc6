//! What keys and mouse do on the full screen.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use merels_rules::Spot;

use super::app::{App, Mode};
use super::computer::Purpose;
use crate::play::command::Command;

impl App {
    pub(crate) fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.handle_key(*key),
            Event::Mouse(mouse) => self.handle_mouse(*mouse),
            _ => {}
        }
    }

    fn handle_mouse(&mut self, mouse: MouseEvent) {
        let pressed = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if !pressed || self.mode != Mode::Board {
            return;
        }
        let (area, layout) = &self.board;
        let cell = mouse.column.checked_sub(area.x).zip(mouse.row.checked_sub(area.y));
        if let Some(spot) = cell.and_then(|(x, y)| layout.spot_at(x, y)) {
            self.cursor = spot;
            self.choose(spot);
        }
    }

    fn handle_key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            self.done = true;
            return;
        }
        self.notice.clear();
        if matches!(self.computer.purpose(), Some(Purpose::Hint | Purpose::Analysis)) {
            self.computer.hurry();
            return;
        }
        match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Reading { text, row } => self.scroll(key.code, text, row),
            Mode::Typing(text) => self.handle_typing(key.code, text),
            Mode::Resigning => match key.code {
                KeyCode::Char('y') => {
                    let events = self.session.resign();
                    self.log.extend(events);
                }
                KeyCode::Char('n') | KeyCode::Esc => {}
                _ => self.mode = Mode::Resigning,
            },
            Mode::Leaving => match key.code {
                KeyCode::Char('y' | 'q') => self.done = true,
                KeyCode::Char('n') | KeyCode::Esc => {}
                _ => self.mode = Mode::Leaving,
            },
            Mode::Board if self.session.draw_offer().is_some() => self.answer_draw(key.code),
            Mode::Board => self.handle_board_key(key.code),
        }
    }

    fn handle_board_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Left => self.move_cursor((-1, 0)),
            KeyCode::Right => self.move_cursor((1, 0)),
            KeyCode::Up => self.move_cursor((0, -1)),
            KeyCode::Down => self.move_cursor((0, 1)),
            KeyCode::Enter | KeyCode::Char(' ') if self.computer.purpose().is_some() => {
                self.computer.hurry();
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.cursor),
            KeyCode::Esc if !self.session.draft().is_empty() => self.obey(Command::Undo),
            KeyCode::Char(':') => self.mode = Mode::Typing(String::new()),
            KeyCode::Char('s') => self.mode = Mode::Typing("save ".to_owned()),
            KeyCode::Char('l') => self.mode = Mode::Typing("load ".to_owned()),
            KeyCode::Char('?') => self.obey(Command::Help),
            KeyCode::Char('m') => self.obey(Command::Moves),
            KeyCode::Char('u') => self.obey(Command::Undo),
            KeyCode::Char('h') => self.obey(Command::Hint),
            KeyCode::Char('i') => self.obey(Command::Analyse),
            KeyCode::Char('d') => self.obey(Command::Draw),
            KeyCode::Char('r') => self.obey(Command::Resign),
            KeyCode::Char('a') => self.obey(Command::Again),
            KeyCode::Char('n') => self.obey(Command::Next),
            KeyCode::Char('q') => self.obey(Command::Quit),
            _ => {}
        }
    }

    /// Moves through a text; any other key closes it.
    fn scroll(&mut self, code: KeyCode, text: String, row: u16) {
        let row = match code {
            KeyCode::Up => row.saturating_sub(1),
            KeyCode::Down => row.saturating_add(1),
            _ => return,
        };
        self.mode = Mode::Reading { text, row };
    }

    fn handle_typing(&mut self, code: KeyCode, mut text: String) {
        match code {
            KeyCode::Enter => return self.enter(&text),
            KeyCode::Esc => return,
            KeyCode::Backspace if text.is_empty() => return,
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Char(letter) => text.push(letter),
            _ => {}
        }
        self.mode = Mode::Typing(text);
    }

    /// A line was typed: a command, a whole move or a point.
    fn enter(&mut self, line: &str) {
        let line = line.trim();
        if let Some(command) = Command::parse(line) {
            return self.obey(command);
        }
        if self.session.computer_to_move().is_some() {
            self.notice = "The computer is to move: Enter hurries it.".to_owned();
            return;
        }
        let answered = self.session.answer(line);
        self.tell(answered);
    }

    fn choose(&mut self, spot: Spot) {
        if self.session.computer_to_move().is_some() {
            self.notice = "The computer is to move: Enter hurries it.".to_owned();
            return;
        }
        if self.session.draft().spots().last() == Some(&spot) {
            // A second touch of the same man lets it go again.
            self.session.undo();
            return;
        }
        let chosen = self.session.choose(spot);
        self.tell(chosen);
    }

    fn move_cursor(&mut self, direction: (i32, i32)) {
        let layout = &self.board.1;
        if let Some(spot) = (!layout.places.is_empty()).then(|| layout.step(self.cursor, direction))
        {
            self.cursor = spot.unwrap_or(self.cursor);
        }
    }

    fn answer_draw(&mut self, code: KeyCode) {
        let accept = match code {
            KeyCode::Char('y') => true,
            KeyCode::Char('n') | KeyCode::Esc => false,
            _ => return,
        };
        let events = self.session.answer_draw(accept);
        self.log.extend(events);
    }
}
