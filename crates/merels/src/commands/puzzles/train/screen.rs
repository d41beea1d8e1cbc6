//! Training on the full screen: the board that games are played on.

use anyhow::Result;
use crossterm::event::{Event, KeyCode};
use merels_engine::{Puzzle, PuzzleMove};
use merels_messages::{Language, Naming, PuzzleMoveAs};
use merels_rules::morris::Move;
use merels_rules::{AnyMove, AnyPosition, Game, Record, Spot};
use ratatui::Frame;

use super::{Score, words};
use crate::draw::Style;
use crate::play::board_screen::{self, BoardScreen, FullScreen, Input, Key, Scene};
use crate::play::command::Command;
use crate::play::players::Player;
use crate::play::question::to_choose;
use crate::play::screen::words::{help, moves};
use crate::play::session::Session;
use crate::told::Reader;

/// Trains until somebody leaves or the puzzles are through.
pub(super) fn run(puzzles: &[&Puzzle], style: Option<Style>, reader: Reader) -> Result<Score> {
    let mut trainer = Trainer::new(puzzles, style, reader);
    board_screen::run(&mut trainer)?;
    Ok(trainer.score)
}

struct Trainer<'a> {
    puzzles: &'a [&'a Puzzle],
    index: usize,
    /// The puzzle as a game: from its position, the moves that are tried.
    session: Session,
    screen: BoardScreen,
    state: State,
    hints: Hints,
    /// True if this puzzle is part of the score already: the first try counts.
    counted: bool,
    score: Score,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// A wrong move and the reply that refutes it stand on the board.
    Refuted,
    /// The solution stands on the board.
    Over,
}

/// The part of the solution that was told.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Hints {
    None,
    Themes,
    FirstSpot,
}

impl FullScreen for Trainer<'_> {
    fn board_screen(&mut self) -> &mut BoardScreen {
        &mut self.screen
    }

    fn tick(&mut self) {}

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let scene = Scene {
            session: &self.session,
            title: words::title(self.language(), self.puzzle(), self.index + 1, self.puzzles.len()),
            prompt: self.prompt(),
            keys: self.language().say("train-keys"),
            choosing: self.state == State::Open,
            values: &[],
        };
        self.screen.draw(frame, &scene);
    }

    fn handle(&mut self, event: &Event) {
        match Input::of(event) {
            Some(Input::Leave) => self.screen.done = true,
            Some(Input::Key(code)) => self.handle_key(code),
            Some(Input::Click(mouse)) => {
                if let Some(spot) = self.screen.take_click(mouse) {
                    self.choose(spot);
                }
            }
            None => {}
        }
    }
}

