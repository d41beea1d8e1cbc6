//! Hints and the reasons of a computer that declines a draw.

use merels_engine::{DrawDeclined, QUIET_PLIES_FOR_DRAW, Reason};

use crate::Language;

/// So many reasons are said: the weightiest.
const REASONS_SAID: usize = 2;

impl Language {
    /// A hint: the move, and why it is good.
    pub fn hint(self, move_text: &str, reasons: &[Reason]) -> String {
        let words = self.say_with("hint-move", &[("move", move_text.into())]);
        reasons
            .iter()
            .take(REASONS_SAID)
            .fold(words, |words, reason| format!("{words} {}", self.reason(*reason)))
    }

    /// A reason for a move, as a sentence.
    pub fn reason(self, reason: Reason) -> String {
        let counted = |name: &str, number: u32| self.say_with(name, &[("number", number.into())]);
        match reason {
            Reason::EndsGame => self.say("hint-ends-game"),
            Reason::WinsIn(plies) => counted("hint-wins-in", plies),
            Reason::WinsInAtLeast(plies) => counted("hint-wins-in-at-least", plies),
            Reason::HoldsOutAtLeast(plies) => counted("hint-holds-out-at-least", plies),
            Reason::HoldsOut(plies) => counted("hint-holds-out", plies),
            Reason::ClosesMill => self.say("hint-closes-mill"),
            Reason::CapturesPawns(pawns) => counted("hint-captures-pawns", pawns as u32),
            Reason::BlocksMill => self.say("hint-blocks-mill"),
            Reason::OpensDoubleMill => self.say("hint-opens-double-mill"),
            Reason::ThreatensTwoMills => self.say("hint-threatens-two-mills"),
            Reason::ThreatensMill => self.say("hint-threatens-mill"),
            Reason::ShutsIn(men) => counted("hint-shuts-in", men as u32),
            Reason::TakesCrossing(ways) => counted("hint-takes-crossing", ways as u32),
            Reason::BalancesStrip => self.say("hint-balances-strip"),
        }
    }

    /// Why the computer declined a draw.
    pub fn draw_declined(self, reason: DrawDeclined) -> String {
        match reason {
            DrawDeclined::AlwaysWon => self.say("draw-declined-always-won"),
            DrawDeclined::TooEarly => {
                self.say_with("draw-declined-early", &[("plies", QUIET_PLIES_FOR_DRAW.into())])
            }
            DrawDeclined::NotJudged => self.say("draw-declined-not-judged"),
            DrawDeclined::StandsBetter => self.say("draw-declined-better"),
        }
    }
}
