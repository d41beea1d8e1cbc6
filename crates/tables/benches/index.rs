//! The speed of converting positions to indices and back.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use merels_rules::morris::{MorrisPosition, Variant};
use merels_tables::{Index, Indexer, Sector};

const POSITIONS: u64 = 1000;

fn numbering(criterion: &mut Criterion) {
    let indexer = Indexer::new(Variant::NINE);
    let sector = Sector::moving(7, 6);
    let step = indexer.len(sector) / POSITIONS;
    let indices: Vec<Index> = (0..POSITIONS).map(|i| Index(i * step)).collect();
    let positions: Vec<MorrisPosition> =
        indices.iter().filter_map(|index| indexer.position(sector, *index)).collect();
    let mut group = criterion.benchmark_group("nine 7-6");
    group.throughput(Throughput::Elements(POSITIONS));
    group.bench_function("index", |bencher| {
        bencher.iter(|| positions.iter().map(|p| indexer.index(black_box(p)).0).sum::<u64>());
    });
    group.bench_function("unindex", |bencher| {
        bencher.iter(|| {
            let unindex = |index: &Index| indexer.position(sector, black_box(*index));
            indices.iter().filter_map(unindex).count()
        });
    });
    group.finish();
}

criterion_group!(benches, numbering);
criterion_main!(benches);
