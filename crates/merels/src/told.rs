//! Positions and turns told to the reader at the terminal: in the reader's language, with the board
//! labelled as the reader wishes. The sentences are those of the site.

use merels_engine::{Info, Report, Score, Verdict, board_claims, chosen, claims_with};
use merels_messages::{FluentValue, Language, Naming, Worth};
use merels_rules::morris::{self, MorrisPosition, Point};
use merels_rules::{AnyMove, AnyPosition, Game, Illegal, Outcome, Position, Side, Spot, Value};

use crate::draw::Labels;

const MOST_NAMED: usize = 6;

#[derive(Copy, Clone, Debug)]
pub(crate) struct Reader {
    pub(crate) language: Language,
    pub(crate) labels: Labels,
}

impl Reader {
    pub(crate) fn told(self, position: &AnyPosition) -> Told<'_> {
        Told { position, reader: self }
    }
}

/// A position as its reader names its parts.
#[derive(Copy, Clone)]
pub(crate) struct Told<'a> {
    position: &'a AnyPosition,
    reader: Reader,
}

impl Naming for Told<'_> {
    fn position(&self) -> &AnyPosition {
        self.position
    }

    fn side(&self, side: Side) -> String {
        self.language().side(self.position.game(), side)
    }

    /// Numbers are for morris boards only.
    fn spot(&self, spot: Spot) -> String {
        match (self.reader.labels, self.position) {
            (Labels::Numbers, AnyPosition::Morris(_)) => spot.0.to_string(),
            _ => self.position.spot_name(spot),
        }
    }

    fn move_text(&self, mv: AnyMove) -> String {
        let (Labels::Numbers, AnyMove::Morris(morris::Move { from, to, removed })) =
            (self.reader.labels, mv)
        else {
            return self.position.move_text(mv);
        };
        let from = from.map(|from| format!("{}-", from.number())).unwrap_or_default();
        let removed = removed.map(|removed| format!("x{}", removed.number())).unwrap_or_default();
        format!("{from}{}{removed}", to.number())
    }
}

