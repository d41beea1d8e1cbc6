//! Perfect tables of small games, solved once for all tests of a file.

use std::sync::{Arc, LazyLock};

use merels_engine::Oracle;
use merels_rules::morris::{MorrisPosition, Move, Variant};
use merels_rules::{GameId, Value};
use merels_solver::{Cpu, InFiles, SolveOptions, solve};
use merels_tables::{Folder, Tables};
use tempfile::TempDir;

use super::Site;

const SOLVED: [&str; 4] = ["three", "five", "six", "six-nofly"];

struct Solved(Tables);

impl Oracle for Solved {
    fn value(&self, position: &MorrisPosition) -> Option<Value> {
        self.0.value(position).ok()?
    }

    fn moves(&self, position: &MorrisPosition) -> Option<Vec<(Move, Value)>> {
        self.0.moves(position).ok()?
    }
}

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    for id in SOLVED {
        let variant: Variant = id.parse().unwrap();
        let mut files = InFiles::new(Folder::new(folder.path(), variant));
        let options = SolveOptions { men: None, memory: u64::MAX, checks: 0 };
        solve(&mut Cpu::new(variant), options, &mut files, &()).unwrap();
    }
    folder
});

/// A site that has the tables of `three`, `five` and `six`.
pub(crate) async fn site_with_tables() -> Site {
    Site::with(|settings| {
        for id in SOLVED {
            let variant: Variant = id.parse().unwrap();
            let solved = Solved(Tables::new(FOLDER.path(), variant));
            settings.oracles.insert(GameId::Morris(variant), Arc::new(solved));
        }
    })
    .await
}
