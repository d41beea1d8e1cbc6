//! Openings: who wins in every position of the first plies, in a file for the engine. The file is
//! read back and compared with the values before it is handed out.

mod lines;

use merels_engine::{Openings, OpeningsBuilder, Oracle};
use merels_rules::Wdl;
use merels_rules::morris::MorrisPosition;

use crate::{Lab, LabError, Result};

#[derive(Debug)]
pub struct Made {
    pub bytes: Vec<u8>,
    /// The result of every position of the exact plies.
    pub results: Vec<Wdl>,
    pub drawn_lines: Option<DrawnLines>,
}

/// The size of the lines that hold a draw beyond the exact plies.
#[derive(Copy, Clone, Debug)]
pub struct DrawnLines {
    pub known: usize,
    /// The positions that its exceptions hide.
    pub hidden: usize,
    /// The positions beside the lines.
    pub beside: usize,
}

/// Makes the openings of some plies, with lines that hold a draw up to a later ply.
pub fn make(lab: Lab<'_>, plies: u8, drawn_lines: Option<u8>) -> Result<Made> {
    let builder = OpeningsBuilder::new(lab.variant, plies.into());
    let positions: Vec<MorrisPosition> = builder.positions().collect();
    (lab.note)(&format!("{} positions listed", positions.len()));
    let results: Vec<Wdl> = (lab.values)(&positions)?.into_iter().map(Wdl::from).collect();
    // From the last ply but one of those that are known.
    let first = usize::from(plies).saturating_sub(1);
    let lines =
        drawn_lines.map(|last| lines::drawn_lines(lab, (first, last.into()))).transpose()?;
    let hashes: Vec<u64> =
        lines.iter().flat_map(|lines| &lines.chosen).map(|(hash, _)| *hash).collect();
    let bytes = builder.pack(&results, lines.as_ref().map(|lines| [&hashes[..], &lines.beside]))?;
    let openings = Openings::from_bytes(bytes.clone())?;
    for (position, result) in positions.iter().zip(&results) {
        let read = openings.result(position);
        if read != Some(*result) {
            return Err(LabError::Wrong(format!("the file would say {read:?} of {position}")));
        }
    }
    let drawn_lines = lines.map(|lines| check_lines(lab, &openings, &lines)).transpose()?;
    Ok(Made { bytes, results, drawn_lines })
}

/// Asks the file for every position of the drawn lines, and for the value of each once more.
fn check_lines(lab: Lab<'_>, openings: &Openings, lines: &lines::Lines) -> Result<DrawnLines> {
    let positions: Vec<MorrisPosition> =
        lines.chosen.iter().map(|(_, position)| *position).collect();
    if (lab.values)(&positions)?.into_iter().any(|value| Wdl::from(value) != Wdl::Draw) {
        return Err(LabError::Wrong("the drawn lines would leave the draw".to_owned()));
    }
    let known = positions.iter().filter(|position| openings.is_on_drawn_line(position)).count();
    Ok(DrawnLines { known, hidden: positions.len() - known, beside: lines.beside.len() })
}
