use std::fs;
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::output::note;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use merels_solver::Progress;
use merels_tables::{Counts, Sector};

/// Shows how solving goes on, on standard error: two bars on a terminal, else a line per sector.
pub(crate) struct Bars {
    whole: ProgressBar,
    sector: ProgressBar,
    terminal: bool,
    sector_begun: Mutex<Instant>,
}

impl Bars {
    pub(crate) fn new() -> Bars {
        let bars = MultiProgress::new();
        let style = |template| {
            ProgressStyle::with_template(template)
                .unwrap_or_else(|_| ProgressStyle::default_bar())
                .progress_chars("█▌ ")
        };
        let whole = bars.add(ProgressBar::new(0));
        whole.set_style(style("whole  {bar:40} {percent:>3} %  {elapsed} gone, {eta} left"));
        let sector = bars.add(ProgressBar::new(0));
        sector.set_style(style("sector {bar:40} {percent:>3} %  {prefix} {msg}"));
        let terminal = io::stderr().is_terminal();
        Bars { whole, sector, terminal, sector_begun: Mutex::new(Instant::now()) }
    }

    /// Leaves nothing of the bars on the screen, for what is to be said next.
    pub(crate) fn clear(&self) {
        self.whole.finish_and_clear();
        self.sector.finish_and_clear();
    }

    /// Clears the bars and says what the run took.
    pub(crate) fn end(&self, took: Duration) {
        self.clear();
        let memory = peak_memory().map(|mib| format!(", at most {mib} MiB of memory"));
        note!("done in {:.1} s{}", took.as_secs_f64(), memory.unwrap_or_default());
    }
}

impl Progress for Bars {
    fn begin(&self, done: u64, total: u64) {
        self.whole.set_length(total);
        self.whole.set_position(done);
        self.whole.reset_eta();
        if done > 0 {
            note!("{done} of {total} indices were solved before");
        }
    }

    fn sector(&self, sector: Sector, indices: u64) {
        self.sector.reset();
        self.sector.set_length(indices);
        self.sector.set_prefix(sector.to_string());
        self.sector.set_message("");
        if let Ok(mut begun) = self.sector_begun.lock() {
            *begun = Instant::now();
        }
    }

    fn advance(&self, indices: u64) {
        self.sector.inc(indices);
    }

    fn level(&self, plies: u16) {
        self.sector.set_message(format!("at {plies} plies from the end"));
    }

    fn finished(&self, sector: Sector, indices: u64, counts: &Counts) {
        self.whole.inc(indices);
        if !self.terminal {
            let seconds =
                self.sector_begun.lock().map_or(0.0, |begun| begun.elapsed().as_secs_f64());
            let Counts { win, loss, draw, .. } = counts;
            note!("{sector}: {indices} indices, win {win} loss {loss} draw {draw}, {seconds:.1} s");
        }
    }
}

/// The most memory that this process has held, in MiB, where Linux says so.
fn peak_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes >> 10)
}
