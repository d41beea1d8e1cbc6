use std::cmp::Reverse;
use std::io::{self, Write};

use anyhow::Result;
use merels_engine::Verdict;
use merels_messages::{Language, Worth};
use merels_rules::morris::{MorrisPosition, Move};
use merels_rules::{DrawRank, GameId, Position, Side, Value};
use serde::Serialize;

use super::exact::Exact;

/// All that the tables say about a position.
pub(crate) struct Answer {
    pub(crate) position: MorrisPosition,
    pub(crate) value: Value,
    rank: Option<DrawRank>,
    /// The moves with their values, best first.
    pub(crate) moves: Vec<(Move, Value)>,
    /// The rank of each move that draws, for the side that makes it.
    ranks: Vec<Option<DrawRank>>,
}

#[derive(Serialize)]
pub(crate) struct AnswerJson {
    position: String,
    value: &'static str,
    plies: Option<u16>,
    /// True if it may take more plies.
    at_least: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<RankJson>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    text: String,
    value: &'static str,
    plies: Option<u16>,
    at_least: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<RankJson>,
}

/// The rank of a draw as JSON, seen by the side to move.
#[derive(Serialize)]
struct RankJson {
    place: u16,
    places: u16,
    payoff: f64,
    plies_to_exit: Option<u16>,
    presses: Option<&'static str>,
}

impl RankJson {
    fn of(rank: DrawRank, to_move: Side) -> RankJson {
        let DrawRank { place, places, payoff, plies, .. } = rank;
        let presses = rank.presses(to_move).map(|side| match side {
            Side::White => "white",
            Side::Black => "black",
        });
        RankJson { place, places, payoff: payoff.to_f64(), plies_to_exit: plies, presses }
    }
}

impl Answer {
    /// Asks for the exact values; `None` if the position or one of its moves is not known.
    pub(crate) fn of(exact: &Exact, position: MorrisPosition) -> Result<Option<Answer>> {
        let position = position.with_automatic_draws(false);
        let Some(value) = exact.value(&position)? else { return Ok(None) };
        let Some(mut moves) = exact.moves(&position)? else { return Ok(None) };
        let rank = exact.rank(&position)?;
        let mut ranks = vec![None; moves.len()];
        if rank.is_some() {
            let mut ranked = Vec::new();
            for (mv, value) in moves {
                let rank = exact.rank(&position.after_unchecked(mv))?;
                ranked.push((mv, value, rank.map(DrawRank::flipped)));
            }
            ranked.sort_by_key(|(_, value, rank)| {
                Reverse((value.preference(), rank.map(|rank| rank.place)))
            });
            ranks = ranked.iter().map(|(_, _, rank)| *rank).collect();
            moves = ranked.into_iter().map(|(mv, value, _)| (mv, value)).collect();
        }
        Ok(Some(Answer { position, value, rank, moves, ranks }))
    }

    pub(crate) fn game(&self) -> GameId {
        GameId::Morris(self.position.variant())
    }

    pub(crate) fn json(&self) -> AnswerJson {
        let side = self.position.side();
        let moves = self.moves.iter().zip(&self.ranks).map(|((mv, value), rank)| MoveJson {
            text: self.position.move_text(*mv),
            value: value.word(),
            plies: value.plies(),
            at_least: value.is_at_least(),
            rank: rank.map(|rank| RankJson::of(rank, side)),
        });
        AnswerJson {
            position: self.position.to_string(),
            value: self.value.word(),
            plies: self.value.plies(),
            at_least: self.value.is_at_least(),
            rank: self.rank.map(|rank| RankJson::of(rank, side)),
            moves: moves.collect(),
        }
    }

    pub(crate) fn print(&self, out: &mut impl Write, language: Language) -> io::Result<()> {
        let worth = |value, rank: Option<DrawRank>| match rank {
            Some(rank) => language.ranked_draw(self.game(), self.position.side(), rank),
            None => language.worth_of_move(Worth::from(Verdict::Exact(value))),
        };
        writeln!(out, "{}: {}", self.position, worth(self.value, self.rank))?;
        if let Some(outcome) = self.position.outcome() {
            writeln!(out, "  {}", language.outcome_of(self.game(), outcome))?;
        }
        for ((mv, value), rank) in self.moves.iter().zip(&self.ranks) {
            let move_text = self.position.move_text(*mv);
            writeln!(out, "  {move_text:<10} {}", worth(*value, *rank))?;
        }
        Ok(())
    }
}
