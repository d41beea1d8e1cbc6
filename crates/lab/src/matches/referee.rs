//! One game between two engines, decided by the rules.

use std::fmt;
use std::time::Duration;

use merels_rules::{AnyPosition, Game, Position, Side};

use super::player::{Fault, Player};

/// A game that lasts longer than this is drawn: some games have no rule that ends them.
const MAX_PLIES: usize = 1_000;

pub(super) struct Pairing<'a> {
    pub(super) opening: &'a Game<AnyPosition>,
    /// The second engine is White.
    pub(super) swapped: bool,
    /// For what engines leave to chance.
    pub(super) seed: u64,
}

/// The order to an engine that is to move, and its time limit.
pub(super) struct Order {
    pub(super) go: String,
    pub(super) latest: Duration,
}

pub(super) struct Verdict {
    pub(super) game: Game<AnyPosition>,
    /// The engine that won: 0 or 1.
    pub(super) winner: Option<usize>,
    pub(super) trouble: Option<Trouble>,
    /// The engine that moved first, counted from the beginning of the opening.
    pub(super) first: usize,
    /// The longest time an engine took for a move.
    pub(super) slowest: [Duration; 2],
}

/// Why a game ended otherwise than by the rules.
pub(super) struct Trouble {
    /// The engine at fault: 0 or 1.
    pub(super) by: usize,
    pub(super) kind: TroubleKind,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum TroubleKind {
    Crash,
    Late,
    Illegal,
}

impl fmt::Display for TroubleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TroubleKind::Crash => "crash",
            TroubleKind::Late => "time loss",
            TroubleKind::Illegal => "illegal move",
        })
    }
}

pub(super) fn play(
    pairing: &Pairing<'_>,
    players: &mut [&mut Player],
    orders: &[Order; 2],
) -> Verdict {
    let mut game = pairing.opening.clone();
    let mut slowest = [Duration::ZERO; 2];
    let mut trouble = None;
    let engine_of = |side: Side| side.index() ^ usize::from(pairing.swapped);
    let mut text = format!("position fen {} moves", game.start());
    for (position, mv) in game.positions().iter().zip(game.moves()) {
        text += &format!(" {}", position.move_text(*mv));
    }
    for (player, process) in players.iter_mut().enumerate() {
        if process.new_game(pairing.seed).is_err() {
            trouble = Some(Trouble { by: player, kind: TroubleKind::Crash });
        }
    }
    while trouble.is_none() && game.outcome().is_none() {
        if game.ply() >= MAX_PLIES {
            game.agree_draw();
            break;
        }
        let by = engine_of(game.side());
        let Order { go, latest } = &orders[by];
        let kind = match players[by].think(&text, go, *latest) {
            Ok((mv, time)) => {
                slowest[by] = slowest[by].max(time);
                text += &format!(" {mv}");
                let legal = game.position().parse_move(&mv).is_ok_and(|mv| game.play(mv).is_ok());
                if legal { continue } else { TroubleKind::Illegal }
            }
            Err(Fault::Crash) => TroubleKind::Crash,
            Err(Fault::Late) => TroubleKind::Late,
        };
        trouble = Some(Trouble { by, kind });
    }
    if let Some(Trouble { by, .. }) = trouble {
        let side = if engine_of(Side::White) == by { Side::White } else { Side::Black };
        game.resign(side);
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner()).map(engine_of);
    let first = engine_of(game.start().side());
    Verdict { game, winner, trouble, first, slowest }
}
