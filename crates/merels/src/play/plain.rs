//! The line dialogue: questions and answers, for pipes, scripts, screen readers and plain
//! terminals.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use merels_engine::{Level, Limits, Report};
use merels_rules::{AnyPosition, Choice, Position, Spot};

use super::command::{Command, HELP};
use super::table::Table;
use super::thinker::{Task, Thinker, Thought};
use crate::draw::{Labels, Style, draw};
use crate::exact::Exact;
use crate::words;

/// Where the dialogue is held and how it looks.
pub(crate) struct Dialogue<In, Out> {
    pub(crate) table: Table,
    pub(crate) thinker: Thinker,
    /// The most time the computer takes for a move.
    pub(crate) movetime: Duration,
    /// The perfect tables, if they are there.
    pub(crate) exact: Option<Arc<Exact>>,
    pub(crate) style: Style,
    pub(crate) labels: Labels,
    pub(crate) input: In,
    pub(crate) output: Out,
    /// Whether answers must be shown because nobody types them here.
    pub(crate) echo: bool,
    pub(crate) asking: Asking,
}

/// What is asked beside the next choice of the turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Asking {
    #[default]
    Turn,
    /// Ming Mang: the row is given, the column is asked.
    Column { row: usize },
    /// Whether the side to move really resigns.
    Resignation,
}

/// Whether the dialogue goes on.
enum Next {
    Question,
    End,
}

impl<In: BufRead, Out: Write> Dialogue<In, Out> {
    /// Plays until the players leave or the input ends.
    pub(crate) fn run(mut self) -> Result<()> {
        let game = self.table.position().game();
        writeln!(self.output, "{}. {}", game.title(), words::rules(self.table.position()))?;
        writeln!(self.output, "Type help for all that can be said.\n")?;
        self.show_board()?;
        if let Some(result) = self.table.result() {
            writeln!(self.output, "{result}")?;
        }
        loop {
            self.let_computers_move()?;
            let question = self.question();
            let Some(answer) = self.ask(&question)? else {
                writeln!(self.output, "\nThe input has ended. Good-bye.")?;
                break;
            };
            if let Next::End = self.answer(&answer)? {
                break;
            }
        }
        if let Some(message) = self.table.leave() {
            writeln!(self.output, "{message}")?;
        }
        Ok(())
    }

    /// Plays the computer's moves until a person is to move or the game is over. An offer that a
    /// person made to the computer is answered first.
    fn let_computers_move(&mut self) -> Result<()> {
        while let Some(level) = self.table.computer_to_move() {
            let mover = self.table.mover();
            let limits = Limits::time(self.movetime);
            let Some(report) = self.think(level, limits, false)? else { break };
            let Ok(events) = self.table.play_computer(&report) else { break };
            writeln!(self.output)?;
            self.show_letters()?;
            self.show_board()?;
            self.tell(&events)?;
            writeln!(self.output, "{mover}'s score: {}.", report.info.score)?;
        }
        Ok(())
    }

    /// Waits for the computer, telling every depth if wanted.
    fn think(&mut self, level: Level, limits: Limits, aloud: bool) -> Result<Option<Report>> {
        self.thinker.begin(Task { game: self.table.game().clone(), level, limits });
        while let Some(thought) = self.thinker.wait() {
            match thought {
                Thought::Progress(info) if aloud => {
                    let line = words::thought(self.table.position(), &info);
                    writeln!(self.output, "{line}")?;
                }
                Thought::Progress(_) => {}
                Thought::Done(report) => return Ok(report),
            }
        }
        Ok(None)
    }

    fn hint(&mut self, aloud: bool) -> Result<()> {
        let position = self.table.position();
        if let Some(moves) = self.exact.as_ref().and_then(|exact| exact.moves(position)) {
            writeln!(self.output, "{}", words::exact_hint(position, &moves))?;
            return Ok(());
        }
        match self.think(Level::Perfect, Limits::time(self.movetime), aloud)? {
            Some(report) => {
                let line = words::thought(self.table.position(), &report.info);
                writeln!(self.output, "Hint: {line}")?;
            }
            None => writeln!(self.output, "There is no move to advise.")?,
        }
        Ok(())
    }

