//! The report, compared with what the database holds.

use std::collections::HashMap;
use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;
use merels_model::GameKey;
use merels_store::Store;

use crate::args::Args;
use crate::backup::Examined;
use crate::node::Usage;
use crate::plan::{Plan, moves_of};
use crate::play::{Acknowledged, Played};
use crate::questions::Answers;
use crate::watchers::Watchers;

const SHOWN: usize = 5;

/// The usage of the machine by the playing, where it is known.
pub(crate) struct Used {
    pub(crate) server: Option<Usage>,
    pub(crate) load: Option<Usage>,
}

pub(crate) struct Report {
    games: usize,
    kills: u32,
    watchers: usize,
    played: Played,
    /// From sending a move to each watcher's page.
    sightings: Vec<Duration>,
    expected: usize,
    answers: Answers,
    used: Used,
    stored: usize,
    lost: usize,
    doubled: usize,
    unasked: usize,
    /// The outcome of a backup under play, if one was taken.
    pub(crate) backup: Option<Examined>,
}

impl Report {
    pub(crate) fn new(
        args: &Args,
        mut played: Played,
        watchers: &Watchers,
        mut answers: Answers,
        used: Used,
    ) -> Report {
        let sent: HashMap<(&GameKey, u32), Instant> = played
            .acknowledged
            .iter()
            .map(|done| ((&done.game, done.ply + 1), done.sent))
            .collect();
        let seen = watchers.sightings.borrow();
        let seen = seen.iter().filter_map(|(game, ply, at)| Some(*at - *sent.get(&(game, *ply))?));
        let mut sightings: Vec<Duration> = seen.collect();
        drop(sent);
        let expected = played.acknowledged.iter().map(|done| watchers.of_game(&done.game)).sum();
        let Played { waits, news, openings, absences, .. } = &mut played;
        let played_times = [waits, news, openings, absences];
        let other_times = [&mut sightings, &mut answers.placing, &mut answers.moving];
        for times in played_times.into_iter().chain(other_times) {
            times.sort_unstable();
        }
        Report {
            games: args.games,
            kills: args.kills,
            watchers: watchers.count(),
            played,
            sightings,
            expected,
            answers,
            used,
            stored: 0,
            lost: 0,
            doubled: 0,
            unasked: 0,
            backup: None,
        }
    }

    /// Looks up every acknowledged move in the database.
    pub(crate) async fn compare(&mut self, store: &Store, plan: &Plan) -> Result<()> {
        let mut acknowledged: HashMap<&GameKey, Vec<(u32, &str)>> = HashMap::new();
        for done in &self.played.acknowledged {
            acknowledged.entry(&done.game).or_default().push((done.ply, &done.text));
        }
        for key in plan.pairs.iter().flat_map(|pair| &pair.games) {
            let Some(said) = acknowledged.get(key) else { continue };
            let moves = moves_of(store, key).await?;
            self.stored += moves.len();
            for (ply, text) in said {
                match moves.iter().filter(|(p, t)| p == ply && t == text).count() {
                    0 => self.lost += 1,
                    1 => {}
                    _ => self.doubled += 1,
                }
            }
        }
        let known = self.played.acknowledged.len() + self.played.unanswered;
        self.unasked = self.stored.saturating_sub(known);
        Ok(())
    }

    pub(crate) fn acknowledged(&self) -> &[Acknowledged] {
        &self.played.acknowledged
    }

    pub(crate) fn is_clean(&self) -> bool {
        let is_backed_up = self.backup.as_ref().is_none_or(Examined::is_clean);
        let is_kept = self.lost == 0 && self.doubled == 0 && self.unasked == 0;
        self.played.errors.is_empty() && is_kept && is_backed_up
    }

    fn fmt_used(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.played.acknowledged.len().max(1) as f64;
        if let Some(server) = self.used.server {
            let each = server.processor_seconds * 1e6 / moves;
            writeln!(f, "server processor  {each:.0} µs a move")?;
            if self.watchers > 0 {
                let each = server.processor_seconds * 1e6 / self.expected.max(1) as f64;
                writeln!(f, "                  {each:.1} µs for each watcher and move")?;
            }
            writeln!(
                f,
                "server memory     {:.0} MiB now, {:.0} MiB at most",
                server.now_mib, server.peak_mib
            )?;
        }
        if let Some(load) = self.used.load {
            let each = load.processor_seconds * 1e6 / moves;
            writeln!(f, "load processor    {each:.0} µs a move")?;
        }
        Ok(())
    }
}

/// The times that shares of all did not exceed; `times` are sorted.
fn shares(times: &[Duration]) -> String {
    let share = |share: f64| {
        let index = (share * times.len().saturating_sub(1) as f64).round() as usize;
        times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    let (p50, p99, max) = (share(0.5), share(0.99), share(1.0));
    format!("p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { played, .. } = self;
        let (moves, seconds) = (played.acknowledged.len(), played.length.as_secs_f64());
        writeln!(f, "games at once     {}", self.games)?;
        if self.kills > 0 {
            writeln!(f, "kills             {}", self.kills)?;
        }
        writeln!(f, "moves             {moves} in {seconds:.1} s")?;
        writeln!(f, "moves a second    {:.0}", moves as f64 / seconds)?;
        writeln!(f, "acknowledged      {}", shares(&played.waits))?;
        writeln!(f, "at the opponent's {}", shares(&played.news))?;
        writeln!(f, "games opened      {}", shares(&played.openings))?;
        if self.watchers > 0 {
            writeln!(f, "at {} watchers  {}", self.watchers, shares(&self.sightings))?;
            let (seen, expected) = (self.sightings.len(), self.expected);
            writeln!(f, "                  {seen} of {expected} seen")?;
        }
        if !played.absences.is_empty() {
            let count = played.absences.len();
            writeln!(f, "back after        {} ({count} times)", shares(&played.absences))?;
        }
        for (phase, times) in [("placing", &self.answers.placing), ("moving", &self.answers.moving)]
        {
            if !times.is_empty() {
                writeln!(f, "answers, {phase:<8} {} ({} questions)", shares(times), times.len())?;
            }
        }
        self.fmt_used(f)?;
        writeln!(f, "errors            {}", played.errors.len())?;
        writeln!(f, "stored            {}", self.stored)?;
        writeln!(f, "lost              {}", self.lost)?;
        writeln!(f, "doubled           {}", self.doubled)?;
        writeln!(f, "never sent        {}", self.unasked)?;
        if let Some(backup) = &self.backup {
            write!(f, "{backup}")?;
        }
        for error in played.errors.iter().take(SHOWN) {
            writeln!(f, "error: {error}")?;
        }
        Ok(())
    }
}
