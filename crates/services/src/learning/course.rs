//! A puzzle played on after its first move: to the mill or the win, the opponent answering with the
//! longest defence; or for some moves where a draw is to be held, against the hardest tries.
//!
//! The first move is the one that the puzzle asks for. After it the set's line leads on; another move is
//! judged by the tables, and where there are none it is neither right nor wrong.

use merels_engine::Judgement;
use merels_rules::morris::Move;
use merels_rules::{AnyMove, AnyPosition, Game, Happening, Position, Value};

use super::play_text;
use super::puzzles::{NumberedPuzzle, Puzzles};
use crate::error::{Result, ServiceError};
use crate::fair_play::FairAsker;

/// The most moves of one's own that a puzzle goes on.
const MOST_MOVES: usize = 8;

/// The moves of one's own for which a draw is to be held.
const HELD_MOVES: usize = 3;

/// The outcome of a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The mill is closed, or the game won: there is nothing more to find.
    Solved,
    /// The move is right, and it is one's turn again.
    GoesOn,
    Wrong,
    /// Not the move of the line, and nothing tells whether it is as good. It is not made.
    Elsewhere,
}

/// A puzzle as far as it was played.
#[derive(Clone, Debug)]
pub struct Course {
    pub step: Step,
    pub game: Game<AnyPosition>,
    /// The happenings of the last move, and of the answer to it.
    pub turns: Vec<Vec<Happening>>,
    /// The moves of one's own, as text.
    pub moves: Vec<String>,
    /// The opponent's last answer, as text.
    pub reply: Option<String>,
}

impl NumberedPuzzle {
    /// The line to be played: to the win, else to the last mill that it closes; the solution alone where
    /// it leads to neither or only holds the draw.
    pub fn line(&self) -> Vec<Move> {
        let solution = self.puzzle.solution();
        let mut line = vec![solution.mv];
        line.extend(&solution.line);
        let mut game = self.start();
        let mut length = 1;
        if self.puzzle.value == Value::Draw {
            line.truncate(length);
        }
        for (ply, mv) in line.iter().enumerate() {
            if game.play(AnyMove::Morris(*mv)).is_err() {
                break;
            }
            let ends = game.outcome().is_some() || closes_mill(&game.happenings(ply));
            if ply % 2 == 0 && ends {
                length = ply + 1;
            }
        }
        line.truncate(length);
        line
    }

    /// The happenings of every turn of the line, and the game after it.
    pub fn played_out(&self) -> (Game<AnyPosition>, Vec<Vec<Happening>>) {
        let mut game = self.start();
        let mut turns = Vec::new();
        for (ply, mv) in self.line().into_iter().enumerate() {
            if game.play(AnyMove::Morris(mv)).is_err() {
                break;
            }
            turns.push(game.happenings(ply));
        }
        (game, turns)
    }
}

fn closes_mill(happenings: &[Happening]) -> bool {
    happenings.iter().any(|h| matches!(h, Happening::ClosedMill { .. }))
}

impl Puzzles {
    /// A puzzle after these moves of one's own, each answered: the last one is judged.
    ///
    /// # Errors
    ///
    /// If one is no legal move, or stands after a move with which the puzzle ended.
    pub async fn course(
        &self,
        fair: &FairAsker,
        puzzle: &NumberedPuzzle,
        moves: &[&str],
    ) -> Result<Course> {
        let (game, step) = (puzzle.start(), Step::GoesOn);
        let mut course = Course { step, game, turns: Vec::new(), moves: Vec::new(), reply: None };
        // As long as it follows the line of the set.
        let mut line = puzzle.line();
        for text in moves {
            if course.step != Step::GoesOn || course.moves.len() == MOST_MOVES {
                return Err(ServiceError::NotFound);
            }
            self.step(fair, puzzle, &mut line, &mut course, text).await?;
        }
        Ok(course)
    }

    /// Plays one more move, and the answer to it.
    async fn step(
        &self,
        fair: &FairAsker,
        puzzle: &NumberedPuzzle,
        line: &mut Vec<Move>,
        course: &mut Course,
        text: &str,
    ) -> Result<()> {
        let before = course.game.clone();
        let refused = |refusal| ServiceError::Refused(puzzle.game, refusal);
        let (mv, happenings) = play_text(&mut course.game, text).map_err(refused)?;
        let is_first = course.moves.is_empty();
        let number = course.moves.len() + 1;
        let ends = course.game.outcome().is_some()
            || match puzzle.puzzle.value {
                Value::Draw => number == HELD_MOVES,
                Value::Win(_) | Value::Loss(_) => closes_mill(&happenings) || number == MOST_MOVES,
            };
        course.moves.push(before.position().move_text(mv));
        course.turns = vec![happenings];
        course.reply = None;
        let on_line = line.first().is_some_and(|first| AnyMove::Morris(*first) == mv);
        let answer = if on_line {
            line.remove(0);
            (!line.is_empty()).then(|| line.remove(0))
        } else {
            line.clear();
            None
        };
        course.step = match (on_line, answer) {
            (true, Some(_)) => Step::GoesOn,
            (true, None) if ends => Step::Solved,
            // The set's line is at its end, and the tables may know more.
            (true, None) => Step::Solved.unless(self.known(fair, &course.game).await.is_some()),
            (false, _) if is_first => Step::Wrong,
            (false, _) => self.judged(fair, &before, mv, ends).await,
        };
        if course.step == Step::Elsewhere {
            course.game = before;
            course.turns.clear();
            course.moves.pop();
        }
        self.reply(fair, course, answer).await;
        Ok(())
    }

