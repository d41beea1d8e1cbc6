//! Claims: typed statements about a move that are true by the rules or by exact values. Every user
//! interface words them in its own language.
//!
//! ```
//! use merels_engine::{Claim, board_claims};
//! use merels_rules::{GameId, Position, Side};
//!
//! let position = GameId::NINE.parse_position("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7")?;
//! let closing = position.parse_move("g1xb2")?;
//! let mill = ["a1", "d1", "g1"].map(|name| position.parse_spot(name).unwrap());
//! let closes = Claim::Closes { side: Side::White, lines: vec![mill] };
//! assert_eq!(board_claims(&position, closing)[0], closes);
//! # Ok::<(), merels_rules::TextError>(())
//! ```

mod board;
mod choose;
mod claim;
mod compare;
mod lines;
mod mistakes;
mod morris;
mod text;
mod values;

use merels_rules::{AnyMove, AnyPosition, Game, Position};

use crate::{Judge, Judgement, Verdict};
pub use board::board_claims;
use choose::weight;
pub use choose::{chosen, explained};
pub use claim::{Claim, Distance};

/// The claims about a legal move of which nothing but its own value is known, such as a hint of
/// the engine.
pub fn claims_with(position: &AnyPosition, mv: AnyMove, verdict: Verdict) -> Vec<Claim> {
    let mut claims = board_claims(position, mv);
    claims.extend(values::wins(position.side(), verdict));
    claims
}

impl Judge {
    /// All claims about a legal move in a game with this judgement; none if the move ends the game
    /// in a draw, of which values know nothing.
    pub fn claims(
        &mut self,
        game: &Game<AnyPosition>,
        mv: AnyMove,
        judgement: &Judgement,
    ) -> Vec<Claim> {
        let after = judgement.gives_away(mv).then(|| {
            let mut next = game.clone();
            next.play_unchecked(mv);
            self.judge(&next)
        });
        self.claims_after(game, mv, judgement, after.as_ref())
    }

    /// The same, with the judgement of the game after the move if it is a mistake.
    pub fn claims_after(
        &self,
        game: &Game<AnyPosition>,
        mv: AnyMove,
        judgement: &Judgement,
        after: Option<&Judgement>,
    ) -> Vec<Claim> {
        let Some(verdict) = judgement.of(mv) else { return Vec::new() };
        let mut next = game.clone();
        if next.play(mv).is_err() || next.outcome().is_some_and(|end| end.winner().is_none()) {
            return Vec::new();
        }
        let mut claims = claims_with(game.position(), mv, verdict);
        claims.extend(self.only(game, judgement));
        claims.extend(values::holds_out(game.side(), mv, judgement));
        claims.extend(self.forced_line(game, mv, verdict));
        if let Some(after) = after {
            claims.extend(mistakes::compared(game, mv, judgement, after));
        }
        claims
    }
}
