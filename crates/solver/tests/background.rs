//! Backends that keep their cells: their sectors are saved while the next ones are solved.

mod common;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use common::solve_into;
use merels_rules::morris::Variant;
use merels_solver::{
    Backend, Cells, Cpu, Finished, InFiles, Progress, Solution, SolveError, SolveOptions, Solved,
    solve,
};
use merels_tables::{Code, Folder, Holds, Index, Sector};

/// The processor as if it were another device with memory of its own.
struct Keeping {
    cpu: Cpu,
    kept: Kept,
}

#[derive(Default)]
struct Kept(HashMap<Sector, Vec<u8>>);

impl Finished for Kept {
    fn load(&self, sector: Sector) -> Result<Cells, SolveError> {
        let bytes = self.0.get(&sector).ok_or(SolveError::Missing(sector))?;
        let mut cells = Cells::zeroed(bytes.len() as u64).expect("memory");
        cells.copy_from_slice(bytes);
        Ok(cells)
    }
}

impl Backend for Keeping {
    fn plan(&mut self, sectors: &[Sector], memory: u64) -> Result<(), SolveError> {
        self.cpu.plan(sectors, memory)
    }

    fn keeps_cells(&self) -> bool {
        true
    }

    fn look_up(&mut self, sector: Sector, indices: &[Index]) -> Result<Vec<Code>, SolveError> {
        let cells = self.kept.load(sector)?;
        Ok(indices.iter().map(|index| Code(cells[index.0 as usize])).collect())
    }

    fn solve(
        &mut self,
        sector: Sector,
        want_cells: bool,
        _: &dyn Finished,
        progress: &dyn Progress,
    ) -> Result<Vec<Solved>, SolveError> {
        let mut solved = self.cpu.solve(sector, true, &self.kept, progress)?;
        for Solved { sector, cells, .. } in &mut solved {
            let bytes = cells.as_ref().expect("wanted").to_vec();
            self.kept.0.insert(*sector, bytes);
            cells.take_if(|_| !want_cells);
        }
        Ok(solved)
    }
}

fn solve_keeping(
    tables: &Path,
    variant: Variant,
    men: Option<u8>,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    let mut backend = Keeping { cpu: Cpu::new(variant), kept: Kept::default() };
    // Hardly any cells may wait, so that the solver has to wait for the threads.
    let options = SolveOptions { men, memory: 1 << 30, checks: 100 };
    solve(&mut backend, options, &mut InFiles::new(Folder::new(tables, variant)), progress)
}

#[test]
fn files_saved_in_the_background_are_the_same() {
    let variant = Variant::FIVE;
    let (here, beside) = (tempfile::tempdir().expect("a"), tempfile::tempdir().expect("b"));
    let counts = solve_into(here.path(), variant, None).expect("solved");
    let solution = solve_keeping(beside.path(), variant, None, &()).expect("solved");
    assert_eq!(solution.counts, counts);
    let folders = [here.path(), beside.path()].map(|path| Folder::new(path, variant));
    for sector in Sector::all(variant) {
        let [a, b] = folders.each_ref().map(|folder| fs::read(folder.file(sector)).expect("there"));
        assert!(a == b, "{sector}");
    }
}

/// The values with one man in hand do not stay on the large boards, and a backend that keeps them
/// need not write them. A later run on the processor solves them again where it builds on them.
#[test]
fn values_that_do_not_stay_are_not_written_and_come_back_when_needed() {
    let (here, beside) = (tempfile::tempdir().expect("a"), tempfile::tempdir().expect("b"));
    let variant = Variant::NINE;
    solve_keeping(beside.path(), variant, Some(3), &()).expect("solved");
    let folder = Folder::new(beside.path(), variant);
    let holds = |sector: Sector| folder.open(sector).expect("readable").expect("there").holds();
    let one_in_hand = Sector { mover: 2, opponent: 3, mover_hand: 1, opponent_hand: 0 };
    assert_eq!(holds(one_in_hand), Holds::Counts);
    assert_eq!(holds(Sector { opponent: 2, opponent_hand: 1, ..one_in_hand }), Holds::Distances);
    let counts = solve_into(here.path(), variant, Some(4)).expect("solved");
    assert_eq!(solve_into(beside.path(), variant, Some(4)).expect("solved"), counts);
}

/// Removes the folder before anything is written.
struct Removing(PathBuf);

impl Progress for Removing {
    fn begin(&self, _: u64, _: u64) {
        fs::remove_dir_all(&self.0).expect("removed");
    }
}

#[test]
fn a_file_that_cannot_be_written_in_the_background_ends_the_run() {
    let tables = tempfile::tempdir().expect("a folder");
    let removing = Removing(tables.path().join(Variant::FIVE.id()));
    let error = solve_keeping(tables.path(), Variant::FIVE, None, &removing).expect_err("refused");
    assert!(matches!(error, SolveError::Table(_)), "{error}");
}
