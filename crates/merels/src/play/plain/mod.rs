//! The line dialogue: questions and answers, for pipes, scripts, screen readers and plain
//! terminals.

mod input;
mod question;
mod thinking;

pub(crate) use self::input::Input;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use merels_engine::{Level, Limits};
use merels_rules::{AnyPosition, Choice, Side, Spot};

use self::input::Event;
use self::question::{Asking, question, square_from};
use super::command::{Command, HELP};
use super::session::Session;
use super::thinker::{Role, Thinker};
use crate::draw::{Style, draw};
use crate::messages;
use crate::table_oracle::TableOracle;

/// How the dialogue is held.
pub(crate) struct Manner {
    /// The most time the computer takes for a move.
    pub(crate) movetime: Duration,
    pub(crate) style: Style,
    /// Whether answers must be shown because nobody types them here.
    pub(crate) echo: bool,
    /// Whether somebody sees the output as it comes and may type at any time.
    pub(crate) live: bool,
    /// Whether the board is drawn on demand only.
    pub(crate) quiet: bool,
}

pub(crate) struct Dialogue<Out> {
    session: Session,
    thinker: Thinker,
    /// The perfect tables, if they are there.
    tables: Option<Arc<TableOracle>>,
    manner: Manner,
    input: Input,
    output: Out,
    asking: Asking,
    /// A signal asked to leave.
    leaving: bool,
}

/// Whether the dialogue goes on.
enum Next {
    Question,
    End,
}

impl<Out: Write> Dialogue<Out> {
    pub(crate) fn new(
        session: Session,
        thinker: Thinker,
        tables: Option<Arc<TableOracle>>,
        manner: Manner,
        input: Input,
        output: Out,
    ) -> Dialogue<Out> {
        let asking = Asking::Turn;
        Dialogue { session, thinker, tables, manner, input, output, asking, leaving: false }
    }

    /// Plays until the players leave, the input ends or nobody listens any more. Whatever happens,
    /// the game is kept.
    pub(crate) fn run(mut self) -> Result<()> {
        let held = self.hold();
        let farewell = self.session.leave();
        held?;
        if let Some(message) = farewell {
            writeln!(self.output, "{message}")?;
        }
        Ok(())
    }

    fn hold(&mut self) -> Result<()> {
        self.welcome()?;
        loop {
            self.let_computers_move()?;
            if self.leaving {
                return Ok(());
            }
            let question = question(&self.session, self.asking);
            let Some(answer) = self.ask(&question)? else { return Ok(()) };
            if let Next::End = self.answer(&answer)? {
                return Ok(());
            }
        }
    }

    fn welcome(&mut self) -> Result<()> {
        let position = self.session.position();
        writeln!(self.output, "{}. {}", position.game().title(), messages::rules(position))?;
        writeln!(self.output, "Type help for all that can be said.\n")?;
        let known =
            |side| Some(format!("{}: {}.", self.session.name(side), self.session.player(side)?));
        let players: Vec<String> = Side::ALL.into_iter().filter_map(known).collect();
        if !players.is_empty() {
            writeln!(self.output, "{}\n", players.join(" "))?;
        }
        self.show_board_unless_quiet()?;
        let ending = self.session.ending();
        self.tell(&ending)
    }

    /// Plays the computer's moves until a person is to move or the game is over.
    fn let_computers_move(&mut self) -> Result<()> {
        while let Some(level) = self.session.computer_to_move() {
            let mover = self.session.mover();
            let limits = Limits::time(self.manner.movetime);
            let Some(report) = self.think(Role::Player(level), limits, false)? else { break };
            let Ok(events) = self.session.play_computer(&report) else { break };
            writeln!(self.output)?;
            if !self.manner.quiet {
                self.show_letters()?;
                self.show_board()?;
            }
            self.tell(&events)?;
            writeln!(self.output, "{mover}'s score: {}.", report.info.score)?;
        }
        Ok(())
    }

    fn hint(&mut self, aloud: bool) -> Result<()> {
        let (position, labels) = (self.session.position(), self.session.labels());
        if let Some(moves) = self.tables.as_ref().and_then(|tables| tables.exact_moves(position)) {
            writeln!(self.output, "{}", messages::exact_hint(position, labels, &moves))?;
            return Ok(());
        }
        match self.think(Role::Adviser, Limits::time(self.manner.movetime), aloud)? {
            Some(report) => {
                let hint = messages::hint(self.session.position(), labels, &report);
                writeln!(self.output, "{hint}")?;
            }
            None => writeln!(self.output, "There is no move to advise.")?,
        }
        Ok(())
    }

    /// The letters of a morris board, as other programs read them.
    fn show_letters(&mut self) -> Result<()> {
        if let AnyPosition::Morris(position) = self.session.position() {
            writeln!(self.output, "{}", position.bare_board())?;
        }
        Ok(())
    }

    /// Asks and reads one line; `None` if there is nobody to answer any more.
    fn ask(&mut self, question: &str) -> Result<Option<String>> {
        write!(self.output, "{question} ")?;
        self.output.flush()?;
        match self.input.next() {
            Event::Line(answer) => {
                if self.manner.echo {
                    writeln!(self.output, "{answer}")?;
                }
                Ok(Some(answer))
            }
            Event::EndOfInput => {
                writeln!(self.output, "\nThe input has ended. Good-bye.")?;
                Ok(None)
            }
            Event::Signal(_) => {
                writeln!(self.output, "\nGood-bye.")?;
                Ok(None)
            }
            Event::Failed(error) => Err(error.into()),
        }
    }

