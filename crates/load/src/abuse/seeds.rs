//! The contents of the database before an attack: what the limits of today would not let anybody reach by
//! requests, and games to ask about.

use anyhow::{Context, Result, ensure};
use futures_util::future::try_join_all;
use jiff::Timestamp;
use merels_model::{GameKey, PlayerId, Terms, Wish};
use merels_rules::{AnyPosition, Game, GameId, Outcome, Position, Side, SplitMix};
use merels_store::{Append, Event, NewGame, NewSeat, Seek, Store, StoredEvent};

use crate::attack::Attack;
use crate::plan::seed_player;

const FINISHED: u64 = 60;

const TAKE_BACKS: u32 = 13_861;

const SEATS: usize = 5_940;

/// Length of the long line, and its game.
const LINE: usize = 600;
const LINE_OF: GameId = GameId::MingMangNoRepeat;

/// Players and events seeded together: few enough that they are taken in order.
const GROUP: usize = 500;
const EVENTS: usize = 50;

#[derive(Debug)]
pub(crate) struct Seeds {
    pub(super) finished: Vec<GameKey>,
    pub(super) taken_back: GameKey,
    pub(super) long_line: String,
}

impl Seeds {
    /// Puts what these attacks need into the database.
    pub(super) async fn sow(store: &Store, attacks: &[Attack]) -> Result<Seeds> {
        let has = |attack| attacks.contains(&attack);
        let (player, _) = seed_player(store, 1_000_000).await?;
        let mut finished = Vec::new();
        if has(Attack::Reviews) || has(Attack::Picture) {
            for seed in 0..FINISHED {
                finished.push(finished_game(store, &player, seed).await?);
            }
        }
        let taken_back = match has(Attack::TakeBacks) {
            true => taken_back_game(store, &player).await?,
            false => GameKey::new("none"),
        };
        if has(Attack::Lobby) {
            fill_lobby(store).await?;
        }
        Ok(Seeds { finished, taken_back, long_line: long_line()? })
    }
}

async fn begin(store: &Store, player: &PlayerId) -> Result<GameKey> {
    let (key, start) = (GameKey::random(), GameId::NINE.start());
    let new = NewGame {
        key: key.clone(),
        game: GameId::NINE,
        start: start.to_string(),
        mover: start.side(),
        seats: [NewSeat::Player(player.clone()), NewSeat::Computer("1".to_owned())],
        terms: Terms::default(),
        at: Timestamp::now(),
    };
    store.games().create_game(new).await?;
    Ok(key)
}

fn append(game: &GameKey, version: u32, event: Event, mover: Side) -> Append {
    let event = StoredEvent { version, at: Timestamp::now(), event, left: None };
    Append { game: game.clone(), event, mover, finish: None, draft: None, flag: None }
}

async fn append_all(store: &Store, appends: Vec<Append>) -> Result<()> {
    let mut appends = appends.into_iter().peekable();
    while appends.peek().is_some() {
        let group = appends.by_ref().take(EVENTS).map(|append| store.games().append(append));
        let stored = try_join_all(group).await?;
        ensure!(stored.into_iter().all(|stored| stored), "an event could not be seeded");
    }
    Ok(())
}

/// A game played by chance to its end.
async fn finished_game(store: &Store, player: &PlayerId, seed: u64) -> Result<GameKey> {
    let key = begin(store, player).await?;
    let (mut game, mut random) = (Game::new(GameId::NINE.start()), SplitMix::new(seed));
    let mut appends = Vec::new();
    while game.outcome().is_none() {
        let moves = game.legal_moves();
        let mv = moves[random.below(moves.len())];
        let ply = game.ply() as u32;
        let event = Event::Move { ply, mv: game.position().move_text(mv) };
        game.play(mv).map_err(|illegal| anyhow::anyhow!("{illegal}"))?;
        let finish = game.outcome().map(Outcome::score);
        appends.push(Append { finish, ..append(&key, ply + 2, event, game.side()) });
    }
    append_all(store, appends).await?;
    Ok(key)
}

/// A game in which the first turn was taken back over and over, as many lines as that leaves: turns
/// undone, and what was said about each. Taking back itself would look through all of them every time.
async fn taken_back_game(store: &Store, player: &PlayerId) -> Result<GameKey> {
    let key = begin(store, player).await?;
    let appends = (0..TAKE_BACKS).flat_map(|turn| {
        let undone = Event::Undone { text: "a1".to_owned() };
        let said = Event::TakeBackDeclined(Side::Black);
        let version = 2 * turn + 2;
        [append(&key, version, undone, Side::White), append(&key, version + 1, said, Side::White)]
    });
    append_all(store, appends.collect()).await?;
    Ok(key)
}

/// Many who wait for something that nobody else waits for, with days for each turn: they need not sit
/// there to wait.
async fn fill_lobby(store: &Store) -> Result<()> {
    let (game, start) = (GameId::Nimble, GameId::Nimble.start());
    for group in (0..SEATS).collect::<Vec<_>>().chunks(GROUP) {
        let seeks = group.iter().map(|number| {
            let start = start.clone();
            async move {
                let (player, _) = seed_player(store, 2_000_000 + number).await?;
                let terms = Terms { time: Some("3d".parse()?), rated: false };
                let measure = format!("{} 3", 100 + number);
                let (start, mover) = (start.to_string(), start.side());
                let wish = Wish { game, measure, start, mover, terms };
                let (side, at) = (Side::White, Timestamp::now());
                let key = GameKey::random();
                let (most_running, client) = (u32::MAX, None);
                let seek = Seek { player, wish, side, key, at, most_running, client };
                store.meeting().find_match(seek).await?;
                anyhow::Ok(())
            }
        });
        try_join_all(seeks).await?;
    }
    Ok(())
}

/// The address of an analysis with one line that is as long as a tree may be.
fn long_line() -> Result<String> {
    let texts = (0..1000).find_map(endless_line).context("no line is long enough")?;
    let line = texts.join(".");
    Ok(format!("/analysis?game={LINE_OF}&tree={line}&at={line}"))
}

/// The moves of a game by chance that does not end.
fn endless_line(seed: u64) -> Option<Vec<String>> {
    let mut random = SplitMix::new(seed);
    let mut game: Game<AnyPosition> = Game::new(LINE_OF.start());
    let mut texts = Vec::new();
    while texts.len() < LINE {
        let mut moves = game.legal_moves();
        let text = loop {
            let mv = (!moves.is_empty()).then(|| moves.swap_remove(random.below(moves.len())))?;
            let text = game.position().move_text(mv);
            game.play(mv).ok()?;
            if game.outcome().is_none() {
                break text;
            }
            game.undo();
        };
        texts.push(text);
    }
    Some(texts)
}
