//! Where the games of a match begin.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use merels_engine::{Engine, EngineOptions, Evaluation, Limits, OpeningsChoice, Oracle};
use merels_rules::{AnyPosition, Game, GameId, Position, SplitMix, Value};

use super::Args;
use crate::input::read_text;
use crate::table_oracle::{self, TableOracle};

/// A random opening is balanced if a short search finds at most this much for either side, in
/// hundredths of a man.
const BALANCE: i32 = 60;
const NODES: u64 = 20_000;

/// Gives up looking for balanced openings after this many tries for each.
const TRIES: usize = 200;

/// The openings of a match: from the file, else random ones, one for every two games.
pub(super) fn openings(args: &Args) -> Result<Vec<Game<AnyPosition>>> {
    match &args.openings {
        Some(file) => {
            let found = parse(args.game, &read_text(file)?)
                .with_context(|| format!("{} is no list of openings", file.display()))?;
            if found.is_empty() {
                bail!("{} holds no opening", file.display());
            }
            Ok(found)
        }
        None => random(args),
    }
}

/// One opening a line; empty lines and those that begin with `#` do not count.
fn parse(game: GameId, text: &str) -> Result<Vec<Game<AnyPosition>>> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !is_comment(line)) {
        let opening = opening(game, line).with_context(|| format!("line {}", number + 1))?;
        openings.push(opening);
    }
    Ok(openings)
}

fn is_comment(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with('#')
}

fn opening(game: GameId, line: &str) -> Result<Game<AnyPosition>> {
    let (start, moves) = match line.trim().strip_prefix("fen ") {
        Some(rest) => {
            let (position, moves) = rest.split_once(" moves").unwrap_or((rest, ""));
            (game.parse_position(position.trim())?, moves)
        }
        None => (game.start(), line),
    };
    let mut opening = Game::new(start);
    for text in moves.split_whitespace() {
        let mv = opening.position().parse_move(text)?;
        opening.play(mv).with_context(|| format!("move {text}"))?;
    }
    Ok(opening)
}

/// Random openings that differ and leave both sides about the same chances, or are drawn exactly.
fn random(args: &Args) -> Result<Vec<Game<AnyPosition>>> {
    let (game, plies, count) = (args.game, args.plies, args.games().div_ceil(2));
    let mut random = SplitMix::new(args.seed);
    // Hand-made rules judge, so that the same seed gives the same openings whatever is measured.
    let mut engine = Engine::new(EngineOptions {
        hash_mib: 1,
        evaluation: Evaluation::Handcrafted,
        openings: OpeningsChoice::None,
        ..EngineOptions::default()
    });
    let tables = match &args.tables.tables {
        Some(folder) if args.drawn => Some(table_oracle::open(folder, game)?),
        _ => None,
    };
    let mut openings: Vec<Game<AnyPosition>> = Vec::with_capacity(count);
    for _ in 0..count * TRIES {
        if openings.len() == count || plies == 0 {
            break;
        }
        let mut opening = Game::new(game.start());
        let plies = match &tables {
            Some(_) => 2 + random.below(plies.max(2) - 1),
            None => plies,
        };
        for _ in 0..plies {
            let moves = opening.legal_moves();
            if moves.is_empty() {
                break;
            }
            opening.play(moves[random.below(moves.len())])?;
        }
        let known = openings.iter().any(|known| known.position() == opening.position());
        let fair = match &tables {
            Some(tables) => is_drawn(tables, &opening),
            None => is_balanced(&mut engine, &opening) || game == GameId::Nimble,
        };
        if !known && fair {
            openings.push(opening);
        }
    }
    if openings.is_empty() {
        openings.push(Game::new(game.start()));
    }
    Ok(openings)
}

fn is_drawn(tables: &TableOracle, game: &Game<AnyPosition>) -> bool {
    match game.position() {
        AnyPosition::Morris(position) => tables.value(position) == Some(Value::Draw),
        _ => false,
    }
}

fn is_balanced(engine: &mut Engine, game: &Game<AnyPosition>) -> bool {
    engine.new_game();
    let stop = AtomicBool::new(false);
    let report = engine.search(game, &Limits::nodes(NODES), &stop, &mut |_| {});
    report.is_some_and(|report| report.info.score.hundredths().abs() <= BALANCE)
}
