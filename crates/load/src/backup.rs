//! A backup that is taken under play, put into another database, compared with what had been
//! acknowledged when it began, and played on with.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use merels_model::GameKey;
use merels_store::Store;
use tokio::process::Command;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::args::Args;
use crate::node::Nodes;
use crate::plan::{Plan, moves_of};
use crate::play::{Acknowledged, Pairs};

/// Time for which the restored games are played on.
const PLAYED_ON: Duration = Duration::from_secs(3);

pub(crate) struct Backup {
    file: PathBuf,
    begun: Instant,
    took: Duration,
}

impl Backup {
    /// Takes one of a site that goes on meanwhile.
    pub(crate) async fn take(args: &Args, database: &str, file: &Path) -> Result<Backup> {
        let begun = Instant::now();
        run(args, &["backup", "--database", database, &file.display().to_string()]).await?;
        Ok(Backup { file: file.to_owned(), begun, took: begun.elapsed() })
    }

    /// Puts it into a new database and sees what is there.
    pub(crate) async fn examine(
        &self,
        args: &Args,
        plan: &Plan,
        acknowledged: &[Acknowledged],
    ) -> Result<Examined> {
        let database = format!("sqlite://{}.restored.db", self.file.display());
        let begun = Instant::now();
        let file = self.file.display().to_string();
        run(args, &["restore", &file, "--database", &database]).await?;
        let restoring = begun.elapsed();
        let before = acknowledged.iter().filter(|done| done.heard < self.begun);
        let mut said: HashMap<&GameKey, Vec<&Acknowledged>> = HashMap::new();
        for done in before {
            said.entry(&done.game).or_default().push(done);
        }
        let store = Store::open(&database).await?;
        let mut missing = 0;
        for (key, said) in &said {
            let moves = moves_of(&store, key).await?;
            let is_there = |done: &&&Acknowledged| {
                moves.iter().any(|(ply, text)| *ply == done.ply && *text == done.text)
            };
            missing += said.len() - said.iter().filter(is_there).count();
        }
        store.close().await;
        let nodes = Nodes::start(&Args { nodes: 1, ..args.clone() }, &database).await?;
        let pairs = Pairs::connect(plan, nodes.addresses(), None).await?;
        let (end, over) = watch::channel(false);
        let ending = async {
            sleep(PLAYED_ON).await;
            end.send_replace(true);
        };
        let (played, ()) = tokio::join!(pairs.play(args.pace(), &over), ending);
        nodes.stop().await?;
        let played = played?;
        Ok(Examined {
            took: self.took,
            bytes: std::fs::metadata(&self.file)?.len(),
            restoring,
            acknowledged: said.values().map(Vec::len).sum(),
            missing,
            played_on: played.acknowledged.len(),
            errors: played.errors,
        })
    }
}

pub(crate) struct Examined {
    took: Duration,
    bytes: u64,
    restoring: Duration,
    acknowledged: usize,
    missing: usize,
    played_on: usize,
    errors: Vec<String>,
}

impl Examined {
    pub(crate) fn is_clean(&self) -> bool {
        self.missing == 0 && self.errors.is_empty() && self.played_on > 0
    }
}

impl fmt::Display for Examined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Examined { took, bytes, restoring, acknowledged, missing, played_on, errors } = self;
        let (took, mb) = (took.as_secs_f64(), *bytes as f64 / 1e6);
        writeln!(f, "backup            {mb:.1} MB in {took:.1} s")?;
        writeln!(f, "restored          in {:.1} s", restoring.as_secs_f64())?;
        writeln!(f, "acknowledged before it began {acknowledged}, missing in it {missing}")?;
        writeln!(f, "played on with it {played_on} moves, {} errors", errors.len())?;
        for error in errors.iter().take(5) {
            writeln!(f, "error: {error}")?;
        }
        Ok(())
    }
}

async fn run(args: &Args, arguments: &[&str]) -> Result<()> {
    let output = Command::new(&args.binary).args(arguments).output().await?;
    if !output.status.success() {
        bail!("merels {}: {}", arguments[0], String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}
