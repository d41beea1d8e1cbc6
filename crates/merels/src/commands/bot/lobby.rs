//! The choice of games: challenges taken or made, and games that go on.

use std::collections::HashSet;
use std::pin::pin;

use anyhow::{Result, bail};
use hyper::Method;
use merels_rules::GameId;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::game::{Engine, Playing};
use super::say;
use super::site::{Backoff, CallError, Lines, Site};

pub(super) enum Opponent {
    WhoeverAsks,
    /// This player is challenged so many times.
    Named {
        name: String,
        count: u32,
        game: GameId,
        clock: String,
    },
}

pub(super) struct Lobby {
    site: Site,
    engine: Engine,
    /// The games it plays; all if there are none here.
    games: Vec<GameId>,
    most: u32,
    opponent: Opponent,
    playing: HashSet<String>,
    tasks: JoinSet<String>,
    /// Games that are over since the bot began.
    over: HashSet<String>,
    /// The last news from the site.
    news: Value,
}

enum Next {
    Line(Option<Value>),
    GameOver(String),
    End,
}

impl Lobby {
    pub(super) fn new(
        site: Site,
        engine: Engine,
        games: Vec<GameId>,
        most: u32,
        opponent: Opponent,
    ) -> Lobby {
        let (playing, tasks, over) = Default::default();
        Lobby { site, engine, games, most, opponent, playing, tasks, over, news: Value::Null }
    }

    /// Plays until `end`, or until all games are played that were to be.
    pub(super) async fn run(mut self, end: impl Future<Output = ()>) -> Result<()> {
        let mut end = pin!(end);
        let mut backoff = Backoff::default();
        let mut greeted = false;
        loop {
            let opened = tokio::select! {
                opened = self.site.lines("/api/v1/events") => opened,
                () = &mut end => return self.farewell(),
            };
            let reason = match opened {
                Ok(mut lines) => {
                    if !greeted {
                        self.greet().await?;
                        greeted = true;
                    }
                    backoff.reset();
                    if self.follow(&mut lines, end.as_mut()).await? {
                        return self.farewell();
                    }
                    "the line was lost".to_owned()
                }
                Err(CallError::Refused { message, .. }) => {
                    bail!("{}: {message}", self.site.address())
                }
                Err(CallError::TooOften(wait)) => format!("too often; {} s", wait.as_secs()),
                Err(CallError::Away(reason)) => reason,
            };
            tokio::select! {
                () = backoff.wait(&reason) => {}
                () = &mut end => return self.farewell(),
            }
        }
    }

    async fn greet(&self) -> Result<()> {
        let account = match self.site.insist(Method::GET, "/api/v1/account", None).await {
            Ok(account) => account,
            Err(error) => bail!("{}: {error:?}", self.site.address()),
        };
        let has = |scope: &str| {
            account["scopes"].as_array().is_some_and(|all| all.contains(&json!(scope)))
        };
        if !has("play") {
            bail!("this token is good for reading only: a bot needs the scope play");
        }
        if account["kind"] != "bot" {
            bail!(
                "{} is a person's account: make it a bot's under Account, Programs and bots",
                account["name"].as_str().unwrap_or_default()
            );
        }
        let name = account["name"].as_str().unwrap_or_default();
        say(&format!("{name} is at {}", self.site.address()));
        Ok(())
    }

    fn farewell(self) -> Result<()> {
        if !self.playing.is_empty() {
            say(&format!("{} games are not over; they wait for the bot", self.playing.len()));
        }
        Ok(())
    }

    /// Does what the lines ask for until they end; says whether the bot is to end, too.
    async fn follow(
        &mut self,
        lines: &mut Lines,
        mut end: std::pin::Pin<&mut impl Future<Output = ()>>,
    ) -> Result<bool> {
        loop {
            let next = tokio::select! {
                line = lines.next() => Next::Line(line),
                Some(over) = self.tasks.join_next() => Next::GameOver(over?),
                () = &mut end => Next::End,
            };
            match next {
                Next::End => return Ok(true),
                Next::Line(None) => return Ok(false),
                Next::Line(Some(line)) if line["type"] == "news" => self.news = line,
                // What had to wait is tried again.
                Next::Line(Some(_)) => {}
                Next::GameOver(id) => {
                    self.playing.remove(&id);
                    self.over.insert(id);
                }
            }
            if self.has_played_all() {
                return Ok(true);
            }
            self.look().await?;
        }
    }

