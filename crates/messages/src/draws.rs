//! The reasons of a computer that declines a draw.

use merels_engine::{DrawDeclined, QUIET_PLIES_FOR_DRAW};

use crate::Language;

impl Language {
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
