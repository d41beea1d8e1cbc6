//! One run, or all of them one after the other.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use merels_store::Store;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::args::Args;
use crate::backup::Backup;
use crate::node::{Nodes, Usage};
use crate::plan::Plan;
use crate::play::Pairs;
use crate::questions::Questions;
use crate::report::{Report, Used};
use crate::watchers::Watchers;
use crate::{abuse, addresses, kills, logins};

/// A life and a restart take less than this; so long the games must last.
const PER_KILL: Duration = Duration::from_secs(2);

/// Runs what is asked for. Returns `true` if nothing went wrong.
pub(crate) async fn run(args: &Args) -> Result<bool> {
    if let Some(only) = args.abuse {
        return abuse::run(args, only).await;
    }
    if !args.all {
        return run_one(args).await;
    }
    let mut good = true;
    for (what, args) in scenarios(args) {
        println!("\n== {what}");
        good &= run_one(&args).await?;
    }
    Ok(good)
}

/// The runs of `--all`: the figures of docs/load.md.
fn scenarios(args: &Args) -> Vec<(&'static str, Args)> {
    let base = Args { all: false, ..args.clone() };
    vec![
        ("200 games as fast as they go", Args { games: 200, pace: 0.0, ..base.clone() }),
        ("1000 games, a move every 2 s", Args { games: 1000, pace: 2.0, ..base.clone() }),
        (
            "5000 games, a move every 5 s",
            Args { games: 5000, pace: 5.0, seconds: base.seconds.max(40), ..base.clone() },
        ),
        (
            "one game with 1000 watchers, a move every second",
            Args { games: 1, pace: 1.0, watchers: 1000, ..base.clone() },
        ),
        ("killed 20 times under play", Args { games: 50, kills: 20, ..base.clone() }),
        ("1000 logins", Args { logins: 1000, ..base }),
    ]
}

async fn run_one(args: &Args) -> Result<bool> {
    let folder = tempfile::tempdir()?;
    let file = format!("sqlite://{}", folder.path().join("load.db").display());
    let database = args.database.clone().unwrap_or(file);
    if args.nodes > 1 && !database.starts_with("postgres") {
        bail!("several nodes share a database: --database postgres://…");
    }
    if args.logins > 0 {
        let nodes = Nodes::start(args, &database).await?;
        logins::log_in_often(args, &nodes).await?;
        nodes.stop().await?;
        return Ok(true);
    }
    if args.addresses > 0 {
        addresses::compare(args, &database).await?;
        return Ok(true);
    }
    let length = match args.kills {
        // What is restored is played on.
        0 if args.backup => 2 * args.length(),
        0 => args.length(),
        kills => PER_KILL * kills,
    };
    eprintln!("seeding {} pairs of players", args.games);
    let store = Store::open(&database).await?;
    let plan = Plan::seed(&store, args, length).await?;
    store.close().await;

    let mut nodes = Nodes::start(args, &database).await?;
    eprintln!("playing at {}", nodes.addresses().join(", "));
    let file = folder.path().join("load.backup");
    let backup = args.backup.then_some((database.as_str(), file.as_path()));
    let played = play(args, &plan, &mut nodes, backup).await;
    nodes.stop().await?;
    let (mut report, backup) = played?;

    let store = Store::open(&database).await?;
    report.compare(&store, &plan).await?;
    store.close().await;
    if let Some(backup) = backup {
        report.backup = Some(backup.examine(args, &plan, report.acknowledged()).await?);
    }
    print!("{report}");
    Ok(report.is_clean())
}

/// Plays for the time that is asked for. A backup, of this database into this file, is taken half way.
async fn play(
    args: &Args,
    plan: &Plan,
    nodes: &mut Nodes,
    backup: Option<(&str, &Path)>,
) -> Result<(Report, Option<Backup>)> {
    let addresses = nodes.addresses().clone();
    let watchers = Watchers::start(plan, args.spread, &addresses).await?;
    let pairs = Pairs::connect(plan, &addresses, None).await?;
    let (end, over) = watch::channel(false);
    let questions = Questions::start(args, &addresses, &over);
    let before = (nodes.usage(), Usage::of("self"));
    let ending = async {
        if args.kills > 0 {
            kills::kill_often(nodes, args.kills, &end).await?;
            return anyhow::Ok(None);
        }
        sleep(args.length() / 2).await;
        let taken = match backup {
            Some((database, file)) => Some(Backup::take(args, database, file).await),
            None => None,
        };
        sleep(args.length() / 2).await;
        end.send_replace(true);
        taken.transpose()
    };
    let (played, ended) = tokio::join!(pairs.play(args.pace(), &over), ending);
    let backup = ended?;
    let since = |now: Option<Usage>, before: Option<Usage>| Some(now?.since(before?));
    // A server that was killed has taken its figures with it.
    let server = if args.kills > 0 { None } else { since(nodes.usage(), before.0) };
    let used = Used { server, load: since(Usage::of("self"), before.1) };
    let answers = questions.end().await?;
    Ok((Report::new(args, played?, &watchers, answers, used), backup))
}
