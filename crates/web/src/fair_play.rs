//! The one rule of fair play about help, which the page on fair play states.
//!
//! While a rated game, or any game with a live clock, of a kind runs against a person, its player gets no
//! values, hints or openings of that kind and no computer above [`STRONGEST`]. With a live clock the same
//! holds for requests without an account from an address at which the game is played. Finished games and
//! other kinds are open to everybody, and nobody is told values of a game that goes on.
//!
//! Everything that tells values asks for a [`FairVisitor`], which only this module makes. An address is
//! noted when a player opens the game or acts in it; somebody who asks over another line, such as a phone
//! without wireless network, is not recognized.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use merels_engine::Level;
use merels_live::{ClientAddress, Command, LiveGame, Snapshot, is_between_people};
use merels_rules::{AnyPosition, Game, GameId};
use merels_store::{GameKey, GameWithPerson, PlayerId, Seat, StoredGame, Terms, TimeControl};

use crate::api::bearer;
use crate::app::App;
use crate::edge::visitor::{Visitor, client_of};
use crate::error::Failure;
use crate::values;

/// The strongest level of the computer for somebody who plays a person at the same kind of game.
pub(crate) const STRONGEST: u8 = 5;

/// A visitor who asks for values. The session of the cookie and the token of a program both count: what
/// the one may not be told the other must not ask for.
#[derive(Clone, Debug)]
pub(crate) struct ValueSeeker {
    visitor: Visitor,
    /// The owner of the token.
    owner: Option<PlayerId>,
}

/// A visitor who may be told the values that he asks for.
#[derive(Clone, Debug)]
pub(crate) struct FairVisitor(Visitor);

impl Deref for ValueSeeker {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.visitor
    }
}

impl Deref for FairVisitor {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.0
    }
}

impl From<Visitor> for ValueSeeker {
    fn from(visitor: Visitor) -> ValueSeeker {
        ValueSeeker { visitor, owner: None }
    }
}

/// Every question counts towards the limit of all doors to values, before any work.
impl FromRequestParts<Arc<App>> for ValueSeeker {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<ValueSeeker, Failure> {
        let client = client_of(parts, app).await;
        values::count(parts, client, app).await?;
        ValueSeeker::of_request(parts, app).await
    }
}

/// A visitor who asks for a puzzle. Its values were found beforehand, so it counts towards no limit.
pub(crate) struct PuzzleSeeker(pub(crate) ValueSeeker);

impl FromRequestParts<Arc<App>> for PuzzleSeeker {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<PuzzleSeeker, Failure> {
        ValueSeeker::of_request(parts, app).await.map(PuzzleSeeker)
    }
}

impl ValueSeeker {
    async fn of_request(parts: &mut Parts, app: &Arc<App>) -> Result<ValueSeeker, Failure> {
        let visitor = <Visitor>::from_request_parts(parts, app).await?;
        // A token that does not hold says nothing about anybody; what else is sent may be a proxy's.
        let token = match bearer(&parts.headers) {
            Ok(Some(secret)) => app.store.token(&secret.id()).await?,
            _ => None,
        };
        Ok(ValueSeeker { visitor, owner: token.map(|token| token.player.id) })
    }

    /// The visitor, if values of a kind may be told.
    ///
    /// # Errors
    ///
    /// If a game of this kind forbids it.
    pub(crate) async fn about(self, app: &App, kind: GameId) -> Result<FairVisitor, Failure> {
        let account = self.visitor.player().filter(|player| !player.is_guest());
        let is_nobody = account.is_none() && self.owner.is_none();
        let players = [self.visitor.player().map(|player| &player.id), self.owner.as_ref()];
        for player in players.into_iter().flatten() {
            let games = app.store.games_with_people(player).await?;
            if games.iter().any(|game| closes(game, kind)) {
                return Err(Failure::PlaysNow(kind));
            }
        }
        if is_nobody {
            let games = app.store.games_played_from(&self.client.to_string()).await?;
            if games.iter().any(|game| closes(game, kind)) {
                return Err(Failure::PlayedHere(kind));
            }
        }
        Ok(FairVisitor(self.visitor))
    }

    /// The visitor, who may be told the values of a game that is over.
    pub(crate) fn about_finished(self, _: &FinishedGame) -> FairVisitor {
        FairVisitor(self.visitor)
    }
}

/// Whether a running game against a person closes a kind of game to its player.
fn closes(running: &GameWithPerson, kind: GameId) -> bool {
    same_kind(running.game, kind) && closes_its_kind(running.terms)
}

/// Whether a game on these terms closes all of its kind; any other closes only itself.
fn closes_its_kind(terms: Terms) -> bool {
    terms.rated || has_live_clock(terms)
}

fn has_live_clock(terms: Terms) -> bool {
    matches!(terms.time, Some(TimeControl::Live { .. }))
}

