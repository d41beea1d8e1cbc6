//! The moves on PostgreSQL: on a connection of their own, one round trip for all that have gathered.
//!
//! A transaction of several statements takes a round trip for each of them, which is what a move would
//! wait for where the database is not on the same machine. Nearly every event of a game is one line in
//! `events` and a few columns of `games`, so all of them together are one statement.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{BATCH, BATCH_PATIENCE, Job, Pending, write_batch};
use crate::append::Append;
use crate::database::{Connection, Database, side_name, values};
use crate::events::move_text;
use crate::{Result, StoreError, StoredEvent};

macro_rules! events {
    () => {
        "json_to_recordset($1::json) AS n (game TEXT, version BIGINT, at BIGINT, kind TEXT, \
         side TEXT, ply BIGINT, move TEXT, white_left BIGINT, black_left BIGINT, mover TEXT, \
         draft TEXT, flag BIGINT)"
    };
}

/// Appends events of different games; says of which.
const APPEND: &str = concat!(
    "WITH n AS (SELECT * FROM ",
    events!(),
    "), stored AS (INSERT INTO events \
     (game, version, at, kind, side, ply, move, white_left, black_left) \
     SELECT game, version, at, kind, side, ply, move, white_left, black_left FROM n \
     WHERE ply IS NULL OR ply > COALESCE((SELECT e.ply FROM events e WHERE e.game = n.game \
     AND e.version < n.version AND e.ply IS NOT NULL ORDER BY e.version DESC LIMIT 1), -1) \
     ON CONFLICT DO NOTHING RETURNING game) \
     UPDATE games SET version = n.version, mover = n.mover, touched = n.at, score = NULL, \
     ended = NULL, draft = n.draft, flag = n.flag \
     FROM n JOIN stored ON stored.game = n.game WHERE games.id = n.game RETURNING games.id"
);

/// The games of those events that are stored, word for word.
const FIND: &str = concat!(
    "SELECT e.game FROM ",
    events!(),
    " JOIN events e ON e.game = n.game AND e.version = n.version AND e.at = n.at \
     AND e.kind = n.kind AND e.move IS NOT DISTINCT FROM n.move"
);

type Batch = Vec<Pending<Append>>;

/// Writes one batch after the other, whatever happens to any of them.
pub(super) async fn run(database: &Database, mut moves: mpsc::Receiver<Pending<Append>>) {
    let mut kept = None;
    let mut batch = Vec::with_capacity(BATCH);
    while moves.recv_many(&mut batch, BATCH).await > 0 {
        let writing = timeout(BATCH_PATIENCE, write(database, &mut kept, &mut batch));
        if !matches!(AssertUnwindSafe(writing).catch_unwind().await, Ok(Ok(()))) {
            tracing::error!("the writer of moves starts again");
            kept = None;
            // Whoever waits is told that it is uncertain.
            batch.clear();
        }
    }
}

async fn write(database: &Database, kept: &mut Option<Connection>, batch: &mut Batch) {
    for late in batch.extract_if(.., |pending| !pending.is_wanted()) {
        Box::new(late).finish(Err(StoreError::Busy));
    }
    if batch.is_empty() {
        return;
    }
    let is_simple =
        batch.iter().map(|pending| &pending.work.game).collect::<HashSet<_>>().len() == batch.len();
    if is_simple {
        batch.sort_by(|a, b| a.work.game.cmp(&b.work.game));
        match append(database, kept, batch).await {
            Ok(stored) => return answer(batch, &stored),
            Err(StoreError::Uncertain) => {
                *kept = None;
                // Whoever waits is told so.
                return batch.clear();
            }
            Err(error) => {
                tracing::warn!(%error, writes = batch.len(), "moves are stored one by one");
                *kept = None;
            }
        }
    }
    let mut jobs = batch.drain(..).map(|pending| Box::new(pending) as Box<dyn Job>).collect();
    write_batch(database, kept, &mut jobs).await;
}

/// Tells those whose events are stored.
fn answer(batch: &mut Batch, stored: &HashSet<String>) {
    for pending in batch.drain(..) {
        let is_stored = stored.contains(pending.work.game.as_str());
        // Whoever asked may have gone; what is written stays written.
        let _ = pending.reply.send(Ok(is_stored));
    }
}

/// Appends all of them or none; gives the games of those that are stored now. Where the connection broke
/// off, it is looked which were stored all the same: those are answered and left out of the batch.
async fn append(
    database: &Database,
    kept: &mut Option<Connection>,
    batch: &mut Batch,
) -> Result<HashSet<String>> {
    let events = json!(batch.iter().map(|pending| line(&pending.work)).collect::<Vec<_>>());
    let events = events.to_string();
    if kept.is_none() {
        *kept = Some(database.writer().await?);
    }
    let connection = kept.as_mut().ok_or(StoreError::Closed)?;
    let error = match games(connection, APPEND, &events).await {
        Err(error) if error.is_outage() => error,
        certain => return certain,
    };
    let uncertain = |_| StoreError::Uncertain;
    let connection = kept.insert(database.writer().await.map_err(uncertain)?);
    let found = games(connection, FIND, &events).await.map_err(uncertain)?;
    let is_found = |pending: &mut Pending<Append>| found.contains(pending.work.game.as_str());
    let mut stored: Batch = batch.extract_if(.., is_found).collect();
    answer(&mut stored, &found);
    if batch.is_empty() { Ok(found) } else { Err(error) }
}

async fn games(
    connection: &mut Connection,
    sql: &'static str,
    events: &str,
) -> Result<HashSet<String>> {
    Ok(connection.all(sql, values![events]).await?.into_iter().collect())
}

fn line(append: &Append) -> serde_json::Value {
    let StoredEvent { version, at, event, left } = &append.event;
    let (white, black) = left.map(|[white, black]| (white, black)).unzip();
    json!({
        "game": append.game.as_str(),
        "version": version,
        "at": at.as_millisecond(),
        "kind": event.kind().name(),
        "side": event.side().map(side_name),
        "ply": event.ply(),
        "move": move_text(event),
        "white_left": white,
        "black_left": black,
        "mover": side_name(append.mover),
        "draft": append.draft,
        "flag": append.flag.map(jiff::Timestamp::as_millisecond),
    })
}
