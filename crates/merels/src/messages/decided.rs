//! What decided a finished game, in one sentence.

use merels_engine::TurningPoint;
use merels_rules::{AnyPosition, Outcome, Side};

use super::{move_text, side, spot};
use crate::draw::Labels;

/// The turning point of a game that ended so, as a sentence of its own.
pub(crate) fn decided(
    position: &AnyPosition,
    labels: Labels,
    outcome: Outcome,
    point: TurningPoint,
) -> String {
    let winner = outcome.winner().unwrap_or(Side::White);
    let [won_by, lost_by] = [winner, !winner].map(|who| side(position, who));
    let (at, text) = (|at| spot(position, labels, at), |mv| move_text(position, labels, mv));
    match point {
        TurningPoint::DoubleMill { mills, from, to } => format!(
            "A double mill: one man closed {mills} mills in a row between {} and {}.",
            at(from),
            at(to)
        ),
        TurningPoint::Mills { won, lost, taken } => format!(
            "{won_by} closed {}, {lost_by} {}; the last one took {}.",
            counted(won, "mill"),
            if lost == 0 { "none".to_owned() } else { lost.to_string() },
            at(taken)
        ),
        TurningPoint::Unstoppable => "Nothing could stop the line any more.".to_owned(),
        TurningPoint::Overlooked { stopped_by } => {
            format!("{} would have stopped the line.", text(stopped_by))
        }
        TurningPoint::ShutIn { men, to } => {
            format!("{lost_by} had {men} men, and after {} none of them could move.", at(to))
        }
        TurningPoint::Captures { pawns, by } => {
            format!("The turn {} captured {}.", text(by), counted(pawns, "pawn"))
        }
        TurningPoint::Slip { by } => {
            format!("Until {} it was {lost_by} who stood to win.", text(by))
        }
        TurningPoint::NeverLetGo => format!("{won_by} had the right answer to every turn."),
        TurningPoint::Standing { white, black } => {
            let [first, second] = Side::ALL.map(|who| side(position, who));
            let men = if matches!(position, AnyPosition::MingMang(_)) { "pawn" } else { "man" };
            format!("{first} had {} left, {second} {black}.", counted(white, men))
        }
    }
}

fn counted(number: usize, what: &str) -> String {
    match (number, what) {
        (1, what) => format!("1 {what}"),
        (_, "man") => format!("{number} men"),
        (_, what) => format!("{number} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use merels_engine::turning_point;
    use merels_rules::{Game, GameId, Position};

    use super::*;

    /// How a game of three that was played so is told.
    fn told(turns: &[&str], labels: Labels) -> Option<String> {
        let mut game = Game::new("three".parse::<GameId>().expect("a game").start());
        for turn in turns {
            let mv = game.position().parse_move(turn).expect("a move");
            game.play(mv).expect("legal");
        }
        let (outcome, point) = (game.outcome()?, turning_point(&game)?);
        Some(decided(game.position(), labels, outcome, point))
    }

    #[test]
    fn what_decided_a_game_is_named_as_the_board_is_labelled() {
        let turns = ["a1", "a3", "b1", "c2", "c1"];
        let names = told(&turns, Labels::Names);
        assert_eq!(names.as_deref(), Some("c1 would have stopped the line."));
        let numbers = told(&turns, Labels::Numbers).expect("it was decided");
        assert!(!numbers.contains("c1") && numbers.contains("would have stopped"), "{numbers}");
        assert_eq!(told(&turns[..4], Labels::Names), None, "it is not over");
    }
}
