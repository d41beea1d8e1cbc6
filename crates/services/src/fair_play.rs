//! The one rule of fair play about help, which the page on fair play states.
//!
//! While a rated game, or any game with a live clock, of a kind runs against a person, its player gets no
//! values, hints or openings of that kind and no computer above [`STRONGEST`]. With a live clock the same
//! holds for requests without an account from an address at which the game is played. Finished games and
//! other kinds are open to everybody, and nobody is told values of a game that goes on.
//!
//! Everything that tells values asks for a [`FairAsker`], which only this module makes. An address is
//! noted when a player opens the game or acts in it; somebody who asks over another line, such as a phone
//! without wireless network, is not recognized.

use std::sync::Arc;

use merels_engine::Level;
use merels_live::{Asker, ClientAddress, Command, LiveGame, Snapshot};
use merels_model::{GameKey, PlayerId, Seat, StoredGame, Terms, TimeControl, is_between_people};
use merels_rules::{AnyPosition, Game, GameId};
use merels_store::GameWithPerson;

use crate::error::{Result, ServiceError};
use crate::site::Site;

/// The strongest level of the computer for somebody who plays a person at the same kind of game.
pub const STRONGEST: u8 = 5;

/// Somebody who asks for values. The session of the cookie and the token of a program both count: what
/// the one may not be told the other must not ask for.
#[derive(Clone, Debug)]
pub struct Seeker {
    pub asker: Asker,
    pub client: ClientAddress,
    pub has_account: bool,
    pub owner: Option<PlayerId>,
}

impl Seeker {
    /// Somebody who may be told the values of a game that is over.
    pub fn about_finished(self, _: &FinishedGame) -> FairAsker {
        FairAsker(self.asker)
    }
}

/// Somebody who may be told the values that are asked for.
#[derive(Clone, Debug)]
pub struct FairAsker(Asker);

impl FairAsker {
    pub fn asker(&self) -> &Asker {
        &self.0
    }
}

/// A game that is over, with its whole history.
#[derive(Debug)]
pub struct FinishedGame {
    pub snapshot: Arc<Snapshot>,
    pub game: Game<AnyPosition>,
}

/// Decides whether help is fair now.
#[derive(Clone, Debug)]
pub struct FairPlay {
    pub(crate) site: Site,
}

impl FairPlay {
    /// Somebody who asks, if values of a kind may be told; an error names the game that forbids it.
    pub async fn about(&self, seeker: Seeker, kind: GameId) -> Result<FairAsker> {
        let is_nobody = !seeker.has_account && seeker.owner.is_none();
        let players = [seeker.asker.player.as_ref(), seeker.owner.as_ref()];
        for player in players.into_iter().flatten() {
            let games = self.site.store.games().games_with_people(player).await?;
            if games.iter().any(|game| closes(game, kind)) {
                return Err(ServiceError::PlaysNow(kind));
            }
        }
        if is_nobody {
            let games =
                self.site.store.games().games_played_from(&seeker.client.to_string()).await?;
            if games.iter().any(|game| closes(game, kind)) {
                return Err(ServiceError::PlayedHere(kind));
            }
        }
        Ok(FairAsker(seeker.asker))
    }

    /// Checks that somebody may begin a game against the computer at this level, or go on with one.
    pub async fn check_level(&self, seeker: Seeker, kind: GameId, level: &str) -> Result<()> {
        let is_strong = match level.parse() {
            Ok(Level::Numbered(number)) => number.get() > STRONGEST,
            Ok(Level::Perfect) | Err(_) => true,
            Ok(
                Level::Classic | Level::Random | Level::Beginner | Level::Careful | Level::Hasty,
            ) => false,
        };
        if is_strong {
            self.about(seeker, kind).await?;
        }
        Ok(())
    }

    /// Checks that somebody may make a turn in a game: against a person always, against a strong computer
    /// only while its answers help in no other game.
    pub async fn check_turn(
        &self,
        seeker: impl FnOnce() -> Seeker,
        snapshot: &Snapshot,
        command: &Command,
    ) -> Result<()> {
        let computer = snapshot.seats.iter().find_map(|seat| match seat {
            Seat::Computer(level) => Some(level),
            Seat::Player { .. } | Seat::Gone => None,
        });
        match computer.filter(|_| command.is_turn() && snapshot.outcome.is_none()) {
            Some(level) => self.check_level(seeker(), snapshot.kind, level).await,
            None => Ok(()),
        }
    }

    /// Notes from where a player sits at a game with a live clock against a person: nobody without an
    /// account is helped from there.
    pub async fn note_seat(
        &self,
        game: &LiveGame,
        player: &PlayerId,
        client: ClientAddress,
    ) -> Result<()> {
        let snapshot = game.snapshot();
        let counts = snapshot.outcome.is_none()
            && has_live_clock(snapshot.terms)
            && is_between_persons(&snapshot.seats)
            && snapshot.side_of(player).is_some();
        if counts {
            self.site.live.note_address(game, client).await?;
        }
        Ok(())
    }

    /// The games that a player has to end before help with a kind is open again; none if that cannot be
    /// said, for the refusal is the same without.
    pub async fn games_in_the_way(&self, player: &PlayerId, kind: GameId) -> Vec<StoredGame> {
        let mut games = self.site.store.games().running_games(player).await.unwrap_or_default();
        games.retain(|game| {
            is_between_persons(&game.seats)
                && same_kind(game.game, kind)
                && closes_its_kind(game.terms)
        });
        games
    }

    pub async fn finished_game(&self, key: &str) -> Result<FinishedGame> {
        let game =
            self.site.live.open(&GameKey::new(key)).await?.ok_or(ServiceError::UnknownGame)?;
        let snapshot = game.snapshot();
        if snapshot.outcome.is_none() {
            return Err(ServiceError::GoesOn);
        }
        let game = self.site.live.whole_game(&game).await?;
        Ok(FinishedGame { snapshot, game })
    }
}

/// Returns `true` if a running game against a person closes a kind of game to its player.
fn closes(running: &GameWithPerson, kind: GameId) -> bool {
    same_kind(running.game, kind) && closes_its_kind(running.terms)
}

/// Returns `true` if a game on these terms closes all of its kind; any other closes only itself.
fn closes_its_kind(terms: Terms) -> bool {
    terms.rated || has_live_clock(terms)
}

fn has_live_clock(terms: Terms) -> bool {
    matches!(terms.time, Some(TimeControl::Live { .. }))
}

/// Returns `true` if knowledge of one game helps in another: games on one board are one kind, whatever their
/// men and options, because the same men stand on it sooner or later.
fn same_kind(one: GameId, other: GameId) -> bool {
    use GameId::{MingMang, MingMangNoRepeat, Morris, Nimble};
    match (one, other) {
        (Morris(one), Morris(other)) => std::ptr::eq(one.board(), other.board()),
        (MingMang | MingMangNoRepeat, MingMang | MingMangNoRepeat) | (Nimble, Nimble) => true,
        _ => false,
    }
}

fn is_between_persons(seats: &[Seat; 2]) -> bool {
    is_between_people(seats) && !seats.iter().any(Seat::is_bot)
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
