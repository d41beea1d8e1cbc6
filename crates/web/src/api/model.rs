//! Games, seats and challenges as programs see them. These names do not change within `v1`.

use jiff::Timestamp;
use merels_live::{Entry, GameEvent, Snapshot};
use merels_messages::Language;
use merels_model::{GameKey, Invitation, PlayerId, Seat, StoredGame};
use merels_rules::{GameScore, Position, Side};
use serde::Serialize;
use utoipa::ToSchema;

use super::names::{Colour, GameName};
use crate::game::view::{claim_from, legal_moves};
use crate::wording;

/// What went wrong. Every answer that is no success has this shape.
#[derive(Serialize, ToSchema)]
pub(super) struct Error {
    /// A word that stays the same, such as `not-your-turn`.
    error: String,
    /// A sentence for people, in the language of `Accept-Language`.
    message: String,
}

/// Who or what plays.
#[derive(Copy, Clone, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum PlayerKind {
    Person,
    Bot,
    /// The site's own computer.
    Computer,
    /// Somebody who has left for good.
    Gone,
}

/// One side of a game.
#[derive(Serialize, ToSchema)]
pub(super) struct Player {
    /// The name shown.
    name: String,
    kind: PlayerKind,
    /// The computer's level.
    level: Option<String>,
    /// The rating that counts in this game, with a question mark while it is provisional.
    rating: Option<String>,
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
pub(super) struct Clock {
    /// Such as `5+3` (minutes, and seconds for each move) or `3d` (days for each move).
    control: String,
    /// Milliseconds.
    white_left: i64,
    /// Milliseconds.
    black_left: i64,
    /// Whose time runs; nobody's before both have moved, or when the game is over.
    #[schema(value_type = Option<Colour>)]
    running: Option<Side>,
}

/// How a game ended.
#[derive(Serialize, ToSchema)]
pub(super) struct GameResult {
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` if it was broken off.
    score: &'static str,
    #[schema(value_type = Option<Colour>)]
    winner: Option<Side>,
    /// Such as `reduced`, `blocked`, `resignation`, `time forfeit`, `agreement`.
    reason: &'static str,
}

/// How a game stands.
#[derive(Serialize, ToSchema)]
pub(super) struct Game {
    id: String,
    /// Where people see it.
    path: String,
    /// Which game, such as `nine`.
    #[schema(value_type = GameName)]
    game: &'static str,
    /// Counts what happened in it.
    version: u32,
    /// Counts the moves that stand: the number to send with the next one.
    ply: u32,
    /// The position at the start.
    start: String,
    position: String,
    /// The moves that stand, from the start.
    moves: Vec<String>,
    /// Nobody when the game is over.
    #[schema(value_type = Option<Colour>)]
    to_move: Option<Side>,
    /// The side of the token's owner.
    #[schema(value_type = Option<Colour>)]
    you: Option<Side>,
    /// What you may play now; empty when it is not your turn.
    legal_moves: Vec<String>,
    white: Player,
    black: Player,
    rated: bool,
    clock: Option<Clock>,
    #[schema(value_type = Option<Colour>)]
    draw_offered_by: Option<Side>,
    /// From when on you may claim the win or a draw because the other player is away.
    claim_from: Option<String>,
    result: Option<GameResult>,
}

impl Game {
    pub(super) fn of(
        snapshot: &Snapshot,
        start: &str,
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
        let turns = snapshot.history.turns();
        Game {
            id: snapshot.key.to_string(),
            path: format!("/game/{}", snapshot.key),
            game: snapshot.kind.id(),
            version: snapshot.version(),
            ply: snapshot.ply,
            start: start.to_owned(),
            position: position.to_string(),
            moves: turns.into_iter().map(|(_, mv)| position.move_text(mv)).collect(),
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

/// Something that happened in a game.
#[derive(Serialize, ToSchema)]
pub(super) struct Event {
    version: u32,
    /// Such as `start`, `move`, `draw-offer`.
    kind: &'static str,
    at: String,
    /// The move, if it is one.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// Sentences for people, in the language of `Accept-Language`.
    words: Vec<String>,
}

impl Event {
    fn of(snapshot: &Snapshot, entry: &Entry, language: Language) -> Event {
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

    pub(super) fn since(snapshot: &Snapshot, version: u32, language: Language) -> Vec<Event> {
        let later = snapshot.history.since(version).into_iter();
        later.map(|entry| Event::of(snapshot, entry, language)).collect()
    }
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub(super) struct GameSummary {
    id: String,
    /// Where people see it.
    path: String,
    /// Which game, such as `nine`.
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
    pub(super) fn of(game: &StoredGame, player: &PlayerId, language: Language) -> GameSummary {
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

/// A game that was offered.
#[derive(Serialize, ToSchema)]
pub(super) struct Challenge {
    id: String,
    /// Where people see it.
    path: String,
    /// Who offers the game.
    from: String,
    /// To whom; nobody if whoever has the link may sit down.
    to: Option<String>,
    /// Whether it is your own.
    yours: bool,
    /// Which game, such as `nine`.
    #[schema(value_type = GameName)]
    game: &'static str,
    /// The position at the start.
    start: String,
    /// The colour of the one who offers; by lot if there is none.
    #[schema(value_type = Option<Colour>)]
    colour: Option<Side>,
    clock: Option<String>,
    rated: bool,
    expires: String,
    /// The game that came of it.
    game_id: Option<String>,
}

impl Challenge {
    pub(super) fn of(invitation: &Invitation, player: &PlayerId) -> Challenge {
        Challenge {
            id: invitation.id.to_string(),
            path: format!("/invite/{}", invitation.id),
            from: invitation.host_name.clone(),
            to: invitation.challenged.as_ref().map(|(_, name)| name.clone()),
            yours: invitation.host == *player,
            game: invitation.game.id(),
            start: invitation.start.clone(),
            colour: invitation.side,
            clock: invitation.terms.time.map(|time| time.to_string()),
            rated: invitation.terms.rated,
            expires: invitation.expires.to_string(),
            game_id: invitation.taken.as_ref().map(GameKey::to_string),
        }
    }
}
