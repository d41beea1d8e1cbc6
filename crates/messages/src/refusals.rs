//! Illegal moves in words.

use merels_rules::{Illegal, TextError};

use crate::Language;

impl Language {
    /// Why a move is illegal.
    pub fn illegal(self, illegal: &Illegal) -> String {
        let about = |name: &str, point: &str| self.say_with(name, &[("point", point.into())]);
        match illegal {
            Illegal::GameOver(_) => self.say("end-over"),
            Illegal::OtherGame => self.say("illegal-other-game"),
            Illegal::OffBoard(point) => about("illegal-off-board", point),
            Illegal::EmptyHand => self.say("illegal-empty-hand"),
            Illegal::MustPlace(men) => {
                self.say_with("illegal-must-place", &[("men", (*men).into())])
            }
            Illegal::NothingThere(point) => about("illegal-nothing-there", point),
            Illegal::NotYours(point) => about("illegal-not-yours", point),
            Illegal::CannotMove(point) => about("illegal-cannot-move", point),
            Illegal::Occupied(point) => about("illegal-occupied", point),
            Illegal::NotAdjacent { from, to } => self.say_with(
                "illegal-not-adjacent",
                &[("from", from.as_str().into()), ("to", to.as_str().into())],
            ),
            Illegal::RemovalOwed(point) => about("illegal-removal-owed", point),
            Illegal::NoMill => self.say("illegal-no-mill"),
            Illegal::ProtectedByMill(point) => about("illegal-protected", point),
            Illegal::AllProtected => self.say("illegal-all-protected"),
            Illegal::NotEnemy(point) => about("illegal-not-enemy", point),
            Illegal::NotStraight => self.say("illegal-not-straight"),
            Illegal::InTheWay(point) => about("illegal-in-the-way", point),
            Illegal::Repeats => self.say("illegal-repeats"),
            Illegal::NotLeft => self.say("illegal-not-left"),
        }
    }

    /// Why a typed move cannot be read. The parsers' reasons are English: catalogues of other
    /// languages leave them out.
    pub fn unreadable(self, error: &TextError) -> String {
        self.say_with("refusal-malformed", &[("reason", error.to_string().into())])
    }
}