    /// The letters of a morris board, as other programs read them.
    fn show_letters(&mut self) -> Result<()> {
        if let AnyPosition::Morris(position) = self.table.position() {
            writeln!(self.output, "{}", position.bare_board())?;
        }
        Ok(())
    }

    /// Asks and reads one line; `None` at the end of the input.
    fn ask(&mut self, question: &str) -> Result<Option<String>> {
        write!(self.output, "{question} ")?;
        self.output.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let answer = String::from_utf8_lossy(&line).trim().to_owned();
        if self.echo {
            writeln!(self.output, "{answer}")?;
        }
        Ok(Some(answer))
    }

    fn question(&self) -> String {
        let table = &self.table;
        let mover = table.mover();
        if let Some(offering) = table.draw_offer() {
            let [from, to] = [offering, !offering].map(|side| table.name(side));
            return format!("{from} offers a draw. {to}, do you accept? (yes or no)");
        }
        if table.result().is_some() {
            return "The game is over. You can save FILE, undo, play again or quit:".to_owned();
        }
        match (self.asking, table.position()) {
            (Asking::Resignation, _) => format!("{mover}, do you really resign? (yes or no)"),
            (Asking::Column { .. }, _) => "Column?".to_owned(),
            (Asking::Turn, AnyPosition::MingMang(_)) => match table.asks() {
                Choice::Man => format!("{mover}, which pawn? Row?"),
                _ => "Where to? Row?".to_owned(),
            },
            (Asking::Turn, AnyPosition::Nimble(_)) => match table.asks() {
                Choice::Man => format!("{mover}, from which square do you move a pawn?"),
                _ => "To which square?".to_owned(),
            },
            (Asking::Turn, AnyPosition::Morris(morris)) => match table.asks() {
                Choice::Placement => {
                    let hand = morris.hand(table.game().side());
                    format!("{mover}, where do you place a man? ({hand} in hand)")
                }
                Choice::PlacementOrMan => {
                    let hand = morris.hand(table.game().side());
                    format!("{mover}, place a man ({hand} in hand) or choose one to move:")
                }
                Choice::Man => format!("{mover}, which man do you move?"),
                Choice::Destination => "Where to?".to_owned(),
                Choice::Removal => {
                    let other = table.name(!table.game().side());
                    format!("Which of {other}'s men do you take?")
                }
            },
        }
    }

    fn answer(&mut self, answer: &str) -> Result<Next> {
        if let Some(command) = Command::parse(answer) {
            return self.obey(command);
        }
        if self.table.draw_offer().is_some() || self.asking == Asking::Resignation {
            self.answer_yes_or_no(answer)?;
        } else if self.table.result().is_some() {
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
        let events = if self.table.draw_offer().is_some() {
            self.table.answer_draw(yes)
        } else {
            self.asking = Asking::Turn;
            if yes { self.table.resign() } else { Vec::new() }
        };
        self.tell(&events)
    }

    /// An answer to what the turn asks: a whole move, or a spot.
    fn answer_turn(&mut self, answer: &str) -> Result<()> {
        let typed = answer.to_lowercase();
        let size = match self.table.position() {
            AnyPosition::MingMang(grid) if !typed.contains('-') => grid.size(),
            _ => {
                self.asking = Asking::Turn;
                let answered = self.table.answer(&typed);
                return self.after_choice(answered);
            }
        };
        match self.square_from(&typed, size) {
            Ok(Some(square)) => {
                let answered = self.table.answer(&square);
                self.after_choice(answered)
            }
            Ok(None) => Ok(()),
            Err(reason) => self.refuse(&reason),
        }
    }

    /// A Ming Mang square as its name: typed whole (`a4` or `4,1`), or as a row and then a column.
    /// `None` while the column is still to come.
    fn square_from(&mut self, typed: &str, size: usize) -> Result<Option<String>, String> {
        let number = |what: &str, text: &str| match text.trim().parse::<usize>() {
            Ok(number) if (1..=size).contains(&number) => Ok(number),
            Ok(number) => Err(format!("there is no {what} {number}: {what}s are 1 to {size}")),
            Err(_) => Err(format!("'{text}' is no {what}: a number from 1 to {size} is wanted")),
        };
        let name =
            |row: usize, column: usize| format!("{}{row}", (b'a' + column as u8 - 1) as char);
        if let Asking::Column { row } = self.asking {
            let column = match typed.as_bytes() {
                [letter @ b'a'..=b's'] => usize::from(letter - b'a') + 1,
                _ => number("column", typed)?,
            };
            self.asking = Asking::Turn;
            return Ok(Some(name(row, column)));
        }
        if let Some((row, column)) = typed.split_once([',', ' ']) {
            return Ok(Some(name(number("row", row)?, number("column", column)?)));
        }
        if typed.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return Ok(Some(typed.to_owned()));
        }
        self.asking = Asking::Column { row: number("row", typed)? };
        Ok(None)
    }

