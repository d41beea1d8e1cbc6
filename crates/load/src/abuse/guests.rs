//! Guests who play the computer by plain requests.

use anyhow::{Context, Result, bail};
use merels_rules::SplitMix;
use serde::Deserialize;

use crate::http::{Answer, Browser};

/// Data is wanted, not pages.
pub(super) const DATA: &str = "Accept: application/json";

pub(super) struct Guest {
    pub(super) browser: Browser,
    pub(super) game: String,
}

#[derive(Deserialize)]
struct Begun {
    game_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Standing {
    pub(super) ply: u32,
    /// The moves of the guest; none when it is not his turn.
    pub(super) moves: Vec<String>,
    pub(super) to_move: Option<String>,
}

impl Guest {
    /// Comes for a game against a level of the computer; nobody if the site refuses it.
    pub(super) async fn come(browser: &Browser, game: &str, level: u8) -> Option<Guest> {
        let form = format!("game={game}&level={level}&colour=white");
        begin(&browser.with_header(DATA), "/playcomputer", &form).await.ok()
    }

    /// Comes for a game of two at one screen.
    pub(super) async fn come_to_play_here(browser: &Browser) -> Option<Guest> {
        let answer = browser.send_form("POST", "/play", "game=nine&opponent=here").await.ok()?;
        let path = answer.location?;
        let game = path.strip_prefix("/game/")?.to_owned();
        Some(Guest { browser: browser.with_session(answer.session), game })
    }

    pub(super) async fn begin(&self, game: &str, level: u8) -> Option<String> {
        let form = format!("game={game}&level={level}&colour=white");
        Some(begin(&self.browser, "/playcomputer", &form).await.ok()?.game)
    }

    /// Makes a move by chance if it is the guest's turn; gives the last status.
    pub(super) async fn play_turn(&self, game: &str, random: &mut SplitMix) -> u16 {
        let Ok(standing) = self.look(game).await else { return 0 };
        let Some(mv) = standing.choose(random) else { return 200 };
        self.play(game, standing.ply, &mv).await.map_or(0, |answer| answer.status)
    }

    pub(super) async fn look(&self, game: &str) -> Result<Standing> {
        let answer = self.browser.get(&format!("/game/{game}")).await?;
        if answer.status != 200 {
            bail!("a game is answered with status {}", answer.status);
        }
        Ok(serde_json::from_str(&answer.body)?)
    }

    pub(super) async fn play(&self, game: &str, ply: u32, mv: &str) -> Result<Answer> {
        let form = format!("game_id={game}&ply={ply}&move={mv}");
        self.browser.send_form("PUT", "/move", &form).await
    }
}

impl Standing {
    pub(super) fn choose(&self, random: &mut SplitMix) -> Option<String> {
        (!self.moves.is_empty()).then(|| self.moves[random.below(self.moves.len())].clone())
    }
}

async fn begin(browser: &Browser, path: &str, form: &str) -> Result<Guest> {
    let answer = browser.send_form("POST", path, form).await?;
    if answer.status != 201 {
        bail!("a new game is answered with status {}: {}", answer.status, answer.body);
    }
    let begun: Begun = serde_json::from_str(&answer.body).context("the new game")?;
    let session = answer.session.or_else(|| browser.session());
    Ok(Guest { browser: browser.with_session(session), game: begun.game_id })
}
