//! A game in JSON, as the API tells it: the one shape. The `view` of docs/protocol.md is derived from it in
//! `game/view.rs`, and the answer of the URL calls from that in `game/compat.rs`.

use jiff::Timestamp;
use merels_messages::Language;
use merels_model::{PlayerId, Seat, StoredGame};
use merels_rules::{AnyPosition, GameScore, Position, Side};
use merels_services::live::{Entry, GameEvent, History, Snapshot};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::names::{Colour, GameName};
use crate::wording;

/// The kind of a player.
#[derive(Copy, Clone, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerKind {
    Person,
    Bot,
    /// The site's own computer.
    Computer,
    /// Somebody who has left for good.
    Gone,
}

/// One side of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Player {
    /// The name shown.
    name: String,
    kind: PlayerKind,
    /// The computer's level.
    pub(crate) level: Option<String>,
    /// The rating that counts in this game, with a question mark while it is provisional.
    pub(crate) rating: Option<String>,
}

impl Player {
    fn of(seat: &Seat, rating: Option<String>, language: Language) -> Player {
        let (kind, level) = match seat {
            Seat::Player { .. } if seat.is_bot() => (PlayerKind::Bot, None),
            Seat::Player { .. } => (PlayerKind::Person, None),
            Seat::Computer(level) => (PlayerKind::Computer, Some(level.clone())),
            Seat::Gone => (PlayerKind::Gone, None),
        };
        // Programs name people as the store does, whatever their language.
        let name = match seat {
            Seat::Player { name, .. } => name.clone(),
            Seat::Computer(_) | Seat::Gone => language.seat(seat),
        };
        Player { name, kind, level, rating }
    }
}

/// Both sides' time, as it is when the answer is given.
#[derive(Serialize, ToSchema)]
pub(crate) struct Clock {
    /// Such as `5+3` (minutes, and seconds for each move) or `3d` (days for each move).
    pub(crate) control: String,
    /// Milliseconds.
    white_left: i64,
    /// Milliseconds.
    black_left: i64,
    /// Whose time runs; nobody's before both have moved, or when the game is over.
    #[schema(value_type = Option<Colour>)]
    pub(crate) running: Option<Side>,
}

