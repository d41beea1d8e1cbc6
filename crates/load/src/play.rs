//! The playing: one task for each pair, two sockets each.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use merels_rules::SplitMix;
use merels_store::{GameKey, SessionToken};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::plan::Plan;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Whoever hears nothing for this long gives up.
const PATIENCE: Duration = Duration::from_secs(30);

const READ_BUFFER: usize = 8 * 1024;

/// So many connections are made at once.
const CONNECTING: usize = 50;

/// A move that the server said was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Acknowledged {
    pub(crate) game: GameKey,
    pub(crate) ply: u32,
    pub(crate) text: String,
}

/// What the pairs saw.
#[derive(Debug, Default)]
pub(crate) struct Played {
    pub(crate) acknowledged: Vec<Acknowledged>,
    /// The times to the acknowledgement.
    pub(crate) waits: Vec<Duration>,
    /// Moves sent whose answer was not heard.
    pub(crate) unanswered: usize,
    pub(crate) errors: Vec<String>,
    pub(crate) length: Duration,
}

/// The part of the server's messages that is needed here.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Heard {
    Game { view: View },
    Ack { id: u64 },
    Refused { reason: String },
    Matched {},
    Bye { reason: String },
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct View {
    game: String,
    ply: u32,
    to_move: Option<String>,
    moves: Vec<String>,
}

pub(crate) async fn play(
    plan: &Plan,
    address: &str,
    pace: Duration,
    length: Duration,
) -> Result<Played> {
    let url = address.trim_end_matches('/').replacen("http", "ws", 1) + "/socket";
    let mut sockets = Vec::with_capacity(plan.pairs.len());
    for group in plan.pairs.chunks(CONNECTING) {
        let connects = group.iter().map(|pair| connect_pair(&url, &pair.tokens));
        sockets.extend(futures_util::future::try_join_all(connects).await?);
    }
    let (begun, end) = (Instant::now(), Instant::now() + length);
    let players = plan.pairs.iter().zip(sockets).enumerate().map(|(number, (pair, sockets))| {
        // Spread over the pace, as people would be.
        let offset = pace.mul_f64(number as f64 / plan.pairs.len() as f64);
        let games = pair.games.clone();
        let player = Player {
            sockets,
            random: SplitMix::new(number as u64),
            next: begun + offset,
            pace,
            end,
            played: Played::default(),
        };
        tokio::spawn(player.play_all(games))
    });
    let players: Vec<_> = players.collect();
    let mut all = Played::default();
    for player in players {
        let played = player.await.context("a player failed")?;
        all.acknowledged.extend(played.acknowledged);
        all.waits.extend(played.waits);
        all.unanswered += played.unanswered;
        all.errors.extend(played.errors);
    }
    all.length = begun.elapsed();
    Ok(all)
}

async fn connect_pair(url: &str, tokens: &[SessionToken; 2]) -> Result<[Socket; 2]> {
    Ok([connect(url, &tokens[0]).await?, connect(url, &tokens[1]).await?])
}

async fn connect(url: &str, token: &SessionToken) -> Result<Socket> {
    let mut request = url.into_client_request()?;
    let cookie = HeaderValue::from_str(&format!("merels={}", token.secret()))?;
    request.headers_mut().insert("Cookie", cookie);
    // The usual buffer is far larger than any message, and is cleared for each one.
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
    let connected = connect_async_with_config(request, Some(config), true).await;
    let (socket, _) = connected.context("the socket is refused")?;
    Ok(socket)
}

/// Both players of a pair.
struct Player {
    sockets: [Socket; 2],
    random: SplitMix,
    /// When the next move is due.
    next: Instant,
    pace: Duration,
    end: Instant,
    played: Played,
}

impl Player {
    async fn play_all(mut self, games: Vec<GameKey>) -> Played {
        for key in games {
            match self.play_game(&key).await {
                Ok(true) => {}
                Ok(false) => return self.played,
                Err(error) => {
                    self.played.errors.push(format!("{key}: {error:#}"));
                    return self.played;
                }
            }
        }
        self.played
    }

    /// Plays a game to its end; `false` if the time was up before.
    async fn play_game(&mut self, key: &GameKey) -> Result<bool> {
        let watch = format!("{{\"do\":\"watch\",\"game\":\"{key}\"}}");
        for socket in &mut self.sockets {
            socket.send(Message::text(watch.clone())).await?;
        }
        let mut views = [self.hear_view(0, key, 0).await?, self.hear_view(1, key, 0).await?];
        loop {
            let mover = match views[0].to_move.as_deref() {
                None => return Ok(true),
                Some("white") => 0,
                Some(_) => 1,
            };
            if self.next >= self.end || Instant::now() >= self.end {
                return Ok(false);
            }
            sleep_until(self.next.into()).await;
            self.next = self.next.max(Instant::now() - self.pace) + self.pace;
            let moves = &views[mover].moves;
            let chosen = moves[self.random.below(moves.len())].clone();
            let ply = views[mover].ply;
            let view = self.send_move(mover, key, ply, chosen).await?;
            views[mover] = match view {
                Some(view) => view,
                None => self.hear_view(mover, key, ply + 1).await?,
            };
            views[1 - mover] = self.hear_view(1 - mover, key, ply + 1).await?;
        }
    }

    /// Sends a move and waits for the acknowledgement; the news may come before it.
    async fn send_move(
        &mut self,
        mover: usize,
        key: &GameKey,
        ply: u32,
        text: String,
    ) -> Result<Option<View>> {
        let message = format!(
            "{{\"do\":\"move\",\"id\":{ply},\"game\":\"{key}\",\"ply\":{ply},\"move\":\"{text}\"}}"
        );
        self.played.unanswered += 1;
        let sent = Instant::now();
        self.sockets[mover].send(Message::text(message)).await?;
        let mut news = None;
        loop {
            match self.hear(mover).await? {
                Heard::Ack { id } if id == u64::from(ply) => break,
                Heard::Game { view } if view.ply == ply + 1 => news = Some(view),
                Heard::Refused { reason } => bail!("ply {ply} {text} was refused: {reason}"),
                Heard::Bye { reason } => bail!("the server says bye: {reason}"),
                Heard::Ack { .. } | Heard::Game { .. } | Heard::Matched {} => {}
            }
        }
        self.played.waits.push(sent.elapsed());
        self.played.unanswered -= 1;
        self.played.acknowledged.push(Acknowledged { game: key.clone(), ply, text });
        Ok(news)
    }

    /// Waits for the view of a game at a ply.
    async fn hear_view(&mut self, who: usize, key: &GameKey, ply: u32) -> Result<View> {
        loop {
            match self.hear(who).await? {
                Heard::Game { view } if view.game == key.as_str() && view.ply >= ply => {
                    return Ok(view);
                }
                Heard::Refused { reason } => bail!("refused: {reason}"),
                Heard::Bye { reason } => bail!("the server says bye: {reason}"),
                _ => {}
            }
        }
    }

    async fn hear(&mut self, who: usize) -> Result<Heard> {
        loop {
            let message = timeout(PATIENCE, self.sockets[who].next()).await;
            let message = message.context("nothing was heard for too long")?;
            match message.context("the connection was closed")?? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(_) => bail!("the connection was closed"),
                _ => {}
            }
        }
    }
}
