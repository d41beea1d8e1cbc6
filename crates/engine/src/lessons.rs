//! Lessons: a few positions of each game, with something to do on each. A lesson knows positions and
//! goals; the rules say what may be done and what came of it.

use std::collections::BTreeSet;

use merels_rules::morris::Variant;
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Happening, Illegal, Position, Side};

/// The goal of a turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Goal {
    /// Anything that the rules allow.
    Turn,
    /// A man of the board moves, though men in hand might be placed.
    Move,
    Mill,
    /// At least this many pawns change colour.
    Captures(usize),
    /// A pawn goes here.
    Reach(&'static str),
    /// The game is won.
    Win,
}

/// One thing to learn. Its wording stands in the catalogue under `lesson-` and its name.
#[derive(Debug)]
struct Step {
    name: &'static str,
    start: &'static str,
    /// The turns that were played from there.
    played: &'static [&'static str],
    goal: Goal,
}

const fn step(name: &'static str, start: &'static str, goal: Goal) -> Step {
    Step { name, start, played: &[], goal }
}

const NINE: [Step; 7] = [
    step("place", "xxxxxxxxxxxxxxxxxxxxxxxx w 9 9", Goal::Turn),
    step("mill", "xxxxBxxxxxxxxBxxxxxxxWWx w 7 7", Goal::Mill),
    step("take", "BBBxxxxxxxxxxBxxxxWWxxxx w 5 5", Goal::Mill),
    step("move", "BxxxxBxxBxWBxxxxxxxWxWxW w 0 0", Goal::Mill),
    step("double-mill", "WxWWWWxxxxxxxxxBxBBBxxxB w 0 0", Goal::Mill),
    step("fly", "WWxxxxxxBxxxxWxBxxBxBxxB w 0 0", Goal::Mill),
    step("block", "BxBxWxxxxWxxxxWxxxxxxBWB w 0 0", Goal::Win),
];

const TWO_SQUARES_MILL: Step = step("two-squares-mill", "xxxBxxxxBxxxxWWx w 3 3", Goal::Mill);
const NO_FLYING: Step = step("no-flying", "WWxxxxxBxWBxxxBx w 0 0", Goal::Mill);

const SIX: [Step; 2] =
    [TWO_SQUARES_MILL, step("two-squares-fly", "WWxxxxxBxBBxWxBx w 0 0", Goal::Mill)];
const WITHOUT_FLYING: [Step; 2] = [TWO_SQUARES_MILL, NO_FLYING];

const THREE: [Step; 2] = [
    step("line-placed", "WxxxWBBxx w 1 1", Goal::Win),
    step("line-moved", "WxWxWBBxB w 0 0", Goal::Win),
];

const LASKER: [Step; 2] = [
    step("place-or-move", "xxxxBxxxxxxxxBxxxxxWxWxW w 7 8", Goal::Move),
    step("fly", "WWxxxxxxBxxxxWxBxxBxBxxB w 0 0", Goal::Mill),
];

const TWELVE: [Step; 2] = [
    step("diagonal", "WxxWBxxxxxxxxBxxxxxBxxxx w 9 9", Goal::Mill),
    step("fly", "WWxxxxxxBxxxxWxBxxBxBxxB w 0 0", Goal::Mill),
];

const SLIDE: Step = step("slide", "xoooo/x...o/x...o/x...o/xxxxo w", Goal::Turn);
const ENCLOSE: Step = step("enclose", "...../xoo../...../...../o..xo w", Goal::Captures(2));

const MING_MANG: [Step; 4] = [
    SLIDE,
    ENCLOSE,
    step("enclose-two-ways", "..x../..o.o/xo..x/...../o.... w", Goal::Captures(2)),
    step("into-enclosure", "...../...../o.o../...../.x..o w", Goal::Reach("b3")),
];

const MING_MANG_NO_REPEAT: [Step; 3] = [
    SLIDE,
    ENCLOSE,
    Step {
        name: "no-repeat",
        start: "xoooo/x...o/x...o/x...o/xxxxo w",
        played: &["a3-b3", "e3-d3", "b3-a3"],
        goal: Goal::Turn,
    },
];

const NIMBLE: [Step; 3] = [
    step("strip", "0,0,1,2,0,2 1", Goal::Turn),
    step("balance", "2,0,1,0,1,0 1", Goal::Reach("3")),
    step("last-pawn", "3,0,0,1,0,0 1", Goal::Win),
];

/// The lesson of a game.
#[derive(Copy, Clone, Debug)]
pub struct Lesson {
    /// The game.
    pub game: GameId,
    steps: &'static [Step],
}

