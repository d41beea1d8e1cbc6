//! The words of a hint.

use merels_engine::Reason;
use merels_services::Hint;

use crate::i18n::Language;

/// So many reasons are said: the weightiest.
const REASONS_SAID: usize = 2;

impl Language {
    /// A hint: the move, and why it is good.
    pub(crate) fn hint(self, hint: &Hint) -> String {
        let mut words = self.say_with("hint-move", &[("move", hint.text.as_str().into())]);
        for reason in hint.reasons.iter().take(REASONS_SAID) {
            words.push(' ');
            words += &self.reason(*reason);
        }
        words
    }

    fn reason(self, reason: Reason) -> String {
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
}
