//! Positions with their values in the shape of GAMESMAN's web interface: docs/analysis.md.
//!
//! A turn that takes a man has two steps there. The position between them is written as the position
//! before the turn, a semicolon and the first step; its moves are the whole turns.

use std::collections::BTreeMap;

use merels_engine::{Judgement, Source, Verdict};
use merels_rules::morris::gamesman::{made_text, move_text, position_text, read_position, slot};
use merels_rules::morris::{MorrisPosition, Move, Variant};
use merels_rules::{AnyMove, Position, Side, TextError, Value};
use serde::Serialize;

/// What GAMESMAN writes for the remoteness of a draw.
const ENDLESS: i32 = -200;

/// A position that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) position: MorrisPosition,
    /// The first step of a turn that takes, if that was made.
    made: Option<String>,
}

/// A position with its moves.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Answer {
    position: String,
    autogui_position: String,
    position_value: &'static str,
    remoteness: i32,
    /// Best first.
    moves: Vec<MoveAnswer>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveAnswer {
    #[serde(rename = "move")]
    text: String,
    autogui_move: String,
    /// For the side that moves.
    move_value: &'static str,
    delta_remoteness: i32,
    position: String,
    autogui_position: String,
    position_value: &'static str,
    remoteness: i32,
}

/// A step with what it is worth to the side that makes it.
struct Step {
    text: String,
    autogui: String,
    /// The plies count the whole turn.
    value: Value,
    position: String,
    autogui_position: String,
    /// What the position after it is worth to its side to move.
    after: Value,
}

impl Question {
    /// Reads a position, or one between the steps of a turn.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    pub(crate) fn read(variant: Variant, text: &str) -> Result<Question, TextError> {
        let (text, made) = match text.split_once(';') {
            Some((text, made)) => (text, Some(made.to_owned())),
            None => (text, None),
        };
        let position = read_position(variant, text)?;
        let takes = |mv: &Move| mv.removed.is_some() && Some(made_text(&position, *mv)) == made;
        if made.is_some() && !position.legal_moves().iter().any(takes) {
            return Err(TextError::at(text.len() + 2, "no such step takes a man here"));
        }
        Ok(Question { position, made })
    }

    /// The answer, if the judgement is the tables'.
    pub(crate) fn answer(&self, judgement: &Judgement) -> Option<Answer> {
        let Verdict::Exact(value) = judgement.verdict else { return None };
        if judgement.source != Source::Tables {
            return None;
        }
        let valued: Vec<(Move, Value)> = judgement
            .moves
            .iter()
            .filter_map(|judged| match (judged.mv, judged.verdict) {
                (AnyMove::Morris(mv), Verdict::Exact(value)) => Some((mv, value)),
                _ => None,
            })
            .collect();
        let before = position_text(&self.position);
        Some(match &self.made {
            None => {
                let steps = self.first_steps(&valued);
                answer(before.clone(), before, value, &steps)
            }
            Some(made) => {
                let (steps, between) = self.second_steps(&valued, made);
                let best = best_of(&steps).unwrap_or(value);
                answer(format!("{before};{made}"), between, best, &steps)
            }
        })
    }

    /// Turns that take nothing, and the first steps of those that do.
    fn first_steps(&self, valued: &[(Move, Value)]) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut taking: BTreeMap<String, (Move, Value)> = BTreeMap::new();
        for (mv, value) in valued {
            if mv.removed.is_none() {
                steps.push(self.whole(*mv, *value, self.autogui_made(*mv)));
                continue;
            }
            let best = taking.entry(made_text(&self.position, *mv)).or_insert((*mv, *value));
            if value.preference() > best.1.preference() {
                *best = (*mv, *value);
            }
        }
        steps.extend(taking.into_iter().map(|(made, (mv, value))| Step {
            text: format!("~{made}"),
            autogui: self.autogui_made(mv),
            value,
            position: format!("{};{made}", position_text(&self.position)),
            autogui_position: self.between(mv),
            after: value,
        }));
        steps
    }

    /// The whole turns that begin with a step, and how the board looks after that step.
    fn second_steps(&self, valued: &[(Move, Value)], made: &str) -> (Vec<Step>, String) {
        let mut between = String::new();
        let mut steps = Vec::new();
        for (mv, value) in valued {
            let Some(removed) = mv.removed else { continue };
            if made_text(&self.position, *mv) == made {
                between = self.between(*mv);
                let place = slot(self.position.board(), removed);
                steps.push(self.whole(*mv, *value, format!("A_z_{place}_z")));
            }
        }
        (steps, between)
    }

    fn whole(&self, mv: Move, value: Value, autogui: String) -> Step {
        let mut next = self.position;
        next.play_unchecked(mv);
        let position = position_text(&next);
        Step {
            text: move_text(&self.position, mv),
            autogui,
            value,
            autogui_position: position.clone(),
            position,
            after: match value {
                Value::Win(plies) => Value::Loss(plies.saturating_sub(1)),
                Value::Loss(plies) => Value::Win(plies.saturating_sub(1)),
                Value::Draw => Value::Draw,
            },
        }
    }

    fn autogui_made(&self, mv: Move) -> String {
        let place = |point| slot(self.position.board(), point);
        match mv.from {
            Some(from) => format!("M_{}_{}_y", place(from), place(mv.to)),
            None => format!("A_-_{}_x", place(mv.to)),
        }
    }

    /// The board after the first step of a turn: the same side goes on.
    fn between(&self, mv: Move) -> String {
        let mut setup = self.position.setup();
        let side: Side = setup.side;
        let men = &mut setup.men[side.index()];
        match mv.from {
            Some(from) => *men = men.without(from),
            None => setup.hand[side.index()] -= 1,
        }
        *men = men.with(mv.to);
        setup.position().map_or(String::new(), |position| position_text(&position))
    }
}

fn best_of(steps: &[Step]) -> Option<Value> {
    steps.iter().map(|step| step.value).max_by_key(|value| value.preference())
}

fn answer(position: String, autogui_position: String, value: Value, steps: &[Step]) -> Answer {
    let delta = |step: &Step| {
        let same = steps.iter().filter_map(|other| match (other.value, step.value) {
            (Value::Win(plies), Value::Win(_)) | (Value::Loss(plies), Value::Loss(_)) => {
                Some(plies)
            }
            _ => None,
        });
        match step.value {
            Value::Win(plies) => i32::from(plies) - i32::from(same.min().unwrap_or(plies)),
            Value::Loss(plies) => i32::from(same.max().unwrap_or(plies)) - i32::from(plies),
            Value::Draw => 0,
        }
    };
    let mut moves: Vec<MoveAnswer> = steps
        .iter()
        .map(|step| MoveAnswer {
            text: step.text.clone(),
            autogui_move: step.autogui.clone(),
            move_value: word(step.value),
            delta_remoteness: delta(step),
            position: step.position.clone(),
            autogui_position: step.autogui_position.clone(),
            position_value: word(step.after),
            remoteness: remoteness(step.after),
        })
        .collect();
    moves.sort_by_key(|mv| {
        let rank = ["win", "draw", "lose"].iter().position(|word| *word == mv.move_value);
        (rank, mv.delta_remoteness, mv.text.clone())
    });
    Answer {
        position,
        autogui_position,
        position_value: word(value),
        remoteness: remoteness(value),
        moves,
    }
}

const fn word(value: Value) -> &'static str {
    match value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "lose",
    }
}

fn remoteness(value: Value) -> i32 {
    value.plies().map_or(ENDLESS, i32::from)
}