impl<'a> Trainer<'a> {
    fn new(puzzles: &'a [&'a Puzzle], style: Option<Style>, reader: Reader) -> Trainer<'a> {
        let session = session_of(puzzles[0], reader);
        let screen = BoardScreen::new(session.position(), style);
        let mut trainer = Trainer {
            puzzles,
            index: 0,
            session,
            screen,
            state: State::Open,
            hints: Hints::None,
            counted: false,
            score: Score::default(),
        };
        trainer.ask();
        trainer
    }

    fn puzzle(&self) -> &'a Puzzle {
        self.puzzles[self.index]
    }

    fn language(&self) -> Language {
        self.session.language()
    }

    fn notice(&mut self, name: &str) {
        self.screen.notice = self.language().say(name);
    }

    /// Asks the puzzle, nothing of it known yet.
    fn ask(&mut self) {
        self.set_up();
        self.hints = Hints::None;
        self.counted = false;
        self.screen.log.clear();
        if self.score.tried > 0 {
            self.screen.log.push(self.score.told(self.language()));
        }
        self.screen.log.push(self.language().puzzle_question(self.puzzle()));
    }

    /// The position of the puzzle, as it was.
    fn set_up(&mut self) {
        self.session = session_of(self.puzzle(), self.session.reader());
        self.state = State::Open;
    }

    fn prompt(&self) -> String {
        self.language().say(match self.state {
            State::Open => return to_choose(&self.session),
            State::Refuted => "train-refuted",
            State::Over if self.is_last() => "train-last",
            State::Over => "train-next",
        })
    }

    fn is_last(&self) -> bool {
        self.index + 1 == self.puzzles.len()
    }

    fn handle_key(&mut self, code: KeyCode) {
        self.screen.notice.clear();
        match self.screen.take_key(code) {
            Key::Done => {}
            Key::Line(line) => self.enter(line.trim()),
            Key::Own(code) => match code {
                KeyCode::Enter | KeyCode::Char(' ') if self.state == State::Over => self.go_on(),
                KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.screen.cursor),
                KeyCode::Esc | KeyCode::Char('u') => self.obey(&Command::Undo),
                KeyCode::Char('h') => self.obey(&Command::Hint),
                KeyCode::Char('m') => self.obey(&Command::Moves),
                KeyCode::Char('n') => self.obey(&Command::Next),
                KeyCode::Char('s') => self.show_solution(),
                KeyCode::Char('?') => self.obey(&Command::Help),
                KeyCode::Char('q') => self.obey(&Command::Quit),
                _ => {}
            },
        }
    }

    /// A line was typed: a command, a whole move or a point.
    fn enter(&mut self, line: &str) {
        if line.eq_ignore_ascii_case("solution") {
            return self.show_solution();
        }
        if let Some(command) = Command::parse(line) {
            return self.obey(&command);
        }
        match self.state {
            State::Over => self.screen.notice = self.prompt(),
            State::Refuted => self.set_up(),
            State::Open => {}
        }
        if self.state == State::Open {
            let answered = self.session.answer(line);
            self.take(answered);
        }
    }

    fn obey(&mut self, command: &Command) {
        match command {
            Command::Help => {
                self.screen.read(help(&self.session, "train-help", self.screen.signs()));
            }
            Command::Rules => self.screen.read(self.session.told().rules()),
            Command::Board => {
                self.screen.repaint = true;
                self.screen.log.extend(self.session.told().counts());
            }
            Command::Moves => self.screen.read(moves(&self.session)),
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Next => self.go_on(),
            Command::Quit => self.screen.done = true,
            _ => self.notice("train-not-here"),
        }
    }

    /// Chooses a spot; from a refuted move it is the way back to the question.
    fn choose(&mut self, spot: Spot) {
        match self.state {
            State::Open => {
                let chosen = self.session.touch(spot);
                self.take(chosen);
            }
            State::Refuted => self.set_up(),
            State::Over => {}
        }
    }

    /// Tells what a choice led to; a whole move is judged.
    fn take(&mut self, outcome: Result<Vec<String>, String>) {
        self.screen.tell(outcome);
        let Some(AnyMove::Morris(mv)) = self.session.game().moves().last() else { return };
        if let Some(answer) = self.puzzle().answer(*mv) {
            self.judge(answer);
        }
    }

    fn judge(&mut self, answer: &PuzzleMove) {
        let solved = answer.mv == self.puzzle().solution().mv;
        self.count(solved);
        if solved {
            return self.end(answer, PuzzleMoveAs::Found);
        }
        if let Some(reply) = answer.line.first() {
            self.play(*reply);
        }
        self.tell(answer, PuzzleMoveAs::Wrong);
        self.state = State::Refuted;
    }

    fn play(&mut self, mv: Move) {
        let played = self.session.play(AnyMove::Morris(mv));
        self.screen.tell(played);
    }

    fn tell(&mut self, answer: &PuzzleMove, told: PuzzleMoveAs) {
        self.screen.log.push(words::told(self.session.reader(), self.puzzle(), answer, told));
    }

    /// The solution stands on the board: tells what there is to tell.
    fn end(&mut self, solution: &PuzzleMove, told: PuzzleMoveAs) {
        self.tell(solution, told);
        self.screen.log.push(words::themes(self.language(), self.puzzle()));
        self.state = State::Over;
    }

    fn count(&mut self, solved: bool) {
        if !self.counted {
            self.score.count(solved);
            self.counted = true;
        }
    }

    fn show_solution(&mut self) {
        if self.state == State::Over {
            return;
        }
        self.count(false);
        self.set_up();
        let solution = self.puzzle().solution();
        self.play(solution.mv);
        self.end(solution, PuzzleMoveAs::Shown);
    }

    /// First what the puzzle is about, then where its move begins.
    fn hint(&mut self) {
        if self.state != State::Open {
            return;
        }
        let solution = AnyMove::Morris(self.puzzle().solution().mv);
        let told = match self.hints {
            Hints::None => {
                self.hints = Hints::Themes;
                let themes = words::themes(self.language(), self.puzzle());
                format!("{themes}. {}", self.language().say("train-more"))
            }
            Hints::Themes | Hints::FirstSpot => {
                self.hints = Hints::FirstSpot;
                self.count(false);
                let position = AnyPosition::Morris(self.puzzle().position);
                self.screen.cursor = position.spots_of(solution)[0];
                let spot = self.session.reader().told(&position).spot(self.screen.cursor);
                self.language().say_with("train-first", &[("spot", spot.into())])
            }
        };
        self.screen.log.push(told);
    }

    /// Takes back a choice, or the move that was refuted.
    fn undo(&mut self) {
        match self.state {
            State::Open => match self.session.undo() {
                Some(event) => self.screen.log.push(event),
                None => self.notice("refusal-no-turn"),
            },
            State::Refuted => self.set_up(),
            State::Over => self.screen.notice = self.prompt(),
        }
    }

    /// The next puzzle, whatever became of this one.
    fn go_on(&mut self) {
        if self.is_last() {
            self.screen.done = true;
        } else {
            self.index += 1;
            self.ask();
        }
    }
}

/// A puzzle as a game between people that nobody keeps.
fn session_of(puzzle: &Puzzle, reader: Reader) -> Session {
    let record = Record::new(Game::new(AnyPosition::Morris(puzzle.position)));
    Session::new(record, [Player::Human; 2], reader, None)
}
