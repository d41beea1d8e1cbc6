//! Positions with their values in the shape of GAMESMAN's web interface: docs/analysis.md.
//!
//! A turn that takes a man has two steps there. The position between them is the board after the first
//! step, with the turn kept and the hand reduced; a semicolon and the step stand behind it. Its moves are
//! the whole turns. Without the step it is understood as well while the hands tell that a man was placed.

use std::collections::BTreeMap;

use merels_engine::{Judgement, Source, Verdict};
use merels_rules::morris::gamesman::{made_text, move_text, position_text, read_position, slot};
use merels_rules::morris::{MorrisPosition, Move, Point, Setup, Variant};
use merels_rules::{AnyMove, Position, Side, TextError, Value};
use serde::Serialize;

/// GAMESMAN's remoteness of a draw.
const ENDLESS: i32 = -200;

/// GAMESMAN's remoteness that is finite but not known.
const UNKNOWN: i32 = -100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub position: MorrisPosition,
    /// The first step of a turn that takes, if that was made.
    made: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
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
    /// For the side that moves; the plies count the whole turn.
    #[serde(skip)]
    value: Value,
    move_value: &'static str,
    delta_remoteness: i32,
    position: String,
    autogui_position: String,
    /// For the side to move after it.
    position_value: &'static str,
    remoteness: i32,
}

