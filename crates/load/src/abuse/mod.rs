//! One visitor's abuse and the others' games: twenty live games at a move a second, beside them one
//! address that asks for more than its share, and a visitor from elsewhere who would like a hint, a
//! reply of the computer and an analysis. Every attack meets a new server with the default limits.

mod attacker;
mod attacks;
mod guests;
mod seeds;
mod table;
mod visitor;

use std::net::Ipv4Addr;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use merels_store::Store;
use tokio::sync::{oneshot, watch};
use tokio::task::LocalSet;
use tokio::time::sleep;

use crate::args::Args;
use crate::attack::Attack;
use crate::http::Browser;
use crate::node::Nodes;
use crate::plan::Plan;
use crate::play::{End, Pairs};
use attacker::Tally;
use attacks::Target;
use seeds::Seeds;
use table::{Row, Table};

const GAMES: usize = 20;
const PACE: f64 = 1.0;

/// Addresses of this machine: for the site each is a client of its own. The half requests come from
/// one of their own, or they would keep the other attacks from getting in at all.
const PLAYERS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);
const HALF_REQUESTS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 4);
const VISITOR: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 5);

/// Until the games have settled nothing is measured.
const WARM_UP: Duration = Duration::from_secs(3);

/// The calm before an attack is measured for no longer than this.
const LONGEST_CALM: Duration = Duration::from_secs(15);

/// Runs one attack, or each and then all together; prints the table and says whether all bounds hold.
pub(crate) async fn run(args: &Args, only: Option<Attack>) -> Result<bool> {
    let each = Attack::SINGLE.map(|attack| vec![attack]);
    let runs: Vec<Vec<Attack>> = match only {
        Some(Attack::All) => vec![Attack::SINGLE.to_vec()],
        Some(attack) => vec![vec![attack]],
        None => each.into_iter().chain([Attack::SINGLE.to_vec()]).collect(),
    };
    let mut table = Table::default();
    for attacks in runs {
        let name = name_of(&attacks);
        eprintln!("attack: {name}");
        let row = run_one(args, &attacks).await.with_context(|| name.to_owned())?;
        eprint!("{}", row.details());
        table.push(row);
    }
    print!("{table}");
    Ok(if args.no_bounds { table.refused_nothing() } else { table.holds() })
}

fn name_of(attacks: &[Attack]) -> &'static str {
    match attacks {
        [one] => one.describe(),
        _ => Attack::All.describe(),
    }
}

/// One attack, or several at once, on a new server.
async fn run_one(args: &Args, attacks: &[Attack]) -> Result<Row> {
    let args = Args { games: GAMES, pace: PACE, watchers: 0, ..args.clone() };
    let folder = tempfile::tempdir()?;
    let file = format!("sqlite://{}", folder.path().join("load.db").display());
    let database = args.database.clone().unwrap_or(file);
    let store = Store::open(&database).await?;
    let length = WARM_UP + LONGEST_CALM + args.length() + args.settle();
    let plan = Plan::seed(&store, &args, 2 * length).await?;
    let seeds = Seeds::sow(&store, attacks).await?;
    store.close().await;

    let nodes = Nodes::start(&args, &database).await?;
    let pairs = Pairs::connect(&plan, nodes.addresses(), Some(PLAYERS)).await?;
    let (end, over) = watch::channel(false);
    let site = &nodes.addresses()[0];
    let target = Target {
        attacker: Browser::new(site).at_address(ATTACKER),
        half_requests: Browser::new(site).at_address(HALF_REQUESTS),
        games: plan.pairs.iter().filter_map(|pair| pair.games.first().cloned()).collect(),
        seeds,
    };
    let conduct = conduct(&args, attacks, &nodes, target, &end);
    let (played, measured) = tokio::join!(pairs.play(args.pace(), &over), conduct);
    nodes.stop().await?;
    let (played, measured) = (played?, measured?);
    Ok(Row::new(name_of(attacks), &played, measured))
}

/// Moments and figures of one run besides the moves.
pub(crate) struct Measured {
    /// The beginning of the calm and of the attack, and its end.
    calm: Instant,
    attack: Instant,
    end: Instant,
    visits: visitor::Visits,
    /// The server's memory before the attack, at most, and a while after it.
    memory: [f64; 3],
    tally: Tally,
}

/// Lets the games settle, measures the calm, attacks, and waits for the memory to come back.
async fn conduct(
    args: &Args,
    attacks: &[Attack],
    nodes: &Nodes,
    target: Target,
    end: &watch::Sender<bool>,
) -> Result<Measured> {
    // Whatever happens, the playing ends.
    let _ending = Ending(end);
    let visitor = visitor::Visitor::come(Browser::new(&nodes.addresses()[0]).at_address(VISITOR));
    let mut visitor = visitor.await?;
    sleep(WARM_UP).await;
    let calm = Instant::now();
    // What the visitor asks for takes memory too, once.
    visitor.visit_for(args.length().min(LONGEST_CALM)).await;
    let before = nodes.usage().unwrap_or_default();
    let (stop, stopped) = watch::channel(false);
    let attack = Instant::now();
    let attacking = on_a_thread(attacks.to_vec(), target, stopped)?;
    let visits = visitor.visit_for(args.length()).await;
    stop.send_replace(true);
    let over = Instant::now();
    let tally = attacking.await.context("the attack broke off")??;
    sleep(args.settle()).await;
    let after = nodes.usage().unwrap_or_default();
    let memory = [before.now_mib, after.peak_mib, after.now_mib];
    Ok(Measured { calm, attack, end: over, visits, memory, tally })
}

/// Tells the players to end when it is dropped.
struct Ending<'a>(&'a watch::Sender<bool>);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.send_replace(true);
    }
}

/// Attacks on a thread of its own, so that the honest are measured by one that has nothing else to do.
fn on_a_thread(
    attacks: Vec<Attack>,
    target: Target,
    stopped: End,
) -> Result<oneshot::Receiver<Result<Tally>>> {
    let (done, doing) = oneshot::channel();
    let attack = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let local = LocalSet::new();
        Ok(local.block_on(&runtime, attacks::attack(&attacks, target, stopped)))
    };
    thread::Builder::new().name("attack".to_owned()).spawn(move || {
        // Nobody waits any more if the other thread has failed.
        let _ = done.send(attack().map_err(|error: std::io::Error| anyhow!(error)));
    })?;
    Ok(doing)
}
