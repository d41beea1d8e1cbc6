//! The playing: one task for each pair, two sockets each.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use futures_util::future::try_join_all;
use merels_model::GameKey;
use merels_rules::SplitMix;
use tokio::task::spawn_local;
use tokio::time::{sleep_until, timeout};

use crate::client::{Addresses, Client, PATIENCE, Refused, understood};
use crate::plan::{Pair, Plan};

/// Connections made at once.
const CONNECTING: usize = 50;

/// A move that the server said was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Acknowledged {
    pub(crate) game: GameKey,
    pub(crate) ply: u32,
    pub(crate) text: String,
    pub(crate) sent: Instant,
    /// The time of the acknowledgement.
    pub(crate) heard: Instant,
}

/// The observations of the pairs.
#[derive(Debug, Default)]
pub(crate) struct Played {
    pub(crate) acknowledged: Vec<Acknowledged>,
    /// From sending a move to its acknowledgement, and to the opponent's page.
    pub(crate) waits: Vec<Duration>,
    pub(crate) news: Vec<Duration>,
    /// From asking for a game to seeing it.
    pub(crate) openings: Vec<Duration>,
    /// Moves sent whose answer was not heard.
    pub(crate) unanswered: usize,
    pub(crate) absences: Vec<Duration>,
    pub(crate) errors: Vec<String>,
    pub(crate) length: Duration,
}

impl Played {
    fn add(&mut self, other: Played) {
        self.acknowledged.extend(other.acknowledged);
        self.waits.extend(other.waits);
        self.news.extend(other.news);
        self.openings.extend(other.openings);
        self.unanswered += other.unanswered;
        self.absences.extend(other.absences);
        self.errors.extend(other.errors);
    }
}

/// A player's view of the game: its ply, and the move to make.
#[derive(Debug, Default)]
struct Seen {
    ply: u32,
    /// White's seat or Black's; `None` when the game is over.
    to_move: Option<usize>,
    chosen: Option<String>,
}

/// A signal that the playing is to end.
pub(crate) type End = tokio::sync::watch::Receiver<bool>;

/// Pairs that are connected, have their first game before them, and wait to begin.
pub(crate) struct Pairs(Vec<Player>);

impl Pairs {
    /// Connects both players of every pair, from an address of this machine if one is named.
    pub(crate) async fn connect(
        plan: &Plan,
        addresses: &Addresses,
        from: Option<Ipv4Addr>,
    ) -> Result<Pairs> {
        let mut players = Vec::with_capacity(plan.pairs.len());
        for group in plan.pairs.chunks(CONNECTING) {
            let first = players.len();
            let connects = group.iter().enumerate().map(|(i, pair)| {
                let number = first + i;
                Player::connect(pair, number, addresses.clone(), from)
            });
            players.extend(try_join_all(connects).await?);
        }
        for group in players.chunks_mut(CONNECTING) {
            try_join_all(group.iter_mut().map(Player::open_first)).await?;
        }
        Ok(Pairs(players))
    }

    pub(crate) async fn play(self, pace: Duration, end: &End) -> Result<Played> {
        let (begun, count) = (Instant::now(), self.0.len());
        let tasks = self.0.into_iter().enumerate().map(|(number, mut player)| {
            // Spread over the pace, as people would be.
            player.next = begun + pace.mul_f64(number as f64 / count as f64);
            player.pace = pace;
            spawn_local(player.play_all(end.clone()))
        });
        let mut all = Played::default();
        for task in tasks.collect::<Vec<_>>() {
            all.add(task.await.context("a player failed")?);
        }
        all.length = begun.elapsed();
        Ok(all)
    }
}

struct Player {
    games: Vec<GameKey>,
    seats: [Seat; 2],
    next: Instant,
    pace: Duration,
    /// The state of the first game, as long as it has not begun.
    first: Option<[Seen; 2]>,
    played: Played,
}

impl Player {
    async fn connect(
        pair: &Pair,
        number: usize,
        addresses: Addresses,
        from: Option<Ipv4Addr>,
    ) -> Result<Player> {
        let [white, black] = &pair.tokens;
        let white = Client::connect(from, addresses.clone(), number, white.clone()).await?;
        let black = Client::connect(from, addresses, number + 1, black.clone()).await?;
        let seat =
            |client, seat: u64| Seat { client, random: SplitMix::new(2 * number as u64 + seat) };
        Ok(Player {
            games: pair.games.clone(),
            seats: [seat(white, 0), seat(black, 1)],
            next: Instant::now(),
            pace: Duration::ZERO,
            first: None,
            played: Played::default(),
        })
    }

    async fn open_first(&mut self) -> Result<()> {
        if let Some(key) = self.games.first().cloned() {
            self.first = Some(self.open(&key).await?);
        }
        Ok(())
    }

    async fn open(&mut self, key: &GameKey) -> Result<[Seen; 2]> {
        let mut seen = [Seen::default(), Seen::default()];
        for (seat, seen) in self.seats.iter_mut().zip(&mut seen) {
            let asked = Instant::now();
            *seen = seat.look(key).await?;
            self.played.openings.push(asked.elapsed());
        }
        Ok(seen)
    }

