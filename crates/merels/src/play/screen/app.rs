//! What the full screen shows and how it answers keys and mouse.

use std::path::Path;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use merels_engine::Level;
use merels_rules::{AnyMove, Spot, Value};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout as Split, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::board::{BoardView, Look};
use super::computer::{Computer, Purpose};
use super::layout::Layout;
use super::panel;
use crate::messages;
use crate::play::command::Command;
use crate::play::session::Session;

/// Columns that the panel needs at least.
const PANEL_WIDTH: u16 = 30;

/// Said where the board does not fit; it has to fit there itself.
const TOO_SMALL: &str = "Too small. Please enlarge to 80x24. q leaves.";

pub(crate) struct App {
    session: Session,
    computer: Computer,
    look: Look,
    cursor: Spot,
    log: Vec<String>,
    /// The answer to the last thing that was tried.
    notice: String,
    mode: Mode,
    /// What every move is worth in the position now, once the player has asked the tables.
    values: Vec<(AnyMove, Value)>,
    done: bool,
    /// Whether the whole screen is to be drawn anew.
    repaint: bool,
    /// Where the board was drawn last, for the mouse and the cursor keys.
    board: (Rect, Layout),
}

/// What keys mean at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mode {
    Board,
    /// A text to read, from this row on.
    Reading {
        text: String,
        row: u16,
    },
    /// A line being typed: a move, a point or a command.
    Typing(String),
    /// A yes-or-no question.
    Resigning,
    Leaving,
}

impl App {
    pub(crate) fn new(session: Session, computer: Computer, look: Look) -> App {
        let mut app = App {
            cursor: Spot(session.position().spot_count() as u16 / 2),
            session,
            computer,
            look,
            log: Vec::new(),
            notice: String::new(),
            mode: Mode::Board,
            values: Vec::new(),
            done: false,
            repaint: false,
            board: (Rect::default(), Layout::default()),
        };
        app.log.extend(app.session.result());
        app
    }

    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// Lets the computer begin what is due and takes what it has finished.
    pub(crate) fn tick(&mut self) {
        match self.computer.finished() {
            Some((Purpose::Move, Some(report))) => {
                let played = self.session.play_computer(&report);
                self.tell(played);
            }
            Some((Purpose::Hint | Purpose::Analysis, Some(report))) => {
                let (position, labels) = (self.session.position(), self.session.labels());
                self.log.push(messages::hint(position, labels, &report));
            }
            Some((_, None)) | None => {}
        }
        self.computer.move_if_due(&self.session);
    }

    /// Whether the whole screen is to be drawn anew; asks once.
    pub(crate) fn takes_repaint(&mut self) -> bool {
        std::mem::take(&mut self.repaint)
    }

    /// Ends the session; says what became of an unfinished game.
    pub(crate) fn leave(self) -> Option<String> {
        self.session.leave()
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
        let (position, labels) = (self.session.position(), self.session.labels());
        let Some(layout) = Layout::fit(position, labels, width, middle.height) else {
            let text = Paragraph::new(TOO_SMALL).wrap(Wrap { trim: true });
            frame.render_widget(text, frame.area());
            self.board = (Rect::default(), Layout::default());
            return;
        };
        let [board, panel] =
            Split::horizontal([Constraint::Length(layout.width + 2), Constraint::Fill(1)])
                .areas(middle);
        frame.render_widget(panel::title(self.session.position(), self.look), title);
        if let Mode::Reading { text, row } = &mut self.mode {
            let rows: usize =
                text.lines().map(|line| panel::rows_of(line, middle.width as usize)).sum();
            *row = (*row).min((rows as u16).saturating_sub(middle.height));
            let text = Paragraph::new(text.as_str()).wrap(Wrap { trim: false });
            frame.render_widget(text.scroll((*row, 0)), middle);
        } else {
            let view = BoardView {
                session: &self.session,
                layout: &layout,
                look: self.look,
                cursor: self.cursor,
                values: &self.values,
            };
            frame.render_widget(view, board);
            frame.render_widget(panel::facts(&self.session, &self.log, self.look, panel), panel);
        }
        frame.render_widget(Line::styled(self.prompt(), self.look.accent), prompt);
        frame.render_widget(Line::styled(panel::KEYS, self.look.quiet), keys);
        self.board = (board, layout);
    }

