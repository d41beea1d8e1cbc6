use merels_tables::{Code, Coding, Counts, Indexer, Sector};
use rayon::prelude::*;

use super::bits::ones;
use super::row::Translation;

/// Counts the values of a finished sector: each position up to symmetry once.
pub(crate) fn count(indexer: &Indexer, sector: Sector, cells: &[u8]) -> Counts {
    let row_len = indexer.row_len(sector);
    let images = indexer.images();
    let rows = cells[..indexer.len(sector) as usize].par_chunks(row_len).enumerate();
    let histogram = rows.fold(Histogram::default, |mut histogram, (class, row)| {
        let mover = indexer.classes(sector.mover).representative(class);
        let keeps = |symmetry: &usize| images.image(*symmetry, mover) == mover;
        let keepers: Vec<usize> = (1..images.count()).filter(keeps).collect();
        if keepers.is_empty() {
            histogram.add_all(row);
        } else {
            let free: Vec<u32> = ones(indexer.variant().board().points().bits() & !mover).collect();
            let to_board = Translation::new(&free);
            for (set, cell) in indexer.subsets(sector).iter().zip(row) {
                // Sets that the mover's symmetries make one position count once, by the least of
                // them.
                let opponent = to_board.apply(set);
                if keepers.iter().all(|keeper| images.image(*keeper, opponent) >= opponent) {
                    histogram.0[0][*cell as usize] += 1;
                }
            }
        }
        histogram
    });
    histogram
        .reduce(Histogram::default, |sum, more| sum.plus(&more))
        .counts(Coding::of(indexer.variant()))
}

/// The number of occurrences of each byte, in four parts so that equal neighbours do not wait for
/// each other. It lives on the heap, because many threads pile up many of them before they are
/// summed.
struct Histogram(Box<[[u64; 256]; 4]>);

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram(Box::new([[0; 256]; 4]))
    }
}

impl Histogram {
    fn add_all(&mut self, row: &[u8]) {
        let (fours, rest) = row.as_chunks::<4>();
        for four in fours {
            for (part, cell) in self.0.iter_mut().zip(four) {
                part[*cell as usize] += 1;
            }
        }
        for cell in rest {
            self.0[0][*cell as usize] += 1;
        }
    }

    fn plus(mut self, other: &Histogram) -> Histogram {
        for (sum, more) in self.0.iter_mut().flatten().zip(other.0.iter().flatten()) {
            *sum += more;
        }
        self
    }

    fn counts(&self, coding: Coding) -> Counts {
        let mut counts = Counts::default();
        for code in 0..=u8::MAX {
            counts
                .add(coding.value(Code(code)), self.0.iter().map(|part| part[code as usize]).sum());
        }
        counts
    }
}
