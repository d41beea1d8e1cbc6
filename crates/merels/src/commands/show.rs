//! `merels show`: a position as a picture and in words.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use merels_rules::morris::{Setup, Variant, parse_bare_board};
use merels_rules::{AnyPosition, GameId, Position, Side};

use crate::cli::{GAME_HELP, Speech, game_parser};
use crate::draw::{Labels, Style, draw};
use crate::input::{position_of, read_text};
use crate::output;
use crate::told::Reader;

/// Draws a position and says what there is to know: whose turn, phase, hands, mills, result.
///
/// In the morris games the letters of the board alone are enough, as `merels move` writes them;
/// --side and --hands say the rest.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels show nine 'WWWBBxxxxxxxxxxxxxxxxxxx b 6 7 0'
  merels show mingmang xoo/x.o/xxo w
  merels show twelve 'xxxxxxxxxxxxxxxxxxxxxxxx w 12 12' --style ascii
  merels show nine --file board2.txt
  merels show six WWWBBxxxxxxxxxxx --side black --hands 3,4")]
pub(crate) struct Args {
    #[arg(value_parser = game_parser(), help = GAME_HELP)]
    game: GameId,
    /// The position; quotation marks are not needed
    #[arg(required_unless_present = "file")]
    position: Vec<String>,
    /// Read the position from this file; - for standard input
    #[arg(long, conflicts_with = "position")]
    file: Option<PathBuf>,
    /// The side to move, for a bare board
    #[arg(long, value_enum)]
    side: Option<SideArg>,
    /// White's and Black's men in hand, for a bare board
    #[arg(long, value_name = "W,B", value_parser = parse_hands)]
    hands: Option<[u8; 2]>,
    /// Style of the board
    #[arg(long, value_enum, default_value_t = Style::Blocks)]
    style: Style,
    /// Labels of the points
    #[arg(long, value_enum, default_value_t = Labels::Names)]
    coords: Labels,
    #[command(flatten)]
    speech: Speech,
}

impl Args {
    fn reader(&self) -> Reader {
        Reader { language: self.speech.language(), labels: self.coords }
    }
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum SideArg {
    White,
    Black,
}

fn parse_hands(text: &str) -> Result<[u8; 2], String> {
    let wanted = || "two numbers are wanted, such as 6,7".to_owned();
    let (white, black) = text.split_once(',').ok_or_else(wanted)?;
    let number = |text: &str| text.trim().parse::<u8>().map_err(|_| wanted());
    Ok([number(white)?, number(black)?])
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let text = match &args.file {
        Some(file) => read_text(file)?,
        None => args.position.join(" "),
    };
    let text = text.trim().to_owned();
    let mut out = output::stdout();
    if let GameId::Morris(variant) = args.game
        && !text.contains(' ')
    {
        show_bare(&mut out, args, variant, &text)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.side.is_some() || args.hands.is_some() {
        bail!("--side and --hands are for bare boards; this position says its own");
    }
    let position = position_of(args.game, &[text])?;
    show(&mut out, args, &position)?;
    Ok(ExitCode::SUCCESS)
}

/// A position of which everything is known.
fn show(out: &mut impl Write, args: &Args, position: &AnyPosition) -> io::Result<()> {
    picture(out, args, position)?;
    let reader = args.reader();
    let told = reader.told(position);
    for line in told.counts() {
        writeln!(out, "{line}")?;
    }
    match position.outcome() {
        Some(outcome) => writeln!(out, "{}", told.outcome(outcome))?,
        None => writeln!(out, "{}", told.turn_of())?,
    }
    writeln!(out, "{position}")
}

/// A board of which side and hands are known only if the options say them. Nothing is guessed.
fn show_bare(out: &mut impl Write, args: &Args, variant: Variant, text: &str) -> Result<()> {
    let men = parse_bare_board(variant, text)
        .with_context(|| format!("not a position of {}", args.game))?;
    let side = args.side.map(|side| match side {
        SideArg::White => Side::White,
        SideArg::Black => Side::Black,
    });
    let hand = args.hands.unwrap_or_default();
    let setup = Setup { variant, men, hand, side: side.unwrap_or(Side::White), quiet: 0 };
    let board = setup.position()?;
    let position = AnyPosition::Morris(board);
    if side.is_some() && args.hands.is_some() {
        return Ok(show(out, args, &position)?);
    }
    picture(out, args, &position)?;
    let (reader, language) = (args.reader(), args.reader().language);
    let told = reader.told(&position);
    let bare = |side| {
        language.say_with("counts-bare-board", &told.men(&board, side)) + &told.mills(&board, side)
    };
    let counts = match args.hands {
        Some(_) => told.counts(),
        None => Side::ALL.map(bare).to_vec(),
    };
    for line in counts.into_iter().chain(side.map(|_| told.turn_of())) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", board.bare_board())?;
    writeln!(out, "{}", language.say("show-bare-board"))?;
    Ok(())
}

fn picture(out: &mut impl Write, args: &Args, position: &AnyPosition) -> io::Result<()> {
    write!(out, "{}", draw(position, args.style, args.coords))?;
    writeln!(out, "\n{}", args.speech.language().title(args.game))
}