impl Told<'_> {
    fn language(&self) -> Language {
        self.reader.language
    }

    pub(crate) fn mover(&self) -> String {
        self.side(self.position.side())
    }

    /// A message that names the side to move.
    pub(crate) fn say(&self, name: &str) -> String {
        self.language().say_with(name, &[("side", self.mover().into())])
    }

    /// The side to move, as a sentence.
    pub(crate) fn turn_of(&self) -> String {
        self.language().say_with("status-theirs", &[("name", self.mover().into())])
    }

    pub(crate) fn illegal(&self, reason: &Illegal) -> String {
        let name = |name: &str| match self.position.parse_spot(name) {
            Ok(spot) => self.spot(spot),
            Err(_) => name.to_owned(),
        };
        self.language().illegal(self.position.game(), reason, name)
    }

    pub(crate) fn outcome(&self, outcome: Outcome) -> String {
        self.language().outcome_of(self.position.game(), outcome)
    }

    /// The facts that a player would count: men on the board, in hand and captured, mills, pawns.
    pub(crate) fn counts(&self) -> Vec<String> {
        match self.position {
            AnyPosition::Morris(morris) => {
                let counts = |side| self.men_and_mills(morris, side);
                Side::ALL.into_iter().map(counts).collect()
            }
            AnyPosition::MingMang(grid) => {
                let pawns = |side| {
                    let pawns = ("pawns", grid.pawns(side).len().into());
                    self.language()
                        .say_with("counts-pawns", &[("side", self.side(side).into()), pawns])
                };
                Side::ALL.into_iter().map(pawns).collect()
            }
            AnyPosition::Nimble(strip) => {
                let away: u32 = strip.pawns().iter().skip(1).map(|pawns| u32::from(*pawns)).sum();
                vec![self.language().say_with("counts-strip", &[("pawns", away.into())])]
            }
        }
    }

    fn men_and_mills(&self, morris: &MorrisPosition, side: Side) -> String {
        let mut values = self.men(morris, side);
        values.push(("phase", self.language().phase(morris, side).into()));
        self.language().say_with("counts-men", &values) + &self.mills(morris, side)
    }

    /// The numbers of a side's men.
    pub(crate) fn men(
        &self,
        morris: &MorrisPosition,
        side: Side,
    ) -> Vec<(&'static str, FluentValue<'static>)> {
        vec![
            ("side", self.side(side).into()),
            ("board", morris.men(side).len().into()),
            ("hand", morris.hand(side).into()),
            ("captured", morris.captured(side).into()),
        ]
    }

    /// The mills of a side, as the end of a line.
    pub(crate) fn mills(&self, morris: &MorrisPosition, side: Side) -> String {
        let name = |point: Point| self.spot(Spot(point.number() as u16));
        let mill = |mill: morris::Points| mill.into_iter().map(name).collect::<Vec<_>>().join("-");
        let mills: Vec<String> = morris.mills(side).map(mill).collect();
        if mills.is_empty() {
            return String::new();
        }
        let values = [("count", mills.len().into()), ("mills", mills.join(", ").into())];
        format!("; {}", self.language().say_with("counts-mills", &values))
    }

    pub(crate) fn rules(&self) -> String {
        let sections = self.language().rules(self.position.game());
        let paragraph = |section: merels_messages::RuleSection| {
            let heading = section.heading.map(|heading| self.language().say(heading));
            heading.into_iter().chain(section.sentences).collect::<Vec<_>>().join("\n")
        };
        sections.into_iter().map(paragraph).collect::<Vec<_>>().join("\n\n")
    }

    /// The turns of a line of play, as far as they can be played.
    pub(crate) fn line(&self, moves: impl IntoIterator<Item = AnyMove>) -> Vec<String> {
        let mut position = self.position.clone();
        let mut line = Vec::new();
        for mv in moves {
            let Ok(next) = position.play(mv) else { break };
            line.push(self.reader.told(&position).move_text(mv));
            position = next;
        }
        line
    }

    /// The progress of a search: the worth of the position, the depth and the best line.
    pub(crate) fn thought(&self, info: &Info) -> String {
        let worth = self.language().worth(Worth::from(Verdict::Estimate(info.score)));
        let line = self.line(info.pv.iter().copied()).join(" ");
        let values = [("value", worth.into()), ("depth", info.depth.into()), ("line", line.into())];
        self.language().say_with("play-thought", &values)
    }

    /// The computer's opinion of its position, as a sentence.
    pub(crate) fn opinion(&self, score: Score) -> String {
        self.language().position_worth(self.position, Verdict::Estimate(score))
    }

    /// The computer's advice and the reasons for it.
    pub(crate) fn hint(&self, report: &Report) -> String {
        let verdict = Verdict::Estimate(report.info.score);
        let claims = chosen(&claims_with(self.position, report.best, verdict), false);
        let hint = self.language().hint(self, report.best, &claims);
        format!("{hint} ({})", self.thought(&report.info))
    }

    /// The tables' advice: the best moves and their worth, and the number of the others.
    pub(crate) fn exact_hint(&self, moves: &[(morris::Move, Value)]) -> String {
        let language = self.language();
        let Some((first, best)) = moves.first() else { return language.say("play-no-advice") };
        let text = |mv: &morris::Move| self.move_text(AnyMove::Morris(*mv));
        let equal: Vec<String> =
            moves.iter().filter(|(_, value)| value == best).map(|(mv, _)| text(mv)).collect();
        let (others, more) = (moves.len() - equal.len(), equal.len().saturating_sub(MOST_NAMED));
        let mut named = equal[..equal.len() - more].join(", ");
        if more > 0 {
            let values = [("moves", named.into()), ("more", more.into())];
            named = language.say_with("play-exact-more", &values);
        }
        let worth = language.worth_of_move(Worth::from(Verdict::Exact(*best)));
        let first = AnyMove::Morris(*first);
        let claims = chosen(&board_claims(self.position, first), false);
        let values = [("value", worth.into()), ("moves", named.into())];
        let worse = (others > 0)
            .then(|| language.say_with("play-exact-worse", &[("others", others.into())]));
        let sentences =
            [language.hint(self, first, &claims), language.say_with("play-exact", &values)];
        sentences.into_iter().chain(worse).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn moves(&self, game: &Game<AnyPosition>) -> String {
        let text = |mv: &AnyMove| self.move_text(*mv);
        game.legal_moves().iter().map(text).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use merels_engine::turning_point;
    use merels_rules::GameId;

    use super::*;

    /// The turning point of a game of three with these turns.
    fn decided(turns: &[&str], labels: Labels) -> Option<String> {
        let mut game = Game::new("three".parse::<GameId>().expect("a game").start());
        for turn in turns {
            let mv = game.position().parse_move(turn).expect("a move");
            game.play(mv).expect("legal");
        }
        let (outcome, point) = (game.outcome()?, turning_point(&game)?);
        let reader = Reader { language: Language::ENGLISH, labels };
        Some(reader.language.decided(&reader.told(game.position()), outcome, point))
    }

    #[test]
    fn what_decided_a_game_is_named_as_the_board_is_labelled() {
        let turns = ["a1", "a3", "b1", "c2", "c1"];
        let names = decided(&turns, Labels::Names);
        assert_eq!(names.as_deref(), Some("c1 would have stopped the line."));
        let numbers = decided(&turns, Labels::Numbers).expect("it was decided");
        assert!(!numbers.contains("c1") && numbers.contains("would have stopped"), "{numbers}");
        assert_eq!(decided(&turns[..4], Labels::Names), None, "it is not over");
    }
}