    fn answer(&mut self, answer: &str) -> Result<Next> {
        if let Some(command) = Command::parse(answer) {
            return self.obey(command);
        }
        if self.session.draw_offer().is_some() || self.asking == Asking::Resignation {
            self.answer_yes_or_no(answer)?;
        } else if self.session.result().is_some() {
            writeln!(self.output, "'{answer}' cannot be done now: the game is over.")?;
        } else if answer.is_empty() {
            writeln!(self.output, "An answer is wanted; help shows what can be said.")?;
        } else {
            self.answer_turn(answer)?;
        }
        Ok(Next::Question)
    }

    fn answer_yes_or_no(&mut self, answer: &str) -> Result<()> {
        let yes = match answer.to_lowercase().as_str() {
            "yes" | "y" => true,
            "no" | "n" => false,
            _ => {
                writeln!(self.output, "Please answer yes or no.")?;
                return Ok(());
            }
        };
        let events = if self.session.draw_offer().is_some() {
            self.session.answer_draw(yes)
        } else {
            self.asking = Asking::Turn;
            if yes { self.session.resign() } else { Vec::new() }
        };
        self.tell(&events)
    }

    /// An answer to what the turn asks: a whole move, or a spot.
    fn answer_turn(&mut self, answer: &str) -> Result<()> {
        let typed = answer.to_lowercase();
        let size = match self.session.position() {
            AnyPosition::MingMang(grid) if !typed.contains('-') => grid.size(),
            _ => {
                self.asking = Asking::Turn;
                let answered = self.session.answer(&typed);
                return self.after_choice(answered);
            }
        };
        match square_from(&mut self.asking, &typed, size) {
            Ok(Some(square)) => {
                let answered = self.session.answer(&square);
                self.after_choice(answered)
            }
            Ok(None) => Ok(()),
            Err(reason) => self.refuse(&reason),
        }
    }

    /// Tells what a choice led to: a move and the new board, or the next question's possibilities.
    fn after_choice(&mut self, chosen: Result<Vec<String>, String>) -> Result<()> {
        match chosen {
            Err(reason) => self.refuse(&reason),
            Ok(events) if events.is_empty() => self.show_choices(),
            Ok(events) => {
                writeln!(self.output)?;
                self.show_board_unless_quiet()?;
                self.tell(&events)
            }
        }
    }

    fn show_choices(&mut self) -> Result<()> {
        let (position, labels) = (self.session.position(), self.session.labels());
        let name = |spot: &Spot| messages::spot(position, labels, *spot);
        let names = self.session.choices().iter().map(name).collect::<Vec<_>>().join(", ");
        match self.session.asks() {
            Choice::Removal => writeln!(self.output, "A mill closes. You may take {names}.")?,
            _ => writeln!(self.output, "It can go to {names}.")?,
        }
        Ok(())
    }

    fn refuse(&mut self, reason: &str) -> Result<()> {
        writeln!(self.output, "That does not go: {reason}.")?;
        Ok(())
    }

    fn tell(&mut self, events: &[String]) -> Result<()> {
        for event in events {
            writeln!(self.output, "{event}")?;
        }
        Ok(())
    }

    fn show_board_unless_quiet(&mut self) -> Result<()> {
        if self.manner.quiet { Ok(()) } else { self.show_board() }
    }

    fn show_board(&mut self) -> Result<()> {
        let (position, labels) = (self.session.position(), self.session.labels());
        writeln!(self.output, "{}", draw(position, self.manner.style, labels))?;
        for line in messages::facts(position, labels) {
            writeln!(self.output, "{line}")?;
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Result<Next> {
        self.asking = Asking::Turn;
        let over = self.session.result().is_some();
        match command {
            Command::Quit => return Ok(Next::End),
            Command::Help => write!(self.output, "{HELP}")?,
            Command::Rules => {
                writeln!(self.output, "{}", messages::rules(self.session.position()))?;
            }
            Command::Board => self.show_board()?,
            Command::Moves => {
                let moves = messages::moves(self.session.game(), self.session.labels());
                writeln!(self.output, "{moves}")?;
            }
            Command::Undo => match self.session.undo() {
                Some(event) => {
                    self.show_board_unless_quiet()?;
                    self.tell(&[event])?;
                }
                None => writeln!(self.output, "There is nothing to take back.")?,
            },
            Command::Hint => self.hint(false)?,
            Command::Analyse => self.hint(true)?,
            Command::Draw | Command::Resign if over => writeln!(self.output, "The game is over.")?,
            Command::Draw => {
                let events = self.session.offer_draw();
                self.tell(&events)?;
            }
            Command::Resign => self.asking = Asking::Resignation,
            Command::Save(file) => match self.session.save(&file) {
                Ok(()) => writeln!(self.output, "Saved to {}.", file.display())?,
                Err(error) => writeln!(self.output, "Not saved: {error:#}.")?,
            },
            Command::Load(file) => match self.session.load(&file) {
                Ok(left) => {
                    self.tell(left.as_slice())?;
                    self.welcome()?;
                }
                Err(error) => writeln!(self.output, "Not loaded: {error:#}.")?,
            },
            Command::Again if over => self.restart(None)?,
            Command::Next if over => match self.session.suggested_level() {
                Some(level) => self.restart(Some(level))?,
                None => writeln!(self.output, "No other level is suggested; again plays again.")?,
            },
            Command::Again | Command::Next => {
                writeln!(self.output, "This game is not over yet.")?;
            }
            Command::FileMissing(word) => {
                writeln!(self.output, "Say which file: {word} game.merels")?;
            }
        }
        Ok(Next::Question)
    }

    fn restart(&mut self, level: Option<Level>) -> Result<()> {
        self.session.restart(level);
        if let Some(level) = level {
            writeln!(self.output, "The computer plays at level {level} now.")?;
        }
        self.show_board_unless_quiet()
    }
}
