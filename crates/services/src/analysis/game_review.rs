//! A review as it is kept and as programs read it.

use merels_engine::{
    Claim, Level, Review, ReviewedMove, line_text, moments, punishing_level, standing,
};
use merels_messages::Worth;
use merels_rules::{AnyPosition, Game, Position, Side, Wdl};
use serde::{Deserialize, Serialize};

/// A review as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameReview {
    pub moves: Vec<MoveReview>,
    /// White's share of the point before each move and at the end.
    pub curve: Vec<f64>,
    /// White's and Black's, in hundredths; nothing for one who had nothing at stake.
    pub accuracy: [Option<f64>; 2],
    /// The number of the last move that gave value away, from 0.
    pub turned: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    #[serde(rename = "move")]
    pub text: String,
    /// `tables`, `openings`, `theory` or `engine`.
    pub source: String,
    pub before: Worth,
    pub played: Worth,
    /// The number of moves that would have kept the value, and of all.
    pub keeping: (usize, usize),
    pub mistake: Option<MistakeReview>,
    /// The claims to tell of it, as text ([`Claim::parse`](merels_engine::Claim::parse)); none in
    /// reviews from before there were any.
    #[serde(default)]
    pub claims: Vec<String>,
}

/// The moves that would have kept the value, and the best play after the mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MistakeReview {
    pub better: Vec<String>,
    pub line: Vec<String>,
}

impl GameReview {
    pub(super) fn of(game: &Game<AnyPosition>, review: &Review) -> GameReview {
        let moves = review.moves.iter().enumerate();
        GameReview {
            moves: moves.map(|(ply, reviewed)| MoveReview::of(game, ply, reviewed)).collect(),
            curve: review.curve(),
            accuracy: Side::ALL.map(|side| review.accuracy(side)),
            turned: review.turning_ply(),
        }
    }

    /// The plies of the mistakes to dwell on, at most three: a player's own first. `first` is the side
    /// of the first move.
    pub fn moments(&self, first: Side, own: Option<Side>) -> Vec<usize> {
        let side = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        let white = |ply: usize| self.curve.get(ply).copied().unwrap_or_default();
        let lost = |ply: usize| match side(ply) {
            Side::White => white(ply) - white(ply + 1),
            Side::Black => white(ply + 1) - white(ply),
        };
        let is_mistake = |ply: &usize| self.moves[*ply].mistake.is_some();
        let mistakes: Vec<_> = (0..self.moves.len())
            .filter(is_mistake)
            .map(|ply| (ply, side(ply), lost(ply)))
            .collect();
        moments(&mistakes, self.turned, own)
    }

    /// A side's standing before each move and at the end.
    pub fn standings(&self, of: Side) -> Vec<Wdl> {
        let share = |white: &f64| if of == Side::White { *white } else { 1.0 - white };
        self.curve.iter().map(|white| standing(share(white))).collect()
    }

    /// Returns `true` if every value in it is certain.
    pub fn is_exact(&self) -> bool {
        self.moves.iter().all(|reviewed| reviewed.source != "engine")
    }
}

impl MoveReview {
    /// The claims to tell of the move in this position; what is not understood is left out.
    pub fn claims_in(&self, position: &AnyPosition) -> Vec<Claim> {
        self.claims.iter().filter_map(|text| Claim::parse(position, text)).collect()
    }

    /// The level that punishes the move, for another try from this position.
    pub fn punishing_level(&self, position: &AnyPosition) -> Level {
        let loss = self.played.plies.filter(|_| self.played.value == Some(Wdl::Loss));
        punishing_level(&self.claims_in(position), loss)
    }

    fn of(game: &Game<AnyPosition>, ply: usize, reviewed: &ReviewedMove) -> MoveReview {
        let before = &game.positions()[ply];
        let mistake = reviewed.mistake.as_ref().map(|mistake| MistakeReview {
            better: mistake.better.iter().map(|mv| before.move_text(*mv)).collect(),
            line: line_text(&game.positions()[ply + 1], &mistake.line),
        });
        MoveReview {
            text: before.move_text(reviewed.mv),
            source: reviewed.source.name().to_owned(),
            before: reviewed.before.into(),
            played: reviewed.played.into(),
            keeping: reviewed.keeping,
            mistake,
            claims: reviewed.claims.iter().map(|claim| claim.text(before)).collect(),
        }
    }
}
