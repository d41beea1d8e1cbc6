//! `merels tables endgames`: the small exact endgames that come with the program.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use merels_rules::Wdl;
use merels_rules::morris::Variant;
use merels_tables::{Endgames, Index, Sector, Tables, pack_endgames};
use rayon::prelude::*;

use crate::cli::TablesFolder;
use crate::input::check_writable;
use crate::output;

/// The values that one thread looks up in a row: a frame of a table.
const BATCH: usize = merels_tables::FRAME_CELLS;

/// Writes who wins in small games and endgames: in all of six, and in nine when all men are placed and
/// neither side has more than five.
///
/// The values come from perfect tables, with distances or without. The file is read back and
/// compared with them before it is written. The program is built with it (crates/tables/data).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  merels solve six --tables small
  merels solve nine --men 5 --tables small
  merels tables endgames --tables small --out crates/tables/data/small.endgames")]
pub(crate) struct Args {
    #[command(flatten)]
    folder: TablesFolder,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let begun = Instant::now();
    check_writable(&args.out)?;
    let tables = Endgames::VARIANTS.map(|variant| Tables::new(&args.folder.tables, variant));
    let bytes = pack_endgames(|variant, sector| results(args, &tables, variant, sector))?;
    let endgames = Endgames::from_bytes(bytes.clone())?;
    let mut positions = 0;
    for tables in &tables {
        for sector in Endgames::sectors(tables.variant()) {
            let wanted = results(args, std::slice::from_ref(tables), tables.variant(), sector)?;
            positions += wanted.len();
            compare(&endgames, tables, sector, &wanted)?;
        }
    }
    fs::write(&args.out, &bytes).with_context(|| format!("cannot write {}", args.out.display()))?;
    let seconds = begun.elapsed().as_secs_f64();
    writeln!(
        output::stdout(),
        "{positions} values in {} bytes, read back and compared, in {seconds:.1} s",
        bytes.len()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The results of all indices of a sector.
fn results(args: &Args, tables: &[Tables], variant: Variant, sector: Sector) -> Result<Vec<Wdl>> {
    let tables = tables.iter().find(|tables| tables.variant() == variant);
    let tables = tables.with_context(|| format!("there are no endgames of {}", variant.id()))?;
    let file = tables.file(sector)?.filter(|file| file.has_values());
    let file = file.with_context(|| {
        let (id, folder) = (variant.id(), args.folder.tables.display());
        format!("the tables of {id} in {folder} do not hold {sector}: solve {id} first")
    })?;
    let look_up = |index| Ok(tables.stored(file, sector, Index(index))?.into());
    let indices = (0..file.cells() as usize).into_par_iter().with_min_len(BATCH);
    indices.map(|index| look_up(index as u64)).collect()
}

/// Asks the endgames for every position of a sector.
fn compare(endgames: &Endgames, tables: &Tables, sector: Sector, wanted: &[Wdl]) -> Result<()> {
    let differs = |(index, wanted): (usize, &Wdl)| {
        let position = tables.indexer().position(sector, Index(index as u64));
        position.is_some_and(|position| endgames.result(&position) != Some(*wanted))
    };
    if wanted.par_iter().enumerate().any(differs) {
        bail!("the file would not say the same of {sector} as the tables");
    }
    Ok(())
}
