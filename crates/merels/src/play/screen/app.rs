//! What the full screen shows and how it answers keys and mouse.

use std::path::Path;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use merels_rules::{AnyMove, Spot, Value};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout as Split, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::board::{BoardView, Palette};
use super::computer::{Computer, Purpose};
use super::layout::Layout;
use super::panel;
use crate::draw::Labels;
use crate::play::command::Command;
use crate::play::table::Table;
use crate::words;

/// Columns that the panel needs at least.
const PANEL_WIDTH: u16 = 30;

pub(crate) struct App {
    table: Table,
    computer: Computer,
    labels: Labels,
    palette: Palette,
    cursor: Spot,
    log: Vec<String>,
    /// The answer to the last thing that was tried.
    notice: String,
    mode: Mode,
    /// What every move is worth in the position now, once the player has asked the tables.
    values: Vec<(AnyMove, Value)>,
    done: bool,
    /// Where the board was drawn last, for the mouse and the cursor keys.
    board: (Rect, Layout),
}

/// What keys mean at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mode {
    Board,
    Help,
    /// A line being typed: a move, a point or a command.
    Typing(String),
    /// A yes-or-no question.
    Resigning,
    Leaving,
}

impl App {
    pub(crate) fn new(table: Table, computer: Computer, labels: Labels, palette: Palette) -> App {
        let mut app = App {
            cursor: Spot(table.position().spot_count() as u16 / 2),
            table,
            computer,
            labels,
            palette,
            log: Vec::new(),
            notice: String::new(),
            mode: Mode::Board,
            values: Vec::new(),
            done: false,
            board: (Rect::default(), Layout::default()),
        };
        app.log.extend(app.table.result());
        app
    }

    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// Lets the computer begin what is due and takes what it has finished.
    pub(crate) fn tick(&mut self) {
        match self.computer.finished() {
            Some((Purpose::Move, Some(report))) => {
                let played = self.table.play_computer(&report).map_err(|why| why.to_string());
                self.tell(played);
            }
            Some((Purpose::Hint | Purpose::Analysis, Some(report))) => {
                let line = words::thought(self.table.position(), &report.info);
                self.log.push(format!("Hint: {line}"));
            }
            Some((_, None)) | None => {}
        }
        self.computer.move_if_due(&self.table);
    }

    /// Clears the table; says what became of an unfinished game.
    pub(crate) fn leave(self) -> Option<String> {
        self.table.leave()
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let [title, middle, prompt, keys] = Split::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        let width = middle.width.saturating_sub(PANEL_WIDTH);
        let fitting = Layout::fit(self.table.position(), self.labels, width, middle.height);
        let Some(layout) = fitting else {
            let text = "The board does not fit: please enlarge this terminal to 80x24. q leaves.";
            frame.render_widget(Paragraph::new(text), frame.area());
            self.board = (Rect::default(), Layout::default());
            return;
        };
        let [board, panel] =
            Split::horizontal([Constraint::Length(layout.width + 2), Constraint::Fill(1)])
                .areas(middle);
        frame.render_widget(panel::title(self.table.position(), self.palette), title);
        if self.mode == Mode::Help {
            frame.render_widget(panel::help(self.table.position()), middle);
        } else {
            let view = BoardView {
                table: &self.table,
                layout: &layout,
                palette: self.palette,
                cursor: self.cursor,
                values: &self.values,
            };
            frame.render_widget(view, board);
            frame.render_widget(panel::facts(&self.table, &self.log, self.palette, panel), panel);
        }
        frame.render_widget(Line::styled(self.prompt(), self.palette.accent), prompt);
        frame.render_widget(Line::styled(panel::KEYS, self.palette.quiet), keys);
        self.board = (board, layout);
    }

    /// The one line that says what to do now.
    fn prompt(&self) -> String {
        match &self.mode {
            Mode::Help => "Any key goes back to the board.".to_owned(),
            Mode::Typing(text) => format!("Move, point or command: {text}▏"),
            Mode::Resigning => format!("{}, do you really resign? y or n", self.table.mover()),
            Mode::Leaving => "Leave? The game is kept for --resume. y or n".to_owned(),
            Mode::Board if !self.notice.is_empty() => self.notice.clone(),
            Mode::Board => match self.computer.purpose() {
                Some(purpose) => self.thinking(purpose),
                None => panel::to_do(&self.table),
            },
        }
    }

