use serde::Serialize;

/// An answer as JSON, or the reason why there is none.
pub(crate) type Answer = Result<String, String>;

pub(crate) fn json(answer: &impl Serialize) -> Answer {
    serde_json::to_string(answer).map_err(|error| error.to_string())
}
