//! Illegal moves in words.

use merels_rules::{GameId, Illegal};

use crate::Language;

impl Language {
    /// The reason why a move is illegal; `name` gives the points and squares as the reader has the
    /// board labelled.
    pub fn illegal(self, game: GameId, illegal: &Illegal, name: impl Fn(&str) -> String) -> String {
        let about =
            |message: &str, point: &str| self.say_with(message, &[("point", name(point).into())]);
        match illegal {
            Illegal::GameOver(outcome) => {
                let how = self.outcome_of(game, *outcome);
                self.say_with("refusal-over", &[("how", how.into())])
            }
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
                &[("from", name(from).into()), ("to", name(to).into())],
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

    /// The answer to a text that is no move and no point: the way moves of the game are written.
    pub fn unreadable(self, game: GameId) -> String {
        self.say(match game {
            GameId::Morris(_) => "unreadable-morris",
            GameId::MingMang | GameId::MingMangNoRepeat => "unreadable-mingmang",
            GameId::Nimble => "unreadable-nimble",
        })
    }
}
