//! The openings of the games of a match.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use merels_engine::{Engine, EngineOptions, Evaluation, Limits, OpeningsChoice, Oracle};
use merels_rules::{AnyPosition, Game, GameId, Position, SplitMix, Value};

/// A random opening is balanced if a short search finds at most this much for either side, in
/// hundredths of a man.
const BALANCE: i32 = 60;
const NODES: u64 = 20_000;

/// Gives up looking for balanced openings after this many tries for each.
const TRIES: usize = 200;

#[derive(Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BadOpening {
    line: usize,
    reason: Box<dyn Error + Send + Sync>,
}

/// Reads one opening a line; empty lines and those that begin with `#` do not count.
pub fn parse_openings(game: GameId, text: &str) -> Result<Vec<Game<AnyPosition>>, BadOpening> {
    let is_opening = |(_, line): &(usize, &str)| !line.trim().is_empty() && !line.starts_with('#');
    let read = |(number, line)| {
        opening(game, line).map_err(|reason| BadOpening { line: number + 1, reason })
    };
    text.lines().enumerate().filter(is_opening).map(read).collect()
}

fn opening(game: GameId, line: &str) -> Result<Game<AnyPosition>, Box<dyn Error + Send + Sync>> {
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
        opening.play(mv).map_err(|illegal| format!("move {text}: {illegal}"))?;
    }
    Ok(opening)
}

/// Random openings that differ and leave both sides about the same chances, or with tables are drawn
/// after 2 to `plies` plies.
pub fn random_openings(
    game: GameId,
    plies: usize,
    count: usize,
    seed: u64,
    tables: Option<&dyn Oracle>,
) -> Vec<Game<AnyPosition>> {
    let mut random = SplitMix::new(seed);
    // Hand-made rules judge, so that the same seed gives the same openings whatever is measured.
    let mut engine = Engine::new(EngineOptions {
        hash_mib: 1,
        evaluation: Evaluation::Handcrafted,
        openings: OpeningsChoice::None,
        ..EngineOptions::default()
    });
    let mut openings: Vec<Game<AnyPosition>> = Vec::with_capacity(count);
    for _ in 0..count * TRIES {
        if openings.len() == count || plies == 0 {
            break;
        }
        let plies = if tables.is_some() { 2 + random.below(plies.max(2) - 1) } else { plies };
        let opening = random_opening(game, plies, &mut random);
        let known = openings.iter().any(|known| known.position() == opening.position());
        let fair = match tables {
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
    openings
}

fn random_opening(game: GameId, plies: usize, random: &mut SplitMix) -> Game<AnyPosition> {
    let mut opening = Game::new(game.start());
    for _ in 0..plies {
        let moves = opening.legal_moves();
        if moves.is_empty() {
            break;
        }
        opening.play_unchecked(moves[random.below(moves.len())]);
    }
    opening
}

fn is_drawn(tables: &dyn Oracle, game: &Game<AnyPosition>) -> bool {
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
