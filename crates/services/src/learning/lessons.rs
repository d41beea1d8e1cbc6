//! Lessons as people type them; the lessons themselves belong to the engine's crate.

use merels_engine::{LessonAttempt, Task};
use merels_live::Refusal;
use merels_rules::{Coordinates, Position};

/// Plays a move as people type it on a step of a lesson.
///
/// # Errors
///
/// If it is no move, or not a legal one.
pub fn attempt_step(task: &Task, text: &str) -> Result<LessonAttempt, Refusal> {
    let mv = task.game.position().parse_move_as(text, Coordinates::NamesOrNumbers)?;
    Ok(task.attempt(mv)?)
}

#[cfg(test)]
mod tests {
    use merels_drawing::Shape;
    use merels_engine::Lesson;
    use merels_messages::Language;
    use merels_rules::GameId;

    use super::*;
    use crate::check_draft;

    fn tasks() -> impl Iterator<Item = (GameId, Task)> {
        GameId::ALL.into_iter().flat_map(|game| {
            let lesson = Lesson::of(game).expect("every game has a lesson");
            (1..=lesson.steps()).map(move |number| (game, lesson.task(number).unwrap()))
        })
    }

    /// Once the lesson spoke of g7 and did not show it.
    #[test]
    fn what_a_step_names_is_marked() {
        let mut marked = 0;
        for (game, task) in tasks() {
            let words = Language::ENGLISH.say(&task.message());
            if let Some(goal) = task.marks().last() {
                assert!(words.contains(goal.as_str()), "{game}: {goal} is not in “{words}”");
                marked += 1;
            }
        }
        assert!(marked > 20, "{marked}");
        let mill = Lesson::of(GameId::NINE).unwrap().task(2).unwrap();
        assert_eq!(mill.marks(), ["g7"]);
    }

    #[test]
    fn every_step_is_told_in_every_language() {
        for (_, task) in tasks() {
            for ending in ["", "-done", "-else"] {
                let message = task.message() + ending;
                for language in Language::ALL {
                    let never = ending == "-else" && task.is_free();
                    assert!(never || language.say(&message) != message, "{message}");
                }
            }
        }
    }

    /// People read about 240 words a minute, and press something about once a second.
    #[test]
    fn the_lesson_of_nine_takes_about_a_minute() {
        let lesson = Lesson::of(GameId::NINE).unwrap();
        let pressed = ["d6", "g7xd2", "f6xf4", "d6-d7xa1", "d2-d1xg7", "f4-g1xe3", "d2-d1"];
        let presses = pressed.join("-").split(['-', 'x']).count() + lesson.steps() - 1;
        for language in Language::ALL {
            let mut words = 0;
            for (number, mv) in (1..).zip(pressed) {
                let task = lesson.task(number).unwrap();
                assert!(attempt_step(&task, mv).unwrap().reached, "step {number}");
                let read = [task.message(), task.message() + "-done"];
                words +=
                    read.iter().map(|m| language.say(m).split_whitespace().count()).sum::<usize>();
            }
            let seconds = words * 60 / 240 + presses;
            assert!((45..=70).contains(&seconds), "{language:?}: {words} words, {seconds} s");
        }
    }

    #[test]
    fn a_lesson_keeps_to_one_board() {
        for game in GameId::ALL {
            let lesson = Lesson::of(game).unwrap();
            let shape = |number| {
                let task = lesson.task(number).unwrap();
                serde_json::to_string(&Shape::of(task.game.position())).unwrap()
            };
            for number in 2..=lesson.steps() {
                assert_eq!(shape(number), shape(1), "{game}, step {number}");
            }
        }
    }

    #[test]
    fn what_goes_back_to_where_it_was_is_refused_where_nothing_may_repeat() {
        let lesson = Lesson::of(GameId::MingMangNoRepeat).unwrap();
        let task = lesson.task(3).unwrap();
        assert!(attempt_step(&task, "d3-e3").is_err());
        assert!(check_draft(&task.game, "d3,e3").is_err());
        assert!(check_draft(&task.game, "d3,d4").is_ok());
    }
}
