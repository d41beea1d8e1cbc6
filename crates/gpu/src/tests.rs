//! The kernels, run on the processor, against the processor's own solver: every byte.

use std::cell::RefCell;
use std::collections::HashMap;

use merels_rules::morris::Variant;
use merels_solver::{Backend, Cells, Cpu, Finished, SolveError, Solved};
use merels_tables::Sector;

use crate::host::Host;
use crate::shapes::Shapes;
use crate::solver::Solver;

/// Sectors in memory.
#[derive(Default)]
struct Kept(RefCell<HashMap<Sector, Vec<u8>>>);

impl Kept {
    fn keep(&self, sector: Sector, cells: &Cells) {
        self.0.borrow_mut().insert(sector, cells.to_vec());
    }
}

impl Finished for Kept {
    fn load(&self, sector: Sector) -> Result<Cells, SolveError> {
        let kept = self.0.borrow();
        let bytes = kept.get(&sector).ok_or(SolveError::Missing(sector))?;
        let mut cells = Cells::zeroed(bytes.len() as u64)
            .map_err(|error| SolveError::OutOfMemory { sector, error })?;
        cells.copy_from_slice(bytes);
        Ok(cells)
    }
}

/// Solves all sectors with at most `men` men a side on both and compares them.
fn compare(variant: Variant, men: u8) {
    let mut sectors = Sector::all(variant);
    sectors.retain(|sector| sector.men_a_side() <= men);
    sectors.retain(|sector| sector.leads(variant));
    let mut cpu = Cpu::new(variant);
    let mut gpu = Solver::new(Host::open(variant), Shapes::new(variant));
    gpu.plan(&sectors).unwrap();
    let kept = Kept::default();
    for sector in sectors {
        gpu.solve(sector, &Kept::default(), &()).unwrap();
        for expected in cpu.solve(sector, true, &kept, &()).unwrap() {
            let Solved { sector, counts, cells } = expected;
            let cells = cells.unwrap();
            let of_gpu = gpu.cells(sector).unwrap();
            let wrong = of_gpu.iter().zip(cells.iter()).position(|(a, b)| a != b);
            assert_eq!(wrong, None, "{variant:?} {sector}");
            assert_eq!(gpu.counts(sector).unwrap(), counts, "{variant:?} {sector}");
            kept.keep(sector, &cells);
        }
        gpu.drop_unused();
    }
}

#[test]
fn three_is_the_same_on_both() {
    compare(Variant::THREE, 3);
}

#[test]
fn five_is_the_same_on_both() {
    compare(Variant::FIVE, 5);
}

#[test]
fn six_is_the_same_on_both() {
    compare(Variant::SIX, 6);
}

#[test]
fn small_sectors_of_nine_are_the_same_on_both() {
    compare(Variant::NINE, 4);
}

#[test]
fn small_sectors_of_twelve_are_the_same_on_both() {
    compare(Variant::TWELVE, 3);
}

#[test]
fn small_sectors_of_lasker_are_the_same_on_both() {
    compare(Variant::LASKER, 4);
}

fn variant(id: &str) -> Variant {
    id.parse().expect("a variant")
}

#[test]
fn misere_is_the_same_on_both() {
    compare(variant("three+misere"), 3);
    compare(variant("six+misere"), 4);
    compare(variant("five+lasker+misere"), 3);
}

#[test]
fn strict_and_lenient_removal_are_the_same_on_both() {
    compare(variant("six+strict"), 5);
    compare(variant("six+lenient"), 4);
    compare(variant("five+lasker+strict+misere"), 3);
}

#[test]
fn other_flying_is_the_same_on_both() {
    compare(variant("five+flyalways"), 4);
    compare(variant("seven+fly4"), 4);
}

#[test]
fn boards_with_a_centre_are_the_same_on_both() {
    compare(variant("seven+strict"), 4);
    compare(variant("seven+lasker"), 3);
    compare(variant("sesotho"), 3);
}
