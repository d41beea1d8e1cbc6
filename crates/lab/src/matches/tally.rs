//! The result of a match: score, Elo difference, troubles.

use std::fmt;
use std::time::Duration;

use super::referee::{TroubleKind, Verdict};

/// The standard deviations that an error bar of 95 % spans.
const CONFIDENCE: f64 = 1.96;

/// The count of a match, as the first engine sees it.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Games lost as the side that moves first.
    losses_as_first: u32,
    /// For each engine.
    crashes: [u32; 2],
    late: [u32; 2],
    illegal: [u32; 2],
    slowest: [Duration; 2],
}

impl Tally {
    pub(super) fn add(&mut self, verdict: &Verdict) {
        match verdict.winner {
            Some(0) => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
        if verdict.winner == Some(1) && verdict.first == 0 {
            self.losses_as_first += 1;
        }
        for (slowest, time) in self.slowest.iter_mut().zip(verdict.slowest) {
            *slowest = time.max(*slowest);
        }
        if let Some(trouble) = &verdict.trouble {
            let counts = match trouble.kind {
                TroubleKind::Crash => &mut self.crashes,
                TroubleKind::Late => &mut self.late,
                TroubleKind::Illegal => &mut self.illegal,
            };
            counts[trouble.by] += 1;
        }
    }

    fn games(&self) -> f64 {
        f64::from(self.wins + self.draws + self.losses)
    }

    /// The share of points, from 0 to 1.
    fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / self.games()
    }

    /// Half the width of the score's error bar.
    fn error(&self) -> f64 {
        let mean = self.score();
        let square = |count: u32, points: f64| f64::from(count) * (points - mean).powi(2);
        let sum = square(self.wins, 1.0) + square(self.draws, 0.5) + square(self.losses, 0.0);
        CONFIDENCE * (sum / self.games()).sqrt() / self.games().sqrt()
    }

    /// The Elo difference and half the width of its error bar; `None` when one side won all.
    fn elo(&self) -> Option<(f64, f64)> {
        let (low, high) = (self.score() - self.error(), self.score() + self.error());
        if !(0.0 < self.score() && self.score() < 1.0) {
            return None;
        }
        let width = elo_of(high.min(0.999)) - elo_of(low.max(0.001));
        Some((elo_of(self.score()), width / 2.0))
    }

    /// Crashes, time losses and illegal moves of both engines, and their slowest moves.
    pub fn troubles(&self) -> String {
        let line = |i: usize| {
            format!(
                "engine{}: {} crashes, {} time losses, {} illegal moves, slowest move {} ms",
                i + 1,
                self.crashes[i],
                self.late[i],
                self.illegal[i],
                self.slowest[i].as_millis()
            )
        };
        format!(
            "engine1 lost {} games as the side that moves first\n{}\n{}",
            self.losses_as_first,
            line(0),
            line(1)
        )
    }
}

fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// `+5 =3 -2 (65.0 % of 10 games), Elo +107 ± 160`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "+{} ={} -{} ({:.1} % of {} games)",
            self.wins,
            self.draws,
            self.losses,
            100.0 * self.score(),
            self.games()
        )?;
        match self.elo() {
            Some((elo, error)) => write!(f, ", Elo {elo:+.0} ± {error:.0}"),
            None => write!(f, ", Elo beyond measure"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_has_its_textbook_values() {
        let tally = Tally { wins: 75, draws: 0, losses: 25, ..Tally::default() };
        let (elo, error) = tally.elo().unwrap();
        assert!((elo - 190.8).abs() < 0.1 && (70.0..90.0).contains(&error), "{elo} {error}");
        let even = Tally { wins: 3, draws: 4, losses: 3, ..Tally::default() };
        assert_eq!(even.elo().unwrap().0, 0.0);
        let all = Tally { wins: 4, ..Tally::default() };
        assert_eq!(all.to_string(), "+4 =0 -0 (100.0 % of 4 games), Elo beyond measure");
    }
}
