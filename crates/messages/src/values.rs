//! Values in words and signs: ✓ wins, = draws, ✗ loses, ≈ an opinion in men, as the side that moves sees
//! it.

use merels_engine::{Distance, JudgedMove, Judgement, Score, Verdict};
use merels_rules::{AnyPosition, DrawRank, GameId, Position, QUIET_LIMIT, Side, Value, Wdl};
use serde::{Deserialize, Serialize};

use crate::Language;

/// The number of moves that are named as hardest to answer.
const MOST_HARDEST: usize = 3;

/// An opinion within so many hundredths of a man looks even.
const EVEN: i32 = 50;

/// The worth of something to the side that moves, for programs and for keeping.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worth {
    pub value: Option<Wdl>,
    pub plies: Option<u32>,
    /// True if it may take fewer plies: a search that sees a win need not see the shortest.
    pub at_most: bool,
    /// True if it may take more plies: the tables count no further.
    pub at_least: bool,
    /// The engine's judgement, in hundredths of a man.
    pub score: Option<i32>,
}

/// From so many hundredths of a man on an opinion is a win.
const SURE: i32 = 10_000;

impl From<Verdict> for Worth {
    fn from(verdict: Verdict) -> Worth {
        let plies = match verdict {
            Verdict::Exact(value) => value.plies().map(u32::from),
            Verdict::Known(_) => None,
            Verdict::Estimate(score) => score.win().or(score.loss()),
        };
        let opinion = match verdict {
            Verdict::Estimate(score) if verdict.result().is_none() => Some(score.hundredths()),
            _ => None,
        };
        // An opinion as high as this is certainty: nobody is a hundred men ahead.
        let sure = opinion.filter(|score| score.abs() >= SURE);
        let score = opinion.filter(|score| score.abs() < SURE);
        let sure = sure.map(|score| if score > 0 { Wdl::Win } else { Wdl::Loss });
        let value = verdict.result().or(sure);
        let at_most = plies.is_some() && matches!(verdict, Verdict::Estimate(_));
        let at_least = matches!(verdict, Verdict::Exact(value) if value.is_at_least());
        Worth { value, plies, at_most, at_least, score }
    }
}

impl Worth {
    /// The worth of a win at this distance.
    pub(crate) const fn of_win(distance: Distance) -> Worth {
        Worth {
            value: Some(Wdl::Win),
            plies: distance.plies(),
            at_most: matches!(distance, Distance::AtMost(_)),
            at_least: matches!(distance, Distance::AtLeast(_)),
            score: None,
        }
    }

    pub const fn sign(self) -> &'static str {
        match self.value {
            Some(Wdl::Win) => "✓",
            Some(Wdl::Draw) => "=",
            Some(Wdl::Loss) => "✗",
            None => "≈",
        }
    }

    /// The result, or by an opinion the standing: ahead, level or behind.
    pub fn standing(self) -> Wdl {
        match (self.value, self.score) {
            (Some(value), _) => value,
            (None, Some(score)) => Verdict::Estimate(Score::of_hundredths(score)).standing(),
            (None, None) => Wdl::Draw,
        }
    }

    /// The look: `good`, `even` or `bad`.
    pub const fn look(self) -> &'static str {
        match (self.value, self.score) {
            (Some(Wdl::Win), _) => "good",
            (Some(Wdl::Loss), _) => "bad",
            (None, Some(score)) if score > EVEN => "good",
            (None, Some(score)) if score < -EVEN => "bad",
            _ => "even",
        }
    }

    /// The part of a message's name for how far the end is.
    const fn bound(self) -> &'static str {
        match (self.at_most, self.at_least) {
            (true, _) => "within",
            (false, true) => "in-at-least",
            (false, false) => "in",
        }
    }

    /// The engine's opinion in men.
    fn men(self) -> f64 {
        f64::from(self.score.unwrap_or_default()) / 100.0
    }
}

