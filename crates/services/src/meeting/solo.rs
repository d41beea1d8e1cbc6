//! Games in which nobody else has to agree: against the computer, or two people at one screen.

use merels_live::{Asker, ClientAddress, Network, levels};
use merels_model::{GameKey, PlayerId, Seat, Terms, Wish};
use merels_rules::nimble::USUAL_STRIP;
use merels_rules::{AnyPosition, GameId, Position, Side};
use merels_store::{NewGame, NewSeat};

use super::{MOST_RUNNING, Meeting, Sought, count_game, same_start};
use crate::error::{Result, ServiceError};
use crate::visitor::{SignedIn, Visitor};

/// The other side of such a game.
#[derive(Clone, Debug)]
pub enum Solo {
    /// The same visitor: two people at one screen.
    Shared,
    /// The computer, at the level named; the player has the `own` side.
    Computer { level: String, own: Side },
}

/// The outcome of asking for the same game once more.
#[derive(Debug)]
pub enum Again {
    Begun(GameKey),
    Sought(Sought),
}

impl Meeting {
    /// Checks that a visitor may begin such a game now, so that nobody becomes a guest for one that is
    /// refused.
    pub async fn check_solo(&self, visitor: &Visitor, game: GameId, solo: &Solo) -> Result<()> {
        if let Solo::Computer { level, .. } = solo
            && !levels(game, &self.oracles).iter().any(|offered| offered.to_string() == *level)
        {
            return Err(ServiceError::Field("failure-unknown-level", level.clone()));
        }
        self.check_opponent(visitor, game, solo).await
    }

    async fn check_opponent(&self, visitor: &Visitor, game: GameId, solo: &Solo) -> Result<()> {
        if let Solo::Computer { level, .. } = solo {
            self.fair_play.check_level(visitor.seeker(), game, level).await?;
        }
        self.check_rate(visitor.client).await
    }

    pub async fn begin(
        &self,
        player: &PlayerId,
        client: ClientAddress,
        start: &AnyPosition,
        solo: Solo,
    ) -> Result<GameKey> {
        let me = NewSeat::Player(player.clone());
        let seats = match solo {
            Solo::Shared => [me.clone(), me],
            Solo::Computer { level, own: Side::White } => [me, NewSeat::Computer(level)],
            Solo::Computer { level, own: Side::Black } => [NewSeat::Computer(level), me],
        };
        let key = GameKey::random();
        let new = NewGame {
            key: key.clone(),
            game: start.game(),
            start: start.to_string(),
            mover: start.side(),
            seats,
            terms: Terms::default(),
            at: self.site.clock.now(),
        };
        if !self.site.store.games().create_game_within(new, player, MOST_RUNNING).await? {
            return Err(ServiceError::TooManyGames);
        }
        count_game();
        let network = Network::Client(client);
        self.computer.push(&key, Asker { network, player: Some(player.clone()) });
        Ok(key)
    }

    /// Plays a game of the player once more, or the last one: against people by looking for somebody,
    /// against the computer with the colours exchanged.
    pub async fn play_again(&self, visitor: &SignedIn, game: Option<&GameKey>) -> Result<Again> {
        let (player, client) = (visitor.id(), visitor.client);
        let game = match game {
            Some(key) => self.site.store.games().game(key).await?,
            None => self.site.store.games().finished_games(player, 1).await?.into_iter().next(),
        };
        let game = game.ok_or(ServiceError::NoGame)?;
        let side = game.side_of(player).ok_or(ServiceError::NoGame)?;
        let start = same_start(&game);
        let solo = match &game.seats[(!side).index()] {
            Seat::Computer(level) => Solo::Computer { level: level.clone(), own: !side },
            seat if seat.is(player) => Solo::Shared,
            Seat::Player { .. } | Seat::Gone => {
                let wish = Wish::new(&start, USUAL_STRIP.pawns, game.terms);
                return Ok(Again::Sought(self.seek(player, client, wish).await?));
            }
        };
        self.check_opponent(&visitor.clone().into(), game.game, &solo).await?;
        Ok(Again::Begun(self.begin(player, client, &start, solo).await?))
    }
}
