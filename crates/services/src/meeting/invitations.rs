//! A game offered to whoever has the link, or to one player by name: making, taking, declining and
//! withdrawing it.

use jiff::SignedDuration;
use merels_live::PlayerMessage;
use merels_model::{GameKey, InvitationId, PlayerId, Terms, TimeControl};
use merels_rules::{AnyPosition, Position, Side};
use merels_store::{Accept, Accepted, Invitation, Invited, NewInvitation, Player};

use super::{MOST_RUNNING, Meeting, random_side};
use crate::error::ServiceError;

/// How long an offer holds: both have to be there at the same time, or have days for each turn.
const LASTS: SignedDuration = SignedDuration::from_hours(24);
const LASTS_FOR_DAYS: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A player has at most so many open challenges by accounts, as many by guests, and so many by one host.
const MOST_TO_ONE: u32 = 20;
const MOST_BY_ONE: u32 = 3;

/// The game that is offered.
#[derive(Debug)]
pub struct Offer<'a> {
    pub start: &'a AnyPosition,
    /// The host's; by lot if none.
    pub side: Option<Side>,
    pub terms: Terms,
}

/// What came of sitting down.
#[derive(Debug)]
pub enum Seated {
    Begun(GameKey),
    /// Somebody was quicker: this is their game.
    Taken(GameKey),
    /// It is the player's own offer.
    Own,
}

fn lasts(terms: Terms) -> SignedDuration {
    match terms.time {
        Some(TimeControl::Days(_)) => LASTS_FOR_DAYS,
        _ => LASTS,
    }
}

impl Meeting {
    /// An open or taken offer.
    pub async fn invitation(&self, id: &InvitationId) -> Result<Invitation, ServiceError> {
        let found = self.store.meeting().invitation(id, self.clock.now()).await?;
        found.ok_or(ServiceError::NoInvitation)
    }

    /// The player of a name, whom a host may challenge. Without a host it is a guest to be.
    pub async fn challenged(
        &self,
        host: Option<&Player>,
        name: String,
    ) -> Result<Player, ServiceError> {
        let Some(found) = self.store.accounts().player_named(&name).await? else {
            return Err(ServiceError::UnknownPlayer(name));
        };
        if let Some(host) = host {
            if host.id == found.id {
                return Err(ServiceError::ChallengesSelf(name));
            }
            if self.store.accounts().are_apart(&host.id, &found.id).await? {
                return Err(ServiceError::NotChallenged(name));
            }
        } else if self.store.accounts().refuses_guests(&found.id).await? {
            return Err(ServiceError::NotChallenged(name));
        }
        Ok(found)
    }

    /// Offers a game.
    pub async fn invite(
        &self,
        host: &PlayerId,
        invited: Option<&Player>,
        offer: Offer<'_>,
    ) -> Result<InvitationId, ServiceError> {
        let Offer { start, side, terms } = offer;
        if terms.rated && invited.is_some_and(|invited| invited.is_bot) {
            return Err(ServiceError::BotsAreUnrated);
        }
        let (id, at) = (InvitationId::random(), self.clock.now());
        let invitation = NewInvitation {
            id: id.clone(),
            host: host.clone(),
            invited: invited.map(|invited| invited.id.clone()),
            side,
            game: start.game(),
            start: start.to_string(),
            mover: start.side(),
            terms,
            at,
            expires: at + lasts(terms),
            most_open: MOST_RUNNING,
            most_to_one: MOST_TO_ONE,
            most_by_one: MOST_BY_ONE,
        };
        match self.store.meeting().invite(invitation).await? {
            Invited::Done => {}
            Invited::TooMany => return Err(ServiceError::TooManyGames),
            Invited::TooManyToOne => return Err(ServiceError::TooManyChallenges),
        }
        if let Some(invited) = invited {
            self.live.notify(&invited.id, PlayerMessage::LookAgain);
        }
        // Who asks a friend does not wait for anybody else.
        self.store.meeting().stop_waiting(host).await?;
        Ok(id)
    }

    /// Sits down at an offer. Only those who may play rated make a rated game of it.
    pub async fn accept(
        &self,
        id: &InvitationId,
        player: &PlayerId,
        may_be_rated: bool,
    ) -> Result<Seated, ServiceError> {
        let key = GameKey::random();
        let accept = Accept {
            id: id.clone(),
            player: player.clone(),
            has_account: may_be_rated,
            key: key.clone(),
            lot: random_side(),
            at: self.clock.now(),
            most_running: MOST_RUNNING,
        };
        match self.store.meeting().accept(accept).await? {
            Accepted::Begun(host) => {
                self.announce(&key, [&host, player]);
                Ok(Seated::Begun(key))
            }
            Accepted::Taken(game) => Ok(Seated::Taken(game)),
            Accepted::Own => Ok(Seated::Own),
            Accepted::Gone => Err(ServiceError::NoInvitation),
            Accepted::TooMany => Err(ServiceError::TooManyGames),
        }
    }

    /// Declines a challenge of one's own.
    pub async fn decline(&self, id: &InvitationId, player: &PlayerId) -> Result<(), ServiceError> {
        let challenge = self.invitation(id).await?;
        if !self.store.meeting().decline(id, player).await? {
            return Err(ServiceError::NoInvitation);
        }
        self.live.notify(&challenge.host, PlayerMessage::LookAgain);
        Ok(())
    }

    /// Takes an offer of one's own back.
    pub async fn withdraw(&self, id: &InvitationId, player: &PlayerId) -> Result<(), ServiceError> {
        let found = self.store.meeting().invitation(id, self.clock.now()).await?;
        let invited = found.and_then(|found| found.invited).map(|(invited, _)| invited);
        if !self.store.meeting().withdraw(id, player).await? {
            return Err(ServiceError::NoInvitation);
        }
        for player in [Some(player), invited.as_ref()].into_iter().flatten() {
            self.live.notify(player, PlayerMessage::LookAgain);
        }
        Ok(())
    }
}
