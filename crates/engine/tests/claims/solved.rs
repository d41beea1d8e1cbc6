//! A small variant solved by plain rounds over all its positions.

use std::collections::HashMap;
use std::sync::Arc;

use merels_engine::Oracle;
use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{Position, Value};

/// The values of all positions that can be reached; others are not known.
#[derive(Clone)]
pub(crate) struct Solved(Arc<HashMap<u64, Value>>);

impl Solved {
    pub(crate) fn new(variant: Variant) -> Solved {
        let positions = reachable(MorrisPosition::start(variant).with_automatic_draws(false));
        let mut values: HashMap<u64, Value> = HashMap::new();
        for position in &positions {
            if let Some(outcome) = position.outcome() {
                values.insert(position.hash(), Value::of_outcome(outcome, position.side()));
            }
        }
        // Round n finds what is decided in n plies.
        for plies in 1.. {
            let found: Vec<(u64, Value)> = positions
                .iter()
                .filter(|position| !values.contains_key(&position.hash()))
                .filter_map(|position| Some((position.hash(), decided(position, plies, &values)?)))
                .collect();
            if found.is_empty() && plies > 2 {
                break;
            }
            values.extend(found);
        }
        for position in &positions {
            values.entry(position.hash()).or_insert(Value::Draw);
        }
        Solved(Arc::new(values))
    }
}

impl Oracle for Solved {
    fn value(&self, position: &MorrisPosition) -> Option<Value> {
        self.0.get(&position.hash()).copied()
    }
}

fn reachable(start: MorrisPosition) -> Vec<MorrisPosition> {
    let mut known = HashMap::from([(start.hash(), ())]);
    let mut positions = vec![start];
    let mut next = 0;
    while let Some(position) = positions.get(next).copied() {
        next += 1;
        for mv in position.legal_moves() {
            let after = position.after_unchecked(mv);
            if known.insert(after.hash(), ()).is_none() {
                positions.push(after);
            }
        }
    }
    positions
}

/// The value of a position if it is decided in exactly this number of plies.
fn decided(position: &MorrisPosition, plies: u16, values: &HashMap<u64, Value>) -> Option<Value> {
    let mut all_won = true;
    for mv in position.legal_moves() {
        match values.get(&position.after_unchecked(mv).hash()) {
            Some(Value::Loss(before)) if before + 1 == plies => return Some(Value::Win(plies)),
            Some(Value::Win(_)) => {}
            _ => all_won = false,
        }
    }
    all_won.then_some(Value::Loss(plies))
}