    /// The opponent's answer: the line's, else the best that is known.
    async fn reply(&self, fair: &FairAsker, course: &mut Course, answer: Option<Move>) {
        match (course.step, answer) {
            (Step::GoesOn, Some(reply)) => course.answer(AnyMove::Morris(reply)),
            (Step::GoesOn | Step::Wrong, _) => {
                let known = self.known(fair, &course.game).await;
                let hardest = known.and_then(|known| match known.hardest().first() {
                    Some(mv) => Some(*mv),
                    None => known.moves.first().map(|best| best.mv),
                });
                if let Some(mv) = hardest {
                    course.answer(mv);
                }
            }
            (Step::Solved | Step::Elsewhere, _) => {}
        }
    }

    /// A move that is not the line's, by the tables.
    async fn judged(
        &self,
        fair: &FairAsker,
        before: &Game<AnyPosition>,
        mv: AnyMove,
        ends: bool,
    ) -> Step {
        let Some(known) = self.known(fair, before).await else { return Step::Elsewhere };
        match known.moves.iter().find(|judged| judged.mv == mv) {
            Some(judged) if judged.verdict.keeps(known.verdict) => match ends {
                true => Step::Solved,
                false => Step::GoesOn,
            },
            _ => Step::Wrong,
        }
    }

    /// The tables' judgement of a game that goes on.
    async fn known(&self, fair: &FairAsker, game: &Game<AnyPosition>) -> Option<Judgement> {
        if game.outcome().is_some() {
            return None;
        }
        self.analysis.known(fair, game.position()).await.ok()
    }
}

impl Step {
    /// Goes on instead, if something is known.
    const fn unless(self, goes_on: bool) -> Step {
        if goes_on { Step::GoesOn } else { self }
    }
}

impl Course {
    fn answer(&mut self, reply: AnyMove) {
        let text = self.game.position().move_text(reply);
        if self.game.play(reply).is_ok() {
            self.turns.push(self.game.happenings(self.game.ply() - 1));
            self.reply = Some(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use merels_engine::{Judge, endgames};

    use super::super::puzzles::{numbered, puzzle_set, puzzle_sets};
    use super::*;

    #[test]
    fn a_line_ends_with_a_mill_or_a_win_of_ones_own_or_is_the_solution_alone() {
        let (mut long, mut won) = (0, 0);
        for one in puzzle_sets().flat_map(numbered) {
            let (game, turns) = one.played_out();
            let line = one.line();
            assert_eq!((turns.len(), line.len() % 2), (line.len(), 1));
            let last = turns.last().unwrap();
            assert!(line.len() == 1 || game.outcome().is_some() || closes_mill(last));
            assert_eq!(line[0], one.puzzle.solution().mv);
            won += usize::from(one.puzzle.value != Value::Draw);
            long += usize::from(line.len() > 1);
        }
        assert!(long * 2 > won, "{long} of {won} go on after the first move");
    }

    /// Once every draw ended after its one move, and so did wins whose line closes no mill. What goes on is
    /// known without tables too, as far as the small endgames of the program reach.
    #[test]
    fn puzzles_go_on_where_the_small_endgames_know_the_position() {
        let judge = Judge::new(None).with_endgames(endgames());
        for (game, [draws, wins]) in [("six", [62, 58]), ("nine", [3, 32])] {
            let mut found = [0, 0];
            for one in puzzle_set(game.parse().unwrap()).into_iter().flat_map(numbered) {
                let (after, turns) = one.played_out();
                let is_draw = one.puzzle.value == Value::Draw;
                let ends = after.outcome().is_some() || closes_mill(&turns[0]);
                if turns.len() == 1 && (is_draw || !ends) && after.outcome().is_none() {
                    let known = judge.known(&after);
                    found[usize::from(!is_draw)] += usize::from(known.is_some());
                }
            }
            assert_eq!(found, [draws, wins], "{game}");
        }
    }
}
