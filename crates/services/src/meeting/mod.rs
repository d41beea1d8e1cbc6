//! Finding an opponent: by a wish, at an open seat, by an invitation or a challenge, for a rematch or in an
//! arena.

mod invitations;
mod lobby;
mod solo;

use std::sync::Arc;

use jiff::Timestamp;
use merels_live::{ClientAddress, LiveGame, Oracles, PlayerMessage, Refusal, Wakeups};
use merels_model::{GameKey, PlayerId, SeatId, StoredGame, Wish};
use merels_rules::nimble::{NimblePosition, Strip, USUAL_STRIP};
use merels_rules::{AnyPosition, Side};
use merels_store::{Matched, Rematched, SeatTaken, Seek, TakeSeat};

use crate::error::{Result, ServiceError, check_allowed};
use crate::fair_play::FairPlay;
use crate::site::Site;
pub use invitations::{Proposal, Seated};
pub use lobby::{Lobby, Search};
pub use solo::{Again, Solo};

/// The most games that a player may have in progress: nobody may fill the site, or the computer's
/// time, with games.
pub const MOST_RUNNING: u32 = 20;

/// The most open seats of one client: guests are free, and nobody may fill the lobby.
const MOST_SEATS: u32 = 20;

/// Brings players together and begins their games.
pub struct Meeting {
    pub(crate) site: Site,
    pub(crate) computer: Arc<Wakeups>,
    pub(crate) oracles: Arc<Oracles>,
    pub(crate) fair_play: FairPlay,
}

#[derive(Debug)]
pub enum Sought {
    Begun(GameKey),
    Waits,
}

impl Meeting {
    /// Starting a game is work for the store and the computer: so many a minute are enough for anybody.
    pub async fn check_rate(&self, client: ClientAddress) -> Result<()> {
        check_allowed(self.site.limits.allows_game(client).await?)
    }

    pub async fn check_invitation_rate(&self, client: ClientAddress) -> Result<()> {
        self.check_rate(client).await?;
        check_allowed(self.site.limits.allows_invitation(client).await?)
    }

    /// Joins the first suitable player who waits, else waits.
    pub async fn seek(
        &self,
        player: &PlayerId,
        client: ClientAddress,
        wish: Wish,
    ) -> Result<Sought> {
        self.check_rate(client).await?;
        let key = GameKey::random();
        let seek = Seek {
            player: player.clone(),
            wish,
            side: random_side(),
            key: key.clone(),
            at: self.site.clock.now(),
            most_running: MOST_RUNNING,
            client: Some((client.to_string(), MOST_SEATS)),
        };
        match self.site.store.meeting().find_match(seek).await? {
            Matched::With(opponent) => {
                self.announce(&key, [player, &opponent]);
                Ok(Sought::Begun(key))
            }
            Matched::TooMany => Err(ServiceError::TooManyGames),
            Matched::TooManySeats => Err(ServiceError::TooManySeats),
            Matched::Waits => Ok(Sought::Waits),
        }
    }

    /// Sits down with somebody who waits.
    pub async fn take_seat(
        &self,
        seat: SeatId,
        player: &PlayerId,
        has_account: bool,
    ) -> Result<GameKey> {
        let key = GameKey::random();
        let take = TakeSeat {
            player: player.clone(),
            has_account,
            seat,
            side: random_side(),
            key: key.clone(),
            at: self.site.clock.now(),
            most_running: MOST_RUNNING,
        };
        match self.site.store.meeting().take_seat(take).await? {
            SeatTaken::With(opponent) => {
                self.announce(&key, [player, &opponent]);
                Ok(key)
            }
            SeatTaken::Gone | SeatTaken::Own => Err(ServiceError::SeatGone),
            SeatTaken::NeedsAccount => Err(ServiceError::RatedNeedsAccount),
            SeatTaken::TooMany => Err(ServiceError::TooManyGames),
        }
    }

    /// Brings together those who wait, also in the arenas. Every node does it; whoever is first does it
    /// for all.
    pub async fn pair(&self, now: Timestamp) -> Result<()> {
        for pairing in self.site.store.meeting().pair_waiting(now).await? {
            self.announce(&pairing.game, pairing.players.each_ref());
        }
        for arena in self.site.store.arenas().arenas_to_pair(now).await? {
            for pairing in self.site.store.arenas().pair_arena(&arena, now).await? {
                self.announce(&pairing.game, pairing.players.each_ref());
            }
        }
        Ok(())
    }

    fn announce(&self, key: &GameKey, players: [&PlayerId; 2]) {
        count_game();
        for player in players {
            self.site.live.notify(player, PlayerMessage::Matched(key.clone()));
        }
    }

    /// Offers, accepts or declines a rematch after a game; gives the rematch once there is one.
    pub async fn rematch(
        &self,
        game: &Arc<LiveGame>,
        player: &PlayerId,
        accept: bool,
    ) -> Result<Option<GameKey>> {
        let kind = game.snapshot().kind;
        let failed = |error| ServiceError::of(kind, error);
        if !accept {
            self.site.live.decline_rematch(game, player).await.map_err(failed)?;
            return Ok(None);
        }
        let done = self.site.live.offer_rematch(game, player, same_start, MOST_RUNNING).await;
        match done.map_err(failed)? {
            Rematched::Offered => Ok(None),
            Rematched::Begun(next) => {
                count_game();
                Ok(Some(next))
            }
            Rematched::TooMany => Err(ServiceError::TooManyGames),
            Rematched::NotOver => Err(ServiceError::Refused(kind, Refusal::NoRematch)),
        }
    }
}

fn count_game() {
    metrics::counter!("merels_games_total").increment(1);
}

/// White or Black, each as often as the other.
pub fn random_side() -> Side {
    if getrandom::u32().unwrap_or_default().is_multiple_of(2) { Side::White } else { Side::Black }
}

/// The start of a game, for one like it; a strip is laid anew, as long as the last.
pub fn same_start(game: &StoredGame) -> AnyPosition {
    match game.game.parse_position(&game.start) {
        Ok(AnyPosition::Nimble(strip)) => {
            let seed = getrandom::u64().unwrap_or_default();
            // On one square nobody could move.
            let squares = strip.squares().max(2);
            NimblePosition::random(Strip { squares, ..USUAL_STRIP }, seed)
                .map_or(AnyPosition::Nimble(strip), AnyPosition::Nimble)
        }
        Ok(start) => start,
        Err(_) => game.game.start(),
    }
}
