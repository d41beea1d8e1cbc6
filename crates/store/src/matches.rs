//! Looking for an opponent, and being found. Who waits stands in the store; whoever pairs holds the
//! whole list, so that nobody is paired twice however many nodes there are.

use jiff::Timestamp;
use merels_rules::Side;

use crate::database::{Connection, values};
use crate::game_writes::{has_room, insert_game};
use crate::handles::Meeting;
use crate::rating_changes::points_of;
use crate::relations::are_apart;
use crate::waiting::still_counts;
use crate::wishes;
use crate::wishes::WishKey;
use crate::write::Write;
use crate::{NewGame, NewSeat, Result};
use merels_model::{ClockClass, GameKey, OpenSeat, PlayerId, SeatId, Wish};

/// Nobody else changes who waits until the transaction ends.
const LOCK: &str = "LOCK TABLE waiting IN EXCLUSIVE MODE";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matched {
    /// Nobody suitable was waiting; now this player is.
    Waits,
    /// This opponent was waiting, and the game has begun.
    With(PlayerId),
    TooMany,
    /// Too many wait already who came from the same client.
    TooManySeats,
}

/// A player who looks for an opponent, and the game that begins when there is one.
#[derive(Clone, Debug)]
pub struct Seek {
    pub player: PlayerId,
    pub wish: Wish,
    /// The side that the player gets; whoever is found gets the other.
    pub side: Side,
    pub key: GameKey,
    pub at: Timestamp,
    pub most_running: u32,
    /// From where the player comes, if that is to be counted, and how many may wait from there.
    pub client: Option<(String, u32)>,
}

/// The game that two begin; the first gets the side.
fn game_of(
    key: &GameKey,
    wish: &Wish,
    side: Side,
    first: &PlayerId,
    second: &PlayerId,
    at: Timestamp,
) -> NewGame {
    let players = match side {
        Side::White => [first, second],
        Side::Black => [second, first],
    };
    NewGame {
        key: key.clone(),
        game: wish.game,
        start: wish.start.clone(),
        mover: wish.mover,
        seats: players.map(|player| NewSeat::Player(player.clone())),
        terms: wish.terms,
        at,
    }
}

/// Begins the game of two players, who wait no more.
async fn pair(db: &mut Connection, players: [&PlayerId; 2], game: &NewGame) -> Result<()> {
    for player in players {
        db.execute("DELETE FROM waiting WHERE player = $1", values![player]).await?;
    }
    insert_game(db, game).await
}

/// Those who wait for the same, the longest first.
async fn all_alike(db: &mut Connection, key: &WishKey, now: Timestamp) -> Result<Vec<OpenSeat>> {
    db.all(wishes::SELECT_ALIKE, key.values(still_counts(now))).await
}

impl Seek {
    /// The player's own seat: the same wish keeps its place in the queue, a new one replaces it.
    async fn take_place(&self, db: &mut Connection, alike: &[OpenSeat]) -> Result<OpenSeat> {
        let before = alike.iter().find(|seat| seat.player == self.player);
        let class = ClockClass::of(self.wish.terms.time);
        Ok(OpenSeat {
            seat: before.map_or_else(SeatId::random, |seat| seat.seat.clone()),
            player: self.player.clone(),
            name: String::new(),
            wish: self.wish.clone(),
            rating: points_of(db, &self.player, self.wish.game, class).await?,
            since: before.map_or(self.at, |seat| seat.since),
        })
    }

    /// Returns `true` if one more from the same client may wait.
    async fn has_seat(&self, db: &mut Connection) -> Result<bool> {
        let Some((client, most)) = &self.client else { return Ok(true) };
        let sql = "SELECT COUNT(*) FROM waiting WHERE client = $1 AND seen >= $2 AND player <> $3";
        let (since, player) = (still_counts(self.at), self.player.as_str());
        let waiting: u32 = db.first(sql, values![client, since, player]).await?.unwrap_or(0);
        Ok(waiting < *most)
    }

    async fn wait(&self, db: &mut Connection, own: &OpenSeat) -> Result<()> {
        let Wish { game, measure, start, mover, terms } = &own.wish;
        let lasts = crate::waiting::extra_life(*terms).as_millis() as i64;
        db.execute(
            "INSERT INTO waiting (player, seat, game, measure, start, mover, clock, rated, rating, \
             since, seen, client) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
             ON CONFLICT (player) DO UPDATE SET seat = excluded.seat, game = excluded.game, \
             measure = excluded.measure, start = excluded.start, mover = excluded.mover, \
             clock = excluded.clock, rated = excluded.rated, rating = excluded.rating, \
             since = excluded.since, seen = excluded.seen, client = excluded.client",
            values![
                self.player,
                own.seat,
                game,
                measure,
                start,
                mover,
                terms.time,
                terms.rated,
                own.rating,
                own.since,
                (self.at.as_millisecond() + lasts),
                self.client.as_ref().map(|(client, _)| client.as_str())
            ],
        )
        .await
        .map(drop)
    }
}

/// Joins the first suitable player who waits, else waits.
impl Write for Seek {
    type Answer = Matched;