/// Returns `true` if the draw by quiet plies, which the tables do not know, may come before the end
/// that they tell of.
pub fn quiet_draw_may_come_first(position: &AnyPosition, judgement: &Judgement) -> bool {
    is_exact_beyond_quiet_limit(position, judgement.verdict)
        || judgement
            .moves
            .iter()
            .any(|judged| is_exact_beyond_quiet_limit(position, judged.verdict))
}

fn is_exact_beyond_quiet_limit(position: &AnyPosition, verdict: Verdict) -> bool {
    let Verdict::Exact(value) = verdict else { return false };
    value.plies().is_some_and(|plies| is_beyond_quiet_limit(position, plies.into()))
}

/// Returns `true` if so many plies to the end leave room for the draw by quiet plies before it.
pub(crate) fn is_beyond_quiet_limit(position: &AnyPosition, plies: u32) -> bool {
    let AnyPosition::Morris(position) = position else { return false };
    // Placing a man is not quiet.
    let placing: usize = Side::ALL.iter().map(|side| position.hand(*side)).sum();
    let moving = (plies as usize).saturating_sub(placing);
    usize::from(position.quiet()) + moving > usize::from(QUIET_LIMIT)
}

impl Language {
    /// The worth to the side that moves, in a few words.
    pub fn worth(self, worth: Worth) -> String {
        let Some(result) = worth.value else {
            return self.say_with("value-score", &[("score", self.score(worth).into())]);
        };
        let word = result.word();
        match worth.plies {
            Some(plies) if plies > 0 => {
                let name = format!("value-{word}-{}", worth.bound());
                self.say_with(&name, &[("plies", plies.into())])
            }
            _ => self.say(&format!("value-{word}")),
        }
    }

    /// The worth of a move as the predicate of a sentence.
    pub fn worth_of_move(self, worth: Worth) -> String {
        match worth.value {
            Some(_) => self.worth(worth),
            None => self.say_with("value-score-move", &[("score", self.score(worth).into())]),
        }
    }

    /// A draw with its rank as the predicate of a sentence: who presses, the payoff for the side to
    /// move, and the plies to the exit.
    pub fn ranked_draw(self, game: GameId, to_move: Side, rank: DrawRank) -> String {
        let draw = self.pressed_draw(game, rank.presses(to_move));
        let payoff = self.decimal(&rank.payoff.to_string());
        let known = [("draw", draw.into()), ("payoff", payoff.into())];
        match rank.plies {
            Some(plies) => {
                let [draw, payoff] = known;
                self.say_with("value-draw-rank-exit", &[draw, payoff, ("plies", plies.into())])
            }
            None => self.say_with("value-draw-rank", &known),
        }
    }

    /// A ranked draw in a few words: the side that presses, if one does.
    fn pressed_draw(self, game: GameId, presses: Option<Side>) -> String {
        match presses {
            Some(side) => {
                let side = self.side(game, side);
                self.say_with("value-draw-presses", &[("side", side.into())])
            }
            None => self.say("value-draw-level"),
        }
    }

    /// The engine's opinion as a number with its sign.
    fn score(self, worth: Worth) -> String {
        let number = match worth.score {
            None | Some(0) => "0.00".to_owned(),
            Some(_) => format!("{:+.2}", worth.men()).replace('-', "−"),
        };
        self.decimal(&number)
    }

    /// The worth of a judged move of a position, in a few words; of a ranked draw, who presses too.
    pub fn judged_move(self, position: &AnyPosition, judged: &JudgedMove) -> String {
        match judged.rank {
            Some(rank) => self.pressed_draw(position.game(), rank.presses(position.side())),
            None => self.worth(judged.verdict.into()),
        }
    }

    /// A judgement of a position, as a sentence that names the sides.
    pub fn judged_position(self, position: &AnyPosition, judgement: &Judgement) -> String {
        match judgement.rank.and_then(|rank| rank.presses(position.side())) {
            Some(side) => {
                let side = self.side(position.game(), side);
                self.say_with("position-draw-presses", &[("side", side.into())])
            }
            None => self.position_worth(position, judgement.verdict),
        }
    }