    fn has_played_all(&self) -> bool {
        match &self.opponent {
            Opponent::Named { count, .. } => {
                self.over.len() >= *count as usize && self.playing.is_empty()
            }
            Opponent::WhoeverAsks => false,
        }
    }

    /// Looks at what the site said last: takes up games, and takes or makes challenges.
    async fn look(&mut self) -> Result<()> {
        let news = self.news.clone();
        for game in news["games"].as_array().into_iter().flatten() {
            self.take_up(game);
        }
        match &self.opponent {
            Opponent::WhoeverAsks => {
                let mut room = (self.most as usize).saturating_sub(self.playing.len());
                for challenge in news["challenges"].as_array().into_iter().flatten() {
                    if challenge["yours"] == false && room > 0 {
                        room -= usize::from(self.consider(challenge).await);
                    }
                }
            }
            Opponent::Named { name, game, clock, .. } => {
                let mut own = news["challenges"].as_array().into_iter().flatten();
                if self.playing.is_empty() && !own.any(|challenge| challenge["yours"] == true) {
                    let wish = json!({"to": name, "game": game.id(), "clock": clock});
                    self.challenge(&wish).await?;
                }
            }
        }
        Ok(())
    }

    /// Plays a game, unless it is being played already or over.
    fn take_up(&mut self, game: &Value) {
        let Some(id) = game["id"].as_str() else { return };
        if self.over.contains(id) || !self.playing.insert(id.to_owned()) {
            return;
        }
        let other = if game["you"] == "white" { &game["black"] } else { &game["white"] };
        let (kind, you) = (game["game"].as_str(), game["you"].as_str());
        say(&format!(
            "game {id}: {} against {}, as {}",
            kind.unwrap_or_default(),
            other["name"].as_str().unwrap_or_default(),
            you.unwrap_or_default()
        ));
        let playing = Playing::new(self.site.clone(), self.engine.clone(), id.to_owned());
        let id = id.to_owned();
        self.tasks.spawn(async move {
            playing.run().await;
            id
        });
    }

    /// Takes a challenge, or declines one to a game that the bot does not play; says whether it was
    /// taken.
    async fn consider(&mut self, challenge: &Value) -> bool {
        let Some(id) = challenge["id"].as_str() else { return false };
        let kind = challenge["game"].as_str().and_then(|kind| kind.parse::<GameId>().ok());
        let plays = kind.is_some_and(|kind| self.games.is_empty() || self.games.contains(&kind));
        let act = if plays { "accept" } else { "decline" };
        let path = format!("/api/v1/challenges/{id}/{act}");
        let answered = self.site.call(Method::POST, &path, None).await;
        if !matches!(answered, Err(CallError::TooOften(_))) {
            // Withdrawn meanwhile, or taken by an answer that was lost: the next line says so.
            self.forget(id);
        }
        plays && answered.is_ok()
    }

    /// A challenge that was answered is not looked at again.
    fn forget(&mut self, id: &str) {
        if let Some(challenges) = self.news["challenges"].as_array_mut() {
            challenges.retain(|challenge| challenge["id"] != id);
        }
    }

    /// Offers a game, unless one is offered or has begun. What the site said last may be older than
    /// what was offered last, so it is asked.
    async fn challenge(&mut self, wish: &Value) -> Result<()> {
        let ask = async |path| self.site.call(Method::GET, path, None).await;
        let Ok(open) = ask("/api/v1/challenges").await else { return Ok(()) };
        let Ok(running) = ask("/api/v1/games?status=running").await else { return Ok(()) };
        let mut open = open["challenges"].as_array().into_iter().flatten();
        if open.any(|challenge| challenge["yours"] == true) {
            return Ok(());
        }
        for game in running["games"].as_array().into_iter().flatten() {
            self.take_up(game);
        }
        if !self.playing.is_empty() {
            return Ok(());
        }
        match self.site.call(Method::POST, "/api/v1/challenges", Some(wish)).await {
            Err(CallError::Refused { code, message }) if code != "too-many-games" => {
                bail!("{message}")
            }
            // What was too much, or had no answer, is looked at again with the next line.
            _ => Ok(()),
        }
    }
}
