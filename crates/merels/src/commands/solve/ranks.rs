//! `merels solve --ranks`: the draws among each other.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use merels_rules::morris::MorrisPosition;
use merels_solver::{RankOptions, RankSolution, solve_ranks};
use merels_tables::{Folder, Sector, Tables};

use super::{Args, Bars};
use crate::output;

/// Ranks the draws of the tables in the folder, and prints the payoff of endless play by sector.
pub(super) fn run(args: &Args) -> Result<()> {
    let begun = Instant::now();
    let bars = Bars::new();
    let folder = Folder::new(&args.folder.tables, args.variant);
    let options = RankOptions { men: args.men, memory: args.device.memory() };
    let ranked = args.device.with_threads(|| solve_ranks(&folder, options, &bars))?;
    let RankSolution { ranking, sectors } = ranked.inspect_err(|_| bars.clear())?;
    bars.end(begun.elapsed());
    let mut out = output::stdout();
    writeln!(out, "mover,opponent,mover_hand,opponent_hand,place,payoff,longest_exit")?;
    for ranked in sectors {
        let Sector { mover, opponent, mover_hand, opponent_hand } = ranked.sector;
        let payoff = ranking.payoffs()[usize::from(ranked.own)];
        write!(out, "{mover},{opponent},{mover_hand},{opponent_hand},")?;
        writeln!(out, "{},{payoff},{}", ranked.own, ranked.longest_exit)?;
    }
    let tables = Tables::new(&args.folder.tables, args.variant);
    match tables.rank(&MorrisPosition::start(args.variant))? {
        Some(rank) => {
            writeln!(
                out,
                "start: draw, payoff {}, place {} of {}",
                rank.payoff, rank.place, rank.places
            )?;
        }
        None => writeln!(out, "start: not a draw that was ranked")?,
    }
    Ok(())
}
