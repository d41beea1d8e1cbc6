//! The state of the full screen and what it shows.

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
use crate::play::session::Session;

/// Columns that the panel needs at least.
const PANEL_WIDTH: u16 = 30;

/// Said where the board does not fit; it has to fit there itself.
const TOO_SMALL: &str = "Too small. Please enlarge to 80x24. q leaves.";

pub(crate) struct App {
    pub(super) session: Session,
    pub(super) computer: Computer,
    pub(super) look: Look,
    pub(super) cursor: Spot,
    pub(super) log: Vec<String>,
    /// The answer to the last thing that was tried.
    pub(super) notice: String,
    pub(super) mode: Mode,
    /// What every move is worth in the position now, once the player has asked the tables.
    pub(super) values: Vec<(AnyMove, Value)>,
    pub(super) done: bool,
    /// Whether the whole screen is to be drawn anew.
    pub(super) repaint: bool,
    /// Where the board was drawn last, for the mouse and the cursor keys.
    pub(super) board: (Rect, Layout),
}

/// What keys mean at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
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
        app.log.extend(app.session.ending());
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

    pub(super) fn tell(&mut self, outcome: Result<Vec<String>, String>) {
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
}