/// The end of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameResult {
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` if it was broken off.
    pub(crate) score: &'static str,
    #[schema(value_type = Option<Colour>)]
    pub(crate) winner: Option<Side>,
    /// Such as `reduced`, `blocked`, `resignation`, `time forfeit`, `agreement`.
    pub(crate) reason: &'static str,
}

/// The moves of a game that stand, from the start. They are written only where they are sent.
pub(crate) struct Moves {
    history: History,
    position: AnyPosition,
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let turns = self.history.turns();
        serializer.collect_seq(turns.into_iter().map(|(_, mv)| self.position.move_text(mv)))
    }
}

/// The state of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Game {
    pub(crate) id: String,
    /// The path of its page.
    path: String,
    /// The game, such as `nine`.
    #[schema(value_type = GameName)]
    pub(crate) game: &'static str,
    /// Counts what happened in it.
    pub(crate) version: u32,
    /// Counts the moves that stand: the number to send with the next one.
    pub(crate) ply: u32,
    /// The position at the start.
    start: String,
    pub(crate) position: String,
    /// The moves that stand, from the start.
    #[schema(value_type = Vec<String>)]
    moves: Moves,
    /// Nobody when the game is over.
    #[schema(value_type = Option<Colour>)]
    pub(crate) to_move: Option<Side>,
    /// The side of the token's owner.
    #[schema(value_type = Option<Colour>)]
    pub(crate) you: Option<Side>,
    /// The moves that you may play now; empty when it is not your turn.
    pub(crate) legal_moves: Vec<String>,
    pub(crate) white: Player,
    pub(crate) black: Player,
    pub(crate) rated: bool,
    pub(crate) clock: Option<Clock>,
    #[schema(value_type = Option<Colour>)]
    pub(crate) draw_offered_by: Option<Side>,
    /// From when on you may claim the win or a draw because the other player is away.
    claim_from: Option<String>,
    pub(crate) result: Option<GameResult>,
}

impl Game {
    /// A game as it stands for the player of a side, or for a spectator.
    pub(crate) fn of(
        snapshot: &Snapshot,
        you: Option<Side>,
        language: Language,
        now: Timestamp,
    ) -> Game {
        let player = |side: Side| {
            let rating = snapshot.ratings[side.index()].map(wording::rating_text);
            Player::of(snapshot.seat(side), rating, language)
        };
        let clock = snapshot.clock.as_ref().zip(snapshot.times_left(now));
        let position = &snapshot.position;
        Game {
            id: snapshot.key.to_string(),
            path: format!("/game/{}", snapshot.key),
            game: snapshot.kind.id(),
            version: snapshot.version(),
            ply: snapshot.ply,
            start: snapshot.start.to_string(),
            position: position.to_string(),
            moves: Moves { history: snapshot.history.clone(), position: position.clone() },
            to_move: snapshot.mover(),
            you,
            legal_moves: legal_moves(snapshot, you),
            white: player(Side::White),
            black: player(Side::Black),
            rated: snapshot.terms.rated,
            clock: clock.map(|(clock, [white_left, black_left])| Clock {
                white_left,
                black_left,
                running: snapshot.on_clock(),
                control: clock.control.to_string(),
            }),
            draw_offered_by: snapshot.offer,
            claim_from: claim_from(snapshot, you).map(|from| from.to_string()),
            result: snapshot.outcome.map(|outcome| GameResult {
                score: outcome.result(),
                winner: outcome.winner(),
                reason: outcome.termination(),
            }),
        }
    }
}

/// The moment from which a player may claim the win or a draw.
pub(crate) fn claim_from(snapshot: &Snapshot, you: Option<Side>) -> Option<Timestamp> {
    snapshot.absence.claim_from[you?.index()]
}

/// The moves of the side to move, for its player alone.
fn legal_moves(snapshot: &Snapshot, you: Option<Side>) -> Vec<String> {
    let moves = snapshot.moves.iter().filter(|_| you.is_some() && you == snapshot.mover());
    moves.map(|mv| snapshot.position.move_text(*mv)).collect()
}

/// Something that happened in a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Event {
    pub(crate) version: u32,
    /// Such as `start`, `move`, `draw-offer`.
    pub(crate) kind: &'static str,
    pub(crate) at: String,
    /// The move, if it is one.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// Sentences for people, in the language of `Accept-Language`.
    pub(crate) words: Vec<String>,
}

impl Event {
    pub(crate) fn of(snapshot: &Snapshot, entry: &Entry, language: Language) -> Event {
        Event {
            version: entry.version,
            kind: entry.kind.name(),
            at: entry.at.to_string(),
            mv: match entry.event {
                GameEvent::Move { mv, .. } => Some(snapshot.position.move_text(mv)),
                _ => None,
            },
            words: wording::event(language, snapshot, entry),
        }
    }

    pub(crate) fn since(snapshot: &Snapshot, version: u32, language: Language) -> Vec<Event> {
        let later = snapshot.history.since(version).into_iter();
        later.map(|entry| Event::of(snapshot, entry, language)).collect()
    }
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameSummary {
    id: String,
    /// The path of its page.
    path: String,
    /// The game, such as `nine`.
    #[schema(value_type = GameName)]
    game: &'static str,
    white: Player,
    black: Player,
    rated: bool,
    /// The clock that was agreed on.
    clock: Option<String>,
    /// The side of the player whose list it is.
    #[schema(value_type = Option<Colour>)]
    you: Option<Side>,
    /// Nobody when the game is over.
    #[schema(value_type = Option<Colour>)]
    to_move: Option<Side>,
    version: u32,
    created: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` if it was broken off; nothing while it goes on.
    score: Option<&'static str>,
}

impl GameSummary {
    pub(crate) fn of(game: &StoredGame, player: &PlayerId, language: Language) -> GameSummary {
        let [white, black] = game.seats.each_ref().map(|seat| Player::of(seat, None, language));
        GameSummary {
            id: game.key.to_string(),
            path: format!("/game/{}", game.key),
            game: game.game.id(),
            white,
            black,
            rated: game.terms.rated,
            clock: game.terms.time.map(|time| time.to_string()),
            you: game.side_of(player),
            to_move: game.score.is_none().then_some(game.mover),
            version: game.version,
            created: game.created.to_string(),
            score: game.score.map(GameScore::text),
        }
    }
}