/// Whether what is known of one game helps in another: games on one board are one kind, whatever their
/// men and options, because the same men stand on it sooner or later.
fn same_kind(one: GameId, other: GameId) -> bool {
    use GameId::{MingMang, MingMangNoRepeat, Morris, Nimble};
    match (one, other) {
        (Morris(one), Morris(other)) => std::ptr::eq(one.board(), other.board()),
        (MingMang | MingMangNoRepeat, MingMang | MingMangNoRepeat) | (Nimble, Nimble) => true,
        _ => false,
    }
}

/// Whether a visitor may begin a game against the computer at this level, or go on with one.
///
/// # Errors
///
/// If a game of this kind forbids it.
pub(crate) async fn check_level(
    app: &App,
    visitor: Visitor,
    kind: GameId,
    level: &str,
) -> Result<(), Failure> {
    let is_strong = match level.parse() {
        Ok(Level::Numbered(number)) => number.get() > STRONGEST,
        Ok(Level::Perfect) | Err(_) => true,
        Ok(Level::Classic | Level::Random | Level::Beginner | Level::Careful) => false,
    };
    if is_strong {
        ValueSeeker::from(visitor).about(app, kind).await?;
    }
    Ok(())
}

/// Whether a visitor may make a turn in a game: against a person always, against a strong computer only
/// while its answers help in no other game.
///
/// # Errors
///
/// If a game of this kind forbids it.
pub(crate) async fn check_turn(
    app: &App,
    visitor: impl Into<Visitor>,
    snapshot: &Snapshot,
    command: &Command,
) -> Result<(), Failure> {
    let is_turn =
        matches!(command, Command::Play { .. } | Command::Step { .. } | Command::Capture { .. });
    let computer = snapshot.seats.iter().find_map(|seat| match seat {
        Seat::Computer(level) => Some(level),
        Seat::Player { .. } | Seat::Gone => None,
    });
    match computer.filter(|_| is_turn && snapshot.outcome.is_none()) {
        Some(level) => check_level(app, visitor.into(), snapshot.kind, level).await,
        None => Ok(()),
    }
}

/// Notes from where a player sits at a game with a live clock against a person: nobody without an account
/// is helped from there.
///
/// # Errors
///
/// If the store fails.
pub(crate) async fn note_seat(
    app: &App,
    game: &LiveGame,
    player: &PlayerId,
    client: ClientAddress,
) -> Result<(), Failure> {
    let snapshot = game.snapshot();
    let counts = snapshot.outcome.is_none()
        && has_live_clock(snapshot.terms)
        && is_between_persons(&snapshot.seats)
        && snapshot.side_of(player).is_some();
    if counts {
        app.live.note_address(game, client).await?;
    }
    Ok(())
}

fn is_between_persons(seats: &[Seat; 2]) -> bool {
    is_between_people(seats) && !seats.iter().any(Seat::is_bot)
}

/// The games that a player has to end before help with a kind is open again; none if that cannot be said,
/// for the refusal is the same without.
pub(crate) async fn games_in_the_way(
    app: &App,
    player: &PlayerId,
    kind: GameId,
) -> Vec<StoredGame> {
    let mut games = app.store.running_games(player).await.unwrap_or_default();
    games.retain(|game| {
        is_between_persons(&game.seats) && same_kind(game.game, kind) && closes_its_kind(game.terms)
    });
    games
}

/// A game that is over, with its whole history.
pub(crate) struct FinishedGame {
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) game: Game<AnyPosition>,
}

/// A game that is over.
///
/// # Errors
///
/// If there is no such game, or it goes on.
pub(crate) async fn finished_game(app: &App, key: &str) -> Result<FinishedGame, Failure> {
    let game = app.live.open(&GameKey::new(key)).await?.ok_or(Failure::UnknownGame)?;
    let snapshot = game.snapshot();
    if snapshot.outcome.is_none() {
        return Err(Failure::GoesOn);
    }
    let game = app.live.whole_game(&game).await?;
    Ok(FinishedGame { snapshot, game })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_on_one_board_are_one_kind() {
        let kind = |one: &str, other: &str| same_kind(one.parse().unwrap(), other.parse().unwrap());
        for (one, other) in [
            ("nine", "nine+misere"),
            ("nine", "lasker"),
            ("six", "five"),
            ("eleven", "twelve"),
            ("mingmang", "mingmang-norepeat"),
            ("nimble", "nimble"),
        ] {
            assert!(kind(one, other) && kind(other, one), "{one} {other}");
        }
        for (one, other) in
            [("nine", "six"), ("three", "six"), ("nine", "twelve"), ("nimble", "mingmang")]
        {
            assert!(!kind(one, other) && !kind(other, one), "{one} {other}");
        }
    }

    #[test]
    fn a_rated_game_and_a_live_clock_close_their_kind_and_nothing_else_does() {
        let terms = |clock: Option<&str>, rated| {
            let time = clock.map(|clock| clock.parse().unwrap());
            closes_its_kind(Terms { time, rated })
        };
        for (clock, rated, closes) in [
            (Some("5+5"), false, true),
            (Some("5+5"), true, true),
            (Some("3d"), true, true),
            (None, true, true),
            (Some("3d"), false, false),
            (None, false, false),
        ] {
            assert_eq!(terms(clock, rated), closes, "{clock:?} {rated}");
        }
    }
}
