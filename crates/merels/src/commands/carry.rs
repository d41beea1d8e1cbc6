//! `merels tables export` and `import`: tables move between hosts.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use merels_rules::morris::Variant;
use merels_tables::{Carried, Folder, pack, unpack};

use crate::cli::{TablesFolder, VARIANT_HELP, variant_parser};
use crate::output::{self, note};

/// Standard output or input instead of a file.
const STREAM: &str = "-";

/// Packs the tables of a variant into one file with checksums, to carry them to another host
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels tables export nine --out nine.tables
  merels tables export six --out - | ssh host merels tables import - --tables /srv/tables")]
pub(crate) struct ExportArgs {
    #[arg(value_parser = variant_parser(), help = VARIANT_HELP)]
    variant: Variant,
    #[command(flatten)]
    folder: TablesFolder,
    /// The file to write, which must not be there yet; - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Unpacks tables that were packed by `merels tables export`
///
/// Every file must fit its checksum and be a table of its sector, then it gets its name. An import that
/// broke off can be begun again: what is there already is compared, not written. A table that is there
/// and is another one is left as it is, and that is an error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels tables import nine.tables --tables /var/lib/merels/tables
  merels tables import nine.tables && merels verify nine --sample 100000")]
pub(crate) struct ImportArgs {
    /// The packed tables; - for standard input
    file: PathBuf,
    #[command(flatten)]
    folder: TablesFolder,
}

pub(crate) fn export(args: &ExportArgs) -> Result<ExitCode> {
    let folder = Folder::new(&args.folder.tables, args.variant);
    if args.out == Path::new(STREAM) {
        let carried = with_bar(|tell| pack(&folder, BufWriter::new(output::stdout()), tell))?;
        note!("{}", summary(&carried));
        return Ok(ExitCode::SUCCESS);
    }
    if args.out.exists() {
        bail!("{} is there already", args.out.display());
    }
    let unfinished = args.out.with_added_extension("partial");
    let write = || {
        let file = File::create(&unfinished)
            .with_context(|| format!("{} cannot be written", unfinished.display()))?;
        let carried = with_bar(|tell| pack(&folder, BufWriter::new(&file), tell))?;
        file.sync_all()?;
        fs::rename(&unfinished, &args.out)?;
        anyhow::Ok(carried)
    };
    let carried = write().inspect_err(|_| {
        // There may be none; what is wrong is said.
        let _ = fs::remove_file(&unfinished);
    })?;
    writeln!(output::stdout(), "{}: packed into {}", summary(&carried), args.out.display())?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn import(args: &ImportArgs) -> Result<ExitCode> {
    let tables = &args.folder.tables;
    let carried = if args.file == Path::new(STREAM) {
        with_bar(|tell| unpack(io::stdin().lock(), tables, tell))
    } else {
        let file = File::open(&args.file)
            .with_context(|| format!("{} cannot be read", args.file.display()))?;
        with_bar(|tell| unpack(BufReader::new(file), tables, tell))
    };
    let carried = carried.with_context(|| format!("{}", args.file.display()))?;
    let known = match carried.known {
        0 => String::new(),
        known => format!(" ({known} were there already)"),
    };
    writeln!(output::stdout(), "{}{known}: in {}", summary(&carried), tables.display())?;
    Ok(ExitCode::SUCCESS)
}

fn summary(carried: &Carried) -> String {
    let Carried { variant, files, bytes, .. } = carried;
    format!("{}: {files} sectors, {:.1} MB", variant.id(), *bytes as f64 / 1e6)
}

/// Shows how far it is, on a terminal.
fn with_bar<T, E>(work: impl FnOnce(&mut dyn FnMut(u64, u64)) -> Result<T, E>) -> Result<T, E> {
    let bar = if io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {bytes}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let done = work(&mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    done
}
