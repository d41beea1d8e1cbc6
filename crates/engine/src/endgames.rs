//! The small exact endgames as an oracle.

use merels_rules::Value;
use merels_rules::morris::MorrisPosition;
use merels_tables::Endgames;

use crate::oracle::Oracle;

/// The small exact endgames that come with the program: all of `six`, and `nine` with at most five
/// men a side when all are placed. They know no distances.
pub fn endgames() -> Option<&'static dyn Oracle> {
    Endgames::built_in().map(|endgames| endgames as &dyn Oracle)
}

impl Oracle for Endgames {
    fn value(&self, position: &MorrisPosition) -> Option<Value> {
        self.result(position).map(Value::from)
    }
}