    /// What the computer is thinking, as far as it has come.
    fn thinking(&self, purpose: Purpose) -> String {
        let so_far = match self.computer.latest() {
            Some(info) => words::thought(self.table.position(), info),
            None => "…".to_owned(),
        };
        match purpose {
            Purpose::Move => format!("{} thinks (Enter hurries): {so_far}", self.table.mover()),
            Purpose::Hint => format!("Looking for a good move: {so_far}"),
            Purpose::Analysis => format!("Analysing (any key stops): {so_far}"),
        }
    }

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
            Mode::Help => {}
            Mode::Typing(text) => self.handle_typing(key.code, text),
            Mode::Resigning => match key.code {
                KeyCode::Char('y') => {
                    let events = self.table.resign();
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
            Mode::Board if self.table.draw_offer().is_some() => self.answer_draw(key.code),
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
            KeyCode::Esc if !self.table.draft().is_empty() => self.obey(Command::Undo),
            KeyCode::Char(':') => self.mode = Mode::Typing(String::new()),
            KeyCode::Char('s') => self.mode = Mode::Typing("save ".to_owned()),
            KeyCode::Char('l') => self.mode = Mode::Typing("load ".to_owned()),
            KeyCode::Char('?') => self.obey(Command::Help),
            KeyCode::Char('u') => self.obey(Command::Undo),
            KeyCode::Char('h') => self.obey(Command::Hint),
            KeyCode::Char('i') => self.obey(Command::Analyse),
            KeyCode::Char('d') => self.obey(Command::Draw),
            KeyCode::Char('r') => self.obey(Command::Resign),
            KeyCode::Char('a') => self.obey(Command::Again),
            KeyCode::Char('q') => self.obey(Command::Quit),
            _ => {}
        }
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
        if self.table.computer_to_move().is_some() {
            self.notice = "The computer is to move: Enter hurries it.".to_owned();
            return;
        }
        let answered = self.table.answer(line);
        self.tell(answered);
    }

    fn choose(&mut self, spot: Spot) {
        if self.table.computer_to_move().is_some() {
            self.notice = "The computer is to move: Enter hurries it.".to_owned();
            return;
        }
        if self.table.draft().spots().last() == Some(&spot) {
            // A second touch of the same man lets it go again.
            self.table.undo();
            return;
        }
        let chosen = self.table.choose(spot).map_err(|reason| reason.to_string());
        self.tell(chosen);
    }

    fn tell(&mut self, outcome: Result<Vec<String>, String>) {
        match outcome {
            Ok(events) => {
                if !events.is_empty() {
                    self.values.clear();
                }
                self.log.extend(events);
            }
            Err(reason) => self.notice = format!("That does not go: {reason}."),
        }
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
        let events = self.table.answer_draw(accept);
        self.log.extend(events);
    }

    fn obey(&mut self, command: Command) {
        let over = self.table.result().is_some();
        let waiting = self.table.computer_to_move().is_some();
        match command {
            Command::Help | Command::Rules => self.mode = Mode::Help,
            Command::Board | Command::Moves => {}
            Command::Hint | Command::Analyse | Command::Draw | Command::Resign if waiting => {
                self.notice = "The computer is to move: Enter hurries it.".to_owned();
            }
            Command::Undo => match self.undo() {
                Some(event) => self.log.push(event),
                None => self.notice = "There is nothing to take back.".to_owned(),
            },
            Command::Hint | Command::Analyse | Command::Draw | Command::Resign if over => {}
            Command::Hint => self.hint(),
            Command::Analyse => self.computer.analyse(self.table.game()),
            Command::Draw => {
                let events = self.table.offer_draw();
                self.log.extend(events);
            }
            Command::Resign => self.mode = Mode::Resigning,
            Command::Save(file) => self.notice = self.save(&file),
            Command::Load(file) => self.notice = self.load(&file),
            Command::Again if over => {
                self.computer.cancel();
                self.table.restart();
                self.log.clear();
            }
            Command::Again => self.notice = "This game is not over yet.".to_owned(),
            Command::Quit if over || self.table.game().ply() == 0 => self.done = true,
            Command::Quit => self.mode = Mode::Leaving,
            Command::FileMissing(word) => self.mode = Mode::Typing(format!("{word} ")),
        }
    }

    /// Asks the tables, whose answer colours the board, or else the engine.
    fn hint(&mut self) {
        match self.computer.exact_moves(self.table.position()) {
            Some(moves) => {
                self.log.push(words::exact_hint(self.table.position(), &moves));
                let wrapped = |(mv, value)| (AnyMove::Morris(mv), value);
                self.values = moves.into_iter().map(wrapped).collect();
            }
            None => self.computer.advise(self.table.game()),
        }
    }

    fn save(&self, file: &Path) -> String {
        match self.table.save(file) {
            Ok(()) => format!("Saved to {}.", file.display()),
            Err(error) => format!("Not saved: {error:#}."),
        }
    }

    /// What the computer is thinking of belongs to the position that goes.
    fn undo(&mut self) -> Option<String> {
        self.computer.cancel();
        if self.table.draft().is_empty() {
            self.values.clear();
        }
        self.table.undo()
    }

    fn load(&mut self, file: &Path) -> String {
        self.computer.cancel();
        self.values.clear();
        match self.table.load(file) {
            Ok(()) => {
                self.log = vec![words::to_move(self.table.position()) + "."];
                self.cursor = Spot(0);
                format!("Loaded {}.", file.display())
            }
            Err(error) => format!("Not loaded: {error:#}."),
        }
    }
}
