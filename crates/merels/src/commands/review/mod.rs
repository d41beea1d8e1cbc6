//! `merels review`: a finished game, move by move, with what each was worth.

mod curve;
mod json;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use merels_engine::{Claim, Judge, Oracle, Review, ReviewedMove, endgames, line_text};
use merels_messages::{ByColour, Language, Worth};
use merels_rules::{AnyMove, AnyPosition, Game, Position, Record, Side};

use crate::cli::{OptionalTables, Speech};
use crate::input::read_records;
use crate::output::{self, note};
use crate::table_oracle;

/// Reviews a game: where value was given away, what would have kept it, what punishes it.
///
/// Values are exact with perfect tables (--tables), in the openings that the engine knows by heart
/// and in Nimble; elsewhere they are the engine's opinion, and every move says which. Accuracy is
/// what a side kept of all it had at stake: 100 × Σ (played − worst) / Σ (best − worst) over its
/// moves, a win counting 1, a draw ½, a loss 0, and an opinion of s men 1 / (1 + 10^(−s/4)).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels review game.merels --tables tables
  merels review match.merels --game 3
  merels review - --json < game.merels")]
pub(crate) struct Args {
    /// The file with the record; - for standard input
    file: PathBuf,
    /// Number of the game in the file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    #[command(flatten)]
    tables: OptionalTables,
    #[command(flatten)]
    speech: Speech,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let records = read_records(&args.file)?;
    let record = args.game.checked_sub(1).and_then(|index| records.get(index));
    let record = record.with_context(|| {
        let (file, count) = (args.file.display(), records.len());
        format!("there is no game {} in {file}: it holds {count}", args.game)
    })?;
    if record.game.ply() == 0 {
        bail!("no move was played in this game");
    }
    let mut judge =
        Judge::for_review(oracle(args, record.game.position())?).with_endgames(endgames());
    let (language, total) = (args.speech.language(), record.game.ply());
    let shows_progress = io::stderr().is_terminal();
    let review = judge.review(&record.game, &mut |done| {
        if shows_progress {
            let _ = write!(io::stderr(), "\r{} {done}/{total}", language.say("review-making"));
        }
    });
    if shows_progress {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let mut out = output::stdout();
    if args.json {
        writeln!(out, "{}", json::of(&record.game, &review, language))?;
    } else {
        print(&mut out, language, record, &review)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The tables of the game; a folder without them is said and done without.
fn oracle(args: &Args, position: &AnyPosition) -> Result<Option<std::sync::Arc<dyn Oracle>>> {
    let Some(folder) = args.tables.tables.as_deref() else { return Ok(None) };
    if !folder.is_dir() {
        bail!("there is no folder {} with tables", folder.display());
    }
    match table_oracle::open(folder, position.game()) {
        Ok(oracle) => Ok(Some(oracle)),
        Err(error) => {
            note!("merels: going on without tables: {error:#}");
            Ok(None)
        }
    }
}

fn print(
    out: &mut impl Write,
    language: Language,
    record: &Record,
    review: &Review,
) -> io::Result<()> {
    let game = &record.game;
    let kind = game.position().game();
    let title = language.title(kind);
    writeln!(out, "{title}: {} - {}, {}", record.white, record.black, record.date)?;
    let is_used = |name: &str| review.moves.iter().any(|reviewed| reviewed.source.name() == name);
    writeln!(out, "{}\n", language.sources(is_used))?;
    curve::print(out, language, kind, &review.curve())?;
    writeln!(out)?;
    let moments = review.moments();
    for (ply, reviewed) in review.moves.iter().enumerate() {
        if reviewed.mistake.is_some() {
            print_mistake(out, language, game, ply, reviewed)?;
            if moments.contains(&ply) {
                print_moment(out, language, game, ply, reviewed)?;
            }
        }
    }
    match review.turning_ply() {
        Some(ply) => {
            let reviewed = &review.moves[ply];
            let side = language.side(kind, reviewed.side);
            writeln!(out, "{}", language.turned(ply, side, worths(reviewed)))?;
        }
        None => writeln!(out, "{}", language.say("review-never-turned"))?,
    }
    for side in Side::ALL {
        let name = ("side", language.side(kind, side).into());
        let accuracy = review.accuracy(side).map(|accuracy| format!("{accuracy:.0}"));
        let told = match accuracy {
            Some(number) => {
                language.say_with("review-accuracy-of", &[name, ("number", number.into())])
            }
            None => language.say_with("review-no-stake", &[name]),
        };
        writeln!(out, "{told}")?;
    }
    Ok(())
}

/// The worth of the best move and of the one that was played.
fn worths(reviewed: &ReviewedMove) -> [Worth; 2] {
    [reviewed.before, reviewed.played].map(Worth::from)
}

fn print_mistake(
    out: &mut impl Write,
    language: Language,
    game: &Game<AnyPosition>,
    ply: usize,
    reviewed: &ReviewedMove,
) -> io::Result<()> {
    let position = &game.positions()[ply];
    let side = language.side(position.game(), reviewed.side);
    writeln!(out, "{:>3}. {side} {}", ply / 2 + 1, position.move_text(reviewed.mv))?;
    writeln!(out, "     {}", language.from_to(worths(reviewed)))
}

/// The reasons of a mistake, the better moves and the line that punishes it.
fn print_moment(
    out: &mut impl Write,
    language: Language,
    game: &Game<AnyPosition>,
    ply: usize,
    reviewed: &ReviewedMove,
) -> io::Result<()> {
    let Some(mistake) = &reviewed.mistake else { return Ok(()) };
    let position = &game.positions()[ply];
    let names = ByColour(language, position);
    for claim in &reviewed.claims {
        writeln!(out, "     {}", language.claim(&names, claim))?;
    }
    let better: Vec<String> = mistake.better.iter().map(|mv| position.move_text(*mv)).collect();
    // A forced line among the claims is the same as this one, but proved.
    let is_forced = reviewed.claims.iter().any(|claim| matches!(claim, Claim::ForcedLine { .. }));
    let line: &[AnyMove] = if is_forced { &[] } else { &mistake.line };
    let line = line_text(&game.positions()[ply + 1], line);
    for sentence in language.better(reviewed.keeping, &better, &line) {
        writeln!(out, "     {sentence}")?;
    }
    Ok(())
}
