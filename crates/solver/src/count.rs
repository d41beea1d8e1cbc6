use merels_tables::{Code, Counts, Index, Indexer, Sector};
use rayon::prelude::*;

/// Counts the values of a finished sector: each position up to symmetry once.
pub(crate) fn count(indexer: &Indexer, sector: Sector, cells: &[u8]) -> Counts {
    let row_len = indexer.row_len(sector);
    let rows = cells[..indexer.len(sector) as usize].par_chunks(row_len).enumerate();
    let tally = rows.fold(Tally::default, |mut tally, (class, row)| {
        let mover = indexer.classes(sector.mover).representative(class);
        let images = indexer.images();
        if (1..images.count()).any(|symmetry| images.image(symmetry, mover) == mover) {
            let start = (class * row_len) as u64;
            for (rank, cell) in row.iter().enumerate() {
                if indexer.is_first(sector, Index(start + rank as u64)) {
                    tally.0[0][*cell as usize] += 1;
                }
            }
        } else {
            tally.add_all(row);
        }
        tally
    });
    tally.reduce(Tally::default, |sum, more| sum.plus(&more)).counts()
}

/// How often each byte occurs, in four parts so that equal neighbours do not wait for each other.
struct Tally([[u64; 256]; 4]);

impl Default for Tally {
    fn default() -> Tally {
        Tally([[0; 256]; 4])
    }
}

impl Tally {
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

    fn plus(mut self, other: &Tally) -> Tally {
        for (sum, more) in self.0.iter_mut().flatten().zip(other.0.iter().flatten()) {
            *sum += more;
        }
        self
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for code in 0..=u8::MAX {
            counts.add(Code(code), self.0.iter().map(|part| part[code as usize]).sum());
        }
        counts
    }
}
