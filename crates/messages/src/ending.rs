//! The ends of games in words.

use merels_rules::{DrawReason, GameId, Outcome, Side, WinReason};

use crate::Language;

impl Language {
    /// The end of a game between players of these names.
    pub fn outcome(self, outcome: Outcome, name_of: impl Fn(Side) -> String) -> String {
        match outcome {
            Outcome::Win { winner, reason } => {
                let message = match reason {
                    WinReason::Reduced => "win-reduced",
                    WinReason::Blocked => "win-blocked",
                    WinReason::FirstLine => "win-line",
                    WinReason::MisereReduced => "win-misere-reduced",
                    WinReason::MisereBlocked => "win-misere-blocked",
                    WinReason::MisereLine => "win-misere-line",
                    WinReason::NoPawns => "win-no-pawns",
                    WinReason::Resignation => "win-resigned",
                    WinReason::Time => "win-time",
                };
                let (winner, loser) = (name_of(winner), name_of(!winner));
                self.say_with(message, &[("winner", winner.into()), ("loser", loser.into())])
            }
            Outcome::Draw(reason) => self.say(match reason {
                DrawReason::Agreement => "draw-agreed",
                DrawReason::Repetition => "draw-repetition",
                DrawReason::Quiet => "draw-quiet",
                DrawReason::FullBoard => "draw-full",
                DrawReason::PlyLimit => "draw-ply-limit",
            }),
            Outcome::Aborted => self.say("aborted"),
        }
    }

    /// The end of a game between players who are called by their sides.
    pub fn outcome_of(self, game: GameId, outcome: Outcome) -> String {
        self.outcome(outcome, |side| self.side(game, side))
    }
}
