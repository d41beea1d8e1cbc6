//! One game from the first line to its result.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hyper::Method;
use jiff::Timestamp;
use merels_engine::{Level, Score, answer_draw_offer};
use merels_lab::matches::Player;
use merels_rules::{Game, GameId, Position};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use super::site::{Backoff, CallError, Site};
use super::{complain, say};
use crate::commands::engine::own_command;

/// The time in which an engine has to start, and to answer beyond its limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// The part of the clock that is left alone, for the way to the site and back.
const MARGIN: Duration = Duration::from_millis(100);

/// An engine that fails so often in a row gives the game up.
const MOST_FAULTS: u32 = 3;

#[derive(Clone, Debug)]
pub(super) enum Program {
    Own(Level),
    /// Any program that speaks the engine protocol, by its command.
    Other(String),
}

#[derive(Clone, Debug)]
pub(super) struct Engine {
    pub(super) program: Program,
    pub(super) tables: Option<PathBuf>,
    /// For a move where there is no clock.
    pub(super) movetime: Duration,
}

impl Engine {
    pub(super) fn start(&self, game: GameId) -> Result<Player> {
        let tables = self.tables.as_deref();
        let command = match &self.program {
            Program::Own(level) => own_command(game, *level, tables)?,
            Program::Other(command) => command.clone(),
        };
        Ok(Player::start(&command, game, tables, PATIENCE)?)
    }
}

struct Question {
    position: String,
    go: String,
    patience: Duration,
}

impl Question {
    fn of(game: &Value, movetime: Duration) -> Question {
        let moves: Vec<&str> =
            game["moves"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let start = game["start"].as_str().unwrap_or_default();
        let played =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let (go, time) = time_of(game)
            .unwrap_or_else(|| (format!("go movetime {}", movetime.as_millis()), movetime));
        Question {
            position: format!("position fen {start}{played}"),
            go,
            patience: time + PATIENCE,
        }
    }
}

/// The engine's order about the clock, and its limit; nothing where there is none, or days for each
/// move.
fn time_of(game: &Value) -> Option<(String, Duration)> {
    let clock = &game["clock"];
    let (_, seconds) = clock["control"].as_str()?.split_once('+')?;
    let added = seconds.parse::<u64>().ok()? * 1000;
    let margin = MARGIN.as_millis() as i64;
    let left = |side: &str| (clock[side].as_i64().unwrap_or(0) - margin).max(1);
    let (white, black) = (left("white_left"), left("black_left"));
    let own = if game["you"] == "white" { white } else { black };
    let go = format!("go wtime {white} btime {black} winc {added} binc {added}");
    Some((go, Duration::from_millis(own as u64)))
}

/// Returns `true` if a draw is accepted in a game that the engine judges like this.
fn accepts_draw(game: &Value, judged: Option<Score>) -> Result<bool> {
    let kind: GameId = game["game"].as_str().unwrap_or_default().parse()?;
    let mut played = Game::new(kind.parse_position(game["start"].as_str().unwrap_or_default())?);
    for text in game["moves"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let mv = played.position().parse_move(text)?;
        played.play(mv)?;
    }
    Ok(answer_draw_offer(&played, judged).is_ok())
}

pub(super) struct Playing {
    site: Site,
    engine: Engine,
    id: String,
    player: Option<Player>,
    /// The engine's judgement of its chances when it moved last.
    judged: Option<Score>,
    faults: u32,
}

impl Playing {
    pub(super) fn new(site: Site, engine: Engine, id: String) -> Playing {
        Playing { site, engine, id, player: None, judged: None, faults: 0 }
    }

    fn path(&self, what: &str) -> String {
        format!("/api/v1/games/{}{what}", self.id)
    }

    /// Plays until the game is over, whatever becomes of the line meanwhile.
    pub(super) async fn run(mut self) {
        let mut backoff = Backoff::default();
        loop {
            match self.site.lines(&self.path("/events")).await {
                Ok(mut lines) => {
                    backoff.reset();
                    let mut claim_from = None;
                    while let Some(line) = lines.next().await {
                        if line["type"] == "state" {
                            let game = &line["game"];
                            if self.is_over(game) {
                                return;
                            }
                            claim_from = game["claim_from"].as_str().and_then(|at| at.parse().ok());
                            self.answer_draw(game).await;
                            self.take_turn(game).await;
                        }
                        self.claim(claim_from).await;
                    }
                    backoff.wait("the line was lost").await;
                }
                Err(CallError::Refused { message, .. }) => {
                    complain(&format!("game {}: {message}", self.id));
                    return;
                }
                Err(CallError::TooOften(wait)) => tokio::time::sleep(wait).await,
                Err(CallError::Away(reason)) => backoff.wait(&reason).await,
            }
        }
    }

