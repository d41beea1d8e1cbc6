//! Moves by which an engine gave value away, by the tables.

use std::fmt;

use merels_engine::Oracle;
use merels_rules::morris::{MorrisPosition, Move};
use merels_rules::{AnyMove, AnyPosition, Game, Position, Record, Side, Value, Wdl};

/// Placements up to this ply count as early.
const EARLY_PLIES: usize = 8;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Part {
    EarlyPlacing,
    LatePlacing,
    Moving,
}

impl Part {
    const ALL: [Part; 3] = [Part::EarlyPlacing, Part::LatePlacing, Part::Moving];

    fn of(position: &MorrisPosition, ply: usize) -> Part {
        match position.may_place(position.side()) {
            true if ply < EARLY_PLIES => Part::EarlyPlacing,
            true => Part::LatePlacing,
            false => Part::Moving,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::EarlyPlacing => "placing in the first eight plies",
            Part::LatePlacing => "placing later",
            Part::Moving => "moving",
        })
    }
}

/// The numbers of moves in each part of a game, and of those that gave value away.
#[derive(Debug, Default)]
pub struct Mistakes {
    moves: [usize; Part::ALL.len()],
    mistakes: [usize; Part::ALL.len()],
    lines: Vec<String>,
}

impl Mistakes {
    /// The moves by which the first engine of a match gave value away. The records are in their
    /// order, each opening played twice.
    pub fn of(records: &[Record], openings: &[Game<AnyPosition>], tables: &dyn Oracle) -> Mistakes {
        let mut found = Mistakes::default();
        for (number, record) in records.iter().enumerate() {
            let opening = openings[number / 2 % openings.len()].ply();
            let first = if number % 2 == 0 { Side::White } else { Side::Black };
            let game = &record.game;
            let moves = game.positions().iter().zip(game.moves()).enumerate().skip(opening);
            for (ply, (position, mv)) in moves {
                if let (AnyPosition::Morris(position), AnyMove::Morris(mv)) = (position, mv)
                    && position.side() == first
                {
                    found.judge(tables, ply, position, *mv);
                }
            }
        }
        found
    }

    fn judge(&mut self, tables: &dyn Oracle, ply: usize, position: &MorrisPosition, mv: Move) {
        let part = Part::of(position, ply);
        self.moves[part as usize] += 1;
        let next = position.after_unchecked(mv);
        let after = match next.outcome() {
            Some(outcome) => Some(Value::of_outcome(outcome, next.side()).into()),
            None => tables.result(&next),
        };
        let (Some(before), Some(after)) = (tables.result(position), after.map(Wdl::flipped)) else {
            return;
        };
        if after < before {
            self.mistakes[part as usize] += 1;
            let text = position.move_text(mv);
            let ply = ply + 1;
            self.lines.push(format!("{before:?} to {after:?} at ply {ply}: {text} in {position}"));
        }
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "value given away by engine1:")?;
        for part in Part::ALL {
            let (mistakes, moves) = (self.mistakes[part as usize], self.moves[part as usize]);
            writeln!(f, "  {part}: {mistakes} of {moves} moves")?;
        }
        self.lines.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}