impl Lesson {
    /// The lesson of a game; none for boards and options that have no page of their own.
    pub fn of(game: GameId) -> Option<Lesson> {
        let steps: &'static [Step] = match game {
            GameId::Morris(variant) => match variant {
                Variant::NINE => &NINE,
                Variant::SIX => &SIX,
                Variant::SIX_NO_FLY | Variant::FIVE => &WITHOUT_FLYING,
                Variant::THREE => &THREE,
                Variant::LASKER => &LASKER,
                Variant::TWELVE => &TWELVE,
                _ => return None,
            },
            GameId::MingMang => &MING_MANG,
            GameId::MingMangNoRepeat => &MING_MANG_NO_REPEAT,
            GameId::Nimble => &NIMBLE,
        };
        Some(Lesson { game, steps })
    }

    /// The number of steps.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// A step by its number; the first is 1.
    pub fn task(&self, number: usize) -> Option<Task> {
        let step = self.steps.get(number.checked_sub(1)?)?;
        let mut game = Game::new(self.game.parse_position(step.start).ok()?);
        for text in step.played {
            game.play(game.position().parse_move(text).ok()?).ok()?;
        }
        Some(Task { step, game })
    }
}

/// A step set up on its board.
#[derive(Debug)]
pub struct Task {
    step: &'static Step,
    /// The game, with its side to move to do the step.
    pub game: Game<AnyPosition>,
}

/// A turn that was tried in a lesson.
#[derive(Debug)]
pub struct LessonAttempt {
    /// The game after the turn.
    pub after: Game<AnyPosition>,
    /// The events of the turn.
    pub happenings: Vec<Happening>,
    /// The turn reached the goal.
    pub reached: bool,
}

impl Task {
    /// The message about it in the catalogue; `-done` is added when the goal was reached, `-else` when
    /// something else was done.
    pub fn message(&self) -> String {
        format!("lesson-{}", self.step.name)
    }

    /// The side that learns.
    pub fn side(&self) -> Side {
        self.game.side()
    }

    /// Returns `true` if every legal turn reaches the goal.
    pub fn is_free(&self) -> bool {
        self.step.goal == Goal::Turn
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// Returns the rule that the move breaks.
    pub fn attempt(&self, mv: AnyMove) -> Result<LessonAttempt, Illegal> {
        let mut after = self.game.clone();
        after.play(mv)?;
        let happenings = after.happenings(after.ply() - 1);
        let reached = self.reached(&after, &happenings);
        Ok(LessonAttempt { after, happenings, reached })
    }

    /// The spots that lead to the goal, if there is one way to it: from where, and to where.
    pub fn marks(&self) -> Vec<String> {
        if self.is_free() {
            return Vec::new();
        }
        let position = self.game.position();
        let reaches = |mv: &AnyMove| self.attempt(*mv).is_ok_and(|attempt| attempt.reached);
        let ways = self.game.legal_moves().into_iter().filter(reaches);
        let ways: BTreeSet<Vec<String>> = ways.map(|mv| way_of(position, mv)).collect();
        if ways.len() == 1 { ways.into_iter().flatten().collect() } else { Vec::new() }
    }

    fn reached(&self, after: &Game<AnyPosition>, happenings: &[Happening]) -> bool {
        let done = |is: fn(&Happening) -> bool| happenings.iter().any(is);
        match self.step.goal {
            Goal::Turn => true,
            Goal::Move => done(|h| matches!(h, Happening::Moved { .. })),
            Goal::Mill => done(|h| matches!(h, Happening::ClosedMill { .. })),
            Goal::Captures(pawns) => happenings
                .iter()
                .any(|h| matches!(h, Happening::Captured { at, .. } if at.len() >= pawns)),
            Goal::Reach(name) => happenings.iter().any(|h| {
                matches!(h, Happening::Moved { to, .. } if after.position().spot_name(*to) == name)
            }),
            Goal::Win => after.outcome().is_some_and(|end| end.winner() == Some(self.side())),
        }
    }
}

/// The spots of a move without the man that it takes.
fn way_of(position: &AnyPosition, mv: AnyMove) -> Vec<String> {
    let mut spots = position.spots_of(mv);
    if matches!(mv, AnyMove::Morris(mv) if mv.removed.is_some()) {
        spots.pop();
    }
    spots.into_iter().map(|spot| position.spot_name(spot)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_done_and_most_turns_do_not_do_it() {
        for game in GameId::ALL {
            let lesson = Lesson::of(game).expect("every game has a lesson");
            for task in (1..=lesson.steps()).map(|number| lesson.task(number).unwrap()) {
                let moves = task.game.legal_moves();
                let reaching = moves.iter().filter(|mv| task.attempt(**mv).unwrap().reached);
                let (reaching, all) = (reaching.count(), moves.len());
                assert!(reaching > 0, "{game}: {}", task.step.name);
                let is_free = reaching == all;
                assert!(is_free == task.is_free(), "{game}: {} {reaching}/{all}", task.step.name);
            }
        }
    }
}