    /// The one line that says what to do now.
    fn prompt(&self) -> String {
        match &self.mode {
            Mode::Reading { .. } => {
                "Any key goes back to the board. Up and Down scroll.".to_owned()
            }
            Mode::Typing(text) => {
                format!("Move, point or command: {text}{}", self.look.signs.caret)
            }
            Mode::Resigning => format!("{}, do you really resign? y or n", self.session.mover()),
            Mode::Leaving => "Leave? The game is kept for --resume. y or n".to_owned(),
            Mode::Board if !self.notice.is_empty() => self.notice.clone(),
            Mode::Board => match self.computer.purpose() {
                Some(purpose) => self.thinking(purpose),
                None => panel::to_do(&self.session),
            },
        }
    }

    /// What the computer is thinking, as far as it has come.
    fn thinking(&self, purpose: Purpose) -> String {
        let so_far = match self.computer.latest() {
            Some(info) => messages::thought(self.session.position(), self.session.labels(), info),
            None => "...".to_owned(),
        };
        match purpose {
            Purpose::Move => format!("{} thinks (Enter hurries): {so_far}", self.session.mover()),
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

    fn read(&mut self, text: String) {
        self.mode = Mode::Reading { text, row: 0 };
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
        let events = self.session.answer_draw(accept);
        self.log.extend(events);
    }

    fn obey(&mut self, command: Command) {
        let over = self.session.result().is_some();
        let waiting = self.session.computer_to_move().is_some();
        match command {
            Command::Help => {
                self.read(panel::help(self.session.position(), &self.look.signs));
            }
            Command::Rules => self.read(messages::rules(self.session.position())),
            Command::Board => {
                self.repaint = true;
                self.log.extend(messages::facts(self.session.position(), self.session.labels()));
            }
            Command::Moves => {
                let moves = messages::moves(self.session.game(), self.session.labels());
                self.read(format!("The moves of {}:\n\n{moves}", self.session.mover()));
            }
            Command::Hint | Command::Analyse | Command::Draw | Command::Resign if waiting => {
                self.notice = "The computer is to move: Enter hurries it.".to_owned();
            }
            Command::Undo => match self.undo() {
                Some(event) => self.log.push(event),
                None => self.notice = "There is nothing to take back.".to_owned(),
            },
            Command::Hint | Command::Analyse | Command::Draw | Command::Resign if over => {}
            Command::Hint => self.hint(),
            Command::Analyse => self.computer.analyse(self.session.game()),
            Command::Draw => {
                let events = self.session.offer_draw();
                self.log.extend(events);
            }
            Command::Resign => self.mode = Mode::Resigning,
            Command::Save(file) => self.notice = self.save(&file),
            Command::Load(file) => self.notice = self.load(&file),
            Command::Again if over => self.restart(None),
            Command::Next if over => match self.session.suggested_level() {
                Some(level) => self.restart(Some(level)),
                None => self.notice = "No other level is suggested; a plays again.".to_owned(),
            },
            Command::Again | Command::Next => self.notice = "This game is not over yet.".to_owned(),
            Command::Quit if over || self.session.game().ply() == 0 => self.done = true,
            Command::Quit => self.mode = Mode::Leaving,
            Command::FileMissing(word) => self.mode = Mode::Typing(format!("{word} ")),
        }
    }

    fn restart(&mut self, level: Option<Level>) {
        self.computer.cancel();
        self.session.restart(level);
        self.values.clear();
        self.log.clear();
        if let Some(level) = level {
            self.log.push(format!("The computer plays at level {level} now."));
        }
    }

    /// Asks the tables, whose answer colours the board, or else the engine.
    fn hint(&mut self) {
        match self.computer.exact_moves(self.session.position()) {
            Some(moves) => {
                let (position, labels) = (self.session.position(), self.session.labels());
                self.log.push(messages::exact_hint(position, labels, &moves));
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
                self.log = vec![messages::to_move(self.session.position()) + "."];
                self.log.extend(left);
                self.log.extend(self.session.result());
                self.cursor = Spot(0);
                format!("Loaded {}.", file.display())
            }
            Err(error) => format!("Not loaded: {error:#}."),
        }
    }
}
