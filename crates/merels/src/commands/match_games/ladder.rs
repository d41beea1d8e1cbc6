//! The ladder: every level against the one below.

use std::io::{self, Write};

use anyhow::{Context, Result};

use super::{Args, Limit, openings, play_all};

/// What full strength may look at for a move, so that the ladder is quick and repeatable. The
/// levels below it have limits of their own.
const FULL_NODES: u64 = 120_000;

/// Plays the ladder and prints one line for each step.
pub(super) fn run(args: &Args) -> Result<()> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let program = program.to_string_lossy();
    let program = shlex::try_quote(&program).context("the name of this program is odd")?;
    let openings = openings::openings(args)?;
    let limit = match (args.limit.movetime, args.limit.nodes, args.limit.depth) {
        (None, None, None) => Limit { nodes: Some(FULL_NODES), ..args.limit.clone() },
        _ => args.limit.clone(),
    };
    let mut out = io::stdout().lock();
    for level in args.from..=10 {
        let [upper, lower] = [level, level - 1].map(|level| {
            format!("{program} engine --hash 16 --level {level} --seed {}", args.seed)
        });
        let (tally, _) = play_all(args, [&upper, &lower], &limit, &openings, &mut |_| {})?;
        writeln!(out, "level {level} against {}: {tally}", level - 1)?;
        out.flush()?;
    }
    Ok(())
}
