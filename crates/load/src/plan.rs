//! Players and their games, put into the database before the server starts.

use std::time::Duration;

use anyhow::{Result, anyhow};
use futures_util::future::try_join_all;
use jiff::{SignedDuration, Timestamp};
use merels_model::{GameKey, PlayerId, Terms};
use merels_rules::Position;
use merels_store::{Event, NewGame, NewPlayer, NewSeat, SessionToken, Store};

use crate::args::Args;

/// Seeding goes on in groups of so many, so that they share commits.
const GROUP: usize = 500;

/// A game played by chance has at least about so many plies.
const PLIES: f64 = 20.0;

/// As fast as it goes, no pair plays more plies a second than this.
const FASTEST: f64 = 60.0;

/// Two players and the games they play, one after the other.
#[derive(Debug)]
pub(crate) struct Pair {
    /// White's and Black's.
    pub(crate) tokens: [SessionToken; 2],
    pub(crate) games: Vec<GameKey>,
}

#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) pairs: Vec<Pair>,
    /// Of those who only watch.
    pub(crate) watchers: Vec<SessionToken>,
}

impl Plan {
    pub(crate) async fn seed(store: &Store, args: &Args, length: Duration) -> Result<Plan> {
        let (pairs, pace) = (args.games, args.pace());
        let rate = if pace.is_zero() { FASTEST } else { 1.0 / pace.as_secs_f64() };
        let games = (rate * length.as_secs_f64() / PLIES).ceil().max(1.0) as usize;
        let mut seeded = Vec::with_capacity(pairs);
        while seeded.len() < pairs {
            let group = GROUP.min(pairs - seeded.len());
            let first = seeded.len();
            let seeds = (first..first + group).map(|number| seed_pair(store, args, number, games));
            seeded.extend(try_join_all(seeds).await?);
        }
        let watchers = (0..args.watchers).map(|number| seed_player(store, 2 * pairs + number));
        let watchers = try_join_all(watchers).await?.into_iter().map(|(_, token)| token);
        Ok(Plan { pairs: seeded, watchers: watchers.collect() })
    }
}

async fn seed_pair(store: &Store, args: &Args, number: usize, games: usize) -> Result<Pair> {
    let (white, white_token) = seed_player(store, number * 2).await?;
    let (black, black_token) = seed_player(store, number * 2 + 1).await?;
    let game = args.game;
    let start = game.start();
    let new = || NewGame {
        key: GameKey::random(),
        game,
        start: start.to_string(),
        mover: start.side(),
        seats: [NewSeat::Player(white.clone()), NewSeat::Player(black.clone())],
        terms: Terms { time: args.clock, rated: false },
        at: Timestamp::now(),
    };
    let begin = |new: NewGame| async {
        let key = new.key.clone();
        store.games().create_game(new).await.map(|()| key)
    };
    let games = try_join_all((0..games).map(|_| begin(new()))).await?;
    Ok(Pair { tokens: [white_token, black_token], games })
}

/// Puts a player with a session into the database.
pub(crate) async fn seed_player(store: &Store, number: usize) -> Result<(PlayerId, SessionToken)> {
    let (id, token) = (PlayerId::random(), SessionToken::random());
    let login = Some((format!("{id}@example.org"), "no password".to_owned()));
    let name = format!("Load {number} {id}");
    let player = NewPlayer { id: id.clone(), login, name, at: Timestamp::now() };
    let taken = |taken| anyhow!("a seeded player's {taken:?} is taken");
    store.accounts().create_player(player).await?.map_err(taken)?;
    let expires = Timestamp::now() + SignedDuration::from_hours(24);
    store.accounts().start_session(token.id(), id.clone(), expires).await?;
    Ok((id, token))
}

pub(crate) async fn moves_of(store: &Store, key: &GameKey) -> Result<Vec<(u32, String)>> {
    let events = store.games().events(key).await?;
    let moves = events.into_iter().filter_map(|stored| match stored.event {
        Event::Move { ply, mv: text } => Some((ply, text)),
        _ => None,
    });
    Ok(moves.collect())
}
