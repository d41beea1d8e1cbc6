//! Keys and mouse, as far as every board understands them: the cursor, texts to read, lines to type.

use crossterm::event::{
    Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use merels_rules::Spot;

use super::{BoardScreen, Mode};

pub(crate) enum Input {
    Key(KeyCode),
    Click(MouseEvent),
    /// Ctrl-C or Ctrl-D.
    Leave,
}

impl Input {
    pub(crate) fn of(event: &Event) -> Option<Input> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                let leaves = control && matches!(key.code, KeyCode::Char('c' | 'd'));
                Some(if leaves { Input::Leave } else { Input::Key(key.code) })
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                Some(Input::Click(*mouse))
            }
            _ => None,
        }
    }
}

pub(crate) enum Key {
    Done,
    Line(String),
    /// The key means something on this board alone.
    Own(KeyCode),
}

impl BoardScreen {
    /// Does what a key does on every board; tells what is left.
    pub(crate) fn take_key(&mut self, code: KeyCode) -> Key {
        match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Reading { text, row } => self.scroll(code, text, row),
            Mode::Typing(text) => return self.take_letter(code, text),
            Mode::Board => match code {
                KeyCode::Left => self.move_cursor((-1, 0)),
                KeyCode::Right => self.move_cursor((1, 0)),
                KeyCode::Up => self.move_cursor((0, -1)),
                KeyCode::Down => self.move_cursor((0, 1)),
                KeyCode::Char(':') => self.mode = Mode::Typing(String::new()),
                code => return Key::Own(code),
            },
        }
        Key::Done
    }

    /// The spot that is clicked on, where the cursor goes, if it is one.
    pub(crate) fn take_click(&mut self, mouse: MouseEvent) -> Option<Spot> {
        if !self.is_at_board() {
            return None;
        }
        let (area, layout) = &self.board;
        let cell = mouse.column.checked_sub(area.x).zip(mouse.row.checked_sub(area.y));
        let spot = cell.and_then(|(x, y)| layout.spot_at(x, y))?;
        self.cursor = spot;
        Some(spot)
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

    fn take_letter(&mut self, code: KeyCode, mut text: String) -> Key {
        match code {
            KeyCode::Enter => return Key::Line(text),
            KeyCode::Esc => return Key::Done,
            KeyCode::Backspace if text.is_empty() => return Key::Done,
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Char(letter) => text.push(letter),
            _ => {}
        }
        self.mode = Mode::Typing(text);
        Key::Done
    }

    fn move_cursor(&mut self, direction: (i32, i32)) {
        let layout = &self.board.1;
        if !layout.places.is_empty() {
            self.cursor = layout.step(self.cursor, direction).unwrap_or(self.cursor);
        }
    }
}
