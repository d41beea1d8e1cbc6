//! Perfect tables of small games, solved once for all tests of a file.

use std::sync::{Arc, LazyLock};

use merels_engine::Oracle;
use merels_rules::morris::{MorrisPosition, Move, Variant};
use merels_rules::{GameId, Position, Side, Value};
use merels_solver::{Cpu, InFiles, SolveOptions, solve};
use merels_tables::{Folder, Tables};
use merels_web::Settings;
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
    Site::with(add_tables).await
}

/// Gives a site the tables of `three`, `five` and `six`.
pub(crate) fn add_tables(settings: &mut Settings) {
    for id in SOLVED {
        let variant: Variant = id.parse().unwrap();
        let solved = Solved(Tables::new(FOLDER.path(), variant));
        settings.oracles.insert(GameId::Morris(variant), Arc::new(solved));
    }
}

/// Knows of every position that its game takes as long as tables can say, or longer.
struct Longest;

impl Oracle for Longest {
    fn value(&self, position: &MorrisPosition) -> Option<Value> {
        Some(match position.side() {
            Side::White => Value::Win(251),
            Side::Black => Value::Loss(250),
        })
    }
}

/// A site with tables of a game whose wins take longer than tables can say.
pub(crate) async fn site_of_the_longest_games(id: &str) -> Site {
    let game = id.parse().unwrap();
    Site::with(|settings| drop(settings.oracles.insert(game, Arc::new(Longest)))).await
}
