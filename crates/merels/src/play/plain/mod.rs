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
use merels_messages::Naming;
use merels_rules::{AnyPosition, Choice, Side, Spot};

use self::input::Event;
use self::question::{Asking, question, square_from};
use super::command::Command;
use super::question::yes_or_no;
use super::session::Session;
use super::thinker::{Role, Thinker};
use crate::draw::{Style, draw};
use crate::table_oracle::TableOracle;

pub(crate) struct Manner {
    /// The most time the computer takes for a move.
    pub(crate) movetime: Duration,
    pub(crate) style: Style,
    /// True if answers must be shown because nobody types them here.
    pub(crate) echo: bool,
    /// True if somebody sees the output as it comes and may type at any time.
    pub(crate) live: bool,
    /// True if the board is drawn on demand only.
    pub(crate) quiet: bool,
}

pub(crate) struct Dialogue<Out> {
    session: Session,
    thinker: Thinker,
    tables: Option<Arc<TableOracle>>,
    manner: Manner,
    input: Input,
    output: Out,
    asking: Asking,
    /// A signal asked to leave.
    leaving: bool,
}

/// The course of the dialogue after a step.
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
        let (language, game) = (self.session.language(), self.session.position().game());
        writeln!(self.output, "{}. {}", language.title(game), language.about(game))?;
        self.say("play-welcome")?;
        writeln!(self.output)?;
        let known = |side| {
            let player = ("player", self.session.player(side)?.into());
            let side = ("side", self.session.told().side(side).into());
            Some(language.say_with("play-seat", &[side, player]))
        };
        let players: Vec<String> = Side::ALL.into_iter().filter_map(known).collect();
        if !players.is_empty() {
            writeln!(self.output, "{}\n", players.join(" "))?;
        }
        if self.manner.live {
            let offer = self.session.offer_of_computer("play-offer-computer");
            self.tell(offer.as_slice())?;
        }
        self.show_board_unless_quiet()?;
        let ending = self.session.ending();
        self.tell(&ending)
    }

    /// Plays the computer's moves until a person is to move or the game is over.
    fn let_computers_move(&mut self) -> Result<()> {
        while let Some(level) = self.session.computer_to_move() {
            let limits = Limits::time(self.manner.movetime);
            let Some(report) = self.think(Role::Player(level), limits, false)? else { break };
            let opinion = self.session.told().opinion(report.info.score);
            let Ok(events) = self.session.play_computer(&report) else { break };
            writeln!(self.output)?;
            if !self.manner.quiet {
                self.show_letters()?;
                self.show_board()?;
            }
            self.tell(&events)?;
            if self.session.result().is_none() {
                self.tell(&[opinion])?;
            }
        }
        Ok(())
    }

    fn hint(&mut self, aloud: bool) -> Result<()> {
        let position = self.session.position();
        if let Some(moves) = self.tables.as_ref().and_then(|tables| tables.exact_moves(position)) {
            return self.tell(&[self.session.told().exact_hint(&moves)]);
        }
        match self.think(Role::Adviser, Limits::time(self.manner.movetime), aloud)? {
            Some(report) => self.tell(&[self.session.told().hint(&report)]),
            None => self.say("play-no-advice"),
        }
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
                writeln!(self.output)?;
                self.say("play-input-ended")?;
                Ok(None)
            }
            Event::Signal(_) => {
                writeln!(self.output)?;
                self.say("play-good-bye")?;
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
            self.say_over()?;
        } else if answer.is_empty() {
            self.say("play-empty")?;
        } else {
            self.answer_turn(answer)?;
        }
        Ok(Next::Question)
    }

    fn answer_yes_or_no(&mut self, answer: &str) -> Result<()> {
        let Some(yes) = yes_or_no(self.session.language(), answer) else {
            return self.say("play-yes-or-no");
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
        match square_from(self.session.language(), &mut self.asking, &typed, size) {
            Ok(Some(square)) => {
                let answered = self.session.answer(&square);
                self.after_choice(answered)
            }
            Ok(None) => Ok(()),
            Err(reason) => self.tell(&[reason]),
        }
    }

    /// Tells what a choice led to: a move and the new board, or the next question's possibilities.
    fn after_choice(&mut self, chosen: Result<Vec<String>, String>) -> Result<()> {
        match chosen {
            Err(reason) => self.tell(&[reason]),
            Ok(events) if events.is_empty() => self.show_choices(),
            Ok(events) => {
                writeln!(self.output)?;
                self.show_board_unless_quiet()?;
                self.tell(&events)
            }
        }
    }

    fn show_choices(&mut self) -> Result<()> {
        let (language, told) = (self.session.language(), self.session.told());
        let name = |spot: &Spot| told.spot(*spot);
        let spots = self.session.choices().iter().map(name).collect::<Vec<_>>().join(", ");
        let spots = ("spots", spots.into());
        let chosen = self.session.draft().spots().last().map(name).unwrap_or_default();
        let choices = match self.session.asks() {
            Choice::Removal => language.say_with("play-take", &[spots]),
            _ => language.say_with("board-say-chosen", &[("spot", chosen.into()), spots]),
        };
        self.tell(&[choices])
    }

    fn say(&mut self, name: &str) -> Result<()> {
        self.tell(&[self.session.language().say(name)])
    }

    fn say_over(&mut self) -> Result<()> {
        let how = ("how", self.session.result().unwrap_or_default().into());
        self.tell(&[self.session.language().say_with("refusal-over", &[how])])
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
        let (position, labels) = (self.session.position(), self.session.reader().labels);
        writeln!(self.output, "{}", draw(position, self.manner.style, labels))?;
        self.tell(&self.session.told().counts())
    }

    fn obey(&mut self, command: Command) -> Result<Next> {
        self.asking = Asking::Turn;
        let over = self.session.result().is_some();
        match command {
            Command::Quit => return Ok(Next::End),
            Command::Help => self.say("play-help")?,
            Command::Rules => self.tell(&[self.session.told().rules()])?,
            Command::Board => self.show_board()?,
            Command::Moves => self.tell(&[self.session.told().moves(self.session.game())])?,
            Command::Undo => match self.session.undo() {
                Some(event) => {
                    self.show_board_unless_quiet()?;
                    self.tell(&[event])?;
                }
                None => self.say("refusal-no-turn")?,
            },
            Command::Hint => self.hint(false)?,
            Command::Analyse => self.hint(true)?,
            Command::Draw | Command::Resign if over => self.say_over()?,
            Command::Draw => {
                let events = self.session.offer_draw();
                self.tell(&events)?;
            }
            Command::Resign => self.asking = Asking::Resignation,
            Command::Save(file) => self.tell(&[self.session.save(&file)])?,
            Command::Load(file) => match self.session.load(&file) {
                Ok(left) => {
                    self.tell(left.as_slice())?;
                    self.welcome()?;
                }
                Err(reason) => self.tell(&[reason])?,
            },
            Command::Computer => match self.session.seat_computer() {
                Some(event) => self.tell(&[event])?,
                None => self.say("play-computer-plays")?,
            },
            Command::Again if over => self.restart(None)?,
            Command::Next if over => match self.session.suggested_level() {
                Some(level) => self.restart(Some(level))?,
                None => self.say("play-no-level")?,
            },
            Command::Again | Command::Next => self.say("play-not-over")?,
            Command::FileMissing(word) => {
                let which = [("command", word.into())];
                self.tell(&[self.session.language().say_with("play-which-file", &which)])?;
            }
        }
        Ok(Next::Question)
    }

    fn restart(&mut self, level: Option<Level>) -> Result<()> {
        let events = self.session.restart(level);
        self.tell(events.as_slice())?;
        self.show_board_unless_quiet()
    }
}
