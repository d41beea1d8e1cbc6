//! A board on the whole terminal, with its cursor, a panel beside it and lines to read and to type:
//! what playing and training with puzzles have in common.

mod board;
mod input;
mod layout;
mod panel;
mod signs;
mod terminal;

pub(crate) use self::input::{Input, Key};
pub(crate) use self::panel::marks;
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

pub(crate) struct BoardScreen {
    look: Look,
    pub(crate) cursor: Spot,
    pub(crate) log: Vec<String>,
    /// The answer to the last thing that was tried.
    pub(crate) notice: String,
    pub(crate) done: bool,
    /// True if the whole screen is to be drawn anew.
    pub(crate) repaint: bool,
    mode: Mode,
    /// The place where the board was drawn last, for the mouse and the cursor keys.
    board: (Rect, Layout),
}

/// The present meaning of keys.
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

pub(crate) struct Scene<'a> {
    pub(crate) session: &'a Session,
    pub(crate) title: String,
    pub(crate) prompt: String,
    pub(crate) keys: String,
    /// True if the possible choices are marked.
    pub(crate) choosing: bool,
    /// The values of moves, best first, where they are to be shown.
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

    /// Returns `true` if keys are for the board: nothing is being read or typed.
    pub(crate) fn is_at_board(&self) -> bool {
        self.mode == Mode::Board
    }

    /// Shows a text instead of the board until a key is pressed.
    pub(crate) fn read(&mut self, text: String) {
        self.mode = Mode::Reading { text, row: 0 };
    }

    pub(crate) fn type_line(&mut self, text: String) {
        self.mode = Mode::Typing(text);
    }

    /// Tells what a choice led to, or why it does not go.
    pub(crate) fn tell(&mut self, outcome: Result<Vec<String>, String>) {
        match outcome {
            Ok(events) => self.log.extend(events),
            Err(reason) => self.notice = reason,
        }
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, scene: &Scene<'_>) {
        let [title, middle, below] =
            Split::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(2)])
                .areas(frame.area());
        let width = middle.width.saturating_sub(PANEL_WIDTH);
        let (session, labels) = (scene.session, scene.session.reader().labels);
        let Some(layout) = Layout::fit(session.position(), labels, width, middle.height) else {
            // This has to fit where the board does not.
            let text = session.language().say("screen-too-small");
            let text = Paragraph::new(text).wrap(Wrap { trim: true });
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
        // A long prompt takes the line of the keys too.
        let prompt = Line::styled(self.prompt(scene), self.look.accent);
        let keys = Line::styled(format!(" {}", scene.keys), self.look.quiet);
        let text = Paragraph::new(vec![prompt, keys]).wrap(Wrap { trim: false });
        frame.render_widget(text, below);
        self.board = (board, layout);
    }

    fn prompt(&self, scene: &Scene<'_>) -> String {
        let language = scene.session.language();
        match &self.mode {
            Mode::Reading { .. } => language.say("screen-back"),
            Mode::Typing(text) => {
                let text = ("text", format!("{text}{}", self.look.signs.caret).into());
                language.say_with("screen-typing", &[text])
            }
            Mode::Board if !self.notice.is_empty() => self.notice.clone(),
            Mode::Board => scene.prompt.clone(),
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

#[cfg(test)]
mod tests {
    use merels_messages::Language;
    use merels_rules::{DrawReason, GameId, Outcome, Side, WinReason};

    use super::panel::rows_of;

    /// Columns of a usual terminal.
    const WIDTH: usize = 80;

    fn outcomes() -> impl Iterator<Item = Outcome> {
        use WinReason::{
            Blocked, FirstLine, MisereBlocked, MisereLine, MisereReduced, NoPawns, Reduced,
            Resignation,
        };
        let won = [
            Blocked,
            FirstLine,
            MisereBlocked,
            MisereLine,
            MisereReduced,
            NoPawns,
            Reduced,
            Resignation,
        ];
        let drawn = [
            DrawReason::Agreement,
            DrawReason::Repetition,
            DrawReason::Quiet,
            DrawReason::FullBoard,
            DrawReason::PlyLimit,
        ];
        let won = won.into_iter().map(|reason| Outcome::win(Side::Black, reason));
        won.chain(drawn.into_iter().map(Outcome::Draw))
    }

    /// Prompts may take two lines, each line of keys and of help one.
    #[test]
    fn no_language_is_cut_in_80_columns() {
        for language in Language::ALL {
            for keys in ["screen-keys", "train-keys"] {
                let keys = format!(" {}", language.say(keys));
                assert_eq!(rows_of(&keys, WIDTH), 1, "{keys}");
            }
            for help in ["screen-help", "train-help", "play-help"] {
                let help = language.say(help);
                let long = help.lines().find(|line| line.chars().count() >= WIDTH);
                assert_eq!(long, None);
            }
            for (outcome, game) in
                outcomes().flat_map(|end| [(end, GameId::NINE), (end, GameId::Nimble)])
            {
                let end = ("end", language.outcome_of(game, outcome).into());
                let over = language.say_with("screen-over-next", &[end, ("level", "10".into())]);
                assert!(rows_of(&over, WIDTH) <= 2, "{over}");
            }
        }
    }
}
