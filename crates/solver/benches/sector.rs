//! Positions solved per second: one pair of sectors, without reading and writing files.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use merels_rules::morris::Variant;
use merels_solver::{Backend, Cells, Cpu, Finished, SolveError};
use merels_tables::{Indexer, Sector};

/// Sectors in memory.
struct Solved(Vec<(Sector, Vec<u8>)>);

impl Finished for Solved {
    fn load(&self, sector: Sector) -> Result<Cells, SolveError> {
        let found = self.0.iter().find(|(other, _)| *other == sector);
        let (_, bytes) = found.ok_or(SolveError::Missing(sector))?;
        let mut cells = Cells::zeroed(bytes.len() as u64)
            .map_err(|error| SolveError::OutOfMemory { sector, error })?;
        cells.copy_from_slice(bytes);
        Ok(cells)
    }
}

fn one_sector(criterion: &mut Criterion) {
    let variant = Variant::SIX;
    let mut backend = Cpu::new(variant);
    let indexer = Indexer::new(variant);
    let mut solved = Solved(Vec::new());
    for sector in Sector::all(variant) {
        if !sector.recurs(variant) || solved.0.iter().any(|(other, _)| *other == sector) {
            continue;
        }
        for done in backend.solve(sector, true, &solved, &()).expect("solved") {
            solved.0.push((done.sector, done.cells.expect("wanted").to_vec()));
        }
    }
    let moving = Sector::moving(5, 6);
    let placing = Sector { mover: 5, opponent: 6, mover_hand: 1, opponent_hand: 0 };
    let mut group = criterion.benchmark_group("six");
    group.throughput(Throughput::Elements(indexer.len(moving) + indexer.len(moving.mirror())));
    group.bench_function("moving 5-6 and 6-5", |bencher| {
        let solve = |()| backend.solve(moving, true, &solved, &()).expect("solved");
        bencher.iter_batched(|| (), solve, BatchSize::LargeInput);
    });
    group.throughput(Throughput::Elements(indexer.len(placing)));
    group.bench_function("placing 5-6-1-0", |bencher| {
        let solve = |()| backend.solve(placing, true, &solved, &()).expect("solved");
        bencher.iter_batched(|| (), solve, BatchSize::LargeInput);
    });
    group.finish();
}

criterion_group!(benches, one_sector);
criterion_main!(benches);