    /// Tells what a choice led to: a move and the new board, or the next question's possibilities.
    fn after_choice(&mut self, chosen: Result<Vec<String>, String>) -> Result<()> {
        match chosen {
            Err(reason) => self.refuse(&reason),
            Ok(events) if events.is_empty() => self.show_choices(),
            Ok(events) => {
                writeln!(self.output)?;
                self.show_board()?;
                self.tell(&events)
            }
        }
    }

    fn show_choices(&mut self) -> Result<()> {
        let names = self.names(&self.table.choices());
        match self.table.asks() {
            Choice::Removal => writeln!(self.output, "A mill closes. You may take {names}.")?,
            _ => writeln!(self.output, "It can go to {names}.")?,
        }
        Ok(())
    }

    fn names(&self, spots: &[Spot]) -> String {
        let name = |spot: &Spot| match (self.labels, self.table.position()) {
            (Labels::Numbers, AnyPosition::Morris(_)) => spot.0.to_string(),
            (_, position) => position.spot_name(*spot),
        };
        spots.iter().map(name).collect::<Vec<_>>().join(", ")
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

    fn show_board(&mut self) -> Result<()> {
        let position = self.table.position();
        writeln!(self.output, "{}", draw(position, self.style, self.labels))?;
        for line in words::facts(position) {
            writeln!(self.output, "{line}")?;
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Result<Next> {
        self.asking = Asking::Turn;
        match command {
            Command::Quit => return Ok(Next::End),
            Command::Help => write!(self.output, "{HELP}")?,
            Command::Rules => writeln!(self.output, "{}", words::rules(self.table.position()))?,
            Command::Board => self.show_board()?,
            Command::Moves => {
                let position = self.table.position();
                let moves = self.table.game().legal_moves();
                let texts: Vec<_> = moves.iter().map(|mv| position.move_text(*mv)).collect();
                writeln!(self.output, "{}", texts.join(" "))?;
            }
            Command::Undo => match self.table.undo() {
                Some(event) => {
                    self.show_board()?;
                    self.tell(&[event])?;
                }
                None => writeln!(self.output, "There is nothing to take back.")?,
            },
            Command::Hint => self.hint(false)?,
            Command::Analyse => self.hint(true)?,
            Command::Draw | Command::Resign if self.table.result().is_some() => {
                writeln!(self.output, "The game is over.")?;
            }
            Command::Draw => {
                let events = self.table.offer_draw();
                self.tell(&events)?;
            }
            Command::Resign => self.asking = Asking::Resignation,
            Command::Save(file) => match self.table.save(&file) {
                Ok(()) => writeln!(self.output, "Saved to {}.", file.display())?,
                Err(error) => writeln!(self.output, "Not saved: {error:#}.")?,
            },
            Command::Load(file) => match self.table.load(&file) {
                Ok(()) => {
                    self.show_board()?;
                    let result = self.table.result();
                    self.tell(result.as_slice())?;
                }
                Err(error) => writeln!(self.output, "Not loaded: {error:#}.")?,
            },
            Command::Again if self.table.result().is_some() => {
                self.table.restart();
                self.show_board()?;
            }
            Command::Again => writeln!(self.output, "This game is not over yet.")?,
            Command::FileMissing(word) => {
                writeln!(self.output, "Say which file: {word} game.merels")?;
            }
        }
        Ok(Next::Question)
    }
}