    /// The worth of a position, as a sentence that names the sides.
    pub fn position_worth(self, position: &AnyPosition, verdict: Verdict) -> String {
        let (worth, mover) = (Worth::from(verdict), position.side());
        let winner = match worth.value {
            Some(Wdl::Win) => mover,
            Some(Wdl::Loss) => !mover,
            Some(Wdl::Draw) => return self.say("position-draw"),
            None => return self.position_score(position, worth),
        };
        let side = ("side", self.side(position.game(), winner).into());
        match worth.plies {
            Some(plies) if is_exact_beyond_quiet_limit(position, verdict) => self.say_with(
                &format!("position-win-{}-unless-quiet", worth.bound()),
                &[side, ("plies", plies.into()), ("limit", QUIET_LIMIT.into())],
            ),
            Some(plies) if plies > 0 => {
                let name = format!("position-win-{}", worth.bound());
                self.say_with(&name, &[side, ("plies", plies.into())])
            }
            _ => self.say_with("position-win", &[side]),
        }
    }

    /// The side that the engine thinks is ahead.
    fn position_score(self, position: &AnyPosition, worth: Worth) -> String {
        let name = match worth.score {
            None | Some(0) => return self.say("position-even"),
            Some(score) if score > 0 => "position-ahead",
            Some(_) => "position-behind",
        };
        let side = self.side(position.game(), position.side());
        let men = self.decimal(&format!("{:.2}", worth.men().abs()));
        self.say_with(name, &[("side", side.into()), ("men", men.into())])
    }

    /// The source of a judgement, and which rule it leaves out where that matters.
    pub fn source(self, position: &AnyPosition, judgement: &Judgement) -> String {
        match position {
            AnyPosition::Morris(morris) if quiet_draw_may_come_first(position, judgement) => {
                let quiet = ("quiet", morris.quiet().into());
                self.say_with("source-tables-but-quiet", &[quiet, ("limit", QUIET_LIMIT.into())])
            }
            _ => self.say(&format!("source-{}", judgement.source.name())),
        }
    }

    /// Why a position is worth what it is: how many moves keep it, how near the nearest loss is, and
    /// which of drawing moves are hardest to answer.
    pub fn why(self, position: &AnyPosition, judgement: &Judgement) -> Vec<String> {
        if judgement.moves.is_empty() || !judgement.source.is_exact() {
            return Vec::new();
        }
        let (kept, all) = (judgement.keeping(), judgement.moves.len());
        let keeping = match kept == all {
            true => self.say("why-all-keep"),
            false => self.say_with("why-keep", &[("kept", kept.into()), ("all", all.into())]),
        };
        let loss = judgement
            .nearest_loss()
            .map(|plies| (plies, Value::Loss(plies).is_at_least()))
            .map(|(plies, at_least)| {
                let name = if at_least { "why-nearest-loss-at-least" } else { "why-nearest-loss" };
                self.say_with(name, &[("plies", plies.into())])
            });
        [Some(keeping), loss, self.hardest(position, judgement)].into_iter().flatten().collect()
    }

    fn hardest(self, position: &AnyPosition, judgement: &Judgement) -> Option<String> {
        let hardest = judgement.hardest();
        let first = judgement.moves.iter().find(|judged| Some(&judged.mv) == hardest.first())?;
        let (held, all) = first.answers?;
        let moves: Vec<String> =
            hardest.iter().take(MOST_HARDEST).map(|mv| position.move_text(*mv)).collect();
        let moves = ("moves", moves.join(", ").into());
        Some(self.say_with("why-hardest", &[moves, ("held", held.into()), ("all", all.into())]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Once a sure win in Nimble read as 100.00 men ahead.
    #[test]
    fn a_sure_win_is_a_win_and_not_a_hundred_men() {
        let worth = |hundredths| Worth::from(Verdict::Estimate(Score::of_hundredths(hundredths)));
        for (hundredths, value, score) in [
            (10_000, Some(Wdl::Win), None),
            (-10_000, Some(Wdl::Loss), None),
            (9_999, None, Some(9_999)),
            (-250, None, Some(-250)),
        ] {
            let worth = worth(hundredths);
            assert_eq!((worth.value, worth.score), (value, score), "{hundredths}");
        }
    }
}