impl Question {
    /// Reads a position, or one between the steps of a turn.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    pub fn read(variant: Variant, text: &str) -> Result<Question, TextError> {
        let (board, step) = match text.split_once(';') {
            Some((board, step)) => (board, Some(step)),
            None => (text, None),
        };
        let position = read_position(variant, board)?;
        let between = (step.is_some() || has_just_placed(&position))
            .then(|| Question::between(&position, step))
            .flatten();
        match (between, step) {
            (Some(between), _) => Ok(between),
            (None, None) => Ok(Question { position, made: None }),
            (None, Some(_)) => Err(TextError::at(board.len() + 2, "no such step takes a man here")),
        }
    }

    /// The turn that has come to this board and now takes a man: by this step, or by placing any man.
    fn between(after: &MorrisPosition, step: Option<&str>) -> Option<Question> {
        let (side, board) = (after.side(), after.board());
        let empty = board.points().into_iter().filter(|point| after.owner(*point).is_none());
        let origins: Vec<Option<Point>> = match step {
            Some(_) => [None].into_iter().chain(empty.map(Some)).collect(),
            None => vec![None],
        };
        let made =
            after.men(side).into_iter().flat_map(|to| origins.iter().map(move |from| (*from, to)));
        let question = |(from, to): (Option<Point>, Point)| {
            let mut setup = Setup { quiet: 0, ..after.setup() };
            let men = &mut setup.men[side.index()];
            *men = men.without(to);
            match from {
                Some(from) => *men = men.with(from),
                None => setup.hand[side.index()] += 1,
            }
            let position = setup.position().ok()?;
            let takes = |mv: &&Move| (mv.from, mv.to) == (from, to) && mv.removed.is_some();
            let mv = *position.legal_moves().iter().find(takes)?;
            Some(Question { position, made: Some(made_text(&position, mv)) })
        };
        let is_asked = |(from, to): &(Option<Point>, Point)| match (step, from) {
            (None, _) => true,
            (Some(step), None) => step == board.name(*to),
            (Some(step), Some(from)) => {
                step.split_once('-') == Some((board.name(*from), board.name(*to)))
            }
        };
        made.filter(is_asked).find_map(question)
    }

    /// The answer, if the judgement is the tables'.
    pub fn answer(&self, judgement: &Judgement) -> Option<Answer> {
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
                answer(before.clone(), before, value, steps)
            }
            Some(made) => {
                let (steps, between) = self.second_steps(&valued, made);
                let best = best_of(&steps).unwrap_or(value);
                answer(format!("{between};{made}"), between, best, steps)
            }
        })
    }

    /// Turns that take nothing, and the first steps of those that do.
    fn first_steps(&self, valued: &[(Move, Value)]) -> Vec<MoveAnswer> {
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
        steps.extend(taking.into_iter().map(|(made, (mv, value))| {
            let between = self.after_first_step(mv);
            MoveAnswer {
                text: format!("~{made}"),
                autogui_move: self.autogui_made(mv),
                value,
                move_value: word(value),
                delta_remoteness: 0,
                position: format!("{between};{made}"),
                autogui_position: between,
                position_value: word(value),
                remoteness: remoteness(value),
            }
        }));
        steps
    }

    /// The whole turns that begin with a step, and how the board looks after that step.
    fn second_steps(&self, valued: &[(Move, Value)], made: &str) -> (Vec<MoveAnswer>, String) {
        let mut between = String::new();
        let mut steps = Vec::new();
        for (mv, value) in valued {
            let Some(removed) = mv.removed else { continue };
            if made_text(&self.position, *mv) == made {
                between = self.after_first_step(*mv);
                let place = slot(self.position.board(), removed);
                steps.push(self.whole(*mv, *value, format!("A_z_{place}_z")));
            }
        }
        (steps, between)
    }

    fn whole(&self, mv: Move, value: Value, autogui_move: String) -> MoveAnswer {
        let mut next = self.position;
        next.play_unchecked(mv);
        let position = position_text(&next);
        let position_value = match value {
            Value::Win(_) => "lose",
            Value::Draw => "draw",
            Value::Loss(_) => "win",
        };
        let remoteness = match value.plies() {
            Some(plies) if !value.is_at_least() => i32::from(plies.saturating_sub(1)),
            _ => remoteness(value),
        };
        MoveAnswer {
            text: move_text(&self.position, mv),
            autogui_move,
            value,
            move_value: word(value),
            delta_remoteness: 0,
            autogui_position: position.clone(),
            position,
            position_value,
            remoteness,
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
    fn after_first_step(&self, mv: Move) -> String {
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

fn best_of(steps: &[MoveAnswer]) -> Option<Value> {
    steps.iter().map(|step| step.value).max_by_key(|value| value.preference())
}

fn answer(
    position: String,
    autogui_position: String,
    value: Value,
    mut moves: Vec<MoveAnswer>,
) -> Answer {
    let plies = |of: fn(&Value) -> bool| {
        let values = moves.iter().map(|mv| mv.value).filter(of);
        values.filter_map(Value::plies).map(i32::from).collect::<Vec<_>>()
    };
    let quickest = plies(|value| matches!(value, Value::Win(_))).into_iter().min();
    let slowest = plies(|value| matches!(value, Value::Loss(_))).into_iter().max();
    for mv in &mut moves {
        let plies = mv.value.plies().map(i32::from);
        mv.delta_remoteness = match (mv.value, plies) {
            (Value::Win(_), Some(plies)) => plies - quickest.unwrap_or(plies),
            (Value::Loss(_), Some(plies)) => slowest.unwrap_or(plies) - plies,
            _ => 0,
        };
    }
    moves.sort_by_key(|mv| {
        let rank = ["win", "draw", "lose"].iter().position(|word| *word == mv.move_value);
        (rank, mv.delta_remoteness, mv.text.clone())
    });
    let (position_value, remoteness) = (word(value), remoteness(value));
    Answer { position, autogui_position, position_value, remoteness, moves }
}

const fn word(value: Value) -> &'static str {
    match value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "lose",
    }
}

/// Unknown where the tables count no further.
fn remoteness(value: Value) -> i32 {
    match (value, value.plies()) {
        (Value::Draw, _) => ENDLESS,
        (_, Some(plies)) if !value.is_at_least() => i32::from(plies),
        _ => UNKNOWN,
    }
}

/// Returns `true` if the side to move has placed a man already by the men in hand: White places first, and
/// the sides take turns.
fn has_just_placed(position: &MorrisPosition) -> bool {
    let [white, black] = Side::ALL.map(|side| position.hand(side));
    match position.side() {
        _ if position.variant().options().lasker || white + black == 0 => false,
        Side::White => white + 1 == black,
        Side::Black => white == black,
    }
}
