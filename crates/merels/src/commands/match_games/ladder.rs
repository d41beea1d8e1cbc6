//! The ladder: every level against the one below.

use std::io::Write;

use anyhow::Result;
use merels_engine::{Level, LevelNumber};

use super::{Args, Limit, openings, own_engine, play_all};
use crate::output;

/// What full strength may look at for a move, so that the ladder is quick and repeatable. The
/// levels below it have limits of their own.
const FULL_NODES: u64 = 120_000;

/// Plays the ladder and prints one line for each step.
pub(super) fn run(args: &Args) -> Result<()> {
    let openings = openings::openings(args)?;
    let limit = match (args.limit.movetime, args.limit.nodes, args.limit.depth) {
        (None, None, None) => Limit { nodes: Some(FULL_NODES), ..args.limit.clone() },
        _ => args.limit.clone(),
    };
    let mut out = output::stdout();
    for pair in LevelNumber::ALL.windows(2).filter(|pair| pair[1].get() >= args.from) {
        let [lower, upper] = [pair[0], pair[1]].map(Level::Numbered);
        let commands = [own_engine(args, upper)?, own_engine(args, lower)?];
        let commands = [commands[0].as_str(), commands[1].as_str()];
        let (tally, _) = play_all(args, commands, &limit, &openings, &mut |_| {})?;
        writeln!(out, "level {upper} against {lower}: {tally}")?;
        out.flush()?;
    }
    Ok(())
}
