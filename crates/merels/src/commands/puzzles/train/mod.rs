//! Training with puzzles in the terminal: a board, a question, and what comes of the answer. On the
//! full screen as a game is played there, or line by line.

mod plain;
mod screen;
mod words;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use merels_engine::{Puzzle, PuzzleSet, Theme};
use merels_messages::Language;
use merels_rules::SplitMix;

use crate::cli::Speech;
use crate::draw::{Labels, Style};
use crate::output;
use crate::told::Reader;

#[derive(Debug, clap::Args)]
pub(super) struct TrainArgs {
    /// Train, with the puzzles that come with the program or those of --file
    #[arg(long, conflicts_with = "out")]
    pub(super) play: bool,
    /// The file to train with
    #[arg(long, value_name = "FILE", requires = "play")]
    pub(super) file: Option<PathBuf>,
    /// Train with puzzles of this theme alone
    #[arg(long, value_name = "THEME", requires = "play", value_parser = theme)]
    theme: Option<Theme>,
    /// Ask and answer line by line instead of filling the screen
    #[arg(long, requires = "play")]
    plain: bool,
    /// Style of the board [default: letters on stones on the full screen, else blocks]
    #[arg(long, value_enum, requires = "play")]
    style: Option<Style>,
    /// Labels of the points
    #[arg(long, value_enum, requires = "play", default_value_t = Labels::Names)]
    coords: Labels,
    #[command(flatten)]
    speech: Speech,
}

fn theme(name: &str) -> Result<Theme, String> {
    Theme::named(name).ok_or_else(|| {
        let names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
        format!("there is no theme '{name}': {}", names.join(", "))
    })
}

#[derive(Copy, Clone, Debug, Default)]
struct Score {
    tried: usize,
    solved: usize,
    in_a_row: usize,
}

impl Score {
    fn count(&mut self, solved: bool) {
        self.tried += 1;
        self.solved += usize::from(solved);
        self.in_a_row = if solved { self.in_a_row + 1 } else { 0 };
    }

    fn told(self, language: Language) -> String {
        let values = [
            ("solved", self.solved.into()),
            ("tried", self.tried.into()),
            ("streak", self.in_a_row.into()),
        ];
        language.say_with("train-score", &values)
    }
}

/// Trains with a set, from easy to hard; among equals the seed decides.
pub(super) fn run(set: &PuzzleSet, args: &TrainArgs, seed: u64) -> Result<ExitCode> {
    let fits = |puzzle: &&Puzzle| args.theme.is_none_or(|theme| puzzle.themes.contains(&theme));
    let mut puzzles: Vec<&Puzzle> = set.puzzles.iter().filter(fits).collect();
    if puzzles.is_empty() {
        bail!("there is no puzzle of this theme");
    }
    SplitMix::new(seed).shuffle(&mut puzzles);
    puzzles.sort_by_key(|puzzle| puzzle.rating());
    let reader = Reader { language: args.speech.language(), labels: args.coords };
    let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if on_terminal && !args.plain {
        let score = screen::run(&puzzles, args.style, reader)?;
        // Nobody may be left to read it.
        let _ = writeln!(output::stdout(), "{}", score.told(reader.language));
    } else {
        let mut out = output::stdout();
        let style = args.style.unwrap_or(Style::Blocks);
        let score = plain::run(&mut out, &puzzles, style, reader)?;
        writeln!(out, "{}", score.told(reader.language))?;
    }
    Ok(ExitCode::SUCCESS)
}