    async fn play_all(mut self, mut end: End) -> Played {
        for key in std::mem::take(&mut self.games) {
            match self.play_game(&key, &mut end).await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    self.played.errors.push(format!("{key}: {error:#}"));
                    break;
                }
            }
        }
        for seat in &mut self.seats {
            self.played.absences.append(&mut seat.client.absences);
        }
        self.played
    }

    /// Plays a game to its end; `false` if the time was up before.
    async fn play_game(&mut self, key: &GameKey, end: &mut End) -> Result<bool> {
        let mut seen = match self.first.take() {
            Some(seen) => seen,
            None => self.open(key).await?,
        };
        loop {
            let Some(mover) = seen[0].to_move else { return Ok(true) };
            if self.next > Instant::now() {
                tokio::select! {
                    () = sleep_until(self.next.into()) => {}
                    _ = end.wait_for(|over| *over) => {}
                }
            }
            if *end.borrow() {
                return Ok(false);
            }
            self.next = self.next.max(Instant::now() - self.pace) + self.pace;
            let ply = seen[mover].ply;
            let text = seen[mover].chosen.take().context("the mover is shown no moves")?;
            seen = self.make_move(mover, key, ply, text).await?;
        }
    }

    /// Makes a move and waits until it is acknowledged and both have the news.
    async fn make_move(
        &mut self,
        mover: usize,
        key: &GameKey,
        ply: u32,
        text: String,
    ) -> Result<[Seen; 2]> {
        let [white, black] = &mut self.seats;
        let (own, other) = if mover == 0 { (white, black) } else { (black, white) };
        self.played.unanswered += 1;
        let sent = Instant::now();
        let exchange =
            async { tokio::join!(own.make_move(key, ply, &text), other.news(key, ply + 1)) };
        let (own, other) = timeout(PATIENCE, exchange).await.context("no answer for too long")?;
        let (own, acknowledged) = own.with_context(|| format!("ply {ply}, {text}"))?;
        self.played.unanswered -= 1;
        self.played.waits.push(acknowledged - sent);
        let heard = acknowledged;
        self.played.acknowledged.push(Acknowledged { game: key.clone(), ply, text, sent, heard });
        let (other, told) = other?;
        self.played.news.push(told - sent);
        Ok(if mover == 0 { [own, other] } else { [other, own] })
    }
}

/// One player. What fails because his server went away is done again at the next one.
struct Seat {
    client: Client,
    random: SplitMix,
}

impl Seat {
    async fn look(&mut self, key: &GameKey) -> Result<Seen> {
        if let Err(error) = self.client.watch(key).await {
            self.come_back(key, error).await?;
        }
        let looked = timeout(PATIENCE, self.news(key, 0)).await;
        Ok(looked.context("the game is not shown for too long")??.0)
    }

    /// Waits for a game to reach a ply; gives how it stands and when that was heard.
    async fn news(&mut self, key: &GameKey, ply: u32) -> Result<(Seen, Instant)> {
        loop {
            match self.hear(key, ply).await {
                Ok((_, Some(seen))) => return Ok((seen, Instant::now())),
                Ok(_) => {}
                Err(error) => self.come_back(key, error).await?,
            }
        }
    }

    /// Sends a move until it is acknowledged; gives how the game stands then and when that was.
    /// Sending the same move again is harmless.
    async fn make_move(&mut self, key: &GameKey, ply: u32, text: &str) -> Result<(Seen, Instant)> {
        let message = format!(
            "{{\"do\":\"move\",\"id\":{ply},\"game\":\"{key}\",\"ply\":{ply},\"move\":\"{text}\"}}"
        );
        loop {
            match self.send_move(key, ply, message.clone()).await {
                Ok(done) => return Ok(done),
                Err(error) => self.come_back(key, error).await?,
            }
        }
    }

    /// Sends a move and waits for its acknowledgement and the news, in whatever order they come.
    async fn send_move(
        &mut self,
        key: &GameKey,
        ply: u32,
        message: String,
    ) -> Result<(Seen, Instant)> {
        self.client.send(message).await?;
        let (mut acknowledged, mut news) = (None, None);
        loop {
            match self.hear(key, ply + 1).await? {
                (Some(id), _) if id == u64::from(ply) => acknowledged = Some(Instant::now()),
                (_, Some(seen)) => news = Some(seen),
                _ => {}
            }
            if let (Some(at), Some(_)) = (acknowledged, &news) {
                return Ok((news.unwrap_or_default(), at));
            }
        }
    }

    /// The next message: what it acknowledges, and how the game stands if it has reached a ply.
    async fn hear(&mut self, key: &GameKey, ply: u32) -> Result<(Option<u64>, Option<Seen>)> {
        let text = self.client.hear().await?;
        let heard = understood(&text)?;
        let view = heard.view.filter(|view| view.game == key.as_str() && view.ply >= ply);
        let seen = view.map(|view| Seen {
            ply: view.ply,
            to_move: view.to_move.map(|side| usize::from(side != "white")),
            chosen: (!view.moves.is_empty())
                .then(|| view.moves[self.random.below(view.moves.len())].to_owned()),
        });
        Ok((heard.id.filter(|_| heard.kind == "ack"), seen))
    }

    /// Connects and watches again, unless the server refused something.
    async fn come_back(&mut self, key: &GameKey, mut error: anyhow::Error) -> Result<()> {
        loop {
            if error.is::<Refused>() {
                return Err(error);
            }
            self.client.reconnect().await?;
            match self.client.watch(key).await {
                Ok(()) => return Ok(()),
                Err(again) => error = again,
            }
        }
    }
}
