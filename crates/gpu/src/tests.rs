//! Compares the kernels, run on the processor, with the processor's own solver, byte by byte.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;

use merels_rules::morris::Variant;
use merels_solver::{Backend, Cells, Cpu, Finished, SolveError, Solved};
use merels_tables::{Code, Coding, Sector};

use crate::device::GpuError;
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

/// Solves all sectors with at most `men` men a side with both solvers and compares them.
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

/// Moves are counted only in sectors that have moves: not while men are placed.
#[test]
fn flying_always_on_the_large_boards_has_no_more_moves_than_can_be_counted() {
    for id in ["ten+flyalways", "twelve+flyalways", "sesotho+flyalways"] {
        let variant = variant(id);
        let mut gpu = Solver::new(Host::open(variant), Shapes::new(variant));
        let mut sectors = Sector::all(variant);
        sectors.retain(|sector| sector.leads(variant));
        assert!(matches!(gpu.plan(&sectors), Err(GpuError::Memory { .. })), "{id}");
    }
}

#[test]
fn boards_with_a_centre_are_the_same_on_both() {
    compare(variant("seven+strict"), 4);
    compare(variant("seven+lasker"), 3);
    compare(variant("sesotho"), 3);
}

/// Games longer than a byte can express. The sector that the pair builds on claims the greatest
/// length for all its games, so most of the following games are longer.
#[test]
fn games_longer_than_a_byte_can_say_keep_their_value_and_saturate() {
    let (exit, sector) = (Sector::moving(3, 3), Sector::moving(3, 4));
    let mut cpu = Cpu::new(Variant::SIX_NO_FLY);
    let (near, far) = (Kept::default(), Kept::default());
    for solved in cpu.solve(exit, true, &near, &()).unwrap() {
        let mut cells = solved.cells.unwrap();
        near.keep(exit, &cells);
        for cell in cells.iter_mut() {
            *cell = match (*cell).cmp(&Code::DRAW.0) {
                Ordering::Less => Code::at_level(Code::LAST_LEVEL - 1).0,
                Ordering::Equal => Code::DRAW.0,
                Ordering::Greater => Code::at_level(Code::LAST_LEVEL).0,
            };
        }
        far.keep(exit, &cells);
    }
    let mut gpu = Solver::new(Host::open(Variant::SIX_NO_FLY), Shapes::new(Variant::SIX_NO_FLY));
    gpu.plan(&[sector]).unwrap();
    gpu.solve(sector, &far, &()).unwrap();
    let true_values = cpu.solve(sector, true, &near, &()).unwrap();
    let coding = Coding::of(Variant::SIX_NO_FLY);
    for (solved, truth) in cpu.solve(sector, true, &far, &()).unwrap().iter().zip(&true_values) {
        let (cells, truth) = (solved.cells.as_ref().unwrap(), truth.cells.as_ref().unwrap());
        let won_or_lost = |cell: &u8| cell.cmp(&Code::DRAW.0);
        assert!(cells.iter().map(won_or_lost).eq(truth.iter().map(won_or_lost)));
        assert!(cells.iter().all(|cell| Code(*cell) == Code(*cell).settled()));
        let saturated = |cell: &&u8| coding.value(Code(**cell)).is_at_least();
        assert!(cells.iter().filter(saturated).count() > 100);
        assert_eq!(truth.iter().filter(saturated).count(), 0);
        assert!(gpu.cells(solved.sector).unwrap()[..cells.len()] == cells[..]);
    }
}
