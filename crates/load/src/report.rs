//! What came of it, compared with what the database holds.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use anyhow::Result;
use merels_store::{Event, GameKey, Store};

use crate::plan::Plan;
use crate::play::Played;
use crate::server::Usage;

/// So many errors are shown.
const SHOWN: usize = 5;

pub(crate) struct Report {
    games: usize,
    moves: usize,
    stored: usize,
    lost: usize,
    doubled: usize,
    unasked: usize,
    length: Duration,
    waits: Vec<Duration>,
    errors: Vec<String>,
    usage: Option<Usage>,
}

impl Report {
    pub(crate) async fn new(
        store: &Store,
        plan: &Plan,
        played: &Played,
        usage: Option<Usage>,
    ) -> Result<Report> {
        let mut acknowledged: HashMap<&GameKey, Vec<(u32, &str)>> = HashMap::new();
        for done in &played.acknowledged {
            acknowledged.entry(&done.game).or_default().push((done.ply, &done.text));
        }
        let (mut stored, mut lost, mut doubled) = (0, 0, 0);
        for key in plan.pairs.iter().flat_map(|pair| &pair.games) {
            let Some(said) = acknowledged.get(key) else { continue };
            let moves = moves_of(store, key).await?;
            stored += moves.len();
            for (ply, text) in said {
                match moves.iter().filter(|(p, t)| p == ply && t == text).count() {
                    0 => lost += 1,
                    1 => {}
                    _ => doubled += 1,
                }
            }
        }
        let mut waits = played.waits.clone();
        waits.sort_unstable();
        let known = played.acknowledged.len() + played.unanswered;
        Ok(Report {
            games: plan.pairs.len(),
            moves: played.acknowledged.len(),
            stored,
            lost,
            doubled,
            unasked: stored.saturating_sub(known),
            length: played.length,
            waits,
            errors: played.errors.clone(),
            usage,
        })
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.errors.is_empty() && self.lost == 0 && self.doubled == 0 && self.unasked == 0
    }

    /// The wait that a share of all moves did not exceed, in milliseconds.
    fn wait(&self, share: f64) -> f64 {
        let last = self.waits.len().saturating_sub(1);
        let index = (share * last as f64).round() as usize;
        self.waits.get(index).map_or(0.0, |wait| wait.as_secs_f64() * 1000.0)
    }
}

async fn moves_of(store: &Store, key: &GameKey) -> Result<Vec<(u32, String)>> {
    let events = store.events(key).await?;
    let moves = events.into_iter().filter_map(|stored| match stored.event {
        Event::Move { ply, text } => Some((ply, text)),
        _ => None,
    });
    Ok(moves.collect())
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.length.as_secs_f64();
        let rate = self.moves as f64 / seconds;
        let (p50, p99, max) = (self.wait(0.5), self.wait(0.99), self.wait(1.0));
        writeln!(f, "games at once     {}", self.games)?;
        writeln!(f, "moves             {} in {seconds:.1} s", self.moves)?;
        writeln!(f, "moves a second    {rate:.0}")?;
        writeln!(f, "acknowledged      p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms")?;
        writeln!(f, "errors            {}", self.errors.len())?;
        writeln!(f, "stored            {}", self.stored)?;
        writeln!(f, "lost              {}", self.lost)?;
        writeln!(f, "doubled           {}", self.doubled)?;
        writeln!(f, "never sent        {}", self.unasked)?;
        if let Some(Usage { peak_mib, processor_seconds }) = self.usage {
            writeln!(
                f,
                "server            {peak_mib:.0} MiB, {processor_seconds:.1} s of processor"
            )?;
        }
        for error in self.errors.iter().take(SHOWN) {
            writeln!(f, "error: {error}")?;
        }
        Ok(())
    }
}
