//! The mistakes that somebody would like to train, in addresses.

use merels_rules::morris::Phase;
use merels_services::learning::Wanted;

use crate::edge::fields::Fields;
use crate::error::{Failure, Result};

/// Reads the mistakes that somebody would like to train.
///
/// # Errors
///
/// If the phase or the pace is none.
pub(super) fn wanted(fields: &Fields) -> Result<Wanted> {
    let unknown = |name: &str| Failure::Field("failure-unknown-mistakes", name.to_owned());
    let phase = |name: &str| {
        Phase::ALL.into_iter().find(|phase| phase.name() == name).ok_or_else(|| unknown(name))
    };
    Ok(Wanted {
        phase: fields.get("phase").map(phase).transpose()?,
        reason: fields.get("reason").map(|reason| reason.replace('.', " ")),
        pace: fields.word_if("pace", "failure-unknown-mistakes")?,
    })
}

/// The same as the rest of an address, which begins with this letter.
pub(super) fn query(first: char, wanted: &Wanted) -> String {
    let reason = wanted.reason.as_ref().map(|reason| reason.replace(' ', "."));
    let fields = [
        ("phase", wanted.phase.map(|phase| phase.name().to_owned())),
        ("reason", reason),
        ("pace", wanted.pace.map(|pace| pace.name().to_owned())),
    ];
    let fields: Vec<(&str, String)> =
        fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    let text = serde_urlencoded::to_string(fields).unwrap_or_default();
    if text.is_empty() { text } else { format!("{first}{text}") }
}