    fn is_over(&self, game: &Value) -> bool {
        let result = &game["result"];
        let Some(score) = result["score"].as_str() else { return false };
        let word = match &result["winner"] {
            Value::Null if score == "*" => "broken off",
            Value::Null => "drawn",
            winner if *winner == game["you"] => "won",
            _ => "lost",
        };
        let reason = result["reason"].as_str().unwrap_or_default();
        say(&format!("game {}: {word} ({reason})", self.id));
        true
    }

    /// Answers the other player's proposal of a draw, if there is one, as the site's own computer does.
    async fn answer_draw(&mut self, game: &Value) {
        let offered = &game["draw_offered_by"];
        if offered.is_null() || *offered == game["you"] {
            return;
        }
        let accepts = accepts_draw(game, self.judged).unwrap_or(false);
        let (response, told) =
            if accepts { ("accept", "accepted") } else { ("decline", "declined") };
        let body = json!({"response": response});
        // If it does not arrive, the next line still has the proposal.
        if self.site.call(Method::POST, &self.path("/draw"), Some(&body)).await.is_ok() {
            say(&format!("game {}: the draw is {told}", self.id));
        }
    }

    async fn take_turn(&mut self, game: &Value) {
        if game["to_move"].is_null() || game["to_move"] != game["you"] {
            return;
        }
        let begun = Instant::now();
        let mv = match self.think(game).await {
            Ok(mv) => mv,
            Err(error) => return self.fault(&format!("{error:#}")).await,
        };
        let took = begun.elapsed().as_millis() as u64;
        let body = json!({"move": mv, "ply": game["ply"], "took": took});
        match self.site.insist(Method::POST, &self.path("/moves"), Some(&body)).await {
            Ok(_) => self.faults = 0,
            // The game has gone on without us: the next line says how.
            Err(CallError::Refused { code, .. })
                if matches!(&*code, "stale" | "over" | "not-your-turn") => {}
            Err(CallError::Refused { message, .. }) => {
                self.fault(&format!("{mv}: {message}")).await;
            }
            Err(CallError::Away(_) | CallError::TooOften(_)) => {}
        }
    }

    /// Asks the engine, which is started when it is first needed.
    async fn think(&mut self, game: &Value) -> Result<String> {
        let kind: GameId = game["game"].as_str().unwrap_or_default().parse()?;
        let question = Question::of(game, self.engine.movetime);
        let (engine, player) = (self.engine.clone(), self.player.take());
        let thinking = spawn_blocking(move || {
            let mut player = match player {
                Some(player) => player,
                None => engine.start(kind).context("the engine")?,
            };
            let Question { position, go, patience } = question;
            let answer = player.think(&position, &go, patience);
            let (mv, _) =
                answer.map_err(|fault| anyhow::anyhow!("the engine does not answer: {fault:?}"))?;
            Ok::<_, anyhow::Error>((player, mv))
        });
        let (player, mv) = thinking.await??;
        self.judged = player.score();
        self.player = Some(player);
        Ok(mv)
    }

    /// Something is wrong with the engine: it begins anew, and after a few times gives up.
    async fn fault(&mut self, reason: &str) {
        complain(&format!("game {}: {reason}", self.id));
        self.player = None;
        self.faults += 1;
        if self.faults < MOST_FAULTS {
            // Boxed, because it leads back here.
            if let Ok(game) = self.site.insist(Method::GET, &self.path(""), None).await {
                Box::pin(self.take_turn(&game)).await;
            }
            return;
        }
        complain(&format!("game {}: the engine cannot go on, so the game is given up", self.id));
        let _ = self.site.insist(Method::POST, &self.path("/resign"), None).await;
    }

    /// Claims the win, when the other player has been away for long enough.
    async fn claim(&mut self, from: Option<Timestamp>) {
        if from.is_some_and(|from| from <= Timestamp::now()) {
            let body = json!({"claim": "win"});
            let _ = self.site.call(Method::POST, &self.path("/claim"), Some(&body)).await;
        }
    }
}
