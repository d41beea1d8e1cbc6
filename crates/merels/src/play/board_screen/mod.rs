//! A board on the whole terminal, with its cursor, a panel beside it and lines to read and to type:
//! what playing and training with puzzles have in common.

mod board;
mod input;
mod layout;
mod panel;
mod signs;
mod terminal;

pub(crate) use self::input::{Input, Key};
pub(crate) use self::panel::{marks, to_choose};
pub(crate) use self::signs::Signs;
pub(crate) use self::terminal::{FullScreen, run};

use std::env;

use merels_rules::{AnyMove, AnyPosition, Spot, Value};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout as Split, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use self::board::{BoardView, Look};
use self::layout::Layout;
use super::session::Session;
use crate::draw::Style;

/// Columns that the panel needs at least.
const PANEL_WIDTH: u16 = 30;

/// Said where the board does not fit; it has to fit there itself.
const TOO_SMALL: &str = "Too small. Please enlarge to 80x24. q leaves.";

pub(crate) struct BoardScreen {
    look: Look,
    pub(crate) cursor: Spot,
    /// What happened, told beside the board.
    pub(crate) log: Vec<String>,
    /// The answer to the last thing that was tried.
    pub(crate) notice: String,
    pub(crate) done: bool,
    /// Whether the whole screen is to be drawn anew.
    pub(crate) repaint: bool,
    mode: Mode,
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
}

/// What is shown on the screen besides its own.
pub(crate) struct Scene<'a> {
    pub(crate) session: &'a Session,
    pub(crate) title: String,
    /// The one line that says what to do now.
    pub(crate) prompt: String,
    pub(crate) keys: &'a str,
    /// Whether what may be chosen is marked.
    pub(crate) choosing: bool,
    /// What moves are worth, best first, where that is to be shown.
    pub(crate) values: &'a [(AnyMove, Value)],
}

impl BoardScreen {
    /// A screen for boards of the kind of `position`.
    pub(crate) fn new(position: &AnyPosition, style: Option<Style>) -> BoardScreen {
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        BoardScreen {
            look: Look::new(Signs::of(style), !no_color),
            cursor: Spot(position.spot_count() as u16 / 2),
            log: Vec::new(),
            notice: String::new(),
            done: false,
            repaint: false,
            mode: Mode::Board,
            board: (Rect::default(), Layout::default()),
        }
    }

    pub(crate) fn signs(&self) -> &Signs {
        &self.look.signs
    }

    /// Whether keys are for the board: nothing is being read or typed.
    pub(crate) fn is_at_board(&self) -> bool {
        self.mode == Mode::Board
    }

    /// Shows a text instead of the board until a key is pressed.
    pub(crate) fn read(&mut self, text: String) {
        self.mode = Mode::Reading { text, row: 0 };
    }

    /// Lets a line be typed that begins with `text`.
    pub(crate) fn type_line(&mut self, text: String) {
        self.mode = Mode::Typing(text);
    }

    /// Tells what a choice led to, or why it does not go.
    pub(crate) fn tell(&mut self, outcome: Result<Vec<String>, String>) {
        match outcome {
            Ok(events) => self.log.extend(events),
            Err(reason) => self.notice = format!("That does not go: {reason}."),
        }
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, scene: &Scene<'_>) {
        let [title, middle, prompt, keys] = Split::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        let width = middle.width.saturating_sub(PANEL_WIDTH);
        let session = scene.session;
        let Some(layout) = Layout::fit(session.position(), session.labels(), width, middle.height)
        else {
            let text = Paragraph::new(TOO_SMALL).wrap(Wrap { trim: true });
            frame.render_widget(text, frame.area());
            self.board = (Rect::default(), Layout::default());
            return;
        };
        let [board, panel] =
            Split::horizontal([Constraint::Length(layout.width + 2), Constraint::Fill(1)])
                .areas(middle);
        frame.render_widget(Line::styled(format!(" {}", scene.title), self.look.accent), title);
        if let Mode::Reading { text, row } = &mut self.mode {
            draw_text(frame, middle, text, row);
        } else {
            let view = BoardView {
                session,
                layout: &layout,
                look: self.look,
                cursor: self.cursor,
                choosing: scene.choosing,
                values: scene.values,
            };
            frame.render_widget(view, board);
            frame.render_widget(panel::facts(session, &self.log, self.look, panel), panel);
        }
        frame.render_widget(Line::styled(self.prompt(&scene.prompt), self.look.accent), prompt);
        frame.render_widget(Line::styled(scene.keys, self.look.quiet), keys);
        self.board = (board, layout);
    }

    fn prompt(&self, at_board: &str) -> String {
        match &self.mode {
            Mode::Reading { .. } => {
                "Any key goes back to the board. Up and Down scroll.".to_owned()
            }
            Mode::Typing(text) => {
                format!("Move, point or command: {text}{}", self.look.signs.caret)
            }
            Mode::Board if !self.notice.is_empty() => self.notice.clone(),
            Mode::Board => at_board.to_owned(),
        }
    }
}

/// A text from a row on, which is brought back to where there still is text.
fn draw_text(frame: &mut Frame<'_>, area: Rect, text: &str, row: &mut u16) {
    let rows: usize = text.lines().map(|line| panel::rows_of(line, area.width as usize)).sum();
    *row = (*row).min((rows as u16).saturating_sub(area.height));
    let text = Paragraph::new(text).wrap(Wrap { trim: false });
    frame.render_widget(text.scroll((*row, 0)), area);
}