    async fn write(&mut self, db: &mut Connection) -> Result<Matched> {
        db.lock(LOCK, []).await?;
        if !has_room(db, &self.player, self.most_running).await? {
            return Ok(Matched::TooMany);
        }
        let alike = all_alike(db, &WishKey::from(&self.wish), self.at).await?;
        let own = self.take_place(db, &alike).await?;
        for other in alike.iter().filter(|other| own.suits(other, self.at)) {
            if are_apart(db, &self.player, &other.player).await? {
                continue;
            }
            let (first, second) = (&self.player, &other.player);
            let game = game_of(&self.key, &other.wish, self.side, first, second, self.at);
            pair(db, [first, second], &game).await?;
            return Ok(Matched::With(other.player.clone()));
        }
        if !self.has_seat(db).await? {
            return Ok(Matched::TooManySeats);
        }
        self.wait(db, &own).await?;
        Ok(Matched::Waits)
    }
}

#[derive(Clone, Debug)]
pub struct TakeSeat {
    pub player: PlayerId,
    /// Without an account only unrated seats can be taken.
    pub has_account: bool,
    pub seat: SeatId,
    pub side: Side,
    pub key: GameKey,
    pub at: Timestamp,
    pub most_running: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatTaken {
    /// The game has begun, with this opponent.
    With(PlayerId),
    /// Somebody was quicker, or the other waits no more.
    Gone,
    Own,
    /// It is rated, and the player has no account.
    NeedsAccount,
    TooMany,
}

impl Write for TakeSeat {
    type Answer = SeatTaken;

    async fn write(&mut self, db: &mut Connection) -> Result<SeatTaken> {
        db.lock(LOCK, []).await?;
        if !has_room(db, &self.player, self.most_running).await? {
            return Ok(SeatTaken::TooMany);
        }
        let values = values![still_counts(self.at), self.seat];
        let found = db.first::<OpenSeat>(wishes::SELECT_BY_ID, values).await?;
        let Some(found) = found else { return Ok(SeatTaken::Gone) };
        if found.player == self.player {
            return Ok(SeatTaken::Own);
        }
        if found.wish.terms.rated && !self.has_account {
            return Ok(SeatTaken::NeedsAccount);
        }
        // Whoever is kept away is not told so.
        if are_apart(db, &self.player, &found.player).await? {
            return Ok(SeatTaken::Gone);
        }
        let (first, second) = (&self.player, &found.player);
        let game = game_of(&self.key, &found.wish, self.side, first, second, self.at);
        pair(db, [first, second], &game).await?;
        Ok(SeatTaken::With(found.player))
    }
}

/// Two who were brought together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    pub game: GameKey,
    pub players: [PlayerId; 2],
}

/// Brings together those who wait for the same and have come near each other by waiting.
struct PairAlike {
    key: WishKey,
    now: Timestamp,
}

impl Write for PairAlike {
    type Answer = Vec<Pairing>;

    async fn write(&mut self, db: &mut Connection) -> Result<Vec<Pairing>> {
        db.lock(LOCK, []).await?;
        let mut waiting = all_alike(db, &self.key, self.now).await?;
        let mut pairings = Vec::new();
        while !waiting.is_empty() {
            let first = waiting.remove(0);
            let Some(second) = nearest(db, &first, &waiting, self.now).await? else { continue };
            let second = waiting.remove(second);
            let key = GameKey::random();
            // By lot, as the key is.
            let side = if key.as_str().as_bytes()[0].is_multiple_of(2) {
                Side::White
            } else {
                Side::Black
            };
            let players = [&first.player, &second.player];
            let game = game_of(&key, &first.wish, side, players[0], players[1], self.now);
            pair(db, players, &game).await?;
            pairings.push(Pairing { game: key, players: players.map(Clone::clone) });
        }
        Ok(pairings)
    }
}

/// The nearest by rating of those who suit.
async fn nearest(
    db: &mut Connection,
    first: &OpenSeat,
    others: &[OpenSeat],
    now: Timestamp,
) -> Result<Option<usize>> {
    let apart = |i: &usize| (others[*i].rating - first.rating).abs();
    let mut suitable: Vec<usize> =
        (0..others.len()).filter(|i| first.suits(&others[*i], now)).collect();
    suitable.sort_by_key(apart);
    for i in suitable {
        if !are_apart(db, &first.player, &others[i].player).await? {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

impl Meeting<'_> {
    /// Begins a game with the first player who waits for the same and is near enough, or makes the
    /// player wait for it.
    pub async fn find_match(self, seek: Seek) -> Result<Matched> {
        self.writer.write(seek).await
    }

    /// Takes the seat of somebody who waits. Whoever is first gets it; nobody plays twice.
    pub async fn take_seat(self, take: TakeSeat) -> Result<SeatTaken> {
        self.writer.write(take).await
    }

    /// Brings together those who have come near each other by waiting.
    pub async fn pair_waiting(self, now: Timestamp) -> Result<Vec<Pairing>> {
        // Usually nobody wants the same, or suits anybody: then nothing needs to be locked.
        let values = values![still_counts(now)];
        let shared: Vec<WishKey> = self.database.all(wishes::SELECT_SHARED_WISHES, values).await?;
        let mut pairings = Vec::new();
        for key in shared {
            let values = key.values(still_counts(now));
            let alike: Vec<OpenSeat> = self.database.all(wishes::SELECT_ALIKE, values).await?;
            let suits = |(i, seat): (usize, &OpenSeat)| {
                alike[i + 1..].iter().any(|other| seat.suits(other, now))
            };
            if alike.iter().enumerate().any(suits) {
                pairings.extend(self.writer.write(PairAlike { key, now }).await?);
            }
        }
        Ok(pairings)
    }
}
