//! An honest visitor from elsewhere: what he waits for a hint, the computer's reply and an analysis.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use merels_rules::{GameId, SplitMix};
use tokio::time::sleep;

use super::guests::{DATA, Guest};
use crate::http::Browser;
use crate::questions;

/// Between two rounds of questions.
const REST: Duration = Duration::from_millis(500);

/// Interval and limit of looking whether the computer has replied.
const LOOKS_AGAIN: Duration = Duration::from_millis(20);
const LONGEST_WAIT: Duration = Duration::from_secs(30);

#[derive(Debug, Default)]
pub(super) struct Visits {
    pub(super) hints: Vec<Duration>,
    pub(super) replies: Vec<Duration>,
    pub(super) analyses: Vec<Duration>,
    pub(super) errors: Vec<String>,
}

pub(super) struct Visitor {
    browser: Browser,
    guest: Guest,
    random: SplitMix,
}

impl Visitor {
    /// Comes and begins a game against level 1.
    pub(super) async fn come(browser: Browser) -> Result<Visitor> {
        let guest = Guest::come(&browser, "nine", 1).await.context("the visitor is refused")?;
        Ok(Visitor { browser: browser.with_header(DATA), guest, random: SplitMix::new(7) })
    }

    /// Asks for one thing after the other for a while.
    pub(super) async fn visit_for(&mut self, length: Duration) -> Visits {
        let (mut visits, begun) = (Visits::default(), Instant::now());
        while begun.elapsed() < length {
            let asked = self.visit(&mut visits).await;
            visits.errors.extend(asked.err().map(|error| format!("{error:#}")));
            sleep(REST).await;
        }
        visits
    }

    async fn visit(&mut self, visits: &mut Visits) -> Result<()> {
        let begun = Instant::now();
        let position = questions::any_position(GameId::NINE, &mut self.random);
        let path = questions::address(&position);
        let answer = self.browser.get(&path).await.context("an analysis")?;
        ensure!(answer.status == 200, "an analysis is answered with status {}", answer.status);
        visits.analyses.push(begun.elapsed());

        let begun = Instant::now();
        let form = format!("game_id={}", self.guest.game);
        let answer = self.guest.browser.send_form("PUT", "/hint", &form).await.context("a hint")?;
        ensure!(answer.status == 200, "a hint is answered with status {}", answer.status);
        visits.hints.push(begun.elapsed());

        visits.replies.push(self.play().await.context("the computer's reply")?);
        Ok(())
    }

    /// Makes a move and waits for the reply. After the end of a game there is another one.
    async fn play(&mut self) -> Result<Duration> {
        let game = self.guest.game.clone();
        let standing = self.guest.look(&game).await?;
        let mv = standing.choose(&mut self.random).context("it is not the visitor's turn")?;
        let begun = Instant::now();
        let answer = self.guest.play(&game, standing.ply, &mv).await?;
        ensure!(answer.status == 200, "a move is answered with status {}", answer.status);
        loop {
            let now = self.guest.look(&game).await?;
            if now.to_move.is_none() {
                let next = self.guest.begin("nine", 1).await;
                self.guest.game = next.context("the next game is refused")?;
                return Ok(begun.elapsed());
            }
            if !now.moves.is_empty() {
                return Ok(begun.elapsed());
            }
            ensure!(begun.elapsed() < LONGEST_WAIT, "no reply for too long");
            sleep(LOOKS_AGAIN).await;
        }
    }
}
