//! Training on the full screen: the board that games are played on.

use anyhow::Result;
use crossterm::event::{Event, KeyCode};
use merels_engine::{Puzzle, PuzzleMove};
use merels_rules::morris::Move;
use merels_rules::{AnyMove, AnyPosition, Game, Record, Spot};
use ratatui::Frame;

use super::{Score, words};
use crate::draw::{Labels, Style};
use crate::messages;
use crate::play::board_screen::{self, BoardScreen, FullScreen, Input, Key, Scene};
use crate::play::command::Command;
use crate::play::players::Player;
use crate::play::session::Session;

const KEYS: &str = " Enter choose  : type  h hint  s solution  n next  u undo  ? help  q quit";

/// Trains until somebody leaves or the puzzles are through.
pub(super) fn run(puzzles: &[&Puzzle], style: Option<Style>, labels: Labels) -> Result<Score> {
    let mut trainer = Trainer::new(puzzles, style, labels);
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
    /// Whether this puzzle is part of the score already: the first try counts.
    counted: bool,
    score: Score,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum State {
    /// The move is looked for.
    Open,
    /// A wrong move and the reply that refutes it stand on the board.
    Refuted,
    /// The solution stands on the board.
    Over,
}

/// How much of the solution was told.
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
            title: words::title(self.puzzle(), self.index + 1, self.puzzles.len()),
            prompt: self.prompt(),
            keys: KEYS,
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
    fn new(puzzles: &'a [&'a Puzzle], style: Option<Style>, labels: Labels) -> Trainer<'a> {
        let session = session_of(puzzles[0], labels);
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

    /// Asks the puzzle, nothing of it known yet.
    fn ask(&mut self) {
        self.set_up();
        self.hints = Hints::None;
        self.counted = false;
        self.screen.log.clear();
        if self.score.tried > 0 {
            self.screen.log.push(format!("{}.", self.score));
        }
        self.screen.log.push(words::question(self.puzzle()));
    }

    /// The position of the puzzle, as it was.
    fn set_up(&mut self) {
        self.session = session_of(self.puzzle(), self.session.labels());
        self.state = State::Open;
    }

    /// The one line that says what to do now.
    fn prompt(&self) -> String {
        match self.state {
            State::Open => board_screen::to_choose(&self.session),
            State::Refuted => {
                "Not this one. Enter tries again, s shows the solution, n goes on.".to_owned()
            }
            State::Over if self.is_last() => "That was the last puzzle. Enter leaves.".to_owned(),
            State::Over => "Enter goes on to the next puzzle.".to_owned(),
        }
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
        let (position, labels) = (self.session.position(), self.session.labels());
        match command {
            Command::Help => self.screen.read(help(position, &self.screen)),
            Command::Rules => self.screen.read(messages::rules(position)),
            Command::Board => {
                self.screen.repaint = true;
                self.screen.log.extend(messages::facts(position, labels));
            }
            Command::Moves => {
                let moves = messages::moves(self.session.game(), labels);
                self.screen.read(format!("The moves of {}:\n\n{moves}", self.session.mover()));
            }
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Next => self.go_on(),
            Command::Quit => self.screen.done = true,
            _ => {
                self.screen.notice = "That is for games. ? shows what can be done here.".to_owned();
            }
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
            return self.end(answer, "Right:");
        }
        if let Some(reply) = answer.line.first() {
            self.play(*reply);
        }
        self.say(answer, "No:");
        self.state = State::Refuted;
    }

    /// Plays a move of the puzzle's own.
    fn play(&mut self, mv: Move) {
        let played = self.session.play(AnyMove::Morris(mv));
        self.screen.tell(played);
    }

    fn say(&mut self, answer: &PuzzleMove, word: &str) {
        let told = words::told(self.puzzle(), self.session.labels(), answer, word);
        self.screen.log.push(format!("{told}."));
    }

    /// The solution stands on the board: tells what there is to tell.
    fn end(&mut self, solution: &PuzzleMove, word: &str) {
        self.say(solution, word);
        self.screen.log.push(format!("{}.", words::themes(self.puzzle())));
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
        self.end(solution, "The move was");
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
                format!("{}. Another hint tells where it begins.", words::themes(self.puzzle()))
            }
            Hints::Themes | Hints::FirstSpot => {
                self.hints = Hints::FirstSpot;
                self.count(false);
                let position = AnyPosition::Morris(self.puzzle().position);
                self.screen.cursor = position.spots_of(solution)[0];
                let spot = messages::spot(&position, self.session.labels(), self.screen.cursor);
                format!("It begins with {spot}.")
            }
        };
        self.screen.log.push(told);
    }

    /// Takes back a choice, or the move that was refuted.
    fn undo(&mut self) {
        match self.state {
            State::Open => match self.session.undo() {
                Some(event) => self.screen.log.push(event),
                None => self.screen.notice = "There is nothing to take back.".to_owned(),
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
fn session_of(puzzle: &Puzzle, labels: Labels) -> Session {
    let record = Record::new(Game::new(AnyPosition::Morris(puzzle.position)));
    Session::new(record, [Player::Human; 2], labels, None)
}

fn help(position: &AnyPosition, screen: &BoardScreen) -> String {
    format!(
        "One move wins, or holds the draw; every other gives that away. The first try\n\
         counts. A wrong move is answered on the board by the reply that refutes it.\n\n\
         {}\n\n\
         Arrow keys   move the cursor           Enter, Space   choose the point under it\n\
         Mouse        choose a point            Esc, u         let go, or try again\n\
         :            type a point (d6), a whole move (d6-d5xa1) or a command\n\
         h  hint: the theme; once more: where it begins, which counts as not solved\n\
         s  solution    n  next puzzle    m  list the moves    q  leave\n\n{}",
        messages::rules(position),
        board_screen::marks(position, screen.signs()),
    )
}
